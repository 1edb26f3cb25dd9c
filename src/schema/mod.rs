//! What programs read: the JSON of every command, one type and one file a command. Each type is written and read, and has
//! a [schema](documents). Cells are numbers from 1, in turn order; what [`game`] counts, it says.
//!
//! ```
//! use azulejo::{instance::Instance, schema, solve::{Beside, Method, Settings, solve}};
//! let instance = Instance::from_json(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#)?;
//! let answer = solve(&instance, Method::Graph, &Settings::default())?;
//! let text = schema::pretty(&schema::Solve::new(&instance, &answer, &Beside::default(), false));
//! let read: schema::Solve = serde_json::from_str(&text)?;
//! assert_eq!((read.status, read.score), (schema::Status::Optimal, Some(10)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod compare;
mod conflict;
mod count;
mod documents;
mod explain;
pub mod game;
mod grade;
mod history;
mod map;
mod orders;
mod proof;
mod relax;
mod reproduce;
mod solve;
mod stated;
mod stats;
mod tiling;
mod words;
mod write;

pub use check::{ByKind, Check, KindPoints};
pub use compare::{Compare, Compared};
pub use conflict::Conflict;
pub use count::{AllScores, Count, CountStats, Counter, counts};
pub use documents::{Document, documents};
pub use explain::{Accounts, Explained, LineAccount, LineCut};
pub use grade::{Fault, FaultKind, Grade, Graded, Variables};
pub use history::{EquationNumber, History, Layer, Layers, Milp, Moment, Round, Separation};
pub use map::{CellCost, CostStatus, Map};
pub use orders::{Beginning, Orders};
pub use proof::{Bound, Certificate, LastCell, Lines, Proof, ProvenBy};
pub use relax::{Column, Kind, Relax, RelaxStats, RelaxStatus, Tried, TriedRow};
pub use reproduce::{Figure, Reproduce};
pub use solve::{CrossCheck, Price, Solve};
pub use stats::Stats;
pub use tiling::{Corners, Parting, RefutationStep, Sign, Tiling, TreeItem};
pub use words::{Digits, Method, Or, Status, Version, numbers};

use crate::harmless::escaped;
use serde::Serialize;

/// The text of a value, as every command prints it: a field a line, arrays of numbers on one line.
pub fn pretty(value: &impl Serialize) -> String {
    escaped(&write::text(value))
}
