//! Orders: their points, and their verification against an instance.
//!
//! [`verify`] is the independent check: it shares no code with the solvers. [`Replay`] plays an order turn by turn,
//! [`Breakdown`] sums its points by kind and line, [`LineAccounts`] compares the points of each line with the line's
//! best, and [`Story`] names the costly turns.

mod breakdown;
mod explain;
mod incumbent;
mod replay;
mod solution;
mod story;
mod verify;

pub use crate::problem::Order;
pub use azulejo_check::{Fault, RowValue};
pub use breakdown::Breakdown;
pub use explain::{LineAccount, LineAccounts};
pub use incumbent::{Heuristic, Incumbent, Origin, Watcher};
pub use replay::{Replay, Run, Step, Unplayable};
pub use solution::Solution;
pub use story::{Story, TurnCost};
pub(crate) use verify::statement;
pub use verify::{Report, Violation, points, row_values, verify};
