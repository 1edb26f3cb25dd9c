//! A model file from elsewhere, solved again and again with some of its columns fixed.

use super::ffi::{self, Event, Response};
use super::solve::{failed, set};
use crate::milp::MilpError;
use azulejo_control::Control;
use highs::{HighsModelStatus, Integrality, Model, RowProblem, Sense};
use itertools::Itertools;
use std::ffi::CString;
use std::path::Path;

/// A model from an LP or MPS file, without the products of its objective, if it has any.
#[derive(Debug)]
pub struct ModelFile {
    names: Vec<String>,
    rows: Vec<String>,
    program: FileProgram,
}

/// The contents of a model file.
#[derive(Debug, Clone)]
pub struct FileProgram {
    /// Whether the objective is maximized.
    pub maximizes: bool,
    /// The constant of the objective.
    pub offset: f64,
    /// Whether the objective is a sum of multiples of columns.
    pub is_linear: bool,
    /// The columns.
    pub columns: Vec<FileColumn>,
    /// The rows.
    pub rows: Vec<FileRow>,
}

/// A column of a model file.
#[derive(Debug, Clone)]
pub struct FileColumn {
    /// The coefficient in the objective.
    pub cost: f64,
    /// The lower and the upper bound; infinite where there is none.
    pub bounds: [f64; 2],
    /// The values that it takes within its bounds.
    pub values: FileValues,
}

/// The values of a column within its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileValues {
    /// All.
    Continuous,
    /// The integers.
    Integral,
    /// Also 0, even out of the bounds.
    OrZero,
    /// The integers, and 0, even out of the bounds.
    IntegralOrZero,
}

/// A row of a model file.
#[derive(Debug, Clone)]
pub struct FileRow {
    /// The least and the greatest value of the sum; infinite where there is no such side.
    pub sides: [f64; 2],
    /// A column and its coefficient each.
    pub terms: Vec<(usize, f64)>,
}

/// The result of a solve.
#[derive(Debug, Clone, PartialEq)]
pub enum FileSolution {
    /// An optimal solution.
    Optimal {
        /// The objective value.
        objective: f64,
        /// The values of the columns, in their order.
        values: Vec<f64>,
    },
    /// No solution.
    Infeasible,
    /// Solutions without end.
    Unbounded,
    /// Stopped before.
    Stopped,
}

impl ModelFile {
    /// Reads a file; its extension is its format.
    pub fn read(path: &Path) -> Result<Self, MilpError> {
        let unreadable = || MilpError::Unreadable(path.display().to_string());
        let c_path = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| unreadable())?;
        let model = ffi::read(&c_path).map_err(|_| unreadable())?;
        Ok(Self {
            names: ffi::column_names(&model)?,
            rows: ffi::row_names(&model)?,
            program: ffi::program(&model)?,
        })
    }

    /// A model of a program, with the names of its columns and rows.
    pub fn new(
        program: &FileProgram,
        names: Vec<String>,
        rows: Vec<String>,
    ) -> Result<Self, MilpError> {
        // To HiGHS, very small numbers are 0 and very large ones infinite.
        let program = ffi::program(&program.model(&[])?)?;
        Ok(Self {
            names,
            rows,
            program,
        })
    }

    /// Maximizes the objective from now on.
    pub fn maximize(&mut self) {
        self.program.maximizes = true;
    }

    /// The names of the columns, by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The program in the file.
    pub fn program(&self) -> &FileProgram {
        &self.program
    }

    /// The names of the rows, by index.
    pub fn row_names(&self) -> &[String] {
        &self.rows
    }

    /// Solves the program with some columns fixed to values.
    pub fn solve(
        &self,
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        self.program.solve(fixed, false, control)
    }

    /// [`solve`](Self::solve) with further rows.
    pub fn solve_with(
        &self,
        rows: &[FileRow],
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        self.program.with_rows(rows).solve(fixed, false, control)
    }

    /// Feasibility with some columns fixed and these rows added: any solution, with an objective of 0.
    pub fn any_with(
        &self,
        rows: &[FileRow],
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        let program = self.program.with_rows(rows).without_costs();
        program.solve(fixed, false, control)
    }

    /// Feasibility with some columns fixed and without one row: any solution, with an objective of 0.
    pub fn any_without(
        &self,
        row: usize,
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        let mut program = self.program.without_costs();
        program.rows[row].sides = [f64::NEG_INFINITY, f64::INFINITY];
        program.solve(fixed, false, control)
    }

    /// Solves the linear relaxation, in which no column need be an integer.
    pub fn solve_relaxed(&self, control: &Control) -> Result<FileSolution, MilpError> {
        self.program.solve(&[], true, control)
    }
}

