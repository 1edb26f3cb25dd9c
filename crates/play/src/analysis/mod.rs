//! What was good about a move and what was not: grades, feedback, reviews of games, puzzles.
//!
//! A [`Grade`] says how much worth a move gives away compared with the best one. It comes with [`Feedback`]: sentences on
//! what differs between the two, each with the numbers behind it. [`review()`] grades every move of a record, and
//! [`puzzle()`] finds positions in which one move alone is best.

mod feedback;
mod grade;
mod puzzle;
mod review;

pub use feedback::{Feedback, Subject, feedback};
pub use grade::{Grade, GradeSettings, Graded, grade};
pub use puzzle::{Puzzle, puzzle};
pub use review::{Review, Reviewed, review, review_moves};
