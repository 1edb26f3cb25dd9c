//! The review of a game by rollouts: every move graded.

use super::grade::{Grade, GradeSettings, MoveGrade, grade};
use crate::analysis::review::{self, grade_moves, played_moves};
use azulejo_control::Control;
use azulejo_rules::record::{False, Record};
use azulejo_rules::{Move, Position};

/// A move of a game with its grade by rollouts.
pub type MoveReview = review::MoveReview<MoveGrade>;

/// A game with all its moves graded by rollouts.
pub type Review = review::Review<MoveGrade>;

/// The limit of bad moves in a summary.
const WORST: usize = 3;

impl Review {
    /// Whether every move was graded.
    pub fn is_whole(&self) -> bool {
        self.moves.len() == self.of
    }

    /// The number of a player's moves with a grade.
    pub fn count(&self, player: usize, grade: Grade) -> usize {
        let has_grade =
            |review: &&MoveReview| review.player == player && review.graded.grade == grade;
        self.moves.iter().filter(has_grade).count()
    }

    /// The sum of a player's losses, in the unit of the utility.
    pub fn given_away(&self, player: usize) -> f64 {
        let own = self.moves.iter().filter(|review| review.player == player);
        // The sum of no numbers would be −0.
        own.fold(0.0, |sum, review| sum + review.graded.delta)
    }

    /// At most three moves with the largest losses, the worst first, without excellent ones.
    pub fn worst(&self) -> Vec<&MoveReview> {
        let mut bad: Vec<&MoveReview> = self.moves.iter().collect();
        bad.retain(|review| review.graded.grade != Grade::Excellent);
        bad.sort_by(|first, second| second.graded.delta.total_cmp(&first.graded.delta));
        bad.truncate(WORST);
        bad
    }
}

/// Grades the moves of a record in the order of play, until the control stops the review.
///
/// # Errors
/// When the record is false.
pub fn review(record: &Record, judge: &GradeSettings, control: &Control) -> Result<Review, False> {
    let (played, end) = played_moves(record)?;
    Ok(review_moves(played, end, judge, control, |_| ()))
}

/// Grades moves of a game in the order of play, each with the position before it, until the control stops the review.
/// `report` receives each grade. `end` is the position after the moves.
///
/// # Panics
/// When a move is illegal.
pub fn review_moves(
    game_moves: Vec<(Position, Move)>,
    end: Position,
    judge: &GradeSettings,
    control: &Control,
    report: impl FnMut(&MoveReview),
) -> Review {
    let grade =
        |position: &Position, taken| grade(position, taken, judge, control).expect("a legal move");
    grade_moves(game_moves, end, 1, control, grade, report)
}
