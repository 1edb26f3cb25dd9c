use crate::bounds::{self, Reason};
use crate::outcome::{self, Unfinished, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// By what a verdict is proven, and what that took.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Proof {
    /// There is one.
    Proven(ProvenBy),
    /// There is none, since the program was not written down.
    BuildError {
        /// Nothing.
        by: (),
        /// Why it was not.
        unwritten: String,
    },
}

/// The proof of a verdict.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum ProvenBy {
    /// A bound that was known before any search.
    Bound {
        /// The name of the bound.
        bound: Bound,
        /// Of a closed bound, why it holds.
        #[serde(skip_serializing_if = "Option::is_none")]
        certificate: Option<Certificate>,
    },
    /// The constraints leave nothing to decide.
    NothingToDecide,
    /// The linear relaxation.
    LinearRelaxation {
        /// The solver.
        solver: String,
        /// How often it was solved.
        rounds: usize,
        /// Rows that were added.
        rows: usize,
    },
    /// Branch and bound.
    BranchAndBound {
        /// The solver.
        solver: String,
        /// Nodes, over all rounds.
        nodes: u64,
        /// How often the program was solved.
        rounds: usize,
    },
    /// Every covering that matters, layer by layer.
    Layers {
        /// Classes of coverings.
        classes: u64,
    },
    /// Every covering, in tables.
    DenseLayers {
        /// Coverings.
        coverings: u64,
    },
    /// Every covering and every move.
    StateGraph {
        /// Coverings.
        coverings: usize,
        /// Moves.
        moves: usize,
    },
}

/// A bound that is known before any search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say as much as there is to say here
pub enum Bound {
    Tiles,
    Lines,
    Blocks,
    LastRound,
    Strips,
    Ends,
    Orientation,
    Prices,
    Shapes,
    Closed,
}

/// Why a closed bound holds: for each row and each column a number for each of its tiles, and what is counted against
/// them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Certificate {
    /// Of a maximum.
    Maximum {
        /// The longest runs.
        runs: Lines,
        /// Lines of which no two share a cell.
        apart: Vec<String>,
        /// The cell that all orders end in, if the bound holds only for these.
        #[serde(skip_serializing_if = "Option::is_none")]
        last: Option<LastCell>,
    },
    /// Of a minimum.
    Minimum {
        /// The levels of balanced trees.
        levels: Lines,
        /// Blocks of cells of which no two share a cell.
        blocks: Vec<[usize; 4]>,
        /// The cell that all orders end in, if the bound holds only for these.
        #[serde(skip_serializing_if = "Option::is_none")]
        last: Option<LastCell>,
    },
}

/// One list for all rows, and one for all columns.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Lines {
    /// A number for each tile of a row.
    pub row: Vec<u32>,
    /// A number for each tile of a column.
    pub column: Vec<u32>,
}

/// A cell that all orders end in, with a list for each part of its row and of its column.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LastCell {
    /// The cell.
    pub cell: usize,
    /// To its left and to its right.
    pub row: [Vec<u32>; 2],
    /// Above it and below it.
    pub column: [Vec<u32>; 2],
}

impl Proof {
    /// The proof of a verdict; none where the run was stopped.
    pub(super) fn of(verdict: &Verdict) -> Option<Self> {
        match (verdict.proof(), verdict.unfinished()) {
            (Some(proof), _) => Some(Self::Proven(proof.into())),
            (None, Some(Unfinished::BuildError(error))) => Some(Self::BuildError {
                by: (),
                unwritten: error.to_string(),
            }),
            (
                None,
                Some(Unfinished::Stopped | Unfinished::InSolver(_) | Unfinished::NoLayers(_))
                | None,
            ) => None,
        }
    }
}

impl From<&outcome::Proof> for ProvenBy {
    fn from(proof: &outcome::Proof) -> Self {
        match *proof {
            outcome::Proof::Bound(ref reason) => Self::from(reason),
            outcome::Proof::Fixed => Self::NothingToDecide,
            outcome::Proof::Relaxation {
                solver,
                rounds,
                rows,
            } => Self::LinearRelaxation {
                solver: solver.to_owned(),
                rounds,
                rows,
            },
            outcome::Proof::BranchAndBound {
                solver,
                nodes,
                rounds,
            } => Self::BranchAndBound {
                solver: solver.to_owned(),
                nodes,
                rounds,
            },
            outcome::Proof::Layers { classes } => Self::Layers { classes },
            outcome::Proof::Dense { coverings } => Self::DenseLayers { coverings },
            outcome::Proof::StateGraph { coverings, moves } => {
                Self::StateGraph { coverings, moves }
            }
        }
    }
}

impl From<&Reason> for ProvenBy {
    fn from(reason: &Reason) -> Self {
        let (bound, certificate) = match reason {
            Reason::Tiles => (Bound::Tiles, None),
            Reason::Lines => (Bound::Lines, None),
            Reason::Blocks => (Bound::Blocks, None),
            Reason::LastRound => (Bound::LastRound, None),
            Reason::Strips => (Bound::Strips, None),
            Reason::Ends => (Bound::Ends, None),
            Reason::Orientation => (Bound::Orientation, None),
            Reason::Prices => (Bound::Prices, None),
            Reason::Shapes => (Bound::Shapes, None),
            Reason::Closed(certificate) => (Bound::Closed, Some(certificate)),
        };
        Self::Bound {
            bound,
            certificate: certificate.map(Certificate::from),
        }
    }
}

impl From<&bounds::ClosedBound> for Certificate {
    fn from(certificate: &bounds::ClosedBound) -> Self {
        let lines = |lines: &bounds::Lines| Lines {
            row: lines.row.clone(),
            column: lines.column.clone(),
        };
        let last = |last: &Option<bounds::LastCell>| {
            last.as_ref().map(|last| LastCell {
                cell: last.cell,
                row: last.row.clone(),
                column: last.column.clone(),
            })
        };
        match certificate {
            bounds::ClosedBound::Maximum {
                runs,
                apart,
                last: end,
            } => Self::Maximum {
                runs: lines(runs),
                apart: apart.iter().map(ToString::to_string).collect(),
                last: last(end),
            },
            bounds::ClosedBound::Minimum {
                levels,
                blocks,
                last: end,
            } => Self::Minimum {
                levels: lines(levels),
                blocks: blocks.clone(),
                last: last(end),
            },
        }
    }
}
