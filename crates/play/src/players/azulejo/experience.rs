//! What a search learns of moves: those that were too good elsewhere come first.

use azulejo_rules::{Move, Players, Position};

const CODES: usize = Players::Four.codes() as usize;

/// Killers and history.
#[derive(Debug)]
pub(super) struct Experience {
    /// How often a move of a player was too good, by its code; deep searches count more.
    history: Box<[[u32; CODES]; Players::MAX]>,
    /// The last two such moves, by the number of moves from the root.
    killers: Vec<[Option<Move>; 2]>,
}

/// What being a killer counts, in hundredths of a point.
const KILLER: i32 = 150;

/// What twice as much history counts, in hundredths of a point.
const DOUBLED: i32 = 25;

impl Experience {
    pub(super) fn new() -> Self {
        Self {
            history: Box::new([[0; CODES]; Players::MAX]),
            killers: Vec::new(),
        }
    }

    /// Learns that a move was too good, so many moves from the root, with so many moves to look ahead.
    pub(super) fn learn(&mut self, position: &Position, taken: Move, ply: usize, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(taken) {
            *killers = [Some(taken), killers[0]];
        }
        let count = &mut self.history[position.mover()][code(position, taken)];
        *count = (*count + depth * depth).min(1 << 24);
    }

    /// The higher, the rather a move is too good again; in hundredths of a point.
    #[inline]
    pub(super) fn rank(&self, position: &Position, taken: Move, ply: usize) -> i32 {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let killer = if killers.contains(&Some(taken)) {
            KILLER
        } else {
            0
        };
        let count = self.history[position.mover()][code(position, taken)];
        killer + DOUBLED * (count + 1).ilog2() as i32
    }
}

fn code(position: &Position, taken: Move) -> usize {
    usize::from(taken.code(position.players()).expect("a legal move"))
}
