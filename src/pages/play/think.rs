//! Long work: the move of a player, and a hint.

use super::{Match, Seat};
use crate::analysis::{Certainty, Effort, judge};
use crate::pages::request::Site;
use crate::pages::run::Run;
use crate::pages::table::{self, Game};
use crate::players::SearchReport;
use crate::render::game::{analysis, words};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// Pause between two reports.
const REPORT_PAUSE: Duration = Duration::from_millis(150);

/// How far a player has thought.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct Thinking {
    depth: u32,
    nodes: u64,
}

/// A move that is good, and why.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct Hint {
    #[serde(rename = "move")]
    taken: String,
    /// The move.
    said: String,
    /// The move and why.
    words: String,
    /// The mover's probability to win after it.
    win: f64,
}

/// Plays a move for the player to move. The events are `thought`, any number of times, and `played`, with the game after it.
pub(super) fn play(run: &Run, mut game: Match, site: &Site) {
    let position = *game.game.end();
    let Seat::Player(contestant) = &game.seats[position.mover()] else {
        return;
    };
    let reporter = run.reporter(REPORT_PAUSE);
    let on_report = |SearchReport { depth, nodes, .. }| {
        reporter.report("thought", &Thinking { depth, nodes });
    };
    let mut rng = game.game.rng();
    let limits = Seat::limits(contestant);
    let move_ = contestant.think(&position, &mut rng, &limits, run.control(), &on_report);
    if contestant.fault().is_some() {
        // The fault has a command of the host of the pages, so it stays out of the message.
        let name = game.names().of(position.mover());
        return run.fail(&format!("{name} gives no move that could be played."));
    }
    let words = table::move_sentence(&position, move_, &game.names());
    match game.game.play(move_) {
        Ok(()) => match game.view(Some(words), site) {
            Ok(view) => run.tell("played", &view),
            Err(fault) => run.fail(&fault.to_string()),
        },
        Err(error) => run.fail(&error.to_string()),
    }
}

/// Sends the best move by the judge, with the reason, as the event `hint`.
pub(super) fn hint(run: &Run, game: &Game) {
    let position = game.end();
    let judgement = judge(
        position,
        &Effort::Quick.settings(),
        &[],
        run.control(),
        |_| (),
    );
    let best = judgement.best();
    let phrase = analysis::effect_phrase(position, best.taken);
    let (win, points) = (analysis::percent(best.win), words::decimal(best.points));
    let reason = match best.certainty {
        Certainty::Proven => {
            format!(
                "No move is better, which is proven: the difference at the end is {points} points."
            )
        }
        _ => format!(
            "After it, your chance to win is about {win}, and the expected difference at the end {points} points."
        ),
    };
    run.tell(
        "hint",
        &Hint {
            taken: best.taken.to_string(),
            said: format!("Hint: take {phrase}."),
            words: format!("Hint: take {phrase}. {reason}"),
            win: best.win,
        },
    );
}
