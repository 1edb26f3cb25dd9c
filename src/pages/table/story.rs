//! Events of a game, in simple words.

use super::names::Names;
use crate::counted::counted;
use crate::game::record::Event;
use crate::game::{Board, Colour, Move, Outcome, Phase, Position, RoundScore, tile_points};
use crate::render::game::analysis::effect_phrase;
use crate::render::game::words;
use crate::web::{Serde, TemplateError, Templates, context};
use schemars::JsonSchema;
use serde::Serialize;

/// Round of the log.
#[derive(Debug, Serialize)]
struct RoundLog {
    title: String,
    moves: Vec<MoveLog>,
    /// The name of each player, the points of the round, and the score after it; empty before the end of the round.
    scores: Vec<(String, String, u32)>,
}

/// Move of the log.
#[derive(Debug, Serialize)]
struct MoveLog {
    /// Number of the move in the game, from 1.
    number: usize,
    colour: String,
    player: String,
    /// Number of the player, from 1.
    who: usize,
    /// The move in short, such as `2 red → line 3`.
    short: String,
    /// The move in a sentence.
    words: String,
    place: &'static str,
}

/// Log of the events, by the template with a path.
pub(in crate::pages) fn log(
    templates: &Templates,
    template: &str,
    steps: &[(Position, Event)],
    names: &Names,
) -> Result<String, TemplateError> {
    let rounds = Serde(rounds(steps, names));
    templates.render(template, &context! { rounds })
}

/// Rounds of the log, in the order of play.
fn rounds(steps: &[(Position, Event)], names: &Names) -> Vec<RoundLog> {
    let mut rounds: Vec<RoundLog> = Vec::new();
    let mut number = 0;
    for (before, event) in steps {
        let round = before.round() + u32::from(matches!(event, Event::Deal(_)));
        let title = format!("Round {round}");
        if rounds.last().is_none_or(|last| last.title != title) {
            rounds.push(RoundLog {
                title,
                moves: Vec::new(),
                scores: Vec::new(),
            });
        }
        let Some(last) = rounds.last_mut() else {
            continue;
        };
        match event {
            Event::Deal(_) => {}
            Event::Move(move_) => {
                number += 1;
                last.moves.push(move_log(number, before, *move_, names));
            }
            Event::RoundEnd(score) => {
                let boards = score.boards().iter().enumerate();
                last.scores = boards
                    .map(|(player, board)| {
                        let change = i64::from(board.after()) - i64::from(board.before());
                        (
                            names.of(player),
                            words::signed(change as i32),
                            board.after(),
                        )
                    })
                    .collect();
            }
        }
    }
    rounds
}

/// Move of the log, in short and in a sentence.
fn move_log(number: usize, before: &Position, move_: Move, names: &Names) -> MoveLog {
    let count = before.source(move_.source()).count(move_.colour());
    let target = match move_.destination().row() {
        Some(row) => format!("line {}", row + 1),
        None => "floor".into(),
    };
    MoveLog {
        number,
        colour: move_.colour().to_string(),
        player: names.of(before.mover()),
        who: before.mover() + 1,
        short: format!("{count} {} → {target}", move_.colour()),
        words: move_sentence(before, move_, names),
        place: match before.mover() {
            0 => "first",
            1 => "second",
            2 => "third",
            _ => "fourth",
        },
    }
}

/// Sentence about a move: `Player 1 takes 2 blue from factory 3 to line 2, which is then full.`
pub(in crate::pages) fn move_sentence(before: &Position, move_: Move, names: &Names) -> String {
    let subject = names.with_verb(before.mover(), "take");
    format!("{subject} {}.", effect_phrase(before, move_))
}

/// A step of a round's scoring: a run of a tile, or the floor.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct ScoringStep {
    /// The player, from 0.
    board: usize,
    /// The place of the wall, `5·row + column`, to which the tile came; none for the floor.
    place: Option<usize>,
    /// The places of the wall that are counted.
    run: Vec<usize>,
    /// The change of the score.
    points: i32,
    /// The points of the tile so far.
    earned: u8,
    /// The score of the player after the step. The points of a tile can still be lost to the floor.
    score: u32,
    words: String,
}

/// Steps of the scoring of the round that has just ended; empty within a round.
pub(in crate::pages) fn last_scoring(
    steps: &[(Position, Event)],
    names: &Names,
) -> Vec<ScoringStep> {
    match steps.last() {
        Some((before, Event::RoundEnd(score))) => scoring_steps(before, score, names),
        _ => Vec::new(),
    }
}

