//! The grade of a move, with its why.

use crate::analysis::{Effort, JudgedMove, MoveGrade, grade as graded};
use crate::game::{Move, Position};
use crate::pages::run::Run;
use crate::render::game::analysis::{does, gives_away, sentences, worth};
use crate::render::game::words::sentence;
use crate::web::{TemplateError, Templates};
use schemars::JsonSchema;
use serde::Serialize;

/// Moves of the table below a grade.
const SHOWN: usize = 8;

/// A grade: `graded.html` writes it.
#[derive(Debug, Serialize)]
struct GradeView {
    /// The class of the style sheet, and the word.
    class: String,
    grade: String,
    gives_away: String,
    is_best: bool,
    /// Name, effect and worth of the chosen move, then of the best.
    moves: [(String, String, String); 2],
    feedback: Vec<String>,
    others: Vec<(String, String, String)>,
}

/// A grade as HTML.
pub(super) fn html(
    templates: &Templates,
    position: &Position,
    graded: &MoveGrade,
) -> Result<String, TemplateError> {
    let row = |judged| one(position, judged);
    let others = graded.judgement.moves.iter().take(SHOWN);
    let grade = graded.grade.name().to_lowercase();
    let view = GradeView {
        grade: sentence(&grade),
        class: grade,
        gives_away: sentence(&gives_away(graded)),
        is_best: graded.chosen.taken == graded.best.taken,
        moves: [row(&graded.chosen), row(&graded.best)],
        feedback: sentences(graded).collect(),
        others: others.map(row).collect(),
    };
    templates.render("pages/learn/graded.html", &view)
}

fn one(position: &Position, judged: &JudgedMove) -> (String, String, String) {
    let effect = does(position, judged.taken);
    (judged.taken.to_string(), effect, worth(judged))
}

/// A move with its grade.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct GradedMove {
    #[serde(rename = "move")]
    taken: String,
    grade: &'static str,
    /// The loss in points.
    delta: f64,
    /// The loss in the probability to win.
    loss: f64,
    best: String,
    said: String,
    html: String,
}

/// Grades a move: `graded`.
pub(super) fn grade(
    run: &Run,
    templates: &Templates,
    position: &Position,
    taken: Move,
    effort: Effort,
) {
    let graded = match graded(position, taken, &effort.settings(), run.control()) {
        Ok(graded) => graded,
        Err(error) => return run.fail(&error.to_string()),
    };
    match html(templates, position, &graded) {
        Ok(html) => run.tell(
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
                html,
            },
        ),
        Err(error) => run.fail(&error.to_string()),
    }
}
