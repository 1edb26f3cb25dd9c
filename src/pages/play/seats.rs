//! Seats at the table: people and players, as fields of an address.
//!
//! `seat=human`; `seat=NAME` and `seat=NAME:OPTION=VALUE` for a player; `seat=program:NAME` for a program of the
//! pages. The game has one seat for each player, in their order.

use crate::game::Players;
use crate::pages::Cost;
use crate::pages::fields::{Fields, invalid_value};
use crate::pages::programs::{PROGRAM, Programs};
use crate::pages::refusal::Refusal;
use crate::pages::table::{Name, Names};
use crate::players::azulejo::{LEVELS, Level};
use crate::players::{Contestant, KINDS, Limits};
use itertools::Itertools;

/// Seat at a board.
#[derive(Debug)]
pub(super) enum Seat {
    Human,
    Player(Contestant),
}

/// Nodes of a player's search for a move, unless the seat has a number.
const DEFAULT_NODES: u64 = 2_000;

/// Most nodes of a search for a move.
const MOST_NODES: u64 = 1_000_000;

/// Most nodes of a search that takes a fraction of a second.
const FEW_NODES: u64 = 10_000;

const HUMAN: &str = "human";

/// Level of the player `azulejo` at a seat, if it is a level.
pub(super) fn level(seat: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.contestant() == seat)
}

impl Seat {
    /// Seats of a game: the seats of the fields, filled up with one person and the easiest player.
    pub(super) fn read(
        fields: &Fields,
        players: Players,
        programs: &Programs,
    ) -> Result<Vec<Self>, Refusal> {
        let names = fields.texts("seat").take(players.count());
        let seats = names.map(|name| match name.strip_prefix(PROGRAM) {
            Some(program) => programs
                .contestant(program)
                .map(Self::Player)
                .ok_or_else(|| invalid_value("seat", name)),
            None => Self::by_name(name),
        });
        let mut seats: Vec<Self> = seats.collect::<Result<_, _>>()?;
        while seats.len() < players.count() {
            seats.push(match seats.is_empty() {
                true => Self::Human,
                false => Self::by_name(&LEVELS[0].contestant())?,
            });
        }
        Ok(seats)
    }

    fn by_name(name: &str) -> Result<Self, Refusal> {
        if name == HUMAN {
            return Ok(Self::Human);
        }
        let is_search = KINDS.iter().any(|kind| kind.name == name && kind.searches);
        let text = match is_search {
            true => format!("{name}:nodes={DEFAULT_NODES}"),
            false => name.to_owned(),
        };
        // A message repeats the text.
        if text.len() > 200 {
            return Err(Refusal::wrong("A seat has a name of at most 200 letters."));
        }
        let contestant = text.parse::<Contestant>();
        contestant
            .map(Self::Player)
            .map_err(|error| Refusal::wrong(format!("seat: {error}.")))
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// Text of the seat in an address.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Human => HUMAN,
            Self::Player(contestant) => contestant.name(),
        }
    }

    /// Names of all seats. The only person is addressed as you; several persons have the names of the `game`.
    pub(super) fn names(seats: &[Self], game: &Names) -> Names {
        let people = seats.iter().filter(|seat| seat.is_human()).count();
        let mut names: Vec<Name> = Vec::new();
        for (index, seat) in seats.iter().enumerate() {
            let Self::Player(contestant) = seat else {
                names.push(match people {
                    1 => Name::You,
                    _ => Name::Other(game.of(index), String::new()),
                });
                continue;
            };
            let text = contestant.name();
            let (name, about) = match level(text) {
                _ if text.starts_with(PROGRAM) => {
                    (text[PROGRAM.len()..].to_owned(), "program".into())
                }
                Some(level) => (level.name.to_owned(), format!("level {}", level.number)),
                None => (
                    text.split(':').next().unwrap_or_default().to_owned(),
                    match contestant.limits().nodes {
                        Some(nodes) if contestant.searches() => positions(nodes),
                        _ => "program".into(),
                    },
                ),
            };
            let is_same =
                |seat: &&Self| matches!(seat, Self::Player(player) if player.name() == text);
            let number = seats[..index].iter().filter(is_same).count() + 1;
            let name = match number {
                1 => name,
                _ => format!("{name} {number}"),
            };
            names.push(Name::Other(name, about));
        }
        Names(names)
    }

    /// Cost of a move.
    pub(super) fn cost(contestant: &Contestant) -> Cost {
        let nodes = Self::limits(contestant).nodes;
        match !contestant.searches() || nodes.is_some_and(|nodes| nodes <= FEW_NODES) {
            true => Cost::Small,
            false => Cost::Any,
        }
    }

    /// Limits of a search for a move: those of the address, with at most `MOST_NODES`.
    pub(super) fn limits(contestant: &Contestant) -> Limits {
        let limits = *contestant.limits();
        if contestant.name().starts_with(PROGRAM) {
            // A program has limits of its own, and the run has its time.
            return limits;
        }
        Limits {
            nodes: Some(limits.nodes.unwrap_or(MOST_NODES).min(MOST_NODES)),
            ..limits
        }
    }
}

