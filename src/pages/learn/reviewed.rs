//! The review of a game, told move by move. [`summed_up`](super::summed_up) says what the grades say together.

use super::graded::html;
use crate::analysis::{Effort, review_moves};
use crate::pages::fields::{Fields, wrong};
use crate::pages::refusal::Refusal;
use crate::pages::run::Run;
use crate::pages::table::{Game, words_of};
use crate::render::game::analysis::{does, gives_away};
use crate::web::Templates;
use schemars::JsonSchema;
use serde::Serialize;

/// The effort that the fields name.
pub(super) fn effort(fields: &Fields) -> Result<Effort, Refusal> {
    let Some(name) = fields.one("effort") else {
        return Ok(Effort::Quick);
    };
    let found = Effort::ALL.into_iter().find(|effort| effort.name() == name);
    found.ok_or_else(|| Refusal::wrong("effort can be quick, normal or deep."))
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

/// Share of the moves that one run grades: several runs, each on a core of its own, share a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// From 0.
    index: usize,
    of: usize,
}

impl Share {
    /// The share that the fields name, such as `1/2`: all moves where they name none.
    pub(super) fn read(fields: &Fields) -> Result<Self, Refusal> {
        let Some(text) = fields.one("share") else {
            return Ok(Self { index: 0, of: 1 });
        };
        let share = text.split_once('/').and_then(|(number, of)| {
            let (number, of): (usize, usize) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then(|| Self {
                index: number - 1,
                of,
            })
        });
        share.ok_or_else(|| wrong("share", text))
    }

    /// The moves of the share, with their numbers in the game.
    fn of<T>(self, moves: impl Iterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
        let numbered = (1..).zip(moves);
        numbered.skip(self.index).step_by(self.of)
    }
}

/// Grades moves of a game one after the other, and tells each, `reviewed`.
pub(super) fn review(run: &Run, templates: &Templates, game: &Game, effort: Effort, share: Share) {
    let of = game.moves().count();
    let moves = game.moves().map(|(before, taken)| (*before, taken));
    let (numbers, played): (Vec<usize>, Vec<_>) = share.of(moves).unzip();
    let mut numbers = numbers.into_iter();
    let settings = effort.settings();
    review_moves(
        played,
        *game.end(),
        &settings,
        1,
        run.control(),
        |reviewed| {
            let graded = &reviewed.graded;
            let html = match html(templates, &reviewed.position, graded) {
                Ok(html) => html,
                Err(fault) => return run.fail(&fault.to_string()),
            };
            run.tell(
                "reviewed",
                &ReviewedMove {
                    number: numbers.next().unwrap_or_default(),
                    of,
                    round: reviewed.round,
                    player: reviewed.player + 1,
                    taken: graded.chosen.taken.to_string(),
                    words: words_of(&reviewed.position, graded.chosen.taken, &game.names()),
                    grade: graded.grade.name(),
                    delta: graded.loss.points,
                    loss: graded.loss.win,
                    win: graded.chosen.win,
                    best: graded.best.taken.to_string(),
                    better: does(&reviewed.position, graded.best.taken),
                    said: gives_away(graded),
                    html,
                },
            );
        },
    );
}
