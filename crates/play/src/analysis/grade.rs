//! How good a move is.

use super::judge::{Certainty, JudgeSettings, JudgedMove, Judgement, judge};
use super::reasons::{Reason, reasons};
use azulejo_control::Control;
use azulejo_rules::{IllegalMove, Move, Position};

/// How much a move gives away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Nothing that counts.
    Best,
    /// Little.
    Good,
    /// Something.
    Inaccuracy,
    /// Much.
    Mistake,
    /// So much that games are lost by it. It needs a certainty that is not shallow.
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

    /// The most that a move of a grade gives away: of the probability to win, and of points that are proven.
    pub const THRESHOLDS: [(Self, f64, f64); 4] = [
        (Self::Best, 0.005, 0.0),
        (Self::Good, 0.02, 1.0),
        (Self::Inaccuracy, 0.05, 4.0),
        (Self::Mistake, 0.12, f64::INFINITY),
    ];

    /// The grade of a loss of so much certainty. Points count where they are proven, so that a game which is won or lost
    /// anyway still shows what was given away; but points alone are no blunder.
    pub fn of(loss: Loss, certainty: Certainty) -> Self {
        let by = |most: fn(&(Self, f64, f64)) -> f64, lost: f64| {
            let found = Self::THRESHOLDS.iter().find(|it| lost <= most(it) + 1e-9);
            found.map_or(Self::Blunder, |it| it.0)
        };
        let by_win = by(|it| it.1, loss.win);
        match certainty {
            Certainty::Proven => by_win.max(by(|it| it.2, loss.points)),
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

/// What the best move has more than another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// Of the probability to win, never below 0.
    pub win: f64,
    /// Of the expected final difference. It can be below 0 where the best move wins more often by fewer points.
    pub points: f64,
}

impl Loss {
    fn between(best: &JudgedMove, chosen: &JudgedMove) -> Self {
        Self {
            win: (best.win - chosen.win).max(0.0),
            points: best.points - chosen.points,
        }
    }
}

/// A move that was graded.
#[derive(Debug, Clone, PartialEq)]
pub struct Graded {
    /// The best move.
    pub best: JudgedMove,
    /// The move that was graded.
    pub chosen: JudgedMove,
    /// What the best one has more.
    pub loss: Loss,
    /// The lesser certainty of both.
    pub certainty: Certainty,
    /// The grade of that.
    pub grade: Grade,
    /// What differs between the two; the points sum up to the loss.
    pub reasons: Vec<Reason>,
    /// All moves that were judged.
    pub judgement: Judgement,
}

/// Grades a move of the mover.
///
/// # Errors
/// When the move is illegal.
pub fn grade(
    position: &Position,
    taken: Move,
    settings: &JudgeSettings,
    control: &Control,
) -> Result<Graded, IllegalMove> {
    position.check(taken)?;
    let judgement = judge(position, settings, &[taken], control, |_| ());
    Ok(graded(position, taken, judgement))
}

/// The grade of a move that was judged.
///
/// # Panics
/// When it was not.
pub fn graded(position: &Position, taken: Move, judgement: Judgement) -> Graded {
    let chosen = judgement
        .of(taken)
        .expect("a wanted move is judged")
        .clone();
    let mut best = judgement.best().clone();
    let loss = Loss::between(&best, &chosen);
    if best.taken == taken || loss.win <= 0.0 && loss.points <= 0.0 {
        best = chosen.clone();
    }
    let loss = Loss::between(&best, &chosen);
    let certainty = best.certainty.min(chosen.certainty);
    Graded {
        grade: Grade::of(loss, certainty),
        reasons: reasons(position, &best, &chosen),
        loss,
        certainty,
        best,
        chosen,
        judgement,
    }
}
