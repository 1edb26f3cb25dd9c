//! For programs.

use super::{Entry, Relaxed, entries};
use crate::formulation::Program;
use crate::instance::Instance;
use crate::milp::Relaxation;
use crate::schema::{SCHEMA, pretty};
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
    /// Those that are not 0.
    columns: Vec<Entry<'a>>,
    stats: Figures,
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
