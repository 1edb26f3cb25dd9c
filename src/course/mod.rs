//! The course: sheets of exercises by a seed, with their answers, and how models that students hand in are marked.

mod chance;
mod marking;
mod question;
mod rows;
mod sheet;
pub(crate) mod topic;

pub use marking::{Exercise, Marking, MarkingError, Verdict, as_given_out, given_out};
pub use sheet::{Sheet, SheetError};
pub use topic::{TOPICS, Topic};
