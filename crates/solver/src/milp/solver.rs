use super::MilpError;
use super::backend::Backend;
use std::fmt;

/// The mixed-integer solvers, by name. Every solver has its name in every build; the use of one that is not built in is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
    /// [HiGHS](https://highs.dev), built from source.
    Highs,
    /// [microlp](https://docs.rs/microlp), in Rust alone.
    Microlp,
}

/// Table entry of a solver.
struct Entry {
    /// The name on the command line, and of the feature that brings it.
    name: &'static str,
    /// The backend, where it is built in.
    backend: Option<&'static dyn Backend>,
}

impl Solver {
    /// Every solver, first the default where it is built in.
    pub const ALL: &'static [Self] = &[Self::Highs, Self::Microlp];

    fn entry(self) -> Entry {
        match self {
            Self::Highs => Entry {
                name: "highs",
                #[cfg(feature = "highs")]
                backend: Some(&super::highs::Highs),
                #[cfg(not(feature = "highs"))]
                backend: None,
            },
            Self::Microlp => Entry {
                name: "microlp",
                #[cfg(feature = "microlp")]
                backend: Some(&super::microlp::Microlp),
                #[cfg(not(feature = "microlp"))]
                backend: None,
            },
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Whether the solver is built in.
    pub fn is_built_in(self) -> bool {
        self.entry().backend.is_some()
    }

    /// The solvers of this build.
    pub(crate) fn built_in() -> impl Iterator<Item = Self> {
        let solvers = Self::ALL.iter().copied();
        solvers.filter(|solver| solver.is_built_in())
    }

    /// An error that says how to build the solver in, unless it is built in.
    pub(crate) fn require(self) -> Result<(), MilpError> {
        self.backend().map(|_| ())
    }

    /// The backend of the solver.
    pub(super) fn backend(self) -> Result<&'static dyn Backend, MilpError> {
        let not_built_in = MilpError::NotBuiltIn { solver: self };
        self.entry().backend.ok_or(not_built_in)
    }
}

impl Default for Solver {
    /// HiGHS, unless only another one is built in.
    fn default() -> Self {
        Self::built_in().next().unwrap_or(Self::ALL[0])
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
