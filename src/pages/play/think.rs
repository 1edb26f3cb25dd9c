//! What takes time: the move of a player, and a hint.

use super::{Match, Seat};
use crate::analysis::GradeSettings;
use crate::control::Instant;
use crate::pages::run::Run;
use crate::pages::table::{self, Game};
use crate::players::Thought;
use crate::players::evaluator::{EvaluationBudget, EvaluatorSettings, evaluate};
use crate::render::game::words;
use serde::Serialize;
use std::cell::Cell;
use std::time::Duration;

/// Between two reports at least.
const REPORTS: Duration = Duration::from_millis(150);

/// How far a player has thought.
#[derive(Debug, Serialize)]
struct Thinking {
    depth: u32,
    nodes: u64,
}

/// A move that is good, and why.
#[derive(Debug, Serialize)]
struct Hint {
    #[serde(rename = "move")]
    taken: String,
    words: String,
}

/// Chooses the move of the player whose turn it is: tells `thought`, again and again, and `played` with the game after it.
pub(super) fn play(run: &Run, mut game: Match) {
    let position = *game.game.end();
    let Seat::Player(contestant) = &game.seats[position.mover()] else {
        return;
    };
    let reporter = run.reporter();
    let last: Cell<Option<Instant>> = Cell::new(None);
    let found = |thought: Thought| {
        if last.get().is_some_and(|last| last.elapsed() < REPORTS) {
            return;
        }
        last.set(Some(Instant::now()));
        reporter.tell(
            "thought",
            &Thinking {
                depth: thought.depth,
                nodes: thought.nodes,
            },
        );
    };
    let mut rng = game.game.rng();
    let limits = Seat::limits(contestant);
    let taken = contestant.think(&position, &mut rng, &limits, run.control(), &found);
    let told = table::words_of(&position, taken);
    match game.game.play(taken) {
        Ok(()) => run.tell("played", &game.shown(Some(told))),
        Err(error) => run.fail(&error.to_string()),
    }
}

/// The best move as far as rollouts, or a proof, can tell: `hint`.
pub(super) fn hint(run: &Run, game: &Game) {
    let position = game.end();
    let judge = GradeSettings {
        settings: EvaluatorSettings::default(),
        limits: EvaluationBudget::Fast.nodes(),
    };
    let evaluation = evaluate(position, &judge.settings, &judge.limits, &[], run.control());
    let best = evaluation.best();
    let effect = position.effect(best.taken);
    let told = effect.map_or(String::new(), |effect| words::told(best.taken, &effect));
    let why = match best.exact {
        Some(value) => format!(
            "It is proven to be best: {} points ahead after the round.",
            words::signed(value)
        ),
        None => format!(
            "About {} points ahead after the round.",
            words::decimal(best.mean())
        ),
    };
    run.tell(
        "hint",
        &Hint {
            taken: best.taken.to_string(),
            words: format!("Hint: take {told}. {why}"),
        },
    );
}
