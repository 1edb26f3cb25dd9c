//! Which row of a linear model is too strong, or which row it lacks, where one row explains what is wrong.

use super::variables::Reading;
use crate::formulation::{Families, Kind, Program, Relation, Row};
use crate::instance::Instance;
use crate::milp::{FileSolution, MilpError, ModelFile};
use crate::problem::Problem;
use azulejo_control::Control;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Of a model with more rows, the one that is too strong is not looked for.
const MOST_ROWS: usize = 1000;

/// The first row without which the model has a solution with these values of its columns; none where no single row is to
/// blame, or it was not found in time.
pub(super) fn too_strong(
    file: &mut ModelFile,
    fixed: &[(usize, f64)],
    control: &Control,
) -> Result<Option<String>, MilpError> {
    let names = file.row_names().to_vec();
    if names.len() > MOST_ROWS {
        return Ok(None);
    }
    for (row, name) in names.into_iter().enumerate() {
        match file.solve_without(row, fixed, control)? {
            FileSolution::Optimal { .. } | FileSolution::Unbounded => return Ok(Some(name)),
            FileSolution::Infeasible => {}
            FileSolution::Stopped => return Ok(None),
        }
    }
    Ok(None)
}

/// A row of the library's program that a solution of the model breaks, as far as both have columns of the same names.
pub(super) fn missing(
    names: &[String],
    values: &[f64],
    reading: Reading,
    instance: &Instance,
) -> Option<String> {
    let kind = match reading {
        Reading::Positions => Kind::CaseStudy,
        Reading::Pairs => Kind::Ordering,
        Reading::Turns => return None,
    };
    let known = names.iter().zip(values);
    let known: FxHashMap<String, f64> = known.map(|(name, value)| (plain(name), *value)).collect();
    let formulation = kind
        .formulate(&Problem::from(instance), &Families::new())
        .ok()?;
    let program = formulation.program();
    let broken = program
        .rows()
        .iter()
        .find(|row| breaks(program, row, &known));
    broken.map(|row| format!("{}: {}", row.name, program.shown_row(row)))
}

/// Whether the row has a value for each of its columns, and they break it.
fn breaks(program: &Program, row: &Row, known: &FxHashMap<String, f64>) -> bool {
    let mut left = 0.0;
    for (column, factor) in row.expression.terms() {
        let Some(value) = value(&program.columns()[column.index()].name, known) else {
            return false;
        };
        left += factor as f64 * value;
    }
    let over = left - row.right as f64;
    match row.relation {
        Relation::AtMost => over > 0.5,
        Relation::AtLeast => over < -0.5,
        Relation::Equal => over.abs() > 0.5,
    }
}

/// The value of a column; that of o(b,a) is 1 less that of o(a,b).
fn value(name: &str, known: &FxHashMap<String, f64>) -> Option<f64> {
    let name = plain(name);
    known.get(&name).copied().or_else(|| {
        let (one, other) = name.strip_prefix("o,")?.split_once(',')?;
        known
            .get(&format!("o,{other},{one}"))
            .map(|value| 1.0 - value)
    })
}

/// A name without what stands between its parts: `A(1,2)`, `A[1,2]` and `A_1_2_` are `A,1,2`.
fn plain(name: &str) -> String {
    let parts = name.split(|one: char| !one.is_ascii_alphanumeric());
    parts.filter(|part| !part.is_empty()).join(",")
}
