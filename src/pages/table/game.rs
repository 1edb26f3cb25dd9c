//! Game in the fields of an address: its start, and the deal and the moves of each round.
//!
//! | field | meaning |
//! |---|---|
//! | `players`, `first` | a new game: the number of players, 2–4, and the number of the first player, from 1 |
//! | `from` | instead of these, the text of a position set up by hand |
//! | `seed` | the seed of later deals |
//! | `name` | the name of a player, for each player of a game from another program |
//! | `round` | `DEAL:MOVES` for each round, such as `BBRR/BKYY/RRWW/KWWW/RYYY:1B2.CR-`; of a position set up within a round, the first is `:MOVES` |

use crate::game::random::{ChaCha8Rng, SeedableRng};
use crate::game::record::{Event, Record};
use crate::game::{Deal, IllegalMove, ImpossibleDeal, Move, Phase, Players, Position};
use crate::harmless::harmless;
use crate::pages::fields::{Fields, invalid_value};
use crate::pages::refusal::Refusal;
use crate::pages::table::{Name, Names};

/// Game up to its current position.
#[derive(Debug, Clone)]
pub(in crate::pages) struct Game {
    start: Position,
    /// Whether the start is a position set up by hand, so that the game has no record.
    is_set_up: bool,
    seed: u64,
    /// Names of the players; empty where the fields have none.
    names: Vec<String>,
    /// Events, each with the position before it.
    steps: Vec<(Position, Event)>,
    end: Position,
}

/// Most characters of a name; longer names are cut.
const NAME: usize = 24;

/// Most moves of a game on a page: most games have fewer than 200.
const MOVES: usize = 2_000;

impl Game {
    /// Game of the fields; without rounds, a new game whose first round is dealt.
    pub(in crate::pages) fn read(fields: &Fields) -> Result<Self, Refusal> {
        let seed = fields.value("seed")?.unwrap_or_else(|| fields.chance());
        let mut game = match fields.text("from") {
            Some(text) => {
                let position: Position = text
                    .parse()
                    .map_err(|faults| Refusal::wrong(format!("from: {faults}")))?;
                Self::from_position(position, seed)
            }
            None => {
                let players = fields.value("players")?.unwrap_or(2_u64);
                let players = Players::try_from(players).map_err(Refusal::wrong)?;
                let first: usize = fields.value("first")?.unwrap_or(1);
                if !(1..=players.count()).contains(&first) {
                    let count = players.count();
                    return Err(Refusal::wrong(format!(
                        "first is {first}, but the players are 1 to {count}."
                    )));
                }
                Self::with_start(Position::new(players, first - 1), false, seed)
            }
        };
        game.names = game.player_names(fields.texts("name"));
        for (number, round) in fields.texts("round").enumerate() {
            game.read_round(round)
                .map_err(|fault| Refusal::wrong(format!("round {}: {fault}", number + 1)))?;
        }
        if fields.text("round").is_none() && !game.is_set_up {
            game.deal().map_err(Refusal::wrong)?;
        }
        Ok(game)
    }

    /// Game that begins with a position set up by hand.
    pub(in crate::pages) fn from_position(position: Position, seed: u64) -> Self {
        Self::with_start(position, true, seed)
    }

    fn with_start(start: Position, is_set_up: bool, seed: u64) -> Self {
        let mut game = Self {
            start,
            is_set_up,
            seed,
            names: Vec::new(),
            steps: Vec::new(),
            end: start,
        };
        game.end_round();
        game
    }

    /// Names of all players; empty unless there is one for each.
    fn player_names<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<String> {
        let shortened = |name: &str| name.chars().take(NAME).collect::<String>();
        let names: Vec<String> = names.map(|name| harmless(&shortened(name))).collect();
        let is_whole = names.len() == self.start.players().count();
        if is_whole { names } else { Vec::new() }
    }

    /// Names of the players.
    pub(in crate::pages) fn names(&self) -> Names {
        let names = self.names.iter().cloned();
        Names(names.map(|name| Name::Other(name, String::new())).collect())
    }

    /// Game of a record, with the names of its players.
    pub(in crate::pages) fn of_record(
        record: &Record,
        names: &[String],
        seed: u64,
    ) -> Result<Self, Refusal> {
        let mut steps: Vec<(Position, Event)> = Vec::new();
        let end = record.replay(|step| steps.push((*step.before, step.event)));
        let end = end.map_err(|error| Refusal::wrong(format!("The record is false: {error}.")))?;
        let first = usize::try_from(record.first).unwrap_or(0);
        let mut game = Self::with_start(Position::new(record.players, first), false, seed);
        game.names = game.player_names(names.iter().map(String::as_str));
        (game.steps, game.end) = (steps, end);
        if game.moves().count() > MOVES {
            let message = format!("The page takes games of at most {MOVES} moves.");
            return Err(Refusal::wrong(message));
        }
        if game.steps.is_empty() {
            game.deal().map_err(Refusal::wrong)?;
        }
        Ok(game)
    }

