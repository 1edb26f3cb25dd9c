//! For programs.

use super::{Entry, Relaxed, Tried, TriedRow, entries};
use crate::formulation::Program;
use crate::instance::Instance;
use crate::milp::Relaxation;
use crate::schema::{SCHEMA, pretty};
use crate::solve::Validity;
use serde::Serialize;

#[derive(Serialize)]
struct Json<'a> {
    schema: u32,
    instance: &'a Instance,
    method: &'static str,
    without: Vec<&'static str>,
    status: &'static str,
    bound: Option<f64>,
    optimum: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<TriedJson<'a>>,
    /// Those that are not 0.
    columns: Vec<Entry<'a>>,
    stats: Figures,
}

/// What was changed, and the bound before that.
#[derive(Serialize)]
struct TriedJson<'a> {
    bound_before: Option<f64>,
    left_out: &'a [String],
    rows: Vec<RowJson<'a>>,
}

#[derive(Serialize)]
struct RowJson<'a> {
    row: &'a str,
    /// Null where it is not known.
    valid: Option<bool>,
    /// By how much a valid row could be tighter.
    slack: Option<u64>,
    /// An order that the row cuts off, its score, and by how much it breaks the row.
    order: Option<Vec<usize>>,
    score: Option<u32>,
    broken_by: Option<u64>,
}

fn tried<'a>(tried: &'a Tried<'a>) -> TriedJson<'a> {
    let row = |row: &'a TriedRow<'a>| {
        let (valid, slack, order, broken_by) = match &row.validity {
            Validity::Valid { slack } => (Some(true), *slack, None, None),
            Validity::CutsOff { order, by } => {
                (Some(false), None, Some(order.numbers()), Some(*by))
            }
            Validity::NoOrder => (Some(true), None, None, None),
            Validity::Unknown => (None, None, None, None),
        };
        RowJson {
            row: row.text,
            valid,
            slack,
            order,
            score: row.score,
            broken_by,
        }
    };
    TriedJson {
        bound_before: match tried.before {
            Relaxation::Solved { bound, .. } => Some(bound),
            Relaxation::Infeasible | Relaxation::Stopped => None,
        },
        left_out: tried.left_out,
        rows: tried.rows.iter().map(row).collect(),
    }
}

#[derive(Serialize)]
struct Figures {
    columns: Option<usize>,
    rows: Option<usize>,
    nonzeros: Option<usize>,
    iterations: Option<u64>,
    seconds: f64,
}

/// For programs: every column that is not 0, with plain numbers.
pub fn json(relaxed: &Relaxed<'_>) -> String {
    let program = relaxed.program;
    let (status, bound, iterations, columns) = match relaxed.relaxation {
        Relaxation::Solved {
            bound,
            values,
            iterations,
        } => {
            let entries = entries(relaxed, values).into_iter();
            let columns = entries.flat_map(|(_, entries)| entries).collect();
            ("optimal", Some(*bound), Some(*iterations), columns)
        }
        Relaxation::Infeasible => ("infeasible", None, None, Vec::new()),
        Relaxation::Stopped => ("unknown", None, None, Vec::new()),
    };
    pretty(&Json {
        schema: SCHEMA,
        instance: relaxed.instance,
        method: relaxed.kind.name(),
        without: relaxed.without.iter().map(|family| family.name()).collect(),
        status,
        bound,
        optimum: relaxed.optimum,
        tried: relaxed.tried.map(tried),
        columns,
        stats: Figures {
            columns: program.map(|program| program.columns().len()),
            rows: program.map(|program| program.rows().len()),
            nonzeros: program.map(Program::nonzeros),
            iterations,
            seconds: relaxed.seconds,
        },
    })
}
