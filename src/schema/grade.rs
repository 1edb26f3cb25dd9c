use super::Version;
#[cfg(feature = "highs")]
use crate::grading::{self, Model};
use crate::grading::{Fault, Reading, Score};
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
    pub variables: Reading,
    /// The way in which the objective was read, where that is not as it stands.
    pub objective: Option<String>,
    /// The best score of the model; null where it has no solution.
    pub best: Option<Score>,
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
impl From<grading::Grade> for WallGrade {
    fn from(grade: grading::Grade) -> Self {
        Self {
            instance: grade.instance,
            variables: grade.reading,
            objective: grade.objective.map(|objective| objective.to_string()),
            best: grade.best,
            compared: grade.compared,
            orders: grade.orders,
            all: grade.all,
            others: grade.others,
            swapped: grade.swapped,
            rows: grade.size.map(|size| size.rows),
            relaxation: grade.size.and_then(|size| size.relaxation),
            faults: grade.faults,
        }
    }
}
