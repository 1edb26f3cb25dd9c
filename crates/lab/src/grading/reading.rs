use serde::{Deserialize, Serialize};
use std::fmt;

/// Variables that tell the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Variables", description = "Which variables tell an order.")
)]
pub enum Reading {
    /// A(turn, cell).
    // As in the case study: 1 if that turn fills that cell.
    #[serde(rename = "case-study")]
    Positions,
    /// o(cell, cell).
    // 1 if the first cell is filled before the second one.
    #[serde(rename = "ordering")]
    Pairs,
    /// turn(cell).
    // The number of the turn that fills the cell.
    #[serde(rename = "turns")]
    Turns,
}

impl Reading {
    /// All kinds.
    pub const ALL: &'static [Self] = &[Self::Positions, Self::Pairs, Self::Turns];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positions => "case-study",
            Self::Pairs => "ordering",
            Self::Turns => "turns",
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Positions => "A(turn,cell)",
            Self::Pairs => "o(cell,cell)",
            Self::Turns => "turn(cell)",
        })
    }
}
