use super::Score;
use serde::{Deserialize, Serialize};

/// A fault of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The order that shows it, by the numbers of its cells.
    pub order: Option<Vec<usize>>,
    /// The score of the model.
    pub model: Option<Score>,
    /// The true score.
    pub truth: Option<u32>,
    /// The message of the solver, or of the constraints.
    pub says: Option<String>,
    /// A row that is too strong, if the model excludes an order, and else a row that it lacks, where that can be told.
    pub row: Option<String>,
}

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FaultKind {
    /// Its best score is another one.
    Best,
    /// The model excludes an order.
    Excluded,
    /// The model allows a solution that is no order.
    Allowed,
    /// The model scores an order otherwise.
    Scored,
    /// The model finds no order.
    NoOrder,
}

impl From<FaultKind> for Fault {
    /// A fault of this kind, without an order, scores, words and a row.
    fn from(kind: FaultKind) -> Self {
        Self {
            kind,
            order: None,
            model: None,
            truth: None,
            says: None,
            row: None,
        }
    }
}
