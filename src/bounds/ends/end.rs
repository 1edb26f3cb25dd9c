use super::lines::{Gains, back};
use crate::bounds::rest::LineBits;
use crate::instance::Sense;
use crate::wall::{Axis, Covering, Wall};

/// What the tiles that are missing of an end can still gain, line by line.
#[derive(Debug)]
pub(crate) struct EndBounds {
    wall: Wall,
    sense: Sense,
    tiles: usize,
    rows: Vec<Gains<Vec<i32>>>,
    columns: Vec<Gains<Vec<i32>>>,
}

impl EndBounds {
    /// For an end on a wall whose lines are not longer than [`LineBounds::LONGEST`](super::rest::LineBounds::LONGEST).
    pub(crate) fn new(wall: Wall, sense: Sense, end: Covering) -> Self {
        let bits = LineBits::of(wall, end);
        let of = |axis| {
            let (ends, length) = match axis {
                Axis::Horizontal => (&bits.rows[..wall.rows()], wall.columns()),
                Axis::Vertical => (&bits.columns[..wall.columns()], wall.rows()),
            };
            ends.iter().map(|&end| back(length, end, sense)).collect()
        };
        Self {
            wall,
            sense,
            tiles: end.len(),
            rows: of(Axis::Horizontal),
            columns: of(Axis::Vertical),
        }
    }

    /// At most (maximizing) or at least (minimizing) what is still to be earned from a part of the end on.
    pub(crate) fn rest(&self, covering: Covering) -> u32 {
        let bits = LineBits::of(self.wall, covering);
        let sum = |lines: &[Gains<Vec<i32>>], bits: &[u16], way: usize| {
            let gains = lines.iter().zip(bits);
            gains
                .map(|(gains, &bits)| gains[way][usize::from(bits)])
                .sum::<i32>()
        };
        let sums = |row: usize, column: usize| {
            sum(&self.rows, &bits.rows, row) + sum(&self.columns, &bits.columns, column)
        };
        let best = match self.sense {
            Sense::Maximize => sums(0, 1).min(sums(1, 0)),
            Sense::Minimize => sums(0, 0).min(sums(1, 1) + (self.tiles - covering.len()) as i32),
        };
        best.unsigned_abs()
    }
}
