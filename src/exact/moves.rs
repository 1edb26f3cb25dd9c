//! The moves of a position without those that need not be searched, and what a search learns of them.

use crate::game::{Board, Colour, Move, Players, Position, Source, Tiles};

/// What a search has learnt of moves.
#[derive(Debug)]
pub(super) struct Experience {
    /// How often a move of a player ended the search of a position, by its code.
    history: Box<[[u32; CODES]; Players::MAX]>,
    /// The last two moves that did so, by the number of moves from the root.
    killers: Vec<[Option<Move>; 2]>,
}

const CODES: usize = Players::Four.codes() as usize;

impl Experience {
    pub(super) fn new() -> Self {
        Self {
            history: Box::new([[0; CODES]; Players::MAX]),
            killers: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// Learns that a move decided a position that is so many moves from the root, with so many groups left.
    pub(super) fn learn(&mut self, position: &Position, taken: Move, ply: usize, groups: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(taken) {
            *killers = [Some(taken), killers[0]];
        }
        let count = &mut self.history[position.mover()][code(position, taken)];
        *count = (*count + groups * groups).min(1 << 20);
    }

    /// The higher, the rather a move decides again.
    pub(super) fn rank(&self, position: &Position, taken: Move, ply: usize) -> i32 {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let killer = if killers.contains(&Some(taken)) {
            64
        } else {
            0
        };
        let count = self.history[position.mover()][code(position, taken)];
        killer + 8 * (count + 1).ilog2() as i32
    }
}

fn code(position: &Position, taken: Move) -> usize {
    usize::from(taken.code(position.players()).expect("a legal move"))
}

/// The legal moves without those that are no better for the mover than another: from a factory that holds the same as one
/// before it, and, if `prune`, to a destination that another one makes superfluous.
pub(super) fn needed(position: &Position, prune: bool) -> impl Iterator<Item = Move> + use<> {
    let twins = twins(position);
    let destinations = match prune {
        true => destinations(&position.boards()[position.mover()], position.on_sources()),
        false => [0b111111; Colour::COUNT],
    };
    position.legal().filter(move |taken| {
        let number = taken.source().number();
        number.is_none_or(|number| twins >> number & 1 == 0)
            && destinations[taken.colour().index()] >> taken.destination().index() & 1 == 1
    })
}

/// For each colour the destinations that may be best, bit `k` for destination `k`, among those that take it.
///
/// A line that takes all that is left of a colour without becoming full has no other use. To put the colour anywhere else
/// costs points or a line, unless it can become full there.
fn destinations(board: &Board, left: Tiles) -> [u32; Colour::COUNT] {
    Colour::ALL.map(|colour| {
        let stays_open = |row: &usize| {
            let held = board.line(*row).map_or(0, |line| line.count);
            row + 1 - usize::from(held) > usize::from(left.count(colour))
        };
        let holds = |row: &usize| board.line(*row).is_some_and(|line| line.colour == colour);
        let absorbing = (0..Board::ROWS).filter(holds).find(stays_open);
        absorbing.map_or(0b111111, |absorbing| {
            let others = (0..Board::ROWS).filter(|row| !stays_open(row));
            others.fold(1 << absorbing, |set, row| set | 1 << row)
        })
    })
}

/// Brings the item with the highest rank to the front, and gives it. A search that ends early has then not sorted the rest.
#[inline]
pub(crate) fn best_to_front<T: Copy>(items: &mut [T], rank: impl Fn(&T) -> i32) -> T {
    let mut best = 0;
    for (at, item) in items.iter().enumerate() {
        if rank(item) > rank(&items[best]) {
            best = at;
        }
    }
    items.swap(0, best);
    items[0]
}

/// The factories that hold the same as one before them, bit `k` for number `k`: to take from either is the same.
pub(crate) fn twins(position: &Position) -> u32 {
    let tiles = |number| Source::factory(number).map_or(Tiles::NONE, |it| position.source(it));
    let mut twins = 0;
    for number in 2..=position.players().factories() {
        let has_twin = || (1..number).any(|before| tiles(before) == tiles(number));
        if !tiles(number).is_empty() && has_twin() {
            twins |= 1 << number;
        }
    }
    twins
}
