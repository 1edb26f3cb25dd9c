//! The grade of a move, with its why.

use crate::analysis::{Effort, Graded, JudgedMove, grade as graded};
use crate::game::{Move, Position};
use crate::pages::run::Run;
use crate::render::game::analysis::{does, gives_away, sentences, worth};
use crate::render::game::words::sentence;
use askama::Template;
use serde::Serialize;

/// Moves of the table below a grade.
const SHOWN: usize = 8;

#[derive(Template)]
#[template(path = "pages/learn/graded.html")]
struct Shown {
    grade: &'static str,
    gives_away: String,
    is_best: bool,
    /// What the move is, what it does and what it is worth: the chosen one, then the best.
    moves: [(String, String, String); 2],
    feedback: Vec<String>,
    others: Vec<(String, String, String)>,
}

/// A grade as HTML.
pub(super) fn html(position: &Position, graded: &Graded) -> String {
    let row = |judged| one(position, judged);
    let others = graded.judgement.moves.iter().take(SHOWN);
    let shown = Shown {
        grade: graded.grade.name(),
        gives_away: sentence(&gives_away(graded)),
        is_best: graded.chosen.taken == graded.best.taken,
        moves: [row(&graded.chosen), row(&graded.best)],
        feedback: sentences(graded).collect(),
        others: others.map(row).collect(),
    };
    shown.render().unwrap_or_default()
}

fn one(position: &Position, judged: &JudgedMove) -> (String, String, String) {
    let told = does(position, judged.taken);
    (judged.taken.to_string(), told, worth(judged))
}

/// A move with its grade.
#[derive(Debug, Serialize)]
struct GradedMove {
    #[serde(rename = "move")]
    taken: String,
    grade: &'static str,
    /// What it gives away: points.
    delta: f64,
    /// What it gives away: probability to win.
    loss: f64,
    best: String,
    said: String,
    html: String,
}

/// Grades a move: `graded`.
pub(super) fn grade(run: &Run, position: &Position, taken: Move, effort: Effort) {
    match graded(position, taken, &effort.settings(), run.control()) {
        Ok(graded) => run.tell(
            "graded",
            &GradedMove {
                taken: taken.to_string(),
                grade: graded.grade.name(),
                delta: graded.loss.points,
                loss: graded.loss.win,
                best: graded.best.taken.to_string(),
                said: format!(
                    "{}: {}.",
                    sentence(&graded.grade.name().to_lowercase()),
                    gives_away(&graded)
                ),
                html: html(position, &graded),
            },
        ),
        Err(error) => run.fail(&error.to_string()),
    }
}
