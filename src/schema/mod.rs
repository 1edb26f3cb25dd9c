//! What programs read: the JSON of every command, one file a command. Cells are numbers from 1, in turn order; what
//! [`game`] counts, it says.

mod check;
mod compare;
mod conflict;
mod count;
mod explain;
pub mod game;
#[cfg(feature = "highs")]
mod grading;
mod map;
mod orders;
mod proof;
mod reproduce;
mod solve;

pub use check::check;
pub use compare::compare;
pub use count::{all_scores, count};
#[cfg(feature = "highs")]
pub use grading::grading;
pub use map::map;
pub use orders::{Nothing, first_tiles, no_orders, orders};
pub use reproduce::reproduced;
pub use solve::solve;

use crate::harmless::escaped;
use crate::wall::Cell;
use serde::Serialize;

/// The version of every JSON output.
pub(crate) const SCHEMA: u32 = 1;

/// The words of [`Verdict::status`] for a search that was done to the end, and for one that was stopped.
const OPTIMAL: &str = "optimal";
const INFEASIBLE: &str = "infeasible";
const UNKNOWN: &str = "unknown";

pub(crate) fn numbers(order: &[Cell]) -> Vec<usize> {
    order.iter().map(|cell| cell.number()).collect()
}

pub(crate) fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value);
    escaped(&text.expect("these types hold only text, integers and finite floats"))
}
