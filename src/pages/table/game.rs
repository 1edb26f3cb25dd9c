//! A game in the fields of an address: how it began, and the deal and the moves of each round.
//!
//! | field | meaning |
//! |---|---|
//! | `players`, `first` | a new game: 2–4, and who begins, from 1 |
//! | `from` | instead of these, the text of a position that was set up |
//! | `seed` | the chance of deals to come |
//! | `name` | what a player is called, for each player of a game that another program wrote down |
//! | `round` | `DEAL:MOVES` for each round, such as `BBRR/BKYY/RRWW/KWWW/RYYY:1B2.CR-`; of a position that was set up within a round, the first is `:MOVES` |

use crate::game::random::{ChaCha8Rng, SeedableRng};
use crate::game::record::{Event, Record};
use crate::game::{Deal, IllegalMove, ImpossibleDeal, Move, Phase, Players, Position};
use crate::harmless::harmless;
use crate::pages::fields::{Fields, wrong};
use crate::pages::refusal::Refusal;
use crate::pages::table::{Name, Names};
use itertools::Itertools;

/// A game as far as it has been played.
#[derive(Debug, Clone)]
pub(in crate::pages) struct Game {
    start: Position,
    /// Whether the start was set up by hand, so that no record can say how the game began.
    set_up: bool,
    seed: u64,
    /// The names of the players; empty where nobody says them.
    names: Vec<String>,
    /// The events, each with the position before it.
    steps: Vec<(Position, Event)>,
    end: Position,
}

/// A longer name is cut.
const NAME: usize = 24;

/// More moves are no game that a page plays: most games have fewer than 200.
const MOVES: usize = 2_000;

impl Game {
    /// The game that the fields tell; a new one whose first round is dealt where they tell none.
    pub(in crate::pages) fn read(fields: &Fields) -> Result<Self, Refusal> {
        let seed = fields.value("seed")?.unwrap_or_else(|| fields.chance());
        let mut game = match fields.one("from") {
            Some(text) => {
                let position: Position = text
                    .parse()
                    .map_err(|faults| Refusal::wrong(format!("from: {faults}")))?;
                Self::set_up(position, seed)
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
                Self::begun(Position::new(players, first - 1), false, seed)
            }
        };
        game.names = game.named(fields.all("name"));
        let mut rounds = 0;
        for (number, round) in fields.all("round").enumerate() {
            rounds += 1;
            game.read_round(round)
                .map_err(|fault| Refusal::wrong(format!("round {}: {fault}", number + 1)))?;
        }
        if rounds == 0 && !game.set_up {
            game.deal().map_err(Refusal::wrong)?;
        }
        Ok(game)
    }

    /// The game that begins with a position.
    pub(in crate::pages) fn set_up(position: Position, seed: u64) -> Self {
        Self::begun(position, true, seed)
    }

    fn begun(start: Position, set_up: bool, seed: u64) -> Self {
        let mut game = Self {
            start,
            set_up,
            seed,
            names: Vec::new(),
            steps: Vec::new(),
            end: start,
        };
        game.end_round();
        game
    }

    /// The names of all players, if there is one for each.
    fn named<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<String> {
        let short = |name: &str| name.chars().take(NAME).collect::<String>();
        let names: Vec<String> = names.map(|name| harmless(&short(name))).collect();
        let is_whole = names.len() == self.start.players().count();
        if is_whole { names } else { Vec::new() }
    }

    /// The names of the players.
    pub(in crate::pages) fn names(&self) -> Names {
        let names = self.names.iter().cloned();
        Names(names.map(|name| Name::Other(name, String::new())).collect())
    }

