use super::Version;
use super::stated::Stated;
#[cfg(feature = "highs")]
use crate::grading::{self, Model, Reading};
use crate::instance::Instance;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `grade`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Grade {
    /// The version of the outputs.
    pub schema: Version,
    /// The file of the model.
    pub model: String,
    /// Whether nothing wrong was found.
    pub right: bool,
    /// What was found on each wall.
    pub walls: Vec<Graded>,
}

/// What was found on a wall.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Graded {
    /// The wall and what it is asked for.
    #[schemars(with = "Stated")]
    pub instance: Instance,
    /// Which variables tell the order.
    pub variables: Variables,
    /// The best score of the model; none where it has no solution, or scores without bound.
    pub best: Option<i64>,
    /// Whether its scores are without bound.
    pub unbounded: bool,
    /// Whether it was compared with the truth.
    pub compared: bool,
    /// How many orders the model was asked about.
    pub orders: usize,
    /// Whether these are all.
    pub all: bool,
    /// Whether solutions that are no order were looked for.
    pub others: bool,
    /// Whether the model is right about these orders if A(i,j) is read as A(cell, turn).
    pub swapped: bool,
    /// The number of rows of a linear model.
    pub rows: Option<usize>,
    /// The bound of the linear relaxation of a linear model.
    pub relaxation: Option<f64>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// Which variables tell an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Variables {
    /// A(turn, cell).
    CaseStudy,
    /// o(cell, cell).
    Ordering,
    /// turn(cell).
    Turns,
}

/// What is wrong with a model.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The order that shows it, by the numbers of its cells.
    pub order: Option<Vec<usize>>,
    /// What the model says.
    pub model: Option<i64>,
    /// Whether the model's score is without bound.
    pub unbounded: bool,
    /// What is true.
    pub truth: Option<u32>,
    /// What the solver, or the constraints, say.
    pub says: Option<String>,
    /// A row that is too strong, if the model excludes an order, and else a row that it lacks, where that can be told.
    pub row: Option<String>,
}

/// A kind of fault.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// Its best score is another one.
    Best,
    /// It excludes an order.
    Excluded,
    /// It allows what is no order.
    Allowed,
    /// It scores an order otherwise.
    Scored,
    /// It finds no order.
    NoOrder,
}

/// Whether a model's score has a bound: one without is the last of all numbers, on either side.
#[cfg(feature = "highs")]
fn is_bounded(score: &i64) -> bool {
    ![i64::MIN, i64::MAX].contains(score)
}

#[cfg(feature = "highs")]
impl Grade {
    /// Of the grades of a model.
    pub fn new(model: &Model, grades: &[grading::Grade]) -> Self {
        Self {
            schema: Version,
            model: model.path.display().to_string(),
            right: grades.iter().all(|grade| grade.faults.is_empty()),
            walls: grades.iter().map(Graded::from).collect(),
        }
    }
}

#[cfg(feature = "highs")]
impl From<&grading::Grade> for Graded {
    fn from(grade: &grading::Grade) -> Self {
        Self {
            instance: grade.instance.clone(),
            variables: match grade.reading {
                Reading::Positions => Variables::CaseStudy,
                Reading::Pairs => Variables::Ordering,
                Reading::Turns => Variables::Turns,
            },
            best: grade.best.filter(is_bounded),
            unbounded: !grade.best.iter().all(is_bounded),
            compared: grade.compared,
            orders: grade.asked,
            all: grade.all,
            others: grade.others,
            swapped: grade.swapped,
            rows: grade.size.map(|size| size.rows),
            relaxation: grade.size.and_then(|size| size.relaxation),
            faults: grade.faults.iter().map(Fault::from).collect(),
        }
    }
}

#[cfg(feature = "highs")]
impl From<&grading::Fault> for Fault {
    fn from(fault: &grading::Fault) -> Self {
        use grading::Fault as Found;
        let row = match fault {
            Found::Excluded { row, .. }
            | Found::Scored { row, .. }
            | Found::NoOrder { row, .. } => row.clone(),
            Found::Best { .. } | Found::Allowed { .. } => None,
        };
        let (kind, order, model, truth, says) = match fault {
            Found::Best {
                model,
                truth,
                order,
            } => (FaultKind::Best, order.as_ref(), *model, *truth, None),
            Found::Excluded { order, score, .. } => {
                (FaultKind::Excluded, Some(order), None, Some(*score), None)
            }
            Found::Allowed { order, violation } => {
                (FaultKind::Allowed, Some(order), None, None, Some(violation))
            }
            Found::Scored {
                order,
                model,
                truth,
                ..
            } => (
                FaultKind::Scored,
                Some(order),
                Some(*model),
                Some(*truth),
                None,
            ),
            Found::NoOrder { says, .. } => (FaultKind::NoOrder, None, None, None, Some(says)),
        };
        Self {
            kind,
            order: order.map(|order| order.numbers()),
            model: model.filter(is_bounded),
            unbounded: !model.iter().all(is_bounded),
            truth,
            says: says.cloned(),
            row,
        }
    }
}
