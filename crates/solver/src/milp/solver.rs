use super::backend::Backend;
use std::fmt;

/// The solvers that are built in, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solver {
    /// [HiGHS](https://highs.dev), built from source.
    #[cfg(feature = "highs")]
    Highs,
    /// [microlp](https://docs.rs/microlp), in Rust alone.
    #[cfg(feature = "microlp")]
    Microlp,
}

impl Solver {
    /// Every solver, the default one first.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "highs")]
        Self::Highs,
        #[cfg(feature = "microlp")]
        Self::Microlp,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "highs")]
            Self::Highs => "highs",
            #[cfg(feature = "microlp")]
            Self::Microlp => "microlp",
        }
    }

    pub(super) fn backend(self) -> &'static dyn Backend {
        match self {
            #[cfg(feature = "highs")]
            Self::Highs => &super::highs::Highs,
            #[cfg(feature = "microlp")]
            Self::Microlp => &super::microlp::Microlp,
        }
    }
}

impl Default for Solver {
    /// HiGHS where it is built in.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
