//! The check of a record: the game is replayed, and every statement is compared with the rules.

use super::{False, Record, Round, Statement};
use crate::{Colour, Deal, ImpossibleDeal, Move, Phase, Position, RoundScore, Tiles};

/// The event of a step of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A round was dealt.
    Deal(Deal),
    /// A move was played.
    Move(Move),
    /// A round was scored.
    RoundEnd(RoundScore),
}

/// A step of a game.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// The position before.
    pub before: &'a Position,
    /// The event.
    pub event: Event,
    /// The position after.
    pub after: &'a Position,
}

impl Record {
    /// Checks every statement of the record, and returns the position at its end.
    ///
    /// # Errors
    /// The first false statement, in the order of play.
    pub fn check(&self) -> Result<Position, False> {
        self.replay(|_| ())
    }

    /// Replays the game up to the first false statement, with each step passed to `visit`, and returns the position at
    /// the end.
    ///
    /// # Errors
    /// The first false statement, in the order of play.
    pub fn replay(&self, visit: impl FnMut(Step<'_>)) -> Result<Position, False> {
        let players = self.players.count();
        let first = usize::try_from(self.first).ok();
        let first = first.filter(|&first| first < players).ok_or(False {
            round: None,
            number: None,
            statement: Statement::First {
                first: self.first,
                last: players - 1,
            },
        })?;
        let mut replay = Replay {
            position: Position::new(self.players, first),
            round: 0,
            number: None,
            visit,
        };
        let result = replay.game(self);
        result.map_err(|statement| False {
            round: (replay.round > 0).then_some(replay.round),
            number: replay.number,
            statement,
        })?;
        Ok(replay.position)
    }

    /// The record with all optional statements.
    ///
    /// # Errors
    /// The first false statement, in the order of play.
    pub fn completed(mut self) -> Result<Self, False> {
        let mut legal: Vec<Vec<u64>> = Vec::new();
        let mut ends: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
        let end = self.replay(|step| match step.event {
            Event::Deal(_) => legal.push(Vec::new()),
            Event::Move(_) => {
                let round = legal.last_mut().expect("a deal comes before a move");
                round.push(step.before.legal_count() as u64);
            }
            Event::RoundEnd(_) => ends.push((scores(step.after), walls(step.after))),
        })?;
        for (round, legal) in self.rounds.iter_mut().zip(legal) {
            round.legal = Some(legal);
        }
        for (round, (scores, walls)) in self.rounds.iter_mut().zip(ends) {
            round.scores = Some(scores);
            round.walls = Some(walls);
        }
        if let Some(outcome) = end.outcome() {
            let bonuses = outcome.bonuses().iter();
            self.bonus = Some(bonuses.map(|bonus| u64::from(bonus.points())).collect());
            self.finals = Some(outcome.scores().iter().copied().map(u64::from).collect());
            self.winners = Some(outcome.winners().map(|player| player as u64).collect());
        }
        Ok(self)
    }
}

fn scores(position: &Position) -> Vec<u64> {
    let boards = position.boards().iter();
    boards.map(|board| u64::from(board.score())).collect()
}

fn walls(position: &Position) -> Vec<u64> {
    let boards = position.boards().iter();
    boards.map(|board| u64::from(board.wall())).collect()
}

struct Replay<F> {
    position: Position,
    /// The number of the round, from 1, that is replayed; 0 for statements on the whole game.
    round: usize,
    number: Option<usize>,
    visit: F,
}

impl<F: FnMut(Step<'_>)> Replay<F> {
    fn game(&mut self, record: &Record) -> Result<(), Statement> {
        for (index, round) in record.rounds.iter().enumerate() {
            self.round = index + 1;
            self.deal(&round.deal)?;
            self.moves(round)?;
            self.round_end(round)?;
        }
        self.round = 0;
        self.outcome(record)
    }

    fn step(&mut self, before: &Position, event: Event) {
        (self.visit)(Step {
            before,
            event,
            after: &self.position,
        });
    }

    fn deal(&mut self, deal: &[Vec<u64>]) -> Result<(), Statement> {
        match self.position.phase() {
            Phase::Deal => {}
            Phase::Over => return Err(Statement::Over),
            Phase::Moves | Phase::RoundEnd => return Err(Statement::Unfinished),
        }
        let factories = deal.iter().enumerate();
        let factories = factories.map(|(index, tiles)| factory(index + 1, tiles));
        let factories = factories.collect::<Result<Vec<Tiles>, Statement>>()?;
        let deal = Deal::new(self.position.players(), &factories)?;
        let before = self.position;
        self.position.deal_given(&deal)?;
        self.step(&before, Event::Deal(deal));
        Ok(())
    }

    fn moves(&mut self, round: &Round) -> Result<(), Statement> {
        let legal = round.legal.as_deref();
        for (index, &code) in round.moves.iter().enumerate() {
            self.number = Some(index + 1);
            let count = self.position.legal_count();
            if let Some(&statement) = legal.and_then(|legal| legal.get(index))
                && statement != count as u64
            {
                return Err(Statement::Legal {
                    said: statement,
                    found: count,
                });
            }
            let taken = Move::from_code(code, self.position.players())?;
            let before = self.position;
            let result = self.position.play(taken);
            result.map_err(|reason| Statement::Move {
                code,
                taken,
                reason,
            })?;
            self.step(&before, Event::Move(taken));
        }
        self.number = None;
        match legal {
            Some(legal) => length("legal", legal, round.moves.len(), "moves"),
            None => Ok(()),
        }
    }

    fn round_end(&mut self, round: &Round) -> Result<(), Statement> {
        let results = [("scores", &round.scores), ("walls", &round.walls)];
        let before = self.position;
        let Ok(score) = self.position.end_round() else {
            return expect_no_results(results, "the round");
        };
        self.step(&before, Event::RoundEnd(score));
        let expected = [scores(&self.position), walls(&self.position)];
        expect_results(results, expected)
    }

    fn outcome(&mut self, record: &Record) -> Result<(), Statement> {
        let results = [("bonus", &record.bonus), ("final", &record.finals)];
        let Some(outcome) = self.position.outcome() else {
            expect_no_results(results, "the game")?;
            return expect_no_results([("winners", &record.winners)], "the game");
        };
        let bonuses = outcome.bonuses().iter();
        let bonuses = bonuses.map(|bonus| u64::from(bonus.points())).collect();
        let finals = outcome.scores().iter().copied().map(u64::from).collect();
        expect_results(results, [bonuses, finals])?;
        let winners: Vec<u64> = outcome.winners().map(|player| player as u64).collect();
        match &record.winners {
            Some(statement) => {
                let mut sorted = statement.clone();
                sorted.sort_unstable();
                if sorted == winners {
                    return Ok(());
                }
                Err(Statement::Winners {
                    said: statement.clone(),
                    found: winners,
                })
            }
            None => Ok(()),
        }
    }
}

fn factory(number: usize, indices: &[u64]) -> Result<Tiles, Statement> {
    // Before the count, so that no count exceeds the range of `Tiles`.
    if indices.len() > Deal::PER_FACTORY {
        let tiles = indices.len();
        return Err(ImpossibleDeal::Factory { number, tiles }.into());
    }
    let colours = indices.iter().map(|&index| {
        let colour = usize::try_from(index).ok().and_then(Colour::from_index);
        colour.ok_or(Statement::Colour {
            index,
            factory: number,
        })
    });
    colours.collect()
}

type Results<'a> = [(&'static str, &'a Option<Vec<u64>>); 2];

/// Checks that the record has no result of an unfinished round or game.
fn expect_no_results<'a>(
    results: impl IntoIterator<Item = (&'static str, &'a Option<Vec<u64>>)>,
    what: &'static str,
) -> Result<(), Statement> {
    let mut statements = results
        .into_iter()
        .filter(|(_, statement)| statement.is_some());
    match statements.next() {
        Some((key, _)) => Err(Statement::TooEarly { key, what }),
        None => Ok(()),
    }
}

/// Checks that each result of the record equals the result of the replay.
fn expect_results(results: Results<'_>, expected: [Vec<u64>; 2]) -> Result<(), Statement> {
    for ((key, statement), expected) in results.into_iter().zip(expected) {
        let Some(statement) = statement else {
            continue;
        };
        length(key, statement, expected.len(), "players")?;
        let mut pairs = statement.iter().zip(&expected).enumerate();
        let differing = pairs.find(|(_, (statement, expected))| statement != expected);
        if let Some((player, (&said, &found))) = differing {
            return Err(Statement::Result {
                key,
                player,
                said,
                found,
            });
        }
    }
    Ok(())
}

fn length(
    key: &'static str,
    said: &[u64],
    found: usize,
    of: &'static str,
) -> Result<(), Statement> {
    let said = said.len();
    if said == found {
        Ok(())
    } else {
        Err(Statement::Length {
            key,
            said,
            found,
            of,
        })
    }
}
