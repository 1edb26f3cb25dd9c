//! The position of a search, with values that are updated as moves are played and taken back.

use super::features::longest_row;
use super::zobrist;
use azulejo_rules::{Board, Move, Phase, Players, Position, Prospect, Undo};

/// A position with its Zobrist key and the prospect of each board.
#[derive(Debug, Clone)]
pub(super) struct IncrementalPosition {
    position: Position,
    key: u64,
    boards: [Outlook; Players::MAX],
}

/// The prospect of a board, if the round ended at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outlook {
    pub(super) prospect: Prospect,
    /// The most tiles in a row of the prospect's wall.
    pub(super) longest: u8,
}

/// The state that taking a move back restores.
#[derive(Debug)]
pub(super) struct IncrementalUndo {
    undo: Undo,
    key: u64,
    player: usize,
    board: Outlook,
}

impl Outlook {
    #[inline]
    fn of(board: &Board) -> Self {
        let prospect = board.prospect();
        Self {
            prospect,
            longest: longest_row(prospect.wall()) as u8,
        }
    }
}

impl IncrementalPosition {
    pub(super) fn new(position: &Position) -> Self {
        let mut boards = [Outlook::of(&position.boards()[0]); Players::MAX];
        for (outlook, board) in boards.iter_mut().zip(position.boards()) {
            *outlook = Outlook::of(board);
        }
        Self {
            position: *position,
            key: zobrist::of(position),
            boards,
        }
    }

    #[inline]
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) fn outlooks(&self) -> &[Outlook] {
        &self.boards[..self.position.players().count()]
    }

    /// The most tiles in a row of any wall if the round ended at once.
    #[inline]
    pub(super) fn longest(&self) -> usize {
        let longest = self.outlooks().iter().map(|outlook| outlook.longest);
        longest.max().unwrap_or(0).into()
    }

    /// Whether all tiles of the round are taken.
    #[inline]
    pub(super) fn is_at_end(&self) -> bool {
        self.position.phase() == Phase::RoundEnd
    }

    #[inline]
    pub(super) fn play(&mut self, taken: Move) -> IncrementalUndo {
        let player = self.position.mover();
        let before = zobrist::move_key(&self.position, player, taken);
        let undo = IncrementalUndo {
            undo: self.position.play_unchecked(taken),
            key: self.key,
            player,
            board: self.boards[player],
        };
        let difference = before ^ zobrist::move_key(&self.position, player, taken);
        self.key ^= difference;
        self.boards[player] = Outlook::of(&self.position.boards()[player]);
        undo
    }

    #[inline]
    pub(super) fn take_back(&mut self, undo: IncrementalUndo) {
        self.position.take_back(undo.undo);
        self.key = undo.key;
        self.boards[undo.player] = undo.board;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::random::{ChaCha8Rng, SeedableRng, below};

    #[test]
    fn updated_values_equal_fresh_values() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut move_count = 0;
        for players in Players::ALL {
            let mut position = Position::new(players, 0);
            while position.round() < 6 && position.phase() != Phase::Over {
                position.deal(&mut rng).expect("a deal");
                let mut walk = IncrementalPosition::new(&position);
                while !walk.is_at_end() {
                    let legal: Vec<Move> = walk.position.legal().collect();
                    let before = walk.clone();
                    for &taken in &legal {
                        let undo = walk.play(taken);
                        let fresh = IncrementalPosition::new(&walk.position);
                        assert_eq!(walk.key, fresh.key, "{} {taken}", before.position);
                        assert_eq!(walk.outlooks(), fresh.outlooks());
                        assert_ne!(walk.key, before.key);
                        walk.take_back(undo);
                        assert_eq!((walk.key, walk.boards), (before.key, before.boards));
                        move_count += 1;
                    }
                    walk.play(legal[below(&mut rng, legal.len() as u32) as usize]);
                }
                position = walk.position;
                position.end_round().expect("the end of a round");
            }
        }
        assert!(move_count > 5_000, "{move_count}");
    }
}
