//! Model files with names, for other solvers and for reading.

use super::{MilpError, ffi, translate};
use crate::formulation::Program;

/// A file format for mixed-integer programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// CPLEX LP.
    Lp,
    /// Free MPS.
    Mps,
}

/// The text of a program's model file, as HiGHS writes it.
///
/// # Errors
/// When HiGHS cannot write to the temporary directory.
pub fn export(program: &Program, format: FileFormat) -> Result<String, MilpError> {
    let extension = match format {
        FileFormat::Lp => ".lp",
        FileFormat::Mps => ".mps",
    };
    let file = tempfile::Builder::new()
        .prefix("azulejo-")
        .suffix(extension)
        .tempfile()?;
    let mut model = translate::model(program, &[])?;
    let columns = program.columns().iter().map(|column| column.name.as_str());
    let rows = program.rows().iter().map(|row| row.name.as_str());
    ffi::write(&mut model, columns, rows, file.path())?;
    Ok(std::fs::read_to_string(file.path())?)
}
