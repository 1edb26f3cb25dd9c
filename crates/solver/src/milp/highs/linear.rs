//! The linear relaxation of a program, solved again and again: with more rows, and with columns fixed.

use super::solve::{afford, failed, set, set_options};
use super::{ffi, model as model_of};
use crate::formulation::{Program, Row};
use crate::milp::{MilpError, MilpOptions, Relaxation};
use azulejo_control::Control;
use highs::{HighsModelStatus, Model};

/// A linear program, in which HiGHS goes on from the last basis.
pub(crate) struct LinearProgram {
    /// The model; none while HiGHS has it.
    model: Option<Model>,
    /// Presolve may find a program infeasible, and has no multipliers then.
    presolve: bool,
}

impl LinearProgram {
    /// The model of a relaxed program.
    ///
    /// # Errors
    /// When HiGHS refuses it.
    pub(crate) fn new(
        relaxed: Program,
        presolve: bool,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Self, MilpError> {
        afford(&relaxed)?;
        let mut model = model_of(&relaxed, &[])?;
        // The model has the whole program, and both are large.
        drop(relaxed);
        set_options(&mut model, options, control)?;
        if !presolve {
            set(&mut model, "presolve", "off")?;
        }
        let model = Some(model);
        Ok(Self { model, presolve })
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

    /// Solves the linear program. The second value is the multiplier of each row: what the objective gains by a unit of its
    /// right side, or, without a solution and without presolve, its part in a contradiction, if HiGHS has one.
    ///
    /// # Errors
    /// When HiGHS fails.
    pub(crate) fn solve(&mut self) -> Result<(Relaxation, Option<Vec<f64>>), MilpError> {
        let model = self.model.take().ok_or(MilpError::Ended)?;
        let result = model
            .try_solve()
            .map_err(|status| failed("Highs_run", status))?;
        let answer = match result.status() {
            HighsModelStatus::Optimal => {
                let solution = result.get_solution();
                let relaxation = Relaxation::Solved {
                    bound: result.objective_value(),
                    values: solution.columns().to_vec(),
                    iterations: u64::try_from(result.simplex_iteration_count()).unwrap_or(0),
                };
                (relaxation, Some(solution.dual_rows().to_vec()))
            }
            HighsModelStatus::Infeasible if self.presolve => (Relaxation::Infeasible, None),
            HighsModelStatus::Infeasible => (Relaxation::Infeasible, ffi::dual_ray(&result)),
            _ => (Relaxation::Stopped, None),
        };
        self.model = Some(Model::from(result));
        Ok(answer)
    }
}
