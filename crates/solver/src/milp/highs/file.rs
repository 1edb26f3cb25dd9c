//! A model file of somebody else, solved again and again with some of its columns fixed.

use super::ffi::{self, Event, Listener};
use super::solve::failed;
use crate::milp::MilpError;
use azulejo_control::Control;
use highs::{HighsModelStatus, Model};
use std::ffi::CString;
use std::path::Path;

/// A model from an LP or MPS file.
#[derive(Debug)]
pub(crate) struct ModelFile {
    /// None only while HiGHS has it, or after it failed.
    model: Option<Model>,
    names: Vec<String>,
    bounds: Vec<[f64; 2]>,
    maximizes: bool,
}

/// What came of a solve.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FileSolution {
    /// The best objective value, and one value a column.
    Optimal { objective: f64, values: Vec<f64> },
    /// No solution.
    Infeasible,
    /// Solutions without end.
    Unbounded,
    /// Stopped before.
    Stopped,
}

impl ModelFile {
    /// Reads a file; its name says its format.
    pub(crate) fn read(path: &Path) -> Result<Self, MilpError> {
        let unreadable = || MilpError::Unreadable(path.display().to_string());
        let named = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| unreadable())?;
        let mut model = ffi::read(&named).map_err(|_| unreadable())?;
        let gap = model.try_set_option("mip_rel_gap", 0.0);
        gap.map_err(|error| failed("Highs_setOptionValue", error))?;
        let names = ffi::column_names(&model)?;
        let bounds = (0..names.len()).map(|column| ffi::bounds(&model, column));
        Ok(Self {
            bounds: bounds.collect::<Result<_, _>>()?,
            maximizes: ffi::maximizes(&model)?,
            model: Some(model),
            names,
        })
    }

    /// The names of the columns, by index.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether the objective is maximized.
    pub(crate) fn maximizes(&self) -> bool {
        self.maximizes
    }

    /// Adds a row for good: the sum is at least `right`.
    pub(crate) fn add_row(&mut self, terms: &[(usize, f64)], right: f64) -> Result<(), MilpError> {
        let mut model = self.model.take().ok_or(MilpError::Ended)?;
        ffi::add_row(&mut model, terms, right)?;
        self.model = Some(model);
        Ok(())
    }

    /// The names of the rows, by index.
    pub(crate) fn row_names(&self) -> Result<Vec<String>, MilpError> {
        ffi::row_names(self.model.as_ref().ok_or(MilpError::Ended)?)
    }

    /// The same as [`solve`](Self::solve), as if it had no such row.
    pub(crate) fn solve_without(
        &mut self,
        row: usize,
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        let mut model = self.model.take().ok_or(MilpError::Ended)?;
        let sides = ffi::sides(&model, row)?;
        ffi::bound(&mut model, row, [f64::NEG_INFINITY, f64::INFINITY])?;
        self.model = Some(model);
        let solution = self.solve(fixed, control)?;
        let mut model = self.model.take().ok_or(MilpError::Ended)?;
        ffi::bound(&mut model, row, sides)?;
        self.model = Some(model);
        Ok(solution)
    }

    /// Solves it with some columns fixed to values.
    pub(crate) fn solve(
        &mut self,
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        let mut model = self.model.take().ok_or(MilpError::Ended)?;
        for &(column, value) in fixed {
            let [low, high] = self.bounds[column];
            if value < low || value > high {
                self.model = Some(self.freed(model, fixed)?);
                return Ok(FileSolution::Infeasible);
            }
            ffi::fix(&mut model, column, [value, value])?;
        }
        let limit = control
            .time_left()
            .map_or(f64::INFINITY, |left| left.as_secs_f64());
        let set = model.try_set_option("time_limit", limit);
        set.map_err(|error| failed("Highs_setOptionValue", error))?;
        let solved = ffi::run(model, &Asked(control))?;
        let solution = match solved.status() {
            HighsModelStatus::Optimal => FileSolution::Optimal {
                objective: solved.objective_value(),
                values: solved.get_solution().columns().to_vec(),
            },
            HighsModelStatus::ModelEmpty => FileSolution::Optimal {
                objective: 0.0,
                values: Vec::new(),
            },
            HighsModelStatus::Infeasible => FileSolution::Infeasible,
            HighsModelStatus::Unbounded | HighsModelStatus::UnboundedOrInfeasible => {
                FileSolution::Unbounded
            }
            _ => FileSolution::Stopped,
        };
        self.model = Some(self.freed(Model::from(solved), fixed)?);
        Ok(solution)
    }

    /// The model with its own bounds again.
    fn freed(&self, mut model: Model, fixed: &[(usize, f64)]) -> Result<Model, MilpError> {
        for &(column, _) in fixed {
            ffi::fix(&mut model, column, self.bounds[column])?;
        }
        Ok(model)
    }
}

/// Stops HiGHS when the control says so.
struct Asked<'a>(&'a Control);

impl Listener for Asked<'_> {
    fn hear(&self, _: &Event<'_>) -> bool {
        self.0.stopped()
    }
}
