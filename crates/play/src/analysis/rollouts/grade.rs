//! The grades of moves by rollouts.

use super::feedback::{Feedback, feedback};
use crate::players::Limits;
use crate::players::evaluator::{EvaluatedMove, Evaluation, EvaluatorSettings, evaluate};
use azulejo_control::Control;
use azulejo_rules::{IllegalMove, Move, Position};
use serde::{Deserialize, Serialize};

/// The grade of a move by its loss against the best move (source, "Grading Thresholds").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "RolloutMark")
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Grade {
    /// As good as the best move within the error of rollouts: a loss of at most 0.25.
    Excellent,
    /// A loss of at most 1.
    Good,
    /// A loss of at most 2.5.
    Okay,
    /// A larger loss.
    Miss,
}

impl Grade {
    /// Every grade, the best first.
    pub const ALL: [Self; 4] = [Self::Excellent, Self::Good, Self::Okay, Self::Miss];

    /// The largest loss of each grade but the last, in the unit of the utility.
    pub const THRESHOLDS: [(Self, f64); 3] = [
        (Self::Excellent, 0.25),
        (Self::Good, 1.0),
        (Self::Okay, 2.5),
    ];

    /// The grade of a loss, in the unit of the utility.
    pub fn of(delta: f64) -> Self {
        let entry = Self::THRESHOLDS.iter().find(|(_, most)| delta <= *most);
        entry.map_or(Self::Miss, |threshold| threshold.0)
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

/// The settings of a grade.
#[derive(Debug, Clone, Copy)]
pub struct GradeSettings {
    /// The settings of the evaluation.
    pub settings: EvaluatorSettings,
    /// The limits of the evaluation of a position.
    pub limits: Limits,
}

/// The grade of a move with its evaluation.
#[derive(Debug, Clone)]
pub struct MoveGrade {
    /// The evaluated best move.
    pub best: EvaluatedMove,
    /// The graded move.
    pub chosen: EvaluatedMove,
    /// The loss of the graded move in the unit of the utility, never below 0.
    pub delta: f64,
    /// The grade of the loss.
    pub grade: Grade,
    /// The differences between the two moves, as sentences.
    pub feedback: Vec<Feedback>,
    /// The evaluation of the position.
    pub evaluation: Evaluation,
}

/// Evaluates a position and grades a move of the mover.
///
/// # Errors
/// When the move is illegal.
pub fn grade(
    position: &Position,
    taken: Move,
    judge: &GradeSettings,
    control: &Control,
) -> Result<MoveGrade, IllegalMove> {
    position.check(taken)?;
    let (settings, limits) = (&judge.settings, &judge.limits);
    let evaluation = evaluate(position, settings, limits, &[taken], control);
    let chosen = *evaluation.of(taken).expect("a required move is judged");
    let mut best = *evaluation.best();
    if chosen.value() >= best.value() {
        best = chosen;
    }
    let delta = best.value() - chosen.value();
    let takes_token = |judged_move: &EvaluatedMove| {
        judged_move.taken.source().is_centre() && position.token_in_centre()
    };
    let means = |judged_move: &EvaluatedMove| (judged_move.features(), takes_token(judged_move));
    Ok(MoveGrade {
        best,
        chosen,
        delta,
        grade: Grade::of(delta),
        feedback: feedback(means(&best), means(&chosen)),
        evaluation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_equal_the_published_thresholds() {
        let grades = [0.0, 0.25, 0.26, 1.0, 1.01, 2.5, 2.51].map(Grade::of);
        let [excellent, good, okay, miss] = Grade::ALL;
        assert_eq!(grades, [excellent, excellent, good, good, okay, okay, miss]);
        // The worked example of the source: +0.8 is the best, +0.5 is graded, then −3.5.
        assert_eq!((Grade::of(0.8 - 0.5), Grade::of(0.8 + 3.5)), (good, miss));
    }
}
