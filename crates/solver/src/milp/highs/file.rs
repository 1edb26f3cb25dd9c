//! A model file from elsewhere, solved again and again with some of its columns fixed.

use super::ffi::{self, Event, Listener};
use super::solve::{failed, set};
use crate::milp::MilpError;
use azulejo_control::Control;
use highs::{HighsModelStatus, Model, Sense};
use itertools::{Itertools, izip};
use std::ffi::CString;
use std::path::Path;

/// A model from an LP or MPS file.
#[derive(Debug)]
pub struct ModelFile {
    /// None only while HiGHS has it, or after it failed.
    model: Option<Model>,
    names: Vec<String>,
    rows: Vec<String>,
    program: FileProgram,
}

/// The contents of a model file.
#[derive(Debug)]
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
#[derive(Debug)]
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
        let (names, rows) = (ffi::column_names(&model)?, ffi::row_names(&model)?);
        Self::of(model, names, rows)
    }

    /// A model of a program, with the names of its columns and rows.
    pub fn new(
        program: &FileProgram,
        names: Vec<String>,
        rows: Vec<String>,
    ) -> Result<Self, MilpError> {
        Self::of(ffi::pass(&program.contents()?)?, names, rows)
    }

    fn of(mut model: Model, names: Vec<String>, rows: Vec<String>) -> Result<Self, MilpError> {
        set(&mut model, "mip_rel_gap", 0.0)?;
        Ok(Self {
            names,
            rows,
            program: FileProgram::of(&model)?,
            model: Some(model),
        })
    }

    /// Changes the model, which is lost where that fails.
    fn change(
        &mut self,
        change: impl FnOnce(&mut Model) -> Result<(), MilpError>,
    ) -> Result<(), MilpError> {
        let mut model = self.model.take().ok_or(MilpError::Ended)?;
        change(&mut model)?;
        self.model = Some(model);
        Ok(())
    }

    /// Maximizes the objective from now on.
    pub fn maximize(&mut self) {
        self.program.maximizes = true;
        if let Some(model) = &mut self.model {
            model.set_sense(Sense::Maximise);
        }
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

    /// [`solve`](Self::solve) with further rows for this solve alone.
    pub fn solve_with(
        &mut self,
        rows: &[FileRow],
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        if rows.is_empty() {
            return self.solve(fixed, control);
        }
        self.change(|model| {
            let mut rows = rows.iter();
            rows.try_for_each(|row| ffi::add_row(model, row.sides, &row.terms))
        })?;
        let solution = self.solve(fixed, control)?;
        let row_count = self.program.rows.len();
        self.change(|model| ffi::delete_rows(model, row_count))?;
        Ok(solution)
    }

    /// Feasibility with some columns fixed and these rows added: any solution, with an objective of 0.
    pub fn any_with(
        &mut self,
        rows: &[FileRow],
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        self.without_costs(|file| file.solve_with(rows, fixed, control))
    }

    /// Result of a solve with an objective of 0.
    fn without_costs(
        &mut self,
        solve: impl FnOnce(&mut Self) -> Result<FileSolution, MilpError>,
    ) -> Result<FileSolution, MilpError> {
        let costs = self.program.columns.iter().map(|column| column.cost);
        let costs = costs.collect_vec();
        self.change(|model| ffi::set_costs(model, &vec![0.0; costs.len()]))?;
        let solution = solve(self)?;
        self.change(|model| ffi::set_costs(model, &costs))?;
        Ok(solution)
    }

    /// Solves the linear relaxation, in which no column need be an integer.
    pub fn solve_relaxed(&mut self, control: &Control) -> Result<FileSolution, MilpError> {
        self.change(|model| set(model, "solve_relaxation", true))?;
        let solution = self.solve(&[], control)?;
        self.change(|model| set(model, "solve_relaxation", false))?;
        Ok(solution)
    }

    /// Feasibility with some columns fixed and without one row: any solution, with an objective of 0.
    pub fn any_without(
        &mut self,
        row: usize,
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        self.change(|model| ffi::bound(model, row, [f64::NEG_INFINITY, f64::INFINITY]))?;
        let solution = self.without_costs(|file| file.solve(fixed, control))?;
        let sides = self.program.rows[row].sides;
        self.change(|model| ffi::bound(model, row, sides))?;
        Ok(solution)
    }

    /// Solves the program with some columns fixed to values.
    pub fn solve(
        &mut self,
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        match self.run(fixed, control)? {
            // HiGHS need not have decided whether there is a solution. An objective of 0 decides that.
            FileSolution::Unbounded => {
                let feasibility = self.without_costs(|file| file.run(fixed, control))?;
                Ok(match feasibility {
                    FileSolution::Optimal { .. } => FileSolution::Unbounded,
                    other => other,
                })
            }
            solution => Ok(solution),
        }
    }

    fn run(
        &mut self,
        fixed: &[(usize, f64)],
        control: &Control,
    ) -> Result<FileSolution, MilpError> {
        let mut model = self.model.take().ok_or(MilpError::Ended)?;
        for &(column, value) in fixed {
            let [low, high] = self.program.columns[column].bounds;
            if value < low || value > high {
                self.model = Some(self.release(model, fixed)?);
                return Ok(FileSolution::Infeasible);
            }
            ffi::fix(&mut model, column, [value, value])?;
        }
        let limit = control
            .time_left()
            .map_or(f64::INFINITY, |time| time.as_secs_f64());
        set(&mut model, "time_limit", limit)?;
        let result = ffi::run(model, &ControlListener(control))?;
        let solution = match result.status() {
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
        };
        self.model = Some(self.release(Model::from(result), fixed)?);
        Ok(solution)
    }

    /// The model with the bounds of the file again.
    fn release(&self, mut model: Model, fixed: &[(usize, f64)]) -> Result<Model, MilpError> {
        for &(column, _) in fixed {
            ffi::fix(&mut model, column, self.program.columns[column].bounds)?;
        }
        Ok(model)
    }
}

