//! The parts of a judgement, by name.

use serde::{Deserialize, Serialize};

/// A part of a judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The score if the round ended at the leaf, with a point for each placed tile, without the charge of the floor.
    #[serde(rename = "points now")]
    Points,
    /// The points of placed tiles beyond one each, from neighbours.
    Neighbours,
    /// The charge of the floor.
    Floor,
    /// Begun and full lines, and the points that their tiles promise.
    #[serde(rename = "lines begun")]
    Lines,
    /// The tiles of rows, and the empty places of rows; at the end of the game the bonuses of rows.
    Rows,
    /// The tiles of columns and what they lack; at the end of the game the bonuses of columns.
    Columns,
    /// The tiles of colours and what they lack; at the end of the game the bonuses of colours.
    Colours,
    /// The start of the next round.
    Token,
    /// The end of the game with the round after one of two moves, while the game goes on after the other. No board has
    /// this part.
    End,
    /// The turn, and the network's correction.
    #[serde(rename = "the rest")]
    Rest,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 10] = [
        Self::Points,
        Self::Neighbours,
        Self::Floor,
        Self::Lines,
        Self::Rows,
        Self::Columns,
        Self::Colours,
        Self::Token,
        Self::End,
        Self::Rest,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "points now",
            Self::Neighbours => "neighbours",
            Self::Floor => "floor",
            Self::Lines => "lines begun",
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Colours => "colours",
            Self::Token => "token",
            Self::End => "end",
            Self::Rest => "the rest",
        }
    }
}
