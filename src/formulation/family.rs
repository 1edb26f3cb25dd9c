use std::collections::BTreeSet;
use std::fmt;

/// A family of rows of the ordering formulation that it can go without: every order satisfies them, and
/// they only make its linear relaxation tighter, or spare rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// (2) The cycles of the corners of rectangles; without them they are cut off as longer cycles are.
    RectangleCuts,
    /// (6) What a line can earn for how many starts.
    LineCuts,
    /// (13) Of the cells of a 2×2 block, one is no start.
    BlockCuts,
    /// (14) What a line earns at least by the phases of its cells.
    Schedules,
}

/// Some of them.
pub type Families = BTreeSet<Family>;

impl Family {
    /// Every family, in the order in which they are added step by step.
    pub const ALL: [Self; 4] = [
        Self::RectangleCuts,
        Self::LineCuts,
        Self::BlockCuts,
        Self::Schedules,
    ];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::RectangleCuts => "rectangle-cuts",
            Self::LineCuts => "line-cuts",
            Self::BlockCuts => "block-cuts",
            Self::Schedules => "schedules",
        }
    }

    /// All of them.
    pub fn all() -> Families {
        Self::ALL.into()
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
