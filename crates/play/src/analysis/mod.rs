//! The analysis of games: values of moves, grades, reasons, reviews, puzzles.
//!
//! [`judge()`] is the judge: the search of the player `azulejo`, with exact values wherever the game ends with the
//! round and a proof is within reach. It judges several moves of a position: the probability to win and the expected
//! final lead ([`JudgedMove`]), with their certainty ([`Certainty`]). [`grade()`] compares a move with the best one,
//! and gives [reasons](Reason); [`review()`] grades every move of a game. [`Puzzle`]s are positions in which one move
//! alone is best.
//!
//! [`rollouts`] has another judge, after a published source.

mod ending;
mod grade;
mod judge;
mod proof;
mod puzzle;
mod reasons;
mod review;
pub mod rollouts;
mod sentences;
mod side;
mod summary;
mod tallies;

pub use crate::players::azulejo::win;
pub use grade::{Grade, Loss, MoveGrade, grade, graded};
pub use judge::{Certainty, Effort, JudgeSettings, JudgedMove, Judgement, judge, proven};
pub use puzzle::{InvalidPuzzle, Puzzle, Theme};
pub use reasons::Reason;
pub use review::{MoveReview, Review, played_moves, review, review_moves};
pub use side::Side;
pub use summary::{GradedMove, Summary, TurningPoint};