/// Steps of the scoring of a round, run by run.
fn scoring_steps(before: &Position, score: &RoundScore, names: &Names) -> Vec<ScoringStep> {
    let mut steps = Vec::new();
    for (player, board_score) in score.boards().iter().enumerate() {
        let mut wall = before.boards()[player].wall();
        let mut sum = board_score.before();
        let name = names.of(player);
        let tiles = board_score.tiles().into_iter().enumerate();
        for (row, tile) in tiles.filter_map(|(row, tile)| Some((row, tile?))) {
            let place = Board::ROWS * row + tile.colour.column(row);
            debug_assert_eq!(tile_points(wall, place), tile.points);
            wall |= 1 << place;
            let (line, colour) = (row + 1, tile.colour);
            let mut sentence = format!("{name}, line {line}: a {colour} tile goes to the wall.");
            let mut earned = 0;
            for (run, points, reason) in scored_runs(wall, place) {
                sum += u32::from(points);
                earned += points;
                steps.push(ScoringStep {
                    board: player,
                    place: Some(place),
                    run,
                    points: points.into(),
                    earned,
                    score: sum,
                    words: format!("{sentence} {reason}"),
                });
                sentence = format!("{name}, line {line}: the same tile counts its column, too.");
            }
        }
        let charge = board_score.floor().charge();
        let score = board_score.after();
        let words = if charge > 0 {
            let fallen = counted(board_score.floor().tiles().len(), "tile");
            let token = if board_score.floor().has_token() {
                " and the first-player token"
            } else {
                ""
            };
            let cost = counted(charge, "point");
            let note = if sum < charge.into() {
                " A score never falls below 0."
            } else {
                ""
            };
            format!("{name}, floor: {fallen}{token} cost {cost}.{note}")
        } else if board_score.points() == 0 {
            format!("{name}: no line is full, no points in this round.")
        } else {
            continue;
        };
        steps.push(ScoringStep {
            board: player,
            place: None,
            run: Vec::new(),
            points: score as i32 - sum as i32,
            earned: 0,
            score,
            words,
        });
    }
    steps
}

/// Runs through a place of a wall, along its row and along its column: the filled places with the place itself.
fn runs_through(wall: u32, place: usize) -> [Vec<usize>; 2] {
    let (row, column) = (place / Board::ROWS, place % Board::ROWS);
    let run = |start: usize, number: &dyn Fn(usize) -> usize| {
        let is_filled = |index: &usize| wall >> number(*index) & 1 == 1;
        let before = (0..start).rev().take_while(is_filled);
        let after = (start + 1..Board::ROWS).take_while(is_filled);
        let mut run: Vec<usize> = before.chain([start]).chain(after).map(number).collect();
        run.sort_unstable();
        run
    };
    [
        run(column, &|column| Board::ROWS * row + column),
        run(row, &|row| Board::ROWS * row + column),
    ]
}

/// Runs of a tile of the wall: along the row, then along the column, each with its points and its words.
fn scored_runs(wall: u32, place: usize) -> Vec<(Vec<usize>, u8, String)> {
    let lines = runs_through(wall, place).into_iter().zip(["row", "column"]);
    let runs = lines.filter(|(run, _)| run.len() > 1);
    let runs: Vec<_> = runs
        .map(|(run, line)| {
            let points = run.len() as u8;
            let words = format!("{points} in a {line}: {}.", counted(points, "point"));
            (run, points, words)
        })
        .collect();
    match runs.is_empty() {
        true => vec![(vec![place], 1, "It stands alone: 1 point.".into())],
        false => runs,
    }
}

/// Sentence about the state of the game: the player to move, or the result.
pub(in crate::pages) fn state_sentence(position: &Position, names: &Names) -> String {
    match position.outcome() {
        Some(outcome) => result_sentence(&outcome, names),
        None => match position.phase() {
            Phase::Deal => format!(
                "The round is over. {} the next one.",
                names.with_verb(position.starter(), "begin")
            ),
            _ => names.turn_sentence(position.mover()),
        },
    }
}

/// Sentence about the winners, with their points.
pub(in crate::pages) fn result_sentence(outcome: &Outcome, names: &Names) -> String {
    let winners: Vec<usize> = outcome.winners().collect();
    let best = outcome.scores().iter().max().copied().unwrap_or_default();
    let points = counted(best, "point");
    let best_scores = outcome.scores().iter().filter(|&&score| score == best);
    match winners[..] {
        [winner] if best_scores.count() > 1 => format!(
            "The game is over. {} with {points}, by the most complete rows.",
            names.with_verb(winner, "win")
        ),
        [winner] => format!(
            "The game is over. {} with {points}.",
            names.with_verb(winner, "win")
        ),
        _ => {
            let winners: Vec<String> = winners.iter().map(|&player| names.of(player)).collect();
            format!(
                "The game is over. {} share the victory with {points}.",
                winners.join(" and ")
            )
        }
    }
}

/// Colours of the filled places of a row of the wall, for a screen reader.
pub(super) fn row_words(board: &Board, row: usize) -> String {
    let columns = (0..Board::ROWS).map(|column| Colour::at(row, column));
    let filled = columns.filter(|&colour| board.has(row, colour));
    let names: Vec<String> = filled.map(|colour| colour.to_string()).collect();
    match names.len() {
        0 => "empty".into(),
        Board::ROWS => "complete".into(),
        _ => names.join(", "),
    }
}
