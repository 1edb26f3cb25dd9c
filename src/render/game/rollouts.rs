//! Grades and reviews by rollouts in words.

use super::analysis::{move_line, result, stop_note};
use super::graded::{GradedWords, rows};
use super::words::{decimal, signed};
use crate::analysis::rollouts::{Grade, MoveGrade, Review};
use crate::counted::counted;
use crate::game::Position;
use crate::players::evaluator::EvaluatedMove;

/// Grade of a move, with the best move and the differences.
pub fn grade(position: &Position, grade: &MoveGrade) -> String {
    words(position, grade).account(position, true)
}

/// Words on a graded move.
fn words(position: &Position, grade: &MoveGrade) -> GradedWords {
    let (best, move_) = (&grade.best, &grade.chosen);
    let better = || format!("{} is {:.1} better", best.taken, grade.delta);
    let feedback = grade.feedback.iter();
    GradedWords {
        grade: (grade.grade.name(), 9),
        loss: loss_phrase(grade),
        played: (move_.taken, value_phrase(move_)),
        better: (grade.grade != Grade::Excellent).then(better),
        moves: [move_, best].map(|move_| move_line(position, move_.taken, &value_phrase(move_))),
        sentences: feedback.map(|feedback| feedback.text.clone()).collect(),
    }
}

/// Loss of a move as a phrase.
fn loss_phrase(grade: &MoveGrade) -> String {
    let delta = grade.delta;
    if grade.chosen.taken == grade.best.taken {
        return "the best move".into();
    }
    match grade.chosen.exact {
        Some(_) if delta == 0.0 => "proven to be as good as the best move".into(),
        Some(_) => format!(
            "proven to be worth {} less than the best move",
            counted(delta, "point")
        ),
        None => format!("worth about {delta:.1} less than the best move"),
    }
}

/// Value of a move: proven, or a mean with its standard error.
fn value_phrase(move_: &EvaluatedMove) -> String {
    match move_.exact {
        Some(value) => format!("{} (proven)", signed(value)),
        None if move_.error() < 0.05 => decimal(move_.mean()),
        None => format!("{} ± {:.1}", decimal(move_.mean()), move_.error()),
    }
}

/// Review of a game: every move with its grade, the loss of each player, and the worst moves with better ones.
pub fn review(review: &Review) -> String {
    let mut text = rows(review, words);
    text += &format!("\n{}\n", result(&review.end));
    for player in 0..review.end.players().count() {
        let grades =
            Grade::ALL.map(|grade| format!("{} {}", review.count(player, grade), grade.name()));
        text += &format!(
            "player {} gave away about {:.1} points: {}\n",
            player + 1,
            review.given_away(player),
            grades.join(", ")
        );
    }
    for move_ in review.worst() {
        text += &words(&move_.position, &move_.graded).costly_move(move_);
    }
    text + &stop_note(review.moves.len(), review.of)
}