/// Number of positions in words, such as `2 000 positions`.
fn positions(nodes: u64) -> String {
    let digits = nodes.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let mut groups = groups.map(String::from_utf8_lossy);
    format!("{} positions", groups.join("\u{202f}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(query: &str, players: Players) -> Vec<String> {
        let seats = Seat::read(&Fields::read(query, 0), players, &Programs::default());
        let seats = seats.unwrap_or_else(|error| panic!("{query}: {error:?}"));
        seats.iter().map(|seat| seat.text().to_owned()).collect()
    }

    #[test]
    fn seats_are_read_and_filled_up_with_the_easiest_player() {
        let seats = texts("seat=strategic&seat=minimax", Players::Three);
        assert_eq!(
            seats,
            ["strategic", "minimax:nodes=2000", "azulejo:level=1"]
        );
        assert_eq!(texts("", Players::Two), ["human", "azulejo:level=1"]);
        let query = "seat=human&seat=mcts:nodes=500";
        assert_eq!(texts(query, Players::Two), ["human", "mcts:nodes=500"]);
    }

    #[test]
    fn every_level_is_a_player_and_has_a_name_of_its_own() {
        for level in &LEVELS {
            let seats = [
                Seat::Human,
                Seat::by_name(&level.contestant()).expect("a player"),
            ];
            let names = Seat::names(&seats, &Names::default());
            assert_eq!(names.of(0), "You");
            assert_eq!(names.of(1), level.name);
        }
        let fields = Fields::read("seat=azulejo:level=1&seat=azulejo:level=1&seat=mcts", 0);
        let seats = Seat::read(&fields, Players::Three, &Programs::default()).expect("seats");
        let names = Seat::names(&seats, &Names::default());
        let names = [0, 1, 2].map(|player| names.of(player));
        assert_eq!(names, ["Óbidos", "Óbidos 2", "mcts"]);
    }

    #[test]
    fn every_search_has_a_limit_of_nodes() {
        for text in [
            "mcts:nodes=9000000000",
            "minimax:depth=99",
            "alpha-beta:time=9h",
        ] {
            let contestant: Contestant = text.parse().expect("a player");
            assert_eq!(Seat::limits(&contestant).nodes, Some(1_000_000), "{text}");
        }
        for seat in ["<b>", "program:bot", "engine:true"] {
            let fields = Fields::read(&format!("seat={seat}"), 0);
            let result = Seat::read(&fields, Players::Two, &Programs::default());
            assert!(result.is_err(), "{seat}");
        }
        assert_eq!(positions(1_000_000), "1\u{202f}000\u{202f}000 positions");
    }
}
