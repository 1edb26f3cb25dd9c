//! How good a move is.

use super::feedback::{Feedback, feedback};
use crate::players::Limits;
use crate::players::evaluator::{EvaluatedMove, Evaluation, EvaluatorSettings, evaluate};
use azulejo_control::Control;
use azulejo_rules::{IllegalMove, Move, Position};

/// How much a move gives away (source, "Grading Thresholds").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// As good as the best move, as far as rollouts can tell.
    Excellent,
    /// Little.
    Good,
    /// Something.
    Okay,
    /// More.
    Miss,
}

impl Grade {
    /// Every grade, the best first.
    pub const ALL: [Self; 4] = [Self::Excellent, Self::Good, Self::Okay, Self::Miss];

    /// The most that a move of a grade is worth less than the best one.
    pub const THRESHOLDS: [(Self, f64); 3] = [
        (Self::Excellent, 0.25),
        (Self::Good, 1.0),
        (Self::Okay, 2.5),
    ];

    /// The grade of a move that is worth so much less than the best one.
    pub fn of(delta: f64) -> Self {
        let found = Self::THRESHOLDS.iter().find(|(_, most)| delta <= *most);
        found.map_or(Self::Miss, |it| it.0)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Excellent => "EXCELLENT",
            Self::Good => "GOOD",
            Self::Okay => "OKAY",
            Self::Miss => "MISS",
        }
    }
}

/// How moves are judged.
#[derive(Debug, Clone, Copy)]
pub struct GradeSettings {
    /// What is asked of an evaluation.
    pub settings: EvaluatorSettings,
    /// How long one may take.
    pub limits: Limits,
}

/// A move that was graded.
#[derive(Debug, Clone)]
pub struct Graded {
    /// The best move.
    pub best: EvaluatedMove,
    /// The move that was graded.
    pub chosen: EvaluatedMove,
    /// What the best move is worth more, never below 0.
    pub delta: f64,
    /// The grade of that.
    pub grade: Grade,
    /// What differs between the two.
    pub feedback: Vec<Feedback>,
    /// All moves that were judged.
    pub evaluation: Evaluation,
}

/// Grades a move of the mover.
///
/// # Errors
/// When the move is illegal.
pub fn grade(
    position: &Position,
    taken: Move,
    judge: &GradeSettings,
    control: &Control,
) -> Result<Graded, IllegalMove> {
    position.check(taken)?;
    let (settings, limits) = (&judge.settings, &judge.limits);
    let evaluation = evaluate(position, settings, limits, &[taken], control);
    let chosen = *evaluation.of(taken).expect("a wanted move is judged");
    let mut best = *evaluation.best();
    if chosen.value() >= best.value() {
        best = chosen;
    }
    let delta = best.value() - chosen.value();
    let takes_token =
        |judged: &EvaluatedMove| judged.taken.source().is_centre() && position.token_in_centre();
    let side = |judged: &EvaluatedMove| (judged.features(), takes_token(judged));
    Ok(Graded {
        best,
        chosen,
        delta,
        grade: Grade::of(delta),
        feedback: feedback(side(&best), side(&chosen)),
        evaluation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thresholds_are_the_published_ones() {
        let grades = [0.0, 0.25, 0.26, 1.0, 1.01, 2.5, 2.51].map(Grade::of);
        let [excellent, good, okay, miss] = Grade::ALL;
        assert_eq!(grades, [excellent, excellent, good, good, okay, okay, miss]);
        // The worked example of the source: +0.8 is the best, +0.5 is graded, then −3.5.
        assert_eq!((Grade::of(0.8 - 0.5), Grade::of(0.8 + 3.5)), (good, miss));
    }
}
