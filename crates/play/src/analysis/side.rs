//! The two sides of a comparison.

/// Whose board a part is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The mover's.
    Mover,
    /// The other player's: of several, that of the best one after the chosen move.
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

    /// Something where numbers after the best and after the chosen move speak for the best one: the mover has more, or the
    /// other player less.
    pub(super) fn speaks(self, [best, chosen]: [u32; 2]) -> Option<()> {
        let speaks = match self {
            Self::Mover => best > chosen,
            Self::Other => best < chosen,
        };
        speaks.then_some(())
    }

    /// Word for what speaks for a move on a board of this side.
    pub(super) fn more(self) -> &'static str {
        match self {
            Self::Mover => "more",
            Self::Other => "less",
        }
    }
}
