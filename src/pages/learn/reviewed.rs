//! Review of a game, move by move. [`summed_up`](super::summed_up) has the summary of the grades.

use super::graded::html;
use crate::analysis::{Effort, review_moves};
use crate::pages::fields::{Fields, invalid_value};
use crate::pages::refusal::Refusal;
use crate::pages::run::Run;
use crate::pages::table::{Game, move_sentence};
use crate::render::game::analysis::{effect_phrase, loss_phrase};
use crate::web::Templates;
use schemars::JsonSchema;
use serde::Serialize;

/// Effort of the fields.
pub(super) fn effort(fields: &Fields) -> Result<Effort, Refusal> {
    let Some(name) = fields.text("effort") else {
        return Ok(Effort::Quick);
    };
    let effort = Effort::ALL.into_iter().find(|effort| effort.name() == name);
    effort.ok_or_else(|| Refusal::wrong("effort can be quick, normal or deep."))
}

/// A move of the game with its grade.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct ReviewedMove {
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
    loss: f64,
    /// The probability to win after it.
    win: f64,
    best: String,
    /// The best move in words.
    better: String,
    said: String,
    html: String,
}

/// Share of one run in a review: several runs, each on a core of its own, grade the moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// Index of the share, from 0.
    index: usize,
    of: usize,
}

impl Share {
    /// Share of the fields, such as `1/2`; all moves without such a field.
    pub(super) fn read(fields: &Fields) -> Result<Self, Refusal> {
        let Some(text) = fields.text("share") else {
            return Ok(Self { index: 0, of: 1 });
        };
        let share = text.split_once('/').and_then(|(number, of)| {
            let (number, of): (usize, usize) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then(|| Self {
                index: number - 1,
                of,
            })
        });
        share.ok_or_else(|| invalid_value("share", text))
    }

    /// Moves of the share, with their numbers in the game.
    fn select<T>(self, moves: impl Iterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
        let numbered = (1..).zip(moves);
        numbered.skip(self.index).step_by(self.of)
    }
}

/// Grades moves of a game one after the other, and sends an event `reviewed` for each.
pub(super) fn review(run: &Run, templates: &Templates, game: &Game, effort: Effort, share: Share) {
    let of = game.moves().count();
    let moves = game.moves().map(|(before, move_)| (*before, move_));
    let (numbers, moves): (Vec<usize>, Vec<_>) = share.select(moves).unzip();
    let mut numbers = numbers.into_iter();
    let settings = effort.settings();
    review_moves(moves, *game.end(), &settings, 1, run.control(), |review| {
        let move_grade = &review.graded;
        let html = match html(templates, &review.position, move_grade) {
            Ok(html) => html,
            Err(fault) => return run.fail(&fault.to_string()),
        };
        run.tell(
            "reviewed",
            &ReviewedMove {
                number: numbers.next().unwrap_or_default(),
                of,
                round: review.round,
                player: review.player + 1,
                taken: move_grade.chosen.taken.to_string(),
                words: move_sentence(&review.position, move_grade.chosen.taken, &game.names()),
                grade: move_grade.grade.name(),
                delta: move_grade.loss.points,
                loss: move_grade.loss.win,
                win: move_grade.chosen.win,
                best: move_grade.best.taken.to_string(),
                better: effect_phrase(&review.position, move_grade.best.taken),
                said: loss_phrase(move_grade),
                html,
            },
        );
    });
}
