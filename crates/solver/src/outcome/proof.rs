use crate::bounds::Reason;
use crate::formulation::Unwritten;

/// By what a verdict is proven, and what that took. Text, JSON, explanation and page all speak from it.
#[derive(Debug, Clone, PartialEq)]
pub enum Proof {
    /// A bound that was known before any search meets the score of an order.
    Bound(Reason),
    /// Nothing was left to decide: the constraints fix the whole order, or exclude every order.
    Fixed,
    /// The linear relaxation, with rows that were added where it violated them: its bound meets the score of an
    /// order, or it has no solution.
    Relaxation {
        /// The solver.
        solver: &'static str,
        /// The number of times that it was solved.
        rounds: usize,
        /// Rows that were added.
        rows: usize,
    },
    /// Branch and bound left nothing better, or found that the program has no solution.
    BranchAndBound {
        /// The solver.
        solver: &'static str,
        /// Nodes, over all rounds.
        nodes: u64,
        /// Rounds: one, and one more after each round of cycle cuts.
        rounds: usize,
    },
    /// Every covering from which a score as good can be reached was gone through, layer by layer.
    Layers {
        /// Classes of coverings.
        classes: u64,
    },
    /// Every covering that can be reached was gone through, with the best score of each in a table.
    Dense {
        /// Coverings.
        coverings: u64,
    },
    /// Every covering and every move was gone through.
    StateGraph {
        /// Coverings.
        coverings: usize,
        /// Moves.
        moves: usize,
    },
}

/// Reasons why nothing is proven.
#[derive(Debug, Clone, PartialEq)]
pub enum Unfinished {
    /// The run was stopped, and no mixed-integer solver had been asked.
    Stopped,
    /// The solver that was asked, by its name, stopped.
    InSolver(&'static str),
    /// The program was not written down.
    Unwritten(Unwritten),
    /// No layers could be built, for this reason, and there was nothing else that could prove it.
    NoLayers(String),
}

impl Proof {
    /// The solver that was asked, by its name, if one was.
    pub fn solver(&self) -> Option<&'static str> {
        match self {
            Self::Relaxation { solver, .. } | Self::BranchAndBound { solver, .. } => Some(solver),
            Self::Bound(_)
            | Self::Fixed
            | Self::Layers { .. }
            | Self::Dense { .. }
            | Self::StateGraph { .. } => None,
        }
    }
}
