use super::{Axis, Cell, Wall, run};
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, Mul};

/// The points of one tile, or of several, by kind (thesis, section 3.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "KindPoints", description = "Points by kind.")
)]
pub struct PointsByKind {
    /// Of runs along rows.
    pub horizontal: u32,
    /// Of runs along columns.
    pub vertical: u32,
    /// Of tiles without a neighbour.
    // 1 each.
    pub single: u32,
}

impl PointsByKind {
    /// The points of all kinds.
    pub fn total(self) -> u32 {
        self.horizontal + self.vertical + self.single
    }
}

impl Add for PointsByKind {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal + other.horizontal,
            vertical: self.vertical + other.vertical,
            single: self.single + other.single,
        }
    }
}

impl Mul<u32> for PointsByKind {
    type Output = Self;

    /// The points of each kind, multiplied by a factor.
    fn mul(self, factor: u32) -> Self {
        Self {
            horizontal: self.horizontal * factor,
            vertical: self.vertical * factor,
            single: self.single * factor,
        }
    }
}

impl<'a> Sum<&'a Self> for PointsByKind {
    fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
        points.fold(Self::default(), |sum, &points| sum + points)
    }
}

impl From<[u32; 2]> for PointsByKind {
    /// Points of a tile whose horizontal and vertical runs have these lengths, the tile itself counted: the length of a run of two
    /// or more tiles, and 1 for a tile without a neighbour.
    fn from([horizontal, vertical]: [u32; 2]) -> Self {
        let run_points = |run: u32| if run > 1 { run } else { 0 };
        Self {
            horizontal: run_points(horizontal),
            vertical: run_points(vertical),
            single: u32::from(horizontal == 1 && vertical == 1),
        }
    }
}

impl Wall {
    /// Points of a tile in `cell` after the `filled` cells, on a wall of any size, without tables.
    pub fn points(self, cell: Cell, filled: impl Fn(Cell) -> bool) -> PointsByKind {
        let lengths = Axis::ALL.map(|axis| self.run(cell, axis, &filled).len() as u32);
        PointsByKind::from(lengths)
    }

    /// The places of the run through `cell` along an axis, from 0 along its line, with `cell` itself.
    pub fn run(
        self,
        cell: Cell,
        axis: Axis,
        filled: impl Fn(Cell) -> bool,
    ) -> std::ops::Range<usize> {
        let (line, place) = self.line_through(cell, axis);
        run(self.line_cells(line).len(), place, |place| {
            filled(self.line_cell(line, place))
        })
    }
}
