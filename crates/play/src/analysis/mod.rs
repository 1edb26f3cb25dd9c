//! What was good about a move and what was not: values, grades, reasons, reviews of games, puzzles.
//!
//! [`judge()`] is the one judge: the search of the player `azulejo`, with exact values wherever the game ends with the round
//! and a proof is within reach. It says of several moves what each is worth: the probability to win and the expected final
//! difference ([`JudgedMove`]), and how certain that is ([`Certainty`]). [`grade()`] says what a move gives away, and why
//! ([`Reason`]); [`review()`] does so for every move of a game. [`Puzzle`]s are positions in which one move alone is best.
//!
//! [`rollouts`] has another judge, as a published source describes it.

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
pub use grade::{Grade, Graded, Loss, grade, graded};
pub use judge::{Certainty, Effort, JudgeSettings, JudgedMove, Judgement, judge, proven};
pub use puzzle::{InvalidPuzzle, Puzzle, Theme};
pub use reasons::Reason;
pub use review::{Review, Reviewed, played_moves, review, review_moves};
pub use side::Side;
pub use summary::{GradedMove, Summary, TurningPoint};
