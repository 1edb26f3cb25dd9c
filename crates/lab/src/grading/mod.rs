//! Grades of models: their answers about the orders of a small wall, against the truth.
//!
//! A model is read as it is written, LP files by a reader of our own, and solved: linear ones by HiGHS, and MiniZinc ones by
//! minizinc. It answers three questions on each wall: its best score; its score of each order, allowed or not; and
//! whether it has a solution that is no order. The truth is that of the verifier and of the methods of `solve`.
//!
//! Without HiGHS there are only the types of the output.

#[cfg(feature = "highs")]
mod best;
#[cfg(feature = "highs")]
mod blame;
mod fault;
#[cfg(feature = "highs")]
mod files;
#[cfg(feature = "highs")]
mod grade;
#[cfg(feature = "highs")]
mod linear;
#[cfg(feature = "highs")]
mod minizinc;
#[cfg(feature = "highs")]
mod others;
#[cfg(feature = "highs")]
mod read;
mod reading;
mod score;
#[cfg(feature = "highs")]
mod tool;
#[cfg(feature = "highs")]
mod variables;

pub use fault::{Fault, FaultKind};
#[cfg(feature = "highs")]
pub use grade::{Grade, GradeError, GradedSense, Language, Model, Objective, Size, grade};
#[cfg(feature = "highs")]
pub use read::Fault as Unreadable;
pub use reading::Reading;
pub use score::{Score, Unbounded};
#[cfg(feature = "highs")]
pub use tool::ToolError;
#[cfg(feature = "highs")]
pub use variables::UnreadError;

#[cfg(feature = "highs")]
use grade::{Answers, ModelAnswer};