    /// The game of a record, whose players have these names.
    pub(in crate::pages) fn of_record(
        record: &Record,
        names: &[String],
        seed: u64,
    ) -> Result<Self, Refusal> {
        let mut steps: Vec<(Position, Event)> = Vec::new();
        let end = record.replay(|step| steps.push((*step.before, step.event)));
        let end = end.map_err(|error| Refusal::wrong(format!("The record is false: {error}.")))?;
        let first = usize::try_from(record.first).unwrap_or(0);
        let mut game = Self {
            start: Position::new(record.players, first),
            set_up: false,
            seed,
            names: Vec::new(),
            steps,
            end,
        };
        game.names = game.named(names.iter().map(String::as_str));
        if game.moves().count() > MOVES {
            return Err(too_long());
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
        for taken in moves.split('.').filter(|taken| !taken.is_empty()) {
            let read: Move = taken.parse().map_err(|error| format!("{error}"))?;
            self.play(read)
                .map_err(|error| format!("{read}: {error}"))?;
            if self.steps.len() > MOVES {
                return Err(format!("the page takes games of at most {MOVES} moves"));
            }
        }
        Ok(())
    }

    /// The fields that tell the game.
    pub(in crate::pages) fn fields(&self) -> Fields {
        let mut fields = Fields::default();
        if self.set_up {
            fields.push("from", self.start);
        } else {
            fields.push("players", self.start.players().count());
            fields.push("first", self.start.starter() + 1);
        }
        fields.push("seed", self.seed);
        for name in &self.names {
            fields.push("name", name);
        }
        let mut rounds: Vec<(Option<Deal>, Vec<Move>)> = Vec::new();
        for (_, event) in &self.steps {
            match event {
                Event::Deal(deal) => rounds.push((Some(*deal), Vec::new())),
                Event::Move(taken) => {
                    if rounds.is_empty() {
                        rounds.push((None, Vec::new()));
                    }
                    if let Some((_, moves)) = rounds.last_mut() {
                        moves.push(*taken);
                    }
                }
                Event::RoundEnd(_) => {}
            }
        }
        for (deal, moves) in rounds {
            let deal = deal.map_or(String::new(), |deal| deal.to_string());
            fields.push("round", format!("{deal}:{}", moves.iter().join(".")));
        }
        fields
    }

    /// The position now.
    pub(in crate::pages) fn end(&self) -> &Position {
        &self.end
    }

    /// The events, each with the position before it.
    pub(in crate::pages) fn steps(&self) -> &[(Position, Event)] {
        &self.steps
    }

    /// The moves, each with the position before it.
    pub(in crate::pages) fn moves(&self) -> impl Iterator<Item = (&Position, Move)> {
        self.steps.iter().filter_map(|(before, event)| match event {
            Event::Move(taken) => Some((before, *taken)),
            Event::Deal(_) | Event::RoundEnd(_) => None,
        })
    }

    /// Plays a move; with the last of a round, the round is scored.
    pub(in crate::pages) fn play(&mut self, taken: Move) -> Result<(), IllegalMove> {
        let before = self.end;
        self.end.play(taken)?;
        self.steps.push((before, Event::Move(taken)));
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

    /// The random numbers of a player for the next move.
    pub(in crate::pages) fn rng(&self) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        // Beyond the streams of the deals.
        rng.set_stream(1 << 32 | self.steps.len() as u64);
        rng
    }

    /// Takes back the last move of a player for whom the test holds, and what followed it; where there is none, the last
    /// move of all.
    pub(in crate::pages) fn undo(&mut self, is_human: impl Fn(usize) -> bool) {
        let own = self
            .moves_at()
            .rfind(|(_, before)| is_human(before.mover()));
        let last = own.or_else(|| self.moves_at().next_back());
        if let Some((index, _)) = last {
            self.truncate(index);
        }
    }

    /// The game with its first moves alone.
    pub(in crate::pages) fn up_to(&self, moves: usize) -> Self {
        let mut game = self.clone();
        if let Some((index, _)) = self.moves_at().nth(moves) {
            game.truncate(index);
        }
        game
    }

    /// The places of the moves among the steps, each with the position before the move.
    fn moves_at(&self) -> impl DoubleEndedIterator<Item = (usize, &Position)> {
        let steps = self.steps.iter().enumerate();
        steps.filter_map(|(index, (before, event))| {
            matches!(event, Event::Move(_)).then_some((index, before))
        })
    }

    fn truncate(&mut self, index: usize) {
        self.end = self.steps[index].0;
        self.steps.truncate(index);
    }

    /// The record of the game with all that a record can say; none for one that began with a position.
    pub(in crate::pages) fn record(&self) -> Option<Record> {
        if self.set_up {
            return None;
        }
        let mut record = Record::new(self.start.players(), self.start.starter());
        for (_, event) in &self.steps {
            match event {
                Event::Deal(deal) => record.push_deal(deal),
                Event::Move(taken) => record.push_move(*taken),
                Event::RoundEnd(_) => {}
            }
        }
        record.completed().ok()
    }

    /// Goes on only where a move is awaited.
    pub(in crate::pages) fn awaits_move(&self) -> Result<(), Refusal> {
        let awaited = self.end.expect_phase(Phase::Moves);
        awaited.map_err(|error| Refusal::wrong(format!("No move is possible: {error}.")))
    }

    /// The move that a field tells, if it is legal.
    pub(in crate::pages) fn legal(&self, text: &str) -> Result<Move, Refusal> {
        let taken: Move = text.parse().map_err(|_| wrong("move", text))?;
        let checked = self.end.check(taken);
        checked.map_err(|error| Refusal::wrong(format!("{taken} is not allowed: {error}.")))?;
        Ok(taken)
    }
}

fn too_long() -> Refusal {
    Refusal::wrong(format!("The page takes games of at most {MOVES} moves."))
}
