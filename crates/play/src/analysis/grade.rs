//! The grades of moves.

use super::judge::{Certainty, JudgeSettings, JudgedMove, Judgement, judge};
use super::reasons::{Reason, reasons};
use azulejo_control::Control;
use azulejo_rules::{IllegalMove, Move, Position};
use serde::{Deserialize, Serialize};

/// The grade of a move by its loss against the best move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Mark")
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Grade {
    /// No loss, up to rounding.
    Best,
    /// A small loss.
    Good,
    /// A noticeable loss.
    Inaccuracy,
    /// A large loss.
    Mistake,
    /// A loss that decides games. Shallow certainty does not suffice for this grade.
    Blunder,
}

impl Grade {
    /// Every grade, the best first.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The largest loss of each grade but the last: probability to win, and points where they are proven.
    pub const THRESHOLDS: [(Self, f64, f64); 4] = [
        (Self::Best, 0.005, 0.0),
        (Self::Good, 0.02, 1.0),
        (Self::Inaccuracy, 0.05, 4.0),
        (Self::Mistake, 0.12, f64::INFINITY),
    ];

    /// The grade of a loss with a certainty. Proven points count, so that a game which is won or lost anyway still
    /// shows losses; but points alone are no blunder.
    pub fn of(loss: Loss, certainty: Certainty) -> Self {
        let grade_by = |limit: fn(&(Self, f64, f64)) -> f64, amount: f64| {
            let grade = Self::THRESHOLDS
                .iter()
                .find(|threshold| amount <= limit(threshold) + 1e-9);
            grade.map_or(Self::Blunder, |threshold| threshold.0)
        };
        let by_win = grade_by(|threshold| threshold.1, loss.win);
        match certainty {
            Certainty::Proven => by_win.max(grade_by(|threshold| threshold.2, loss.points)),
            Certainty::Deep => by_win,
            Certainty::Shallow => by_win.min(Self::Mistake),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "BEST",
            Self::Good => "GOOD",
            Self::Inaccuracy => "INACCURACY",
            Self::Mistake => "MISTAKE",
            Self::Blunder => "BLUNDER",
        }
    }
}

/// The loss of a move against the best move.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Lost")
)]
pub struct Loss {
    /// The loss of the probability to win, from 0 to 1.
    pub win: f64,
    /// The loss of the expected final lead, in points. It is below 0 where the best move wins more often by fewer
    /// points.
    pub points: f64,
}

impl Loss {
    pub(super) fn between(best: &JudgedMove, chosen: &JudgedMove) -> Self {
        Self {
            win: (best.win - chosen.win).max(0.0),
            points: best.points - chosen.points,
        }
    }
}

/// The grade of a move with its judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveGrade {
    /// The judged best move.
    pub best: JudgedMove,
    /// The graded move.
    pub chosen: JudgedMove,
    /// The loss of the graded move.
    pub loss: Loss,
    /// The certainty of the loss: the lesser certainty of both moves.
    pub certainty: Certainty,
    /// The grade of the loss.
    pub grade: Grade,
    /// The differences between the two moves; their points sum up to the loss.
    pub reasons: Vec<Reason>,
    /// The judgement of the position.
    pub judgement: Judgement,
}

/// Judges a position and grades a move of the mover.
///
/// # Errors
/// When the move is illegal.
pub fn grade(
    position: &Position,
    taken: Move,
    settings: &JudgeSettings,
    control: &Control,
) -> Result<MoveGrade, IllegalMove> {
    position.check(taken)?;
    let judgement = judge(position, settings, &[taken], control, |_| ());
    Ok(graded(position, taken, judgement))
}

/// The grade of a judged move.
///
/// # Panics
/// When the judgement does not have the move.
pub fn graded(position: &Position, taken: Move, judgement: Judgement) -> MoveGrade {
    let chosen = judgement
        .of(taken)
        .expect("a required move is judged")
        .clone();
    let mut best = judgement.best().clone();
    let loss = Loss::between(&best, &chosen);
    if best.taken == taken || loss.win <= 0.0 && loss.points <= 0.0 {
        best = chosen.clone();
    }
    let loss = Loss::between(&best, &chosen);
    let certainty = best.certainty.min(chosen.certainty);
    MoveGrade {
        grade: Grade::of(loss, certainty),
        reasons: reasons(position, &best, &chosen),
        loss,
        certainty,
        best,
        chosen,
        judgement,
    }
}
