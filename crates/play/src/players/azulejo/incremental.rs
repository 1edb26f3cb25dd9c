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
    pub(super) fn at_end(&self) -> bool {
        self.position.phase() == Phase::RoundEnd
    }

    #[inline]
    pub(super) fn play(&mut self, taken: Move) -> IncrementalUndo {
        let player = self.position.mover();
        let before = zobrist::move_key(&self.position, player, taken);
        let undo = self.position.play_unchecked(taken);
        let changed = before ^ zobrist::move_key(&self.position, player, taken);
        let taken = IncrementalUndo {
            undo,
            key: self.key,
            player,
            board: self.boards[player],
        };
        self.key ^= changed;
        self.boards[player] = Outlook::of(&self.position.boards()[player]);
        taken
    }

    #[inline]
    pub(super) fn take_back(&mut self, taken: IncrementalUndo) {
        self.position.take_back(taken.undo);
        self.key = taken.key;
        self.boards[taken.player] = taken.board;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::random::{ChaCha8Rng, SeedableRng, below};

    #[test]
    fn what_is_kept_up_to_date_is_what_is_found_anew() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut seen = 0;
        for players in Players::ALL {
            let mut position = Position::new(players, 0);
            while position.round() < 6 && position.phase() != Phase::Over {
                position.deal(&mut rng).expect("it is time for it");
                let mut walk = IncrementalPosition::new(&position);
                while !walk.at_end() {
                    let legal: Vec<Move> = walk.position.legal().collect();
                    let before = walk.clone();
                    for &taken in &legal {
                        let back = walk.play(taken);
                        let anew = IncrementalPosition::new(&walk.position);
                        assert_eq!(walk.key, anew.key, "{} {taken}", before.position);
                        assert_eq!(walk.outlooks(), anew.outlooks());
                        assert_ne!(walk.key, before.key);
                        walk.take_back(back);
                        assert_eq!((walk.key, walk.boards), (before.key, before.boards));
                        seen += 1;
                    }
                    walk.play(legal[below(&mut rng, legal.len() as u32) as usize]);
                }
                position = walk.position;
                position.end_round().expect("it is time for it");
            }
        }
        assert!(seen > 5_000, "{seen}");
    }
}
