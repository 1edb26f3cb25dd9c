//! Separable permutations: the singles of an order that earns the maximum of a square wall.
//!
//! A permutation is separable if its square can be cut into two smaller ones that meet in a corner, and each of them
//! likewise, down to single cells (thesis, section 3.2.1). [`Boxes`] completes some tiles to such a permutation.

mod boxes;

pub use boxes::Boxes;

use serde::{Deserialize, Serialize};

/// A square box of rows and columns of the wall, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square {
    /// The first row.
    pub row: u32,
    /// The first column.
    pub column: u32,
    /// The number of rows, and of columns: at least 1.
    pub size: u32,
}

/// Position of the two children of a node in its square (thesis, section 3.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "How two squares lie that meet in a corner.")
)]
pub enum Sign {
    /// Upper left and lower right.
    #[serde(rename = "+")]
    Positive,
    /// Upper right and lower left.
    #[serde(rename = "-")]
    Negative,
}

impl Sign {
    /// Both signs.
    pub const ALL: [Self; 2] = [Self::Positive, Self::Negative];

    /// The squares of the two children when the left one has the first `cut` rows of `square`; `cut` is
    /// from 1 to below the square's size.
    pub fn children(self, square: Square, cut: u32) -> [Square; 2] {
        let Square { row, column, size } = square;
        let rest = size - cut;
        let (left, right) = match self {
            Self::Positive => (column, column + cut),
            Self::Negative => (column + rest, column),
        };
        let child = |row, column, size| Square { row, column, size };
        [child(row, left, cut), child(row + cut, right, rest)]
    }
}
