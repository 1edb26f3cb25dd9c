//! The review of a game, told move by move.

use super::graded::html;
use crate::analysis::{Effort, Grade, review_moves};
use crate::pages::fields::Fields;
use crate::pages::refusal::Refusal;
use crate::pages::run::Run;
use crate::pages::table::{Game, words_of};
use crate::render::game::analysis::gives_away;
use crate::render::game::review_plot;
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
    loss: f64,
    /// The probability to win after it.
    win: f64,
    best: String,
    said: String,
    html: String,
}

/// What a player has given away, and his moves of each grade.
#[derive(Debug, Serialize)]
struct Played {
    given_away: f64,
    accuracy: Option<f64>,
    grades: [usize; Grade::ALL.len()],
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
        &effort.settings(),
        1,
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
                    delta: graded.loss.points,
                    loss: graded.loss.win,
                    win: graded.chosen.win,
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
            accuracy: review.accuracy(player),
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
            worst: review.costliest().iter().map(|it| it.number).collect(),
        },
    );
}
