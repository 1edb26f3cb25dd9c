//! A game under replay during its reading.

use super::{Contradiction, Game, ImportedGame, Mismatch, Origin};
use crate::record::{Record, Statement};
use crate::{
    Colour, Deal, Effect, IllegalMove, ImpossibleDeal, Move, Phase, Players, Position, RoundScore,
    Tiles,
};

/// A game up to the place of its reader.
#[derive(Debug)]
pub(super) struct Replay {
    origin: Origin,
    record: Record,
    position: Position,
    place: Place,
}

/// The place that an error names: the part of the game that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The whole game.
    Game,
    /// The deal of the next round.
    Deal,
    /// The next move of the round.
    Move,
    /// The round.
    Round,
}

impl Replay {
    pub(super) fn new(origin: Origin, players: Players, first: usize) -> Self {
        Self {
            origin,
            record: Record::new(players, first),
            position: Position::new(players, first),
            place: Place::Game,
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn players(&self) -> Players {
        self.record.players
    }

    /// The number of rounds dealt.
    pub(super) fn rounds(&self) -> usize {
        self.record.rounds.len()
    }

    /// Moves the place to the next deal.
    pub(super) fn enter_deal(&mut self) {
        self.place = Place::Deal;
    }

    /// Moves the place to the next move.
    pub(super) fn enter_move(&mut self) {
        self.place = Place::Move;
    }

    /// Moves the place to the whole game.
    pub(super) fn enter_game(&mut self) {
        self.place = Place::Game;
    }

    /// Deals the next round.
    pub(super) fn deal(&mut self, factories: &[Vec<Colour>]) -> Result<(), Mismatch> {
        self.place = Place::Deal;
        match self.position.phase() {
            Phase::Deal => {}
            Phase::Over => return Err(Statement::Over.into()),
            Phase::Moves | Phase::RoundEnd => return Err(Statement::Unfinished.into()),
        }
        let tiles = factories.iter().enumerate().map(|(index, tiles)| {
            // Before the count, so that no count exceeds the range of `Tiles`.
            match tiles.len() {
                tiles if tiles > Deal::PER_FACTORY => Err(ImpossibleDeal::Factory {
                    number: index + 1,
                    tiles,
                }),
                _ => Ok(tiles.iter().copied().collect()),
            }
        });
        let tiles = tiles.collect::<Result<Vec<Tiles>, _>>();
        let deal = tiles.and_then(|tiles| Deal::new(self.players(), &tiles));
        let deal = deal.map_err(Statement::from)?;
        self.position.deal_given(&deal).map_err(Statement::from)?;
        self.record.push_deal(&deal);
        self.place = Place::Round;
        Ok(())
    }

    /// Checks that it is a player's turn.
    pub(super) fn check_turn(&mut self, player: usize) -> Result<(), Mismatch> {
        self.place = Place::Move;
        match self.position.phase() {
            Phase::Moves => {}
            Phase::Over => return Err(Statement::Over.into()),
            Phase::Deal | Phase::RoundEnd => return Err(Mismatch::NoDeal),
        }
        let mover = self.position.mover();
        if player == mover {
            return Ok(());
        }
        Err(Mismatch::Mover {
            reported: player + 1,
            expected: mover + 1,
        })
    }

    /// The effect of a move of the mover.
    pub(super) fn effect(&self, taken: Move) -> Result<Effect, Mismatch> {
        let effect = self.position.effect(taken);
        Ok(effect.map_err(|reason| self.illegal(taken, reason))?)
    }

    fn illegal(&self, taken: Move, reason: IllegalMove) -> Statement {
        let code = taken.code(self.players()).unwrap_or(u16::MAX);
        Statement::Move {
            code: code.into(),
            taken,
            reason,
        }
    }

    /// Plays a move of a player.
    pub(super) fn play(&mut self, player: usize, taken: Move) -> Result<(), Mismatch> {
        self.check_turn(player)?;
        let result = self.position.play(taken);
        result.map_err(|reason| self.illegal(taken, reason))?;
        self.record.push_move(taken);
        self.place = Place::Round;
        Ok(())
    }

    /// Scores the round, if its last move has been played.
    pub(super) fn end_round(&mut self) -> Option<RoundScore> {
        self.place = Place::Round;
        self.position.end_round().ok()
    }

    /// The contradiction with its place.
    pub(super) fn contradiction(&self, mismatch: Mismatch) -> Contradiction {
        let rounds = self.record.rounds.len();
        let moves = self.record.rounds.last().map(|round| round.moves.len());
        Contradiction {
            origin: self.origin,
            round: match self.place {
                Place::Game => None,
                Place::Deal => Some(rounds + 1),
                Place::Move | Place::Round => Some(rounds),
            },
            number: match self.place {
                Place::Move => moves.map(|moves| moves + 1),
                Place::Game | Place::Deal | Place::Round => None,
            },
            mismatch: Box::new(mismatch),
        }
    }

    /// The finished game, as a complete record.
    pub(super) fn into_game(self, names: Vec<String>) -> Game {
        let origin = self.origin;
        let record = self.record.completed();
        let record = record.map_err(|false_| Contradiction {
            origin,
            round: false_.round,
            number: false_.number,
            mismatch: Box::new(false_.statement.into()),
        })?;
        Ok(ImportedGame {
            record,
            origin,
            names,
        })
    }
}

/// The contradiction of a game before its first deal.
pub(super) fn global_contradiction(origin: Origin, mismatch: Mismatch) -> Contradiction {
    Contradiction {
        origin,
        round: None,
        number: None,
        mismatch: Box::new(mismatch),
    }
}
