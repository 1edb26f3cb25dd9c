//! The thesis's own algorithm on an instance: `cargo maintain every-covering INSTANCE`.
//!
//! Prints the best score and the number of orders that reach it, as JSON. `cargo maintain peers` compares it with other
//! solvers.

#[allow(unreachable_pub, reason = "the benchmarks have it as a library")]
#[path = "../../benches/every_covering/mod.rs"]
mod plain;

use crate::Result;
use crate::statistics::timed;
use azulejo::instance::Instance;
use azulejo::problem::Problem;
use plain::every_covering;
use serde_json::json;
use std::path::Path;

/// The limit of cells: 2^28 coverings take 4 GiB.
const MOST_CELLS: usize = 28;

pub(crate) fn run(path: &Path) -> Result {
    let instance = Instance::from_json(&std::fs::read_to_string(path)?)?;
    let problem = Problem::from(&instance);
    let cells = problem.wall().len();
    if cells > MOST_CELLS {
        let size = bytesize::ByteSize::b(16 << cells.min(58));
        return Err(format!("2^{cells} coverings do not fit: they take {size}").into());
    }
    if !(problem.initial().is_empty()
        && problem.fills_the_wall()
        && problem.bonus_lines().is_empty())
    {
        return Err("initial tiles, a horizon or a bonus are not in the thesis".into());
    }
    let (result, seconds) = timed(|| every_covering(&problem));
    let (score, orders) = result.ok_or("no order keeps the constraints")?;
    let orders = orders.to_string();
    let answer = json!({"score": score, "orders": orders, "seconds": seconds});
    println!("{answer}");
    Ok(())
}
