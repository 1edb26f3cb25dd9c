//! The review of a game, told move by move.

use super::graded::html;
use crate::analysis::{Grade, GradeSettings, review_moves};
use crate::pages::fields::Fields;
use crate::pages::refusal::Refusal;
use crate::pages::run::Run;
use crate::pages::table::{Game, words_of};
use crate::players::Limits;
use crate::players::evaluator::{EvaluationBudget, EvaluatorSettings};
use crate::render::game::analysis::gives_away;
use crate::render::game::review_plot;
use serde::Serialize;

/// How much work goes into a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    Quick,
    Fast,
    Medium,
}

impl Effort {
    pub(super) const ALL: [Self; 3] = [Self::Quick, Self::Fast, Self::Medium];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Fast => "fast",
            Self::Medium => "medium",
        }
    }

    pub(super) fn about(self) -> &'static str {
        match self {
            Self::Quick => "quick: a game in seconds",
            Self::Fast => "careful: half a second a move",
            Self::Medium => "thorough: a second or two a move",
        }
    }

    /// The effort that the fields name.
    pub(super) fn read(fields: &Fields) -> Result<Self, Refusal> {
        let Some(name) = fields.one("effort") else {
            return Ok(Self::Quick);
        };
        let found = Self::ALL.into_iter().find(|effort| effort.name() == name);
        found.ok_or_else(|| Refusal::wrong("effort can be quick, fast or medium."))
    }

    pub(super) fn judge(self) -> GradeSettings {
        let settings = EvaluatorSettings::default();
        match self {
            Self::Quick => GradeSettings {
                settings: EvaluatorSettings {
                    exact: 20_000,
                    ..settings
                },
                limits: Limits {
                    nodes: Some(100_000),
                    ..Limits::NONE
                },
            },
            Self::Fast => GradeSettings {
                settings,
                limits: EvaluationBudget::Fast.nodes(),
            },
            Self::Medium => GradeSettings {
                settings,
                limits: EvaluationBudget::Medium.nodes(),
            },
        }
    }
}

/// A move of the game with its grade.
#[derive(Debug, Serialize)]
struct ReviewedMove {
    number: usize,
    of: usize,
    round: u32,
    /// From 1.
    player: usize,
    #[serde(rename = "move")]
    taken: String,
    words: String,
    grade: &'static str,
    delta: f64,
    best: String,
    said: String,
    html: String,
}

/// What a player has given away, and his moves of each grade.
#[derive(Debug, Serialize)]
struct Played {
    given_away: f64,
    grades: [usize; 4],
}

/// What the grades say together.
#[derive(Debug, Serialize)]
struct Plot {
    svg: String,
    /// Whether every move is graded.
    whole: bool,
    graded: usize,
    of: usize,
    players: Vec<Played>,
    /// The numbers of the moves that gave away most.
    worst: Vec<usize>,
}

/// Grades the moves of a game one after the other, and tells each, `reviewed`, and in the end what they say together, `plot`.
pub(super) fn review(run: &Run, game: &Game, effort: Effort) {
    let played: Vec<_> = game
        .moves()
        .map(|(before, taken)| (*before, taken))
        .collect();
    let of = played.len();
    let review = review_moves(
        played,
        *game.end(),
        &effort.judge(),
        run.control(),
        |reviewed| {
            let graded = &reviewed.graded;
            run.tell(
                "reviewed",
                &ReviewedMove {
                    number: reviewed.number,
                    of,
                    round: reviewed.round,
                    player: reviewed.player + 1,
                    taken: graded.chosen.taken.to_string(),
                    words: words_of(&reviewed.position, graded.chosen.taken),
                    grade: graded.grade.name(),
                    delta: graded.delta,
                    best: graded.best.taken.to_string(),
                    said: gives_away(graded),
                    html: html(&reviewed.position, graded),
                },
            );
        },
    );
    let players = (0..review.end.players().count()).map(|player| {
        let grades = Grade::ALL.map(|grade| review.count(player, grade));
        Played {
            given_away: review.given_away(player),
            grades,
        }
    });
    run.tell(
        "plot",
        &Plot {
            svg: review_plot::svg(&review),
            whole: review.is_whole(),
            graded: review.moves.len(),
            of,
            players: players.collect(),
            worst: review.worst().iter().map(|it| it.number).collect(),
        },
    );
}
