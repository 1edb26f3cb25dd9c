//! The two sides of a comparison.

use serde::{Deserialize, Serialize};

/// The side whose board a part describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The mover.
    Mover,
    /// The other player: of several, the best one after the chosen move.
    Other,
}

impl Side {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mover => "mover",
            Self::Other => "other",
        }
    }

    /// `Some(())` where the counts after the best and after the chosen move favour the best move: the mover has more, or
    /// the other player fewer.
    pub(super) fn favours_best(self, [best, chosen]: [u32; 2]) -> Option<()> {
        let is_favourable = match self {
            Self::Mover => best > chosen,
            Self::Other => best < chosen,
        };
        is_favourable.then_some(())
    }

    /// The word for a difference in favour of a move, on a board of this side.
    pub(super) fn more(self) -> &'static str {
        match self {
            Self::Mover => "more",
            Self::Other => "less",
        }
    }
}
