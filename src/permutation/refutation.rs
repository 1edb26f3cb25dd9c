//! Why an incomplete permutation cannot be completed, in steps that a person can follow.
//!
//! The root of a separating tree cuts its box into two squares, by one sign or the other. A tile rules
//! out the cuts after which its row would be in one square and its column in the other. Where no tile
//! rules out a cut, one of the two squares cannot be completed, which has to be shown in turn.

use super::completion::Boxes;
use super::tree::{Sign, Square};
use rustc_hash::FxHashMap;

/// A proof that no separable permutation holds certain tiles. Rows and columns are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The tiles, as (row, column), from the top. None can be left out: without any one of them the
    /// others can be completed.
    pub tiles: Vec<(usize, usize)>,
    /// Boxes that cannot be completed. Each refers only to earlier ones; the last is the whole wall.
    pub squares: Vec<RefutedSquare>,
}

/// A box of rows and columns that cannot be completed, because none of its cuts can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefutedSquare {
    /// The box.
    pub square: Square,
    /// For each sign, [`Sign::Positive`] first, what rules out its cuts, from the first to the last.
    pub blocked: [Vec<Blocked>; 2],
}

/// Cuts next to each other that the same thing rules out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocked {
    /// The first cut: how many rows of the box the upper square would have.
    pub first: u32,
    /// The last cut, likewise.
    pub last: u32,
    /// What rules them out.
    pub by: Blocker,
}

/// What rules out a cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocker {
    /// A tile with its row in one square and its column in the other.
    Tile {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// One of the two squares: its place in [`Refutation::squares`].
    Square(usize),
}

/// The refutation of a wall that cannot be completed, by tiles none of which can be left out.
pub(super) fn irreducible(boxes: &Boxes) -> Refutation {
    let rows = boxes.rows();
    let mut tiles = refute(boxes).tiles;
    // Large parts first: mostly few tiles are needed.
    let mut part = tiles.len().div_ceil(2);
    while part > 0 {
        let mut at = 0;
        while at < tiles.len() {
            let end = tiles.len().min(at + part);
            let others = [&tiles[..at], &tiles[end..]].concat();
            let without = Boxes::new(rows, &others);
            if without.completable(without.whole()) {
                at = end;
            } else {
                tiles = others;
            }
        }
        part /= 2;
    }
    refute(&Boxes::new(rows, &tiles))
}

fn refute(boxes: &Boxes) -> Refutation {
    let mut proof = Proof {
        boxes,
        squares: Vec::new(),
        places: FxHashMap::default(),
    };
    // A square waits on the stack until those that it refers to are refuted.
    let mut open = vec![boxes.whole()];
    while let Some(&square) = open.last() {
        if proof.places.contains_key(&square) {
            open.pop();
            continue;
        }
        let mut missing = Vec::new();
        let blocked = Sign::ALL.map(|sign| proof.blocked(square, sign, &mut missing));
        if missing.is_empty() {
            proof.places.insert(square, proof.squares.len());
            proof.squares.push(RefutedSquare { square, blocked });
            open.pop();
        } else {
            open.extend(missing);
        }
    }
    let squares = proof.squares;
    let blocked = squares.iter().flat_map(|refuted| &refuted.blocked);
    let mut tiles: Vec<_> = blocked
        .flatten()
        .filter_map(|blocked| match blocked.by {
            Blocker::Tile { row, column } => Some((row, column)),
            Blocker::Square(_) => None,
        })
        .collect();
    tiles.sort_unstable();
    tiles.dedup();
    Refutation { tiles, squares }
}

struct Proof<'a> {
    boxes: &'a Boxes,
    squares: Vec<RefutedSquare>,
    places: FxHashMap<Square, usize>,
}

impl Proof<'_> {
    /// What rules out each cut of a square by a sign; `missing` gets the squares to refute first.
    fn blocked(&self, square: Square, sign: Sign, missing: &mut Vec<Square>) -> Vec<Blocked> {
        let by_tile = self.tile_reaching_furthest(square, sign);
        let mut found: Vec<Blocked> = Vec::new();
        let mut cut = 1;
        while cut < square.size {
            let (last, by) = match by_tile[cut as usize] {
                Some((last, (row, column))) => (last, Blocker::Tile { row, column }),
                None => {
                    let children = sign.children(square, cut);
                    let hopeless = || {
                        children
                            .iter()
                            .filter(|&&child| !self.boxes.completable(child))
                    };
                    let known = hopeless().find_map(|child| self.places.get(child));
                    match known {
                        Some(&place) => (cut, Blocker::Square(place)),
                        None => {
                            missing.extend(hopeless().min_by_key(|child| child.size));
                            // Never read: this square is looked at again when the other is refuted.
                            (cut, Blocker::Square(usize::MAX))
                        }
                    }
                }
            };
            match found.last_mut() {
                Some(before) if before.by == by => before.last = last,
                _ => found.push(Blocked {
                    first: cut,
                    last,
                    by,
                }),
            }
            cut = last + 1;
        }
        found
    }

    /// For each cut, the tile that rules out it and the most cuts after it, and the last of these.
    fn tile_reaching_furthest(
        &self,
        square: Square,
        sign: Sign,
    ) -> Vec<Option<(u32, (usize, usize))>> {
        let mut furthest = vec![None; square.size as usize + 1];
        for &(row, column) in self.boxes.tiles() {
            let down = (row as u32).checked_sub(square.row);
            let Some(down) = down.filter(|&down| down < square.size) else {
                continue;
            };
            let left = column as u32 - square.column;
            let across = match sign {
                Sign::Positive => left,
                Sign::Negative => square.size - 1 - left,
            };
            // The upper square has the first rows, and by this sign the first columns counted so.
            let (first, last) = (down.min(across) + 1, down.max(across));
            if first <= last {
                let reach = &mut furthest[first as usize];
                *reach = (*reach).max(Some((last, (row, column))));
            }
        }
        for cut in 1..furthest.len() {
            let before = furthest[cut - 1].filter(|&(last, _)| last as usize >= cut);
            furthest[cut] = furthest[cut].max(before);
        }
        furthest
    }
}
