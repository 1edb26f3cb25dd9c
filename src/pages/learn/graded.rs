//! Grade of a move, with its reasons.

use crate::analysis::{Effort, JudgedMove, MoveGrade, grade as grade_of};
use crate::game::{Move, Position};
use crate::pages::run::Run;
use crate::render::game::analysis::{effect_phrase, loss_phrase, sentences, value_phrase};
use crate::render::game::words::sentence;
use crate::web::{Serde, TemplateError, Templates, context};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// Number of moves in the table below a grade.
const TABLE_LENGTH: usize = 8;

/// Grade as HTML.
pub(super) fn html(
    templates: &Templates,
    position: &Position,
    move_grade: &MoveGrade,
) -> Result<String, TemplateError> {
    let row = |candidate| table_row(position, candidate);
    let others = move_grade.judgement.moves.iter().take(TABLE_LENGTH);
    let grade = move_grade.grade.name().to_lowercase();
    let view = context! {
        grade => sentence(&grade),
        class => grade,
        gives_away => sentence(&loss_phrase(move_grade)),
        is_best => move_grade.chosen.taken == move_grade.best.taken,
        moves => Serde([row(&move_grade.chosen), row(&move_grade.best)]),
        feedback => Serde(sentences(move_grade).collect_vec()),
        others => Serde(others.map(row).collect_vec()),
    };
    templates.render("pages/learn/graded.html", &view)
}

/// Name, effect and worth of a move.
fn table_row(position: &Position, candidate: &JudgedMove) -> (String, String, String) {
    let effect = effect_phrase(position, candidate.taken);
    (candidate.taken.to_string(), effect, value_phrase(candidate))
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

/// Grades a move, and sends the event `graded`.
pub(super) fn grade(
    run: &Run,
    templates: &Templates,
    position: &Position,
    move_: Move,
    effort: Effort,
) {
    let move_grade = match grade_of(position, move_, &effort.settings(), run.control()) {
        Ok(move_grade) => move_grade,
        Err(error) => return run.fail(&error.to_string()),
    };
    match html(templates, position, &move_grade) {
        Ok(html) => run.tell(
            "graded",
            &GradedMove {
                taken: move_.to_string(),
                grade: move_grade.grade.name(),
                delta: move_grade.loss.points,
                loss: move_grade.loss.win,
                best: move_grade.best.taken.to_string(),
                said: format!(
                    "{}: {}.",
                    sentence(&move_grade.grade.name().to_lowercase()),
                    loss_phrase(&move_grade)
                ),
                html,
            },
        ),
        Err(error) => run.fail(&error.to_string()),
    }
}
