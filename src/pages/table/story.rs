//! Events of a game, in words that a child can read.

use super::names::Names;
use crate::counted::counted;
use crate::game::record::Event;
use crate::game::{Board, Colour, Move, Outcome, Phase, Position, RoundScore, tile_points};
use crate::render::game::analysis::does;
use crate::render::game::words;
use crate::web::{TemplateError, Templates};
use schemars::JsonSchema;
use serde::Serialize;

/// A round of the log.
#[derive(Debug, Serialize)]
struct RoundLog {
    title: String,
    moves: Vec<MoveLog>,
    /// The points of each player in the round, and the score then, once the round is over.
    scores: Vec<(String, String, u32)>,
}

/// A move of the log.
#[derive(Debug, Serialize)]
struct MoveLog {
    /// In the game, from 1.
    number: usize,
    colour: String,
    player: String,
    /// The player's number, from 1.
    who: usize,
    /// `2 red → line 3`.
    short: String,
    /// The move in a sentence.
    words: String,
    place: &'static str,
}

/// Log of a game, which a template writes.
#[derive(Debug, Serialize)]
struct Log {
    rounds: Vec<RoundLog>,
}

/// The events as the template with this path writes them.
pub(in crate::pages) fn log(
    templates: &Templates,
    template: &str,
    steps: &[(Position, Event)],
    names: &Names,
) -> Result<String, TemplateError> {
    let rounds = rounds(steps, names);
    templates.render(template, &Log { rounds })
}

/// The events, round by round, in the order of play.
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
            Event::Move(taken) => {
                number += 1;
                last.moves.push(move_log(number, before, *taken, names));
            }
            Event::RoundEnd(score) => {
                let boards = score.boards().iter().enumerate();
                last.scores = boards
                    .map(|(player, board)| {
                        let earned = i64::from(board.after()) - i64::from(board.before());
                        (
                            names.of(player),
                            words::signed(earned as i32),
                            board.after(),
                        )
                    })
                    .collect();
            }
        }
    }
    rounds
}

/// A move, in short and in a sentence.
fn move_log(number: usize, before: &Position, taken: Move, names: &Names) -> MoveLog {
    let count = before.source(taken.source()).count(taken.colour());
    let to = match taken.destination().row() {
        Some(row) => format!("line {}", row + 1),
        None => "floor".into(),
    };
    MoveLog {
        number,
        colour: taken.colour().to_string(),
        player: names.of(before.mover()),
        who: before.mover() + 1,
        short: format!("{count} {} → {to}", taken.colour()),
        words: words_of(before, taken, names),
        place: match before.mover() {
            0 => "first",
            1 => "second",
            2 => "third",
            _ => "fourth",
        },
    }
}