    fn read_round(&mut self, text: &str) -> Result<(), String> {
        let (deal, moves) = text.split_once(':').unwrap_or((text, ""));
        if !deal.is_empty() {
            let deal: Deal = deal.parse().map_err(|error| format!("{error}"))?;
            let before = self.end;
            self.end
                .deal_given(&deal)
                .map_err(|error| error.to_string())?;
            self.steps.push((before, Event::Deal(deal)));
        }
        for word in moves.split('.').filter(|word| !word.is_empty()) {
            let move_: Move = word.parse().map_err(|error| format!("{error}"))?;
            self.play(move_)
                .map_err(|error| format!("{move_}: {error}"))?;
            if self.steps.len() > MOVES {
                return Err(format!("the page takes games of at most {MOVES} moves"));
            }
        }
        Ok(())
    }

    /// Fields of the game.
    pub(in crate::pages) fn fields(&self) -> Fields {
        let mut fields = Fields::default();
        if self.is_set_up {
            fields.push("from", self.start);
        } else {
            fields.push("players", self.start.players().count());
            fields.push("first", self.start.starter() + 1);
        }
        fields.push("seed", self.seed);
        for name in &self.names {
            fields.push("name", name);
        }
        let mut rounds: Vec<String> = Vec::new();
        for (_, event) in &self.steps {
            match event {
                Event::Deal(deal) => rounds.push(format!("{deal}:")),
                Event::Move(move_) => match rounds.last_mut() {
                    Some(round) if round.ends_with(':') => *round += &move_.to_string(),
                    Some(round) => *round += &format!(".{move_}"),
                    None => rounds.push(format!(":{move_}")),
                },
                Event::RoundEnd(_) => {}
            }
        }
        for round in rounds {
            fields.push("round", round);
        }
        fields
    }

    /// Current position.
    pub(in crate::pages) fn end(&self) -> &Position {
        &self.end
    }

    /// Events, each with the position before it.
    pub(in crate::pages) fn steps(&self) -> &[(Position, Event)] {
        &self.steps
    }

    /// Moves, each with the position before it.
    pub(in crate::pages) fn moves(&self) -> impl Iterator<Item = (&Position, Move)> {
        self.steps.iter().filter_map(|(before, event)| match event {
            Event::Move(move_) => Some((before, *move_)),
            Event::Deal(_) | Event::RoundEnd(_) => None,
        })
    }

    /// Plays a move; with the last of a round, the round is scored.
    pub(in crate::pages) fn play(&mut self, move_: Move) -> Result<(), IllegalMove> {
        let before = self.end;
        self.end.play(move_)?;
        self.steps.push((before, Event::Move(move_)));
        self.end_round();
        Ok(())
    }

    fn end_round(&mut self) {
        let before = self.end;
        if let Ok(score) = self.end.end_round() {
            self.steps.push((before, Event::RoundEnd(score)));
        }
    }

    /// Deals the next round.
    pub(in crate::pages) fn deal(&mut self) -> Result<(), ImpossibleDeal> {
        let before = self.end;
        let deal = self.end.deal_by_seed(self.seed)?;
        self.steps.push((before, Event::Deal(deal)));
        Ok(())
    }

    /// Random numbers of a player for the next move.
    pub(in crate::pages) fn rng(&self) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        // Beyond the streams of the deals.
        rng.set_stream(1 << 32 | self.steps.len() as u64);
        rng
    }

    /// Takes back the last move of a person with everything after it; without such a move, the last
    /// move of all.
    pub(in crate::pages) fn undo(&mut self, is_human: impl Fn(usize) -> bool) {
        let own = self
            .move_steps()
            .rfind(|(_, before)| is_human(before.mover()));
        let last = own.or_else(|| self.move_steps().next_back());
        if let Some((index, _)) = last {
            self.truncate(index);
        }
    }

    /// Game with its first moves alone.
    pub(in crate::pages) fn prefix(&self, moves: usize) -> Self {
        let mut game = self.clone();
        if let Some((index, _)) = self.move_steps().nth(moves) {
            game.truncate(index);
        }
        game
    }

    /// Indices of the moves among the steps, each with the position before the move.
    fn move_steps(&self) -> impl DoubleEndedIterator<Item = (usize, &Position)> {
        let steps = self.steps.iter().enumerate();
        steps.filter_map(|(index, (before, event))| {
            matches!(event, Event::Move(_)).then_some((index, before))
        })
    }

    fn truncate(&mut self, index: usize) {
        self.end = self.steps[index].0;
        self.steps.truncate(index);
    }

    /// Record of the game; none for a game that began with a position set up by hand.
    pub(in crate::pages) fn record(&self) -> Option<Record> {
        if self.is_set_up {
            return None;
        }
        let mut record = Record::new(self.start.players(), self.start.starter());
        for (_, event) in &self.steps {
            match event {
                Event::Deal(deal) => record.push_deal(deal),
                Event::Move(move_) => record.push_move(*move_),
                Event::RoundEnd(_) => {}
            }
        }
        record.completed().ok()
    }

    /// Refuses the request unless a player is to move.
    pub(in crate::pages) fn expect_move(&self) -> Result<(), Refusal> {
        let result = self.end.expect_phase(Phase::Moves);
        result.map_err(|error| Refusal::wrong(format!("No move is possible: {error}.")))
    }

    /// Move of a field, if it is legal.
    pub(in crate::pages) fn legal_move(&self, text: &str) -> Result<Move, Refusal> {
        let move_: Move = text.parse().map_err(|_| invalid_value("move", text))?;
        let result = self.end.check(move_);
        result.map_err(|error| Refusal::wrong(format!("{move_} is not allowed: {error}.")))?;
        Ok(move_)
    }
}
