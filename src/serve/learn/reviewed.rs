//! The review of a game, told move by move.

use super::graded::html;
use crate::analysis::{Effort, Grade, review_moves};
use crate::render::game::analysis::gives_away;
use crate::render::game::review_plot;
use crate::serve::refusal::Refusal;
use crate::serve::runs::Run;
use crate::serve::table::{Fields, Game, words_of};
use serde_json::json;

/// The effort that the fields name.
pub(super) fn effort(fields: &Fields) -> Result<Effort, Refusal> {
    let Some(name) = fields.one("effort") else {
        return Ok(Effort::Quick);
    };
    let found = Effort::ALL.into_iter().find(|effort| effort.name() == name);
    found.ok_or_else(|| Refusal::wrong("effort can be quick, normal or deep."))
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
                &json!({
                    "number": reviewed.number,
                    "of": of,
                    "round": reviewed.round,
                    "player": reviewed.player + 1,
                    "move": graded.chosen.taken.to_string(),
                    "words": words_of(&reviewed.position, graded.chosen.taken),
                    "grade": graded.grade.name(),
                    "delta": graded.loss.points,
                    "loss": graded.loss.win,
                    "win": graded.chosen.win,
                    "best": graded.best.taken.to_string(),
                    "said": gives_away(graded),
                    "html": html(&reviewed.position, graded),
                }),
            );
        },
    );
    let players = (0..review.end.players().count()).map(|player| {
        let grades = Grade::ALL.map(|grade| review.count(player, grade));
        json!({
            "given_away": review.given_away(player),
            "accuracy": review.accuracy(player),
            "grades": grades,
        })
    });
    run.tell(
        "plot",
        &json!({
            "svg": review_plot::svg(&review),
            "whole": review.is_whole(),
            "graded": review.moves.len(),
            "of": of,
            "players": players.collect::<Vec<_>>(),
            "worst": review.costliest().iter().map(|it| it.number).collect::<Vec<_>>(),
        }),
    );
}