impl FileProgram {
    fn of(model: &Model) -> Result<Self, MilpError> {
        let contents = ffi::contents(model)?;
        let columns = izip!(
            &contents.costs,
            &contents.lower,
            &contents.upper,
            &contents.kinds
        );
        let columns = columns.map(|(&cost, &low, &high, &kind)| FileColumn {
            cost,
            bounds: [low, high],
            values: match kind {
                highs_sys::kHighsVarTypeContinuous => FileValues::Continuous,
                highs_sys::kHighsVarTypeInteger => FileValues::Integral,
                _ => FileValues::OrZero,
            },
        });
        let places = contents.indices.iter().map(|&column| column as usize);
        let terms = places.zip(contents.values.iter().copied()).collect_vec();
        let starts = contents.starts.iter().map(|&start| start as usize);
        let ends = starts.clone().skip(1).chain([terms.len()]);
        let rows = izip!(starts, ends, &contents.row_lower, &contents.row_upper);
        let rows = rows.map(|(start, end, &low, &high)| FileRow {
            sides: [low, high],
            terms: terms[start..end].to_vec(),
        });
        Ok(Self {
            maximizes: contents.maximizes,
            offset: contents.offset,
            is_linear: !contents.is_quadratic,
            columns: columns.collect(),
            rows: rows.collect(),
        })
    }

    /// The program as HiGHS takes it.
    fn contents(&self) -> Result<ffi::Contents, MilpError> {
        let index = |index: usize| {
            let too_many = |_| failed("Highs_passMip", "too large");
            i32::try_from(index).map_err(too_many)
        };
        let mut contents = ffi::Contents {
            maximizes: self.maximizes,
            offset: self.offset,
            ..ffi::Contents::default()
        };
        for column in &self.columns {
            contents.costs.push(column.cost);
            contents.lower.push(column.bounds[0]);
            contents.upper.push(column.bounds[1]);
            contents.kinds.push(match column.values {
                FileValues::Continuous => highs_sys::kHighsVarTypeContinuous,
                FileValues::Integral => highs_sys::kHighsVarTypeInteger,
                FileValues::OrZero => highs_sys::kHighsVarTypeSemiContinuous,
            });
        }
        for row in &self.rows {
            contents.row_lower.push(row.sides[0]);
            contents.row_upper.push(row.sides[1]);
            contents.starts.push(index(contents.indices.len())?);
            for &(column, factor) in &row.terms {
                contents.indices.push(index(column)?);
                contents.values.push(factor);
            }
        }
        Ok(contents)
    }
}

/// A listener that stops HiGHS when the control stops.
struct ControlListener<'a>(&'a Control);

impl Listener for ControlListener<'_> {
    fn handle(&self, _: &Event<'_>) -> bool {
        self.0.stopped()
    }
}