impl FileProgram {
    fn with_rows(&self, rows: &[FileRow]) -> Self {
        let mut program = self.clone();
        program.rows.extend_from_slice(rows);
        program
    }

    fn without_costs(&self) -> Self {
        let mut program = self.clone();
        for column in &mut program.columns {
            column.cost = 0.0;
        }
        program
    }

    fn solve(
        &self,
        fixed: &[(usize, f64)],
        is_relaxed: bool,
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        match self.run(fixed, is_relaxed, control)? {
            // HiGHS need not have decided whether there is a solution. An objective of 0 decides that.
            FileSolution::Unbounded => {
                let feasibility = self.without_costs().run(fixed, is_relaxed, control)?;
                Ok(match feasibility {
                    FileSolution::Optimal { .. } => FileSolution::Unbounded,
                    other => other,
                })
            }
            solution => Ok(solution),
        }
    }

    fn run(
        &self,
        fixed: &[(usize, f64)],
        is_relaxed: bool,
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        let is_outside = |&(column, value): &(usize, f64)| {
            let [low, high] = self.columns[column].bounds;
            value < low || value > high
        };
        if fixed.iter().any(is_outside) {
            return Ok(FileSolution::Infeasible);
        }
        let mut model = self.model(fixed)?;
        set(&mut model, "mip_rel_gap", 0.0)?;
        set(&mut model, "solve_relaxation", is_relaxed)?;
        if let Some(time) = control.time_left() {
            set(&mut model, "time_limit", time.as_secs_f64())?;
        }
        let result = ffi::run(model, &|_: &Event<'_>| Response {
            stop: control.stopped(),
            ..Response::default()
        })?;
        Ok(match result.status() {
            HighsModelStatus::Optimal => FileSolution::Optimal {
                objective: result.objective_value(),
                values: result.get_solution().columns().to_vec(),
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
        })
    }

    /// The model of the program, with some columns fixed to values.
    fn model(&self, fixed: &[(usize, f64)]) -> Result<Model, MilpError> {
        let mut problem = RowProblem::new();
        let columns = self.columns.iter().map(|column| {
            let [low, high] = column.bounds;
            let kind = match column.values {
                FileValues::Continuous => Integrality::Continuous,
                FileValues::Integral => Integrality::Integer,
                FileValues::OrZero => Integrality::SemiContinuous,
                FileValues::IntegralOrZero => Integrality::SemiInteger,
            };
            problem.add_column_with_integrality_kind(column.cost, low..=high, kind)
        });
        let columns = columns.collect_vec();
        for &(column, value) in fixed {
            problem.change_column_bounds(columns[column], value..=value);
        }
        for row in &self.rows {
            let [low, high] = row.sides;
            let terms = row.terms.iter();
            let terms = terms.map(|&(column, factor)| (columns[column], factor));
            problem.add_row(low..=high, terms);
        }
        let sense = match self.maximizes {
            true => Sense::Maximise,
            false => Sense::Minimise,
        };
        let model = problem.try_optimise(sense);
        let mut model = model.map_err(|status| failed("Highs_passModel", status))?;
        ffi::set_offset(&mut model, self.offset)?;
        Ok(model)
    }
}
