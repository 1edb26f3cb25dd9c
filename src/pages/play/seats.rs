//! Who sits where: people and players, as fields of an address.
//!
//! `seat=human`, or `seat=NAME` and `seat=NAME:OPTION=VALUE` for a player; one a player of the game, in their order. A form
//! adds a `strength` to each, a number of the [`LEVELS`].

use crate::game::Players;
use crate::pages::Cost;
use crate::pages::fields::Fields;
use crate::pages::refusal::Refusal;
use crate::players::{Contestant, KINDS, Limits};

/// Who sits at a board.
#[derive(Debug)]
pub(super) enum Seat {
    Human,
    Player(Contestant),
}

/// The strengths of a player who searches: positions that he looks at for a move.
pub(super) const LEVELS: [u64; 7] = [100, 500, 2_000, 10_000, 50_000, 200_000, 1_000_000];

/// A player who looks at no more positions for a move has it at once.
const SMALL: u64 = 10_000;

/// The strength of a player for whom none is chosen.
pub(super) const LEVEL: usize = 2;

/// Who plays against a person who chooses nobody.
pub(super) const OPPONENT: &str = "azulejo";

const HUMAN: &str = "human";

impl Seat {
    /// The seats of a game: those of the fields, and where there are too few, one person and players.
    pub(super) fn read(fields: &Fields, players: Players) -> Result<Vec<Self>, Refusal> {
        let mut seats = Vec::new();
        let mut strengths = fields.all("strength");
        for name in fields.all("seat").take(players.count()) {
            let level: usize = match strengths.next() {
                Some(level) => level.parse().unwrap_or(LEVEL),
                None => LEVEL,
            };
            let nodes = LEVELS.get(level).copied().unwrap_or(LEVELS[LEVEL]);
            seats.push(Self::named(name, nodes)?);
        }
        while seats.len() < players.count() {
            seats.push(match seats.is_empty() {
                true => Self::Human,
                false => Self::named(OPPONENT, LEVELS[LEVEL])?,
            });
        }
        Ok(seats)
    }

    fn named(name: &str, nodes: u64) -> Result<Self, Refusal> {
        if name == HUMAN {
            return Ok(Self::Human);
        }
        let searches = KINDS.iter().any(|kind| kind.name == name && kind.searches);
        let text = match searches {
            true => format!("{name}:nodes={nodes}"),
            false => name.to_owned(),
        };
        // A message repeats what is wrong.
        let short = text.len() <= 200;
        let read = short.then(|| text.parse().map_err(|error| format!("{error}")));
        match read {
            Some(Ok(contestant)) => Ok(Self::Player(contestant)),
            Some(Err(error)) => Err(Refusal::wrong(format!("seat: {error}."))),
            None => Err(Refusal::wrong("A seat has a name of at most 200 letters.")),
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// The text that is read again.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Human => HUMAN,
            Self::Player(contestant) => contestant.name(),
        }
    }

    /// What stands on the board.
    pub(super) fn words(&self) -> String {
        let Self::Player(contestant) = self else {
            return "a person".into();
        };
        let name = contestant.name().split(':').next().unwrap_or_default();
        match contestant.limits().nodes {
            Some(nodes) if contestant.searches() => format!("{name}, {}", positions(nodes)),
            _ => name.to_owned(),
        }
    }

    /// What a move costs.
    pub(super) fn cost(contestant: &Contestant) -> Cost {
        let nodes = Self::limits(contestant).nodes;
        match !contestant.searches() || nodes.is_some_and(|nodes| nodes <= SMALL) {
            true => Cost::Small,
            false => Cost::Any,
        }
    }

    /// The limits of a move: no more than the highest strength allows, whatever the address says.
    pub(super) fn limits(contestant: &Contestant) -> Limits {
        let limits = *contestant.limits();
        let most = LEVELS[LEVELS.len() - 1];
        Limits {
            nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))),
            ..limits
        }
    }
}

/// `2 000 positions`.
pub(super) fn positions(nodes: u64) -> String {
    let digits = nodes.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    format!("{grouped} positions")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(query: &str, players: Players) -> Vec<String> {
        let seats = Seat::read(&Fields::read(query, 0), players);
        let seats = seats.unwrap_or_else(|error| panic!("{query}: {error:?}"));
        seats.iter().map(|seat| seat.text().to_owned()).collect()
    }

    #[test]
    fn seats_are_read_with_their_strengths_and_filled_up() {
        let found = texts(
            "seat=greedy&strength=6&seat=minimax&strength=0",
            Players::Three,
        );
        assert_eq!(found, ["greedy", "minimax:nodes=100", "azulejo:nodes=2000"]);
        assert_eq!(texts("", Players::Two), ["human", "azulejo:nodes=2000"]);
        let written = "seat=human&seat=mcts:nodes=500";
        assert_eq!(texts(written, Players::Two), ["human", "mcts:nodes=500"]);
    }

    #[test]
    fn nobody_searches_more_than_the_highest_strength() {
        for text in [
            "mcts:nodes=9000000000",
            "minimax:depth=99",
            "alpha-beta:time=9h",
        ] {
            let contestant: Contestant = text.parse().expect("a player");
            assert_eq!(Seat::limits(&contestant).nodes, Some(1_000_000), "{text}");
        }
        assert!(Seat::read(&Fields::read("seat=<b>", 0), Players::Two).is_err());
        assert_eq!(positions(1_000_000), "1\u{202f}000\u{202f}000 positions");
    }
}
