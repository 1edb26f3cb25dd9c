//! What happened, in words that a child can read.

use crate::counted::counted;
use crate::game::record::Event;
use crate::game::{
    Board, Colour, EndBonus, Move, Outcome, Phase, Position, RoundScore, tile_points,
};
use crate::render::game::words;
use serde::Serialize;

/// A round of the log.
#[derive(Debug)]
pub(in crate::pages) struct Logged {
    pub(in crate::pages) title: String,
    pub(in crate::pages) lines: Vec<String>,
}

/// What happened, round by round, the last one first; within a round in the order of play.
pub(in crate::pages) fn log(steps: &[(Position, Event)]) -> Vec<Logged> {
    let mut rounds: Vec<Logged> = Vec::new();
    for (before, event) in steps {
        let (round, line) = match event {
            Event::Deal(_) => (before.round() + 1, None),
            Event::Move(taken) => (before.round(), Some(words_of(before, *taken))),
            Event::RoundEnd(_) => (before.round(), None),
        };
        let title = format!("Round {round}");
        if rounds.last().is_none_or(|last| last.title != title) {
            let lines = Vec::new();
            rounds.push(Logged { title, lines });
        }
        let Some(last) = rounds.last_mut() else {
            continue;
        };
        last.lines.extend(line);
        if let Event::RoundEnd(score) = event {
            last.lines
                .extend(scored(before, score).into_iter().map(|it| it.words));
        }
    }
    rounds.reverse();
    rounds
}

/// `Player 1 takes 2 blue from factory 3 to line 2, which is then full.`
pub(in crate::pages) fn words_of(before: &Position, taken: Move) -> String {
    let player = before.mover() + 1;
    let effect = before.effect(taken);
    let told = effect.map_or(String::new(), |effect| words::told(taken, &effect));
    format!("Player {player} takes {told}.")
}

/// A step of a round's scoring.
#[derive(Debug, Serialize)]
pub(in crate::pages) struct Scored {
    /// The player, from 0.
    board: usize,
    /// The place of the wall, `5·row + column`, to which a tile comes; none for the floor.
    place: Option<usize>,
    /// What it adds to the score.
    points: i32,
    /// The score of the player after it. That of a tile can still be lost to the floor.
    score: u32,
    words: String,
}

/// How the round that has just ended was scored; none while a round is played.
pub(in crate::pages) fn last_round(steps: &[(Position, Event)]) -> Vec<Scored> {
    match steps.last() {
        Some((before, Event::RoundEnd(score))) => scored(before, score),
        _ => Vec::new(),
    }
}

/// The scoring of a round, tile by tile.
fn scored(before: &Position, score: &RoundScore) -> Vec<Scored> {
    let mut steps = Vec::new();
    for (player, of_board) in score.boards().iter().enumerate() {
        let mut wall = before.boards()[player].wall();
        let mut sum = of_board.before();
        let name = format!("Player {}", player + 1);
        let tiles = of_board.tiles().into_iter().enumerate();
        for (row, tile) in tiles.filter_map(|(row, tile)| Some((row, tile?))) {
            let place = Board::ROWS * row + tile.colour.column(row);
            debug_assert_eq!(tile_points(wall, place), tile.points);
            wall |= 1 << place;
            sum += u32::from(tile.points);
            let (line, colour) = (row + 1, tile.colour);
            steps.push(Scored {
                board: player,
                place: Some(place),
                points: tile.points.into(),
                score: sum,
                words: format!(
                    "{name}, line {line}: a {colour} tile goes to the wall. {}",
                    why(wall, place, tile.points)
                ),
            });
        }
        let charge = of_board.floor().charge();
        let after = of_board.after();
        if charge > 0 {
            let fallen = counted(of_board.floor().tiles().len(), "tile");
            let token = if of_board.floor().has_token() {
                " and the first-player token"
            } else {
                ""
            };
            let mut words = format!(
                "{name}, floor: {fallen}{token} cost {}.",
                counted(charge, "point")
            );
            if sum < charge.into() {
                words += " A score never falls below 0.";
            }
            steps.push(Scored {
                board: player,
                place: None,
                points: after as i32 - sum as i32,
                score: after,
                words,
            });
        } else if of_board.points() == 0 {
            steps.push(Scored {
                board: player,
                place: None,
                points: 0,
                score: after,
                words: format!("{name} filled no line: no points in this round."),
            });
        }
    }
    steps
}

/// Where the points of a tile come from; the wall has it already.
fn why(wall: u32, place: usize, points: u8) -> String {
    let (row, column) = (place / Board::ROWS, place % Board::ROWS);
    let filled = |row: usize, column: usize| wall >> (Board::ROWS * row + column) & 1 == 1;
    let run = |filled: &dyn Fn(usize) -> bool, at: usize| {
        let before = (0..at).rev().take_while(|&it| filled(it)).count();
        let after = (at + 1..Board::ROWS).take_while(|&it| filled(it)).count();
        before + after + 1
    };
    let across = run(&|column| filled(row, column), column);
    let down = run(&|row| filled(row, column), row);
    let points = counted(points, "point");
    match (across, down) {
        (1, 1) => format!("It stands alone: {points}."),
        (across, 1) => format!("{across} in a row: {points}."),
        (1, down) => format!("{down} in a column: {points}."),
        (across, down) => format!("{across} in a row and {down} in a column: {points}."),
    }
}

/// What is said now: whose turn it is, or how the game ended.
pub(in crate::pages) fn last_words(position: &Position) -> String {
    match position.outcome() {
        Some(outcome) => over(&outcome),
        None => match position.phase() {
            Phase::Deal => format!(
                "The round is over. Player {} begins the next one.",
                position.starter() + 1
            ),
            _ => format!("It is the turn of player {}.", position.mover() + 1),
        },
    }
}

fn over(outcome: &Outcome) -> String {
    let mut said = vec!["The game is over.".to_owned()];
    for (player, bonus) in outcome.bonuses().iter().enumerate() {
        let parts = [
            (bonus.rows, "row", EndBonus::ROW),
            (bonus.columns, "column", EndBonus::COLUMN),
            (bonus.colours, "colour", EndBonus::COLOUR),
        ];
        let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(count, noun, each)| {
                format!(
                    "{} for {}",
                    count * each,
                    counted(count, &format!("complete {noun}"))
                )
            })
            .collect();
        if !parts.is_empty() {
            said.push(format!("Player {} gets {}.", player + 1, parts.join(", ")));
        }
    }
    said.push(format!("{}.", words::victory(outcome)));
    said.join(" ")
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
