//! Best moves of a position, each with its principal variation.

use crate::analysis::{Effort, JudgeSettings, JudgedMove, judge};
use crate::game::{Move, Position};
use crate::pages::run::Run;
use crate::pages::table::{Names, move_sentence};
use crate::render::game::analysis::{effect_phrase, value_phrase};
use schemars::JsonSchema;
use serde::Serialize;

/// Number of moves of the list.
const LIST_LENGTH: usize = 3;

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct BestMoves {
    /// From 1, who is to move.
    player: usize,
    moves: Vec<BestMove>,
}

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct BestMove {
    #[serde(rename = "move")]
    taken: String,
    words: String,
    worth: String,
    /// The mover's probability to win after it.
    win: f64,
    /// The moves after it and it, each with its words, as far as the round goes.
    line: Vec<(String, String)>,
}

/// Judges the moves of a position, and sends the best as the event `best`.
pub(super) fn find(run: &Run, position: &Position, effort: Effort) {
    let settings = JudgeSettings {
        moves: LIST_LENGTH,
        ..effort.settings()
    };
    let judgement = judge(position, &settings, &[], run.control(), |_| ());
    let moves = judgement.moves.iter().take(LIST_LENGTH);
    let best = BestMoves {
        player: position.mover() + 1,
        moves: moves.map(|candidate| view(position, candidate)).collect(),
    };
    run.tell("best", &best);
}

fn view(position: &Position, candidate: &JudgedMove) -> BestMove {
    BestMove {
        taken: candidate.taken.to_string(),
        words: effect_phrase(position, candidate.taken),
        worth: value_phrase(candidate),
        win: candidate.win,
        line: line(position, &candidate.line),
    }
}

/// Variation from a position on: the legal moves, each with its words.
pub(super) fn line(position: &Position, moves: &[Move]) -> Vec<(String, String)> {
    let mut after = *position;
    let mut line = Vec::new();
    for &move_ in moves {
        let words = move_sentence(&after, move_, &Names::default());
        if after.play(move_).is_err() {
            break;
        }
        line.push((move_.to_string(), words));
    }
    line
}
