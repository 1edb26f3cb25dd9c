//! The judge of "Azul Move Evaluation Algorithm — External Reference": the mean of rollouts, with its thresholds.
//!
//! A [`Grade`] says how much worth a move gives away for this round, compared with the best one. It comes with [`Feedback`]:
//! sentences on what differs between the two, each with the numbers behind it. [`review()`] grades every move of a record.

mod feedback;
mod grade;
mod review;

pub use feedback::{Feedback, Subject, feedback};
pub use grade::{Grade, GradeSettings, Graded, grade};
pub use review::{Review, Reviewed, review, review_moves};
