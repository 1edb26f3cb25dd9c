//! The judge of "Azul Move Evaluation Algorithm — External Reference": the mean of rollouts, with its thresholds.
//!
//! A [`Grade`] measures the loss of a move for the round, compared with the best one. It comes with [`Feedback`]:
//! sentences on the differences between the two moves, each with its figures. [`review()`] grades every move of a
//! record.

mod feedback;
mod grade;
mod review;

pub use feedback::{Feedback, Subject, feedback};
pub use grade::{Grade, GradeSettings, MoveGrade, grade};
pub use review::{MoveReview, Review, review, review_moves};
