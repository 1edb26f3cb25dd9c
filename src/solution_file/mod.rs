//! Solution files of other solvers, read as orders: solutions of model files of `formulate`.
//!
//! | written by | its first line | lists |
//! |---|---|---|
//! | `glpsol -o` | `Problem:` | rows and columns by name |
//! | `glpsol -w` | `c Problem:` or `s mip` | values without names, in the sequence of the model file |
//! | HiGHS, `--solution_file` | `Model status` | columns and rows by name |
//! | CBC, `solution` | `Optimal - objective value` | what is not 0, by name |
//! | SCIP, `write solution` | `solution status:` | columns that are not 0, by name |
//! | Gurobi, `.sol` | `# Solution for model` | columns by name |
//!
//! A file of another instance is an error, as its values break a row of the program.

mod error;
mod formats;
mod glpk;

pub use error::SolutionFileError;

use crate::formulation::{Family, Formulation, Kind, Linear, Reading, Relation, Row};
use crate::instance::{Instance, Sense};
use crate::order::Order;
use crate::problem::Problem;
use crate::render::model_file::{FileFormat, column_names};
use formats::{Entry, Values};
use itertools::Itertools;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Maximum error of a value, as solvers round their values.
const TOLERANCE: f64 = 1e-3;

/// Order of a solution file of a model file of the instance, of any formulation and without any families of cuts. The verifier
/// tests the constraints, and this function does not.
///
/// # Errors
/// When the text is no solution file of a known solver, has no solution, or has a solution of another program.
pub fn order(text: &str, instance: &Instance) -> Result<Order, SolutionFileError> {
    let problem = Problem::from(instance);
    match formats::read(text)? {
        Values::ByName(entries) => {
            // Both formulations of the case study have these columns.
            let is_case_study = entries.iter().any(|entry| entry.name.starts_with("A("));
            let kind = match is_case_study {
                true => Kind::CaseStudy,
                false => Kind::Ordering,
            };
            let files = ModelFiles::new(kind, &problem)?;
            let values = files.values(&entries)?;
            files.read(&values)
        }
        Values::InSequence { values, objective } => order_of_columns(&problem, &values, objective),
    }
}

/// Model files of a formulation: with all families of cuts, and without any.
struct ModelFiles {
    whole: Box<dyn Formulation>,
    bare: Box<dyn Formulation>,
}

impl ModelFiles {
    fn new(kind: Kind, problem: &Problem) -> Result<Self, SolutionFileError> {
        Ok(Self {
            whole: kind.formulate(problem, &BTreeSet::new())?,
            bare: kind.formulate(problem, &Family::ALL.iter().copied().collect())?,
        })
    }

    /// Values of the columns of the whole program, by the values of a file.
    fn values(&self, entries: &[Entry<'_>]) -> Result<Vec<f64>, SolutionFileError> {
        let programs = [&self.whole, &self.bare].map(|formulation| formulation.program());
        let columns = programs.iter().flat_map(|program| program.columns());
        let columns: HashSet<&str> = columns.map(|column| &*column.name).collect();
        let mut values = HashMap::with_capacity(entries.len());
        for &Entry { line, name, value } in entries {
            let is_column = columns.contains(name);
            if !is_column && !is_other_name(name) {
                let name = name.to_owned();
                return Err(SolutionFileError::Name { line, name });
            }
            if is_column && values.insert(name, value).is_some() {
                let name = name.to_owned();
                return Err(SolutionFileError::Twice { line, name });
            }
        }
        Ok(self.values_by_name(&values))
    }

    /// Values of the columns of the whole program. A column that is not listed is 0.
    fn values_by_name(&self, values: &HashMap<&str, f64>) -> Vec<f64> {
        let columns = self.whole.program().columns().iter();
        let values = columns.map(|column| values.get(&*column.name).copied());
        values.map(Option::unwrap_or_default).collect()
    }

    /// Order of values that satisfy the rows common to the two files.
    fn read(&self, values: &[f64]) -> Result<Order, SolutionFileError> {
        let program = self.whole.program();
        let columns = program.columns().iter();
        let fraction = columns
            .zip(values)
            .find(|(column, value)| column.integer && (*value - value.round()).abs() > TOLERANCE);
        if let Some((column, &value)) = fraction {
            let name = column.name.clone();
            return Err(SolutionFileError::Fraction { name, value });
        }
        let bare = self.bare.program();
        let common_rows: HashSet<String> = bare
            .rows()
            .iter()
            .map(|row| bare.row_formula(row))
            .collect();
        let is_common = |row: &&Row| common_rows.contains(&program.row_formula(row));
        let mut rows = program.rows().iter().filter(is_common);
        if let Some(row) = rows.find(|row| !is_satisfied(row, values)) {
            let row = row.name.clone();
            return Err(SolutionFileError::Row { row });
        }
        let integers: Vec<i64> = values.iter().map(|value| value.round() as i64).collect();
        match self.whole.read(&integers) {
            Reading::Order(order) => Ok(order),
            Reading::Cyclic { .. } => Err(SolutionFileError::Cyclic),
        }
    }
}

/// Whether a name of a model file is no column of the program: a row, the objective, or the column that is 1.
fn is_other_name(name: &str) -> bool {
    let number = name.strip_prefix('c').unwrap_or_default();
    number.starts_with(|letter: char| letter.is_ascii_digit())
        || ["score", "one", "c_one"].contains(&name)
}

/// Order of values without names. The values satisfy the rows of their model file, and have the value of its objective.
fn order_of_columns(
    problem: &Problem,
    values: &[f64],
    objective: f64,
) -> Result<Order, SolutionFileError> {
    let mut error = None;
    let mut sizes = BTreeSet::new();
    for kind in [Kind::Ordering, Kind::CaseStudy] {
        // A wall may be too large for a formulation.
        let Ok(files) = ModelFiles::new(kind, problem) else {
            continue;
        };
        let programs = [&files.whole, &files.bare];
        let formats = [FileFormat::Lp, FileFormat::Mps];
        for (formulation, format) in programs.into_iter().cartesian_product(formats) {
            let names = column_names(formulation.program(), format);
            sizes.insert(names.len());
            if names.len() == values.len() {
                let values = names.into_iter().zip(values.iter().copied());
                let values = files.values_by_name(&values.collect());
                let score = match (format, problem.sense()) {
                    (FileFormat::Mps, Sense::Maximize) => -objective,
                    _ => objective,
                };
                let own_score = value(files.whole.program().objective(), &values);
                let has_objective = (own_score - score).abs() <= TOLERANCE;
                match files.read(&values) {
                    Ok(order) if has_objective => return Ok(order),
                    Ok(_) => error = Some(SolutionFileError::Objective { objective }),
                    Err(reason) => error = Some(reason),
                }
            }
        }
    }
    Err(error.unwrap_or(SolutionFileError::Columns {
        found: values.len(),
        expected: sizes.into_iter().collect(),
    }))
}

/// Value of an expression, by the values of the columns.
fn value(expression: &Linear, values: &[f64]) -> f64 {
    let terms = expression.terms();
    let terms = terms.map(|(column, coefficient)| coefficient as f64 * values[column.index()]);
    expression.offset() as f64 + terms.sum::<f64>()
}

fn is_satisfied(row: &Row, values: &[f64]) -> bool {
    let excess = value(&row.expression, values) - row.right as f64;
    match row.relation {
        Relation::AtMost => excess <= TOLERANCE,
        Relation::AtLeast => excess >= -TOLERANCE,
        Relation::Equal => excess.abs() <= TOLERANCE,
    }
}
