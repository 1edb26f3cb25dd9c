//! A game that is played while it is read.

use super::{Game, Imported, Mismatch, Origin, Refused};
use crate::record::{Record, Statement};
use crate::{
    Colour, Deal, Effect, IllegalMove, ImpossibleDeal, Move, Phase, Players, Position, RoundScore,
    Tiles,
};

/// A game as far as it has been read.
#[derive(Debug)]
pub(super) struct Replayed {
    origin: Origin,
    record: Record,
    position: Position,
    at: At,
}

/// What is read now is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// The whole game.
    Game,
    /// The deal of the next round.
    Deal,
    /// The next move of the round.
    Move,
    /// The round.
    Round,
}

impl Replayed {
    pub(super) fn new(origin: Origin, players: Players, first: usize) -> Self {
        Self {
            origin,
            record: Record::new(players, first),
            position: Position::new(players, first),
            at: At::Game,
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn players(&self) -> Players {
        self.record.players
    }

    /// The rounds that have been dealt.
    pub(super) fn rounds(&self) -> usize {
        self.record.rounds.len()
    }

    /// What is read from now on is about the next deal.
    pub(super) fn at_a_deal(&mut self) {
        self.at = At::Deal;
    }

    /// What is read from now on is about the next move.
    pub(super) fn at_a_move(&mut self) {
        self.at = At::Move;
    }

    /// What is read from now on is about the whole game.
    pub(super) fn at_the_end(&mut self) {
        self.at = At::Game;
    }

    /// Deals the next round.
    pub(super) fn deal(&mut self, factories: &[Vec<Colour>]) -> Result<(), Mismatch> {
        self.at = At::Deal;
        match self.position.phase() {
            Phase::Deal => {}
            Phase::Over => return Err(Statement::Over.into()),
            Phase::Moves | Phase::RoundEnd => return Err(Statement::Unfinished.into()),
        }
        let tiles = factories.iter().enumerate().map(|(index, tiles)| {
            // Before they are counted, so that no count exceeds what `Tiles` holds.
            match tiles.len() {
                tiles if tiles > Deal::A_FACTORY => Err(ImpossibleDeal::Factory {
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
        self.at = At::Round;
        Ok(())
    }

    /// Whether it is a player's turn.
    pub(super) fn moves(&mut self, player: usize) -> Result<(), Mismatch> {
        self.at = At::Move;
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
            said: player + 1,
            found: mover + 1,
        })
    }

    /// What a move of the mover would do.
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
        self.moves(player)?;
        let played = self.position.play(taken);
        played.map_err(|reason| self.illegal(taken, reason))?;
        self.record.push_move(taken);
        self.at = At::Round;
        Ok(())
    }

    /// Scores the round, if its last move has been played.
    pub(super) fn end_round(&mut self) -> Option<RoundScore> {
        self.at = At::Round;
        self.position.end_round().ok()
    }

    /// What does not add up, with its place.
    pub(super) fn refused(&self, mismatch: Mismatch) -> Refused {
        let rounds = self.record.rounds.len();
        let moves = self.record.rounds.last().map(|round| round.moves.len());
        Refused {
            origin: self.origin,
            round: match self.at {
                At::Game => None,
                At::Deal => Some(rounds + 1),
                At::Move | At::Round => Some(rounds),
            },
            number: match self.at {
                At::Move => moves.map(|moves| moves + 1),
                At::Game | At::Deal | At::Round => None,
            },
            mismatch: Box::new(mismatch),
        }
    }

    /// The game, which is true.
    pub(super) fn finished(self, names: Vec<String>) -> Game {
        let origin = self.origin;
        let completed = self.record.completed();
        let record = completed.map_err(|false_| Refused {
            origin,
            round: false_.round,
            number: false_.number,
            mismatch: Box::new(false_.statement.into()),
        })?;
        Ok(Imported {
            record,
            origin,
            names,
        })
    }
}

/// What is wrong with a game before its first deal.
pub(super) fn refused_at_once(origin: Origin, mismatch: Mismatch) -> Refused {
    Refused {
        origin,
        round: None,
        number: None,
        mismatch: Box::new(mismatch),
    }
}
