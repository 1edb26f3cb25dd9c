//! Solution files of other solvers: a model file of `formulate`, solved elsewhere, comes back as an order.
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
//! A file of another instance is refused: its values break a row of the program.

mod error;
mod formats;
mod glpk;

pub use error::SolutionFileError;

use crate::formulation::{Family, Formulation, Kind, Reading, Relation, Row};
use crate::instance::{Instance, Sense};
use crate::order::Order;
use crate::problem::Problem;
use crate::render::model_file::{FileFormat, column_names};
use formats::{Entry, Values};
use itertools::Itertools;
use std::collections::{BTreeSet, HashMap, HashSet};

/// How much a value may be off, as solvers write and round them.
const TOLERANCE: f64 = 1e-3;

/// The order in a solution file of a model file that was written for the instance, by any formulation and without any
/// families of cuts. Constraints are not tested: that is the verifier's part.
///
/// # Errors
/// When the text is no solution file of a known solver, holds no solution, or is one of another program.
pub fn order(text: &str, instance: &Instance) -> Result<Order, SolutionFileError> {
    let problem = Problem::from(instance);
    match formats::read(text)? {
        Values::Named(entries) => {
            // The formulations of the case study have these columns, and both have the same ones.
            let of_case_study = entries.iter().any(|entry| entry.name.starts_with("A("));
            let kind = match of_case_study {
                true => Kind::CaseStudy,
                false => Kind::Ordering,
            };
            let files = ModelFiles::new(kind, &problem)?;
            let values = files.values(&entries)?;
            files.read(&values)
        }
        Values::Numbered { values, objective } => order_of_columns(&problem, &values, objective),
    }
}

/// The model files that a formulation is written to, with all families of cuts, without some or without all.
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

    /// The values of the columns by name. A column that is not listed is 0.
    fn values<'a>(
        &self,
        entries: &[Entry<'a>],
    ) -> Result<HashMap<&'a str, f64>, SolutionFileError> {
        let programs = [&self.whole, &self.bare].map(|one| one.program());
        let columns = programs.iter().flat_map(|program| program.columns());
        let columns: HashSet<&str> = columns.map(|column| &*column.name).collect();
        let mut values = HashMap::with_capacity(entries.len());
        for &Entry { line, name, value } in entries {
            let known = columns.contains(name);
            if !known && !is_of_file(name) {
                let name = name.to_owned();
                return Err(SolutionFileError::Name { line, name });
            }
            if known && values.insert(name, value).is_some() {
                let name = name.to_owned();
                return Err(SolutionFileError::Twice { line, name });
            }
        }
        Ok(values)
    }

    /// The value of the objective as a score.
    fn score(&self, values: &HashMap<&str, f64>) -> f64 {
        let program = self.whole.program();
        let terms = program.objective().terms().map(|(column, coefficient)| {
            let name = &*program.columns()[column.index()].name;
            coefficient as f64 * values.get(name).copied().unwrap_or(0.0)
        });
        program.objective().offset() as f64 + terms.sum::<f64>()
    }

    /// The order of these values, which satisfy all rows that each of the files has.
    fn read(&self, values: &HashMap<&str, f64>) -> Result<Order, SolutionFileError> {
        let program = self.whole.program();
        let columns = program.columns().iter();
        let value = |name: &str| values.get(name).copied().unwrap_or(0.0);
        let values: Vec<f64> = columns.clone().map(|column| value(&column.name)).collect();
        let fraction = columns
            .zip(&values)
            .find(|(column, value)| column.integer && (*value - value.round()).abs() > TOLERANCE);
        if let Some((column, &value)) = fraction {
            let name = column.name.clone();
            return Err(SolutionFileError::Fraction { name, value });
        }
        let bare = self.bare.program();
        let rows_of_all: HashSet<String> = bare
            .rows()
            .iter()
            .map(|row| bare.row_formula(row))
            .collect();
        let is_of_all = |row: &&Row| rows_of_all.contains(&program.row_formula(row));
        let mut rows = program.rows().iter().filter(is_of_all);
        if let Some(row) = rows.find(|row| !holds(row, &values)) {
            let row = row.name.clone();
            return Err(SolutionFileError::Row { row });
        }
        let rounded: Vec<i64> = values.iter().map(|value| value.round() as i64).collect();
        match self.whole.read(&rounded) {
            Reading::Order(order) => Ok(order),
            Reading::Cyclic { .. } => Err(SolutionFileError::Cyclic),
        }
    }
}

/// Whether a model file has something of this name beside the columns of the program: a row, the objective, or the
/// column that is 1.
fn is_of_file(name: &str) -> bool {
    let numbered = name.strip_prefix('c').unwrap_or_default();
    numbered.starts_with(|one: char| one.is_ascii_digit())
        || ["score", "one", "c_one"].contains(&name)
}

/// The order of values without names. The model file that they are of is the one whose rows they satisfy, with the value of
/// its objective.
fn order_of_columns(
    problem: &Problem,
    values: &[f64],
    objective: f64,
) -> Result<Order, SolutionFileError> {
    let mut refused = None;
    let mut sizes = BTreeSet::new();
    for kind in [Kind::Ordering, Kind::CaseStudy] {
        // A wall may be too large for one of them.
        let Ok(files) = ModelFiles::new(kind, problem) else {
            continue;
        };
        let programs = [&files.whole, &files.bare];
        let formats = [FileFormat::Lp, FileFormat::Mps];
        for (formulation, format) in programs.into_iter().cartesian_product(formats) {
            let names = column_names(formulation.program(), format);
            sizes.insert(names.len());
            if names.len() == values.len() {
                let values = names.into_iter().zip(values.iter().copied()).collect();
                let score = match (format, problem.sense()) {
                    (FileFormat::Mps, Sense::Maximize) => -objective,
                    _ => objective,
                };
                let is_of_file = (files.score(&values) - score).abs() <= TOLERANCE;
                match files.read(&values) {
                    Ok(order) if is_of_file => return Ok(order),
                    Ok(_) => refused = Some(SolutionFileError::Objective { objective }),
                    Err(error) => refused = Some(error),
                }
            }
        }
    }
    Err(refused.unwrap_or(SolutionFileError::Columns {
        found: values.len(),
        expected: sizes.into_iter().collect(),
    }))
}

fn holds(row: &Row, values: &[f64]) -> bool {
    let terms = row.expression.terms();
    let left: f64 = terms
        .map(|(column, coefficient)| coefficient as f64 * values[column.index()])
        .sum();
    let over = left - row.right as f64;
    match row.relation {
        Relation::AtMost => over <= TOLERANCE,
        Relation::AtLeast => over >= -TOLERANCE,
        Relation::Equal => over.abs() <= TOLERANCE,
    }
}