/// `Player 1 takes 2 blue from factory 3 to line 2, which is then full.`
pub(in crate::pages) fn words_of(before: &Position, taken: Move, names: &Names) -> String {
    let takes = names.does(before.mover(), "take");
    format!("{takes} {}.", does(before, taken))
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

/// How the round that has just ended was scored; none while a round is played.
pub(in crate::pages) fn last_round(steps: &[(Position, Event)], names: &Names) -> Vec<ScoringStep> {
    match steps.last() {
        Some((before, Event::RoundEnd(score))) => scored(before, score, names),
        _ => Vec::new(),
    }
}

/// The scoring of a round, run by run.
fn scored(before: &Position, score: &RoundScore, names: &Names) -> Vec<ScoringStep> {
    let mut steps = Vec::new();
    for (player, of_board) in score.boards().iter().enumerate() {
        let mut wall = before.boards()[player].wall();
        let mut sum = of_board.before();
        let name = names.of(player);
        let tiles = of_board.tiles().into_iter().enumerate();
        for (row, tile) in tiles.filter_map(|(row, tile)| Some((row, tile?))) {
            let place = Board::ROWS * row + tile.colour.column(row);
            debug_assert_eq!(tile_points(wall, place), tile.points);
            wall |= 1 << place;
            let (line, colour) = (row + 1, tile.colour);
            let mut sentence = format!("{name}, line {line}: a {colour} tile goes to the wall.");
            let mut earned = 0;
            for (run, points, why) in counts(wall, place) {
                sum += u32::from(points);
                earned += points;
                steps.push(ScoringStep {
                    board: player,
                    place: Some(place),
                    run,
                    points: points.into(),
                    earned,
                    score: sum,
                    words: format!("{sentence} {why}"),
                });
                sentence = format!("{name}, line {line}: the same tile counts its column, too.");
            }
        }
        let charge = of_board.floor().charge();
        let score = of_board.after();
        let words = if charge > 0 {
            let fallen = counted(of_board.floor().tiles().len(), "tile");
            let token = if of_board.floor().has_token() {
                " and the first-player token"
            } else {
                ""
            };
            let cost = counted(charge, "point");
            let never = if sum < charge.into() {
                " A score never falls below 0."
            } else {
                ""
            };
            format!("{name}, floor: {fallen}{token} cost {cost}.{never}")
        } else if of_board.points() == 0 {
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

/// The filled places of a wall that lie in one run with a place, along its row and along its column, it included.
fn lines_of(wall: u32, place: usize) -> [Vec<usize>; 2] {
    let (row, column) = (place / Board::ROWS, place % Board::ROWS);
    let run = |at: usize, number: &dyn Fn(usize) -> usize| {
        let filled = |it: &usize| wall >> number(*it) & 1 == 1;
        let before = (0..at).rev().take_while(filled);
        let after = (at + 1..Board::ROWS).take_while(filled);
        let mut run: Vec<usize> = before.chain([at]).chain(after).map(number).collect();
        run.sort_unstable();
        run
    };
    [
        run(column, &|column| Board::ROWS * row + column),
        run(row, &|row| Board::ROWS * row + column),
    ]
}

/// The runs of a tile of the wall: along the row, then along the column, each with its points and in words.
fn counts(wall: u32, place: usize) -> Vec<(Vec<usize>, u8, String)> {
    let lines = lines_of(wall, place).into_iter().zip(["row", "column"]);
    let runs = lines.filter(|(run, _)| run.len() > 1);
    let counted_runs: Vec<_> = runs
        .map(|(run, line)| {
            let points = run.len() as u8;
            let words = format!("{points} in a {line}: {}.", counted(points, "point"));
            (run, points, words)
        })
        .collect();
    match counted_runs.is_empty() {
        true => vec![(vec![place], 1, "It stands alone: 1 point.".into())],
        false => counted_runs,
    }
}

/// The state of the game in words: whose turn it is, or how it ended.
pub(in crate::pages) fn last_words(position: &Position, names: &Names) -> String {
    match position.outcome() {
        Some(outcome) => won(&outcome, names),
        None => match position.phase() {
            Phase::Deal => format!(
                "The round is over. {} the next one.",
                names.does(position.starter(), "begin")
            ),
            _ => names.turn(position.mover()),
        },
    }
}

/// The winners with their points, in words.
pub(in crate::pages) fn won(outcome: &Outcome, names: &Names) -> String {
    let winners: Vec<usize> = outcome.winners().collect();
    let best = outcome.scores().iter().max().copied().unwrap_or_default();
    let points = counted(best, "point");
    let same = outcome.scores().iter().filter(|&&score| score == best);
    match winners[..] {
        [winner] if same.count() > 1 => format!(
            "The game is over. {} with {points}, by the most complete rows.",
            names.does(winner, "win")
        ),
        [winner] => format!(
            "The game is over. {} with {points}.",
            names.does(winner, "win")
        ),
        _ => {
            let all: Vec<String> = winners.iter().map(|&it| names.of(it)).collect();
            format!(
                "The game is over. {} share the victory with {points}.",
                all.join(" and ")
            )
        }
    }
}

/// The colours of the filled places of a wall row, for who cannot see them.
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
