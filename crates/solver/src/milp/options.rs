use super::Solver;
use crate::formulation::Families;
use std::path::PathBuf;

/// Options of a mixed-integer solver, and of its program.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MilpOptions {
    /// The solver.
    pub solver: Solver,
    /// Threads; none leaves their number to the solver.
    pub threads: Option<u32>,
    /// Random seed.
    pub seed: u32,
    /// Relative gap at which the solver may stop; 0 proves optimality.
    pub gap: f64,
    /// The families of cuts that the ordering formulation goes without.
    pub without: Families,
    /// The file for the log of HiGHS, round after round where there are several; none for no log.
    pub log: Option<PathBuf>,
}
