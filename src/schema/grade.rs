use super::Version;
#[cfg(feature = "highs")]
use crate::grading::{self, Model, Reading, Score};
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
    /// The findings for each wall.
    pub walls: Vec<WallGrade>,
}

/// The findings for a wall.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Graded")]
pub struct WallGrade {
    /// The wall and what it is asked for.
    pub instance: Instance,
    /// Which variables tell the order.
    pub variables: Variables,
    /// The way in which the objective was read, where that is not as it stands.
    pub objective: Option<String>,
    /// The best score of the model; null where it has no solution.
    pub best: Option<ModelScore>,
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
    /// The faults.
    pub faults: Vec<Fault>,
}

/// A score that a model gives, which need not be an integer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Scored")]
pub enum ModelScore {
    /// An integer, within a tolerance of 0.0001.
    Whole(i64),
    /// No integer.
    Fraction(f64),
    /// Better than every number.
    Unbounded(Unbounded),
}

/// A score without bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unbounded {
    /// Better than every number.
    Unbounded,
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

/// A fault of a model.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The order that shows it, by the numbers of its cells.
    pub order: Option<Vec<usize>>,
    /// The score of the model.
    pub model: Option<ModelScore>,
    /// The true score.
    pub truth: Option<u32>,
    /// The message of the solver, or of the constraints.
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
    /// The model excludes an order.
    Excluded,
    /// The model allows a solution that is no order.
    Allowed,
    /// The model scores an order otherwise.
    Scored,
    /// The model finds no order.
    NoOrder,
}

#[cfg(feature = "highs")]
impl Grade {
    /// The output for the grades of a model on each wall.
    pub fn new(model: &Model, walls: Vec<WallGrade>) -> Self {
        Self {
            schema: Version,
            model: model.path.display().to_string(),
            right: walls.iter().all(|wall| wall.faults.is_empty()),
            walls,
        }
    }
}

#[cfg(feature = "highs")]
impl From<&grading::Grade> for WallGrade {
    fn from(grade: &grading::Grade) -> Self {
        Self {
            instance: grade.instance.clone(),
            variables: match grade.reading {
                Reading::Positions => Variables::CaseStudy,
                Reading::Pairs => Variables::Ordering,
                Reading::Turns => Variables::Turns,
            },
            objective: grade.objective.map(|objective| objective.to_string()),
            best: grade.best.map(ModelScore::from),
            compared: grade.compared,
            orders: grade.orders,
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
impl From<Variables> for Reading {
    fn from(variables: Variables) -> Self {
        match variables {
            Variables::CaseStudy => Self::Positions,
            Variables::Ordering => Self::Pairs,
            Variables::Turns => Self::Turns,
        }
    }
}

#[cfg(feature = "highs")]
impl From<Score> for ModelScore {
    fn from(score: Score) -> Self {
        match score {
            Score::Whole(score) => Self::Whole(score),
            Score::Fraction(score) => Self::Fraction(score),
            Score::Unbounded => Self::Unbounded(Unbounded::Unbounded),
        }
    }
}

#[cfg(feature = "highs")]
impl From<ModelScore> for Score {
    fn from(score: ModelScore) -> Self {
        match score {
            ModelScore::Whole(score) => Self::Whole(score),
            ModelScore::Fraction(score) => Self::Fraction(score),
            ModelScore::Unbounded(Unbounded::Unbounded) => Self::Unbounded,
        }
    }
}

#[cfg(feature = "highs")]
impl From<&grading::Fault> for Fault {
    fn from(fault: &grading::Fault) -> Self {
        use grading::Fault as Source;
        let row = match fault {
            Source::Excluded { row, .. }
            | Source::Scored { row, .. }
            | Source::NoOrder { row, .. } => row.clone(),
            Source::Best { .. } | Source::Allowed { .. } => None,
        };
        let (kind, order, model, truth, says) = match fault {
            Source::Best {
                model,
                truth,
                order,
            } => (FaultKind::Best, order.as_ref(), *model, *truth, None),
            Source::Excluded { order, score, .. } => {
                (FaultKind::Excluded, Some(order), None, Some(*score), None)
            }
            Source::Allowed { order, violation } => {
                (FaultKind::Allowed, Some(order), None, None, Some(violation))
            }
            Source::Scored {
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
            Source::NoOrder { solution, .. } => {
                (FaultKind::NoOrder, None, None, None, Some(solution))
            }
        };
        Self {
            kind,
            order: order.map(|order| order.numbers()),
            model: model.map(ModelScore::from),
            truth,
            says: says.cloned(),
            row,
        }
    }
}
