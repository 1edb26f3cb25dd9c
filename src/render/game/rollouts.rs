//! Grades and reviews by rollouts in words.

use super::analysis::{does, result, stopped};
use super::graded::{GradedWords, rows};
use super::words::{decimal, signed};
use crate::analysis::rollouts::{Grade, MoveGrade, Review};
use crate::counted::counted;
use crate::game::Position;
use crate::players::evaluator::EvaluatedMove;

/// The grade of a move, what the best move is, and what differs.
pub fn grade(position: &Position, graded: &MoveGrade) -> String {
    in_words(position, graded).account(position, true)
}

/// A graded move in words.
fn in_words(position: &Position, graded: &MoveGrade) -> GradedWords {
    let (best, chosen) = (&graded.best, &graded.chosen);
    let better = || format!("{} is {:.1} better", best.taken, graded.delta);
    GradedWords {
        grade: (graded.grade.name(), 9),
        loss: gives_away(graded),
        taken: (chosen.taken, worth(chosen)),
        better: (graded.grade != Grade::Excellent).then(better),
        moves: [chosen, best].map(|it| judged(position, it)),
        sentences: graded.feedback.iter().map(|it| it.text.clone()).collect(),
    }
}

/// The loss of a move, in words without an end.
pub(crate) fn gives_away(graded: &MoveGrade) -> String {
    let delta = graded.delta;
    if graded.chosen.taken == graded.best.taken {
        return "the best move".into();
    }
    match graded.chosen.exact {
        Some(_) if delta == 0.0 => "proven to be as good as the best move".into(),
        Some(_) => format!(
            "proven to be worth {} less than the best move",
            counted(delta, "point")
        ),
        None => format!("worth about {delta:.1} less than the best move"),
    }
}

/// A move with what it does and what it is worth.
fn judged(position: &Position, judged: &EvaluatedMove) -> String {
    let does = does(position, judged.taken);
    format!("{}  {}  {does}", judged.taken, worth(judged))
}

/// The value of a move: proven, or a mean with its standard error.
pub(crate) fn worth(judged: &EvaluatedMove) -> String {
    match judged.exact {
        Some(value) => format!("{} (proven)", signed(value)),
        None if judged.error() < 0.05 => decimal(judged.mean()),
        None => format!("{} ± {:.1}", decimal(judged.mean()), judged.error()),
    }
}

/// Every move with its grade, what each player gave away, and the worst moves with the better ones.
pub fn review(review: &Review) -> String {
    let mut text = rows(review, in_words);
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
    for reviewed in review.worst() {
        text += &in_words(&reviewed.position, &reviewed.graded).costly(reviewed);
    }
    text + &stopped(review.moves.len(), review.of)
}
