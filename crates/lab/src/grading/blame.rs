//! Diagnosis of a wrong linear model: a row that is too strong, or a missing row.

use super::Reading;
use super::variables::Keys;
use azulejo_control::Control;
use azulejo_solver::formulation::{Families, Kind, Program, Relation, Row};
use azulejo_solver::instance::Instance;
use azulejo_solver::milp::{FileRow, FileSolution, MilpError, ModelFile};
use azulejo_solver::order::Order;
use azulejo_solver::problem::Problem;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// The greatest number of rows of a model in which a row that is too strong is sought.
const MOST_ROWS: usize = 1000;

/// The first row without which the model has a solution with these values of its columns; none where no single row is to
/// blame, or the time ends first.
pub(super) fn too_strong(
    file: &ModelFile,
    fixed: &[(usize, f64)],
    control: &Control,
) -> Result<Option<String>, MilpError> {
    let names = file.row_names();
    if names.len() > MOST_ROWS {
        return Ok(None);
    }
    for (row, name) in names.iter().enumerate() {
        match file.any_without(row, fixed, control)? {
            FileSolution::Optimal { .. } => return Ok(Some(name.clone())),
            FileSolution::Infeasible => {}
            FileSolution::Unbounded | FileSolution::Stopped => return Ok(None),
        }
    }
    Ok(None)
}

/// The rows of the library's program of a wall, as far as a model has columns of the same names.
pub(super) struct Library {
    /// Each row with its name and its text.
    rows: Vec<(String, FileRow)>,
}

impl Library {
    pub(super) fn new(names: &[String], reading: Reading, instance: &Instance) -> Self {
        let kind = match reading {
            Reading::Positions => Some(Kind::CaseStudy),
            Reading::Pairs => Some(Kind::Ordering),
            Reading::Turns => None,
        };
        let problem = Problem::from(instance);
        let formulation = kind.and_then(|kind| kind.formulate(&problem, &Families::new()).ok());
        let columns = names.iter().enumerate();
        let columns: FxHashMap<String, usize> = columns
            .map(|(index, name)| (normalized_name(name), index))
            .collect();
        let rows = formulation.iter().flat_map(|formulation| {
            let program = formulation.program();
            let rows = program.rows().iter();
            let model_rows = rows.filter_map(|row| {
                let text = format!("{}: {}", row.name, program.row_formula(row));
                Some((text, in_columns(program, row, &columns)?))
            });
            model_rows.collect_vec()
        });
        Self {
            rows: rows.collect(),
        }
    }

    /// A row that the solution of a model for an order violates, if all rows of the library bring the score nearer to the truth.
    pub(super) fn missing_of_score(
        &self,
        file: &ModelFile,
        values: &[f64],
        fixed: &[(usize, f64)],
        is_nearer: impl Fn(&FileSolution) -> bool,
        control: &Control,
    ) -> Result<Option<String>, MilpError> {
        let mut rows = self.rows.iter().filter(|_| !values.is_empty());
        let Some((text, _)) = rows.find(|(_, row)| is_violated(row, values)) else {
            return Ok(None);
        };
        let rows = self.rows.iter().map(|(_, row)| row.clone()).collect_vec();
        let solution = file.solve_with(&rows, fixed, control)?;
        Ok(is_nearer(&solution).then(|| text.clone()))
    }

    /// A row that all orders satisfy, and that a solution without an order violates.
    pub(super) fn missing_of_orders(
        &self,
        keys: &Keys,
        values: &[f64],
        orders: &[&Order],
    ) -> Option<String> {
        let assignment = orders.iter().map(|order| keys.values(order));
        let assignment: Vec<FxHashMap<usize, f64>> = assignment
            .map(|values| values.into_iter().collect())
            .collect();
        let is_valid = |row: &FileRow| {
            let mut assignment = assignment.iter();
            assignment.all(|assignment| {
                let terms = row.terms.iter();
                let sum = terms.map(|&(column, factor)| Some(factor * assignment.get(&column)?));
                let sum: Option<f64> = sum.sum();
                sum.is_some_and(|sum| is_within(row, sum))
            })
        };
        let mut violated_rows = self.rows.iter().filter(|(_, row)| is_violated(row, values));
        let row = violated_rows.find(|(_, row)| is_valid(row));
        row.map(|(text, _)| text.clone())
    }
}

/// A row of the library in the columns of a model; none where the model lacks one of them. Where it has o(b,a) alone, o(a,b) is
/// 1 less that.
fn in_columns(program: &Program, row: &Row, columns: &FxHashMap<String, usize>) -> Option<FileRow> {
    let (mut terms, mut right) = (Vec::new(), row.right as f64);
    for (column, factor) in row.expression.terms() {
        let (name, factor) = (
            normalized_name(&program.columns()[column.index()].name),
            factor as f64,
        );
        let own = columns.get(&name).map(|&column| (column, factor));
        let term = own.or_else(|| {
            let (first, then) = name.strip_prefix("o,")?.split_once(',')?;
            let &column = columns.get(&format!("o,{then},{first}"))?;
            right -= factor;
            Some((column, -factor))
        });
        terms.push(term?);
    }
    let sides = match row.relation {
        Relation::AtMost => [f64::NEG_INFINITY, right],
        Relation::AtLeast => [right, f64::INFINITY],
        Relation::Equal => [right, right],
    };
    Some(FileRow { sides, terms })
}

fn is_violated(row: &FileRow, values: &[f64]) -> bool {
    let terms = row.terms.iter();
    let sum = terms.map(|&(column, factor)| factor * values[column]).sum();
    !is_within(row, sum)
}

/// Whether the sum of a row is between its sides, but for what a solver neglects.
fn is_within(row: &FileRow, sum: f64) -> bool {
    let [low, high] = row.sides;
    (low - 1e-3..=high + 1e-3).contains(&sum)
}

/// A name with commas between its parts: `A(1,2)`, `A[1,2]` and `A_1_2_` are `A,1,2`.
fn normalized_name(name: &str) -> String {
    let parts = name.split(|symbol: char| !symbol.is_ascii_alphanumeric());
    parts.filter(|part| !part.is_empty()).join(",")
}
