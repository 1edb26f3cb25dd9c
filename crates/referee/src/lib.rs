//! The referee of azulejo: it scores orders, tests constraints by their meaning, and counts the pieces of certificates.
//!
//! The referee takes nothing from the solver: no type, no table, no formula. It reads an instance as the JSON that a
//! person writes, and holds the wall as a table of truth values. So a fault of the solver cannot be a fault of the
//! referee. The referee uses no floating point, and no search.
//!
//! ```
//! use azulejo_check::{Statement, verify};
//! let statement = Statement::from_json(
//!     r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize",
//!         "constraints": [{"type": "place-at", "cell": [2, 2], "turn": 1}]}"#,
//! )?;
//! let report = verify(&statement, &[5, 7, 3, 4, 2, 1, 6, 8, 9]);
//! assert_eq!(report.score, 33); // case study, table 2
//! assert!(report.faults.is_empty());
//! # Ok::<(), azulejo_check::Refusal>(())
//! ```

mod closed;
mod fields;
mod grid;
mod object;
mod proof;
mod refusal;
mod row;
mod statement;
mod verify;
mod wall;

pub use closed::{ClosedBound, Flaw, LastCell, Line, Lines};
pub use fields::{Colours, Fields};
pub use grid::Tile;
pub use proof::{
    Axis, Certificate, Claim, Column, Conclusion, Conflict, LARGEST_SWEEP, Linear, MOST_BONUS,
    MOST_CELLS, MOST_COVERINGS, MOST_DENSE, Node, Program, Proof, ProofLine, Row, check,
};
pub use refusal::Refusal;
pub use row::{Row as StatedRow, RowValue, row_values};
pub use statement::{Bonus, Constraint, Sense, Statement, Turns};
pub use verify::{Fault, Report, verify};
pub use wall::Wall;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
