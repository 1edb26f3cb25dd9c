use crate::bounds::Reason;
use crate::formulation::BuildError;

/// The proof of a verdict and its cost: the source of text, JSON, explanation and page.
#[derive(Debug, Clone, PartialEq)]
pub enum Proof {
    /// A bound before any search equals the score of an order.
    Bound(Reason),
    /// No decision was left: the constraints fix the whole order, or exclude every order.
    Fixed,
    /// The linear relaxation with lazy rows: its bound equals the score of an
    /// order, or it is infeasible.
    Relaxation {
        /// The solver.
        solver: &'static str,
        /// The number of solves.
        rounds: usize,
        /// The number of added rows.
        rows: usize,
    },
    /// Branch and bound excluded a better order, or found the program infeasible.
    BranchAndBound {
        /// The solver.
        solver: &'static str,
        /// Nodes, over all rounds.
        nodes: u64,
        /// Rounds: the first one, and one after each round of cycle cuts.
        rounds: usize,
    },
    /// Every covering that can reach a score as good was visited, layer by layer.
    Layers {
        /// Classes of coverings.
        classes: u64,
    },
    /// Every reachable covering was visited, with the best score of each in a table.
    Dense {
        /// Coverings.
        coverings: u64,
    },
    /// Every covering and every move was visited.
    StateGraph {
        /// Coverings.
        coverings: usize,
        /// Moves.
        moves: usize,
    },
}

/// Reasons for a missing proof.
#[derive(Debug, Clone, PartialEq)]
pub enum Unfinished {
    /// The run was stopped before any mixed-integer solver started.
    Stopped,
    /// The solver of this name was stopped.
    InSolver(&'static str),
    /// The program was not built.
    BuildError(BuildError),
    /// No layers could be built, for this reason, and no other method could prove the score.
    NoLayers(String),
}

impl Proof {
    /// The name of the mixed-integer solver, if the method used one.
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
