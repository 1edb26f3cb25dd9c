//! HiGHS.

mod ffi;
mod file;
mod linear;
mod root;
mod solve;

pub use file::{FileColumn, FileProgram, FileRow, FileSolution, FileValues, ModelFile};
pub(crate) use linear::LinearProgram;

use super::backend::{Attempt, Backend, Links, Root};
use super::model::model as good_lp_model;
use super::{MilpError, MilpOptions, Relaxation};
use crate::formulation::{Program, Row};
use azulejo_control::Control;
use std::sync::Arc;

/// HiGHS, as a backend.
#[derive(Debug)]
pub(super) struct Highs;

impl Backend for Highs {
    fn name(&self) -> &'static str {
        "HiGHS"
    }

    fn solve(
        &self,
        program: &Arc<Program>,
        cuts: &[Row],
        start: Option<Vec<i64>>,
        links: &Links<'_>,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Attempt, MilpError> {
        solve::solve(program, cuts, start, links, options, control)
    }

    fn root(
        &self,
        program: &Program,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Box<dyn Root>, MilpError> {
        Ok(Box::new(root::RootThread::new(program, options, control)?))
    }

    fn multipliers(
        &self,
        program: &Program,
        options: &MilpOptions,
        control: &Control,
    ) -> Result<Option<Vec<f64>>, MilpError> {
        let mut linear = LinearProgram::new(program.relaxed(), false, options, control)?;
        let (relaxation, multipliers) = linear.solve()?;
        Ok(multipliers.filter(|_| matches!(relaxation, Relaxation::Solved { .. })))
    }
}

/// The model of a program and further rows; column i is the program's column i.
fn model(program: &Program, cuts: &[Row]) -> Result<highs::Model, MilpError> {
    let (problem, _) = good_lp_model(program, cuts, good_lp::highs);
    let model = problem.try_into_inner();
    let mut model = model.map_err(|error| MilpError::refused("Highs_passModel", error))?;
    model.make_quiet();
    ffi::set_offset(&mut model, program.objective().offset() as f64)?;
    Ok(model)
}
