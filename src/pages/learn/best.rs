//! The best moves of a position, each with how the game goes on.

use crate::analysis::{Effort, JudgeSettings, JudgedMove, judge};
use crate::game::{Move, Position};
use crate::pages::run::Run;
use crate::pages::table::{Names, words_of};
use crate::render::game::analysis::{does, worth};
use schemars::JsonSchema;
use serde::Serialize;

/// Moves that are told.
const SHOWN: usize = 3;

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

/// Judges the moves of a position, and tells the best: `best`.
pub(super) fn find(run: &Run, position: &Position, effort: Effort) {
    let settings = JudgeSettings {
        moves: SHOWN,
        ..effort.settings()
    };
    let judgement = judge(position, &settings, &[], run.control(), |_| ());
    let moves = judgement.moves.iter().take(SHOWN);
    let best = BestMoves {
        player: position.mover() + 1,
        moves: moves.map(|judged| view(position, judged)).collect(),
    };
    run.tell("best", &best);
}

fn view(position: &Position, judged: &JudgedMove) -> BestMove {
    BestMove {
        taken: judged.taken.to_string(),
        words: does(position, judged.taken),
        worth: worth(judged),
        win: judged.win,
        line: line(position, &judged.line),
    }
}

/// Moves from a position on, each with its words, as far as they are legal.
pub(super) fn line(position: &Position, moves: &[Move]) -> Vec<(String, String)> {
    let mut after = *position;
    let mut line = Vec::new();
    for &taken in moves {
        let words = words_of(&after, taken, &Names::default());
        if after.play(taken).is_err() {
            break;
        }
        line.push((taken.to_string(), words));
    }
    line
}
