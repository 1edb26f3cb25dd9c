//! A linear relaxation with its multipliers: for bounds that are added up row by row.

use super::solve::{afford, failed, set, set_options};
use super::{ffi, model as model_of};
use crate::formulation::{Program, Row};
use crate::milp::{MilpError, MilpOptions};
use azulejo_control::Control;
use highs::{HighsModelStatus, Model};

/// The linear relaxation of a program, which rows are added to and columns are fixed in. HiGHS goes on from the last basis.
pub(crate) struct Duals {
    /// The model; none while HiGHS has it.
    model: Option<Model>,
}

/// Result of a linear program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum DualResult {
    /// The program has a solution.
    Solved {
        /// One value a column.
        values: Vec<f64>,
        /// The multiplier of each row: what the objective gains by a unit of its right side.
        multipliers: Vec<f64>,
    },
    /// The program has no solution.
    Infeasible {
        /// Multipliers of the rows in a contradiction, if HiGHS has some.
        multipliers: Option<Vec<f64>>,
    },
    /// The run was stopped.
    Stopped,
}

impl Duals {
    /// The relaxation of a program.
    ///
    /// # Errors
    /// When HiGHS refuses it.
    pub(crate) fn new(
        program: &Program,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Self, MilpError> {
        afford(program)?;
        let mut model = model_of(&program.relaxed(), &[])?;
        set_options(&mut model, options, control)?;
        // Presolve would find a program infeasible and have no multipliers.
        set(&mut model, "presolve", "off")?;
        Ok(Self { model: Some(model) })
    }

    fn model(&mut self) -> Result<&mut Model, MilpError> {
        self.model.as_mut().ok_or(MilpError::Ended)
    }

    /// Adds rows.
    ///
    /// # Errors
    /// When HiGHS refuses them.
    pub(crate) fn add(&mut self, rows: &[Row]) -> Result<(), MilpError> {
        ffi::add_rows(self.model()?, rows)
    }

    /// Sets the bounds of a column.
    ///
    /// # Errors
    /// When HiGHS refuses them.
    pub(crate) fn fix(&mut self, column: usize, bounds: [f64; 2]) -> Result<(), MilpError> {
        ffi::fix(self.model()?, column, bounds)
    }

    /// Solves the linear program.
    ///
    /// # Errors
    /// When HiGHS fails.
    pub(crate) fn solve(&mut self) -> Result<DualResult, MilpError> {
        let model = self.model.take().ok_or(MilpError::Ended)?;
        let result = model
            .try_solve()
            .map_err(|status| failed("Highs_run", status))?;
        let dual_result = match result.status() {
            HighsModelStatus::Optimal => {
                let solution = result.get_solution();
                DualResult::Solved {
                    values: solution.columns().to_vec(),
                    multipliers: solution.dual_rows().to_vec(),
                }
            }
            HighsModelStatus::Infeasible => DualResult::Infeasible {
                multipliers: ffi::dual_ray(&result),
            },
            _ => DualResult::Stopped,
        };
        self.model = Some(Model::from(result));
        Ok(dual_result)
    }
}
