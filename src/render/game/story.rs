//! Events of a game in words.

use super::words::{move_phrase, victory};
use crate::counted::counted;
use crate::game::record::Event;
use crate::game::{BoardScore, IllegalMove, Move, Outcome, Phase, Position, RoundScore};
use crate::render::caption::bold;
use crate::schema::game::RefusedMove;
use itertools::Itertools;
use std::fmt::Write;

/// Maximum number of legal moves beside an illegal one.
const MAX_MOVES: usize = 36;

/// Events, each with the position before, then the position after all events, and the fault of an illegal move.
pub fn text(
    position: &Position,
    events: &[(Position, Event)],
    illegal: Option<&RefusedMove>,
) -> String {
    let mut story = String::new();
    let mut moves = 0;
    for (before, event) in events {
        match event {
            Event::Deal(deal) => {
                let _ = writeln!(story, "Round {} is dealt: {deal}", before.round() + 1);
            }
            Event::Move(move_) => {
                moves += 1;
                let player = before.mover() + 1;
                let _ = write!(story, "{moves:>3}  player {player}  {move_}");
                if let Ok(effect) = before.effect(*move_) {
                    let _ = write!(story, "  {}", move_phrase(*move_, &effect));
                }
                story += "\n";
            }
            Event::RoundEnd(score) => story += &round_end(before, score),
        }
    }
    story += &match position.outcome() {
        Some(outcome) => game_end(position, &outcome),
        None if position.phase() == Phase::Deal => {
            format!("Player {} begins the next round.\n", position.starter() + 1)
        }
        None => String::new(),
    };
    if !story.is_empty() {
        story += "\n";
    }
    story += &super::text(position);
    if let Some(illegal) = illegal {
        story += "\n\n";
        story += &illegal_move(position, illegal);
    }
    story
}

fn round_end(before: &Position, score: &RoundScore) -> String {
    let mut story = format!("Round {} ends.\n", before.round());
    for (player, board) in score.boards().iter().enumerate() {
        let (before, after) = (board.before(), board.after());
        let _ = writeln!(story, "  player {}  {before} → {after}", player + 1);
        for line in board_lines(board) {
            let _ = writeln!(story, "    {line}");
        }
    }
    story
}

/// Gains and losses of a board, a line each.
fn board_lines(board: &BoardScore) -> Vec<String> {
    let tiles = board.tiles().into_iter().enumerate();
    let tiles = tiles.filter_map(|(row, tile)| {
        let tile = tile?;
        let (line, column) = (row + 1, tile.colour.column(row) + 1);
        let points = counted(tile.points, "point");
        let colour = tile.colour;
        Some(format!(
            "line {line}: {colour} to column {column} earns {points}"
        ))
    });
    let mut lines = tiles.collect_vec();
    let floor = board.floor();
    if !floor.is_empty() {
        let cost = counted(floor.charge(), "point");
        let mut line = format!("floor {floor}: costs {cost}");
        if board.before() + board.points() < floor.charge().into() {
            line += ", but a score is never below 0";
        }
        lines.push(line);
    }
    lines
}

fn game_end(position: &Position, outcome: &Outcome) -> String {
    let mut story = String::from("The game is over.\n");
    for (player, bonus) in outcome.bonuses().iter().enumerate() {
        let score = position.boards()[player].score();
        let parts = [
            (bonus.rows, "row"),
            (bonus.columns, "column"),
            (bonus.colours, "colour"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts = parts.map(|(count, noun)| counted(count, noun)).join(", ");
        let end_bonus = match bonus.points() {
            0 => String::new(),
            points => format!(" + {points} ({parts})"),
        };
        let (player, total) = (player + 1, outcome.scores()[player]);
        let _ = writeln!(story, "  player {player}  {score}{end_bonus} = {total}");
    }
    let _ = writeln!(story, "  {}.", victory(outcome));
    story
}

fn illegal_move(position: &Position, illegal: &RefusedMove) -> String {
    let RefusedMove {
        number,
        taken,
        reason,
    } = illegal;
    let player = position.mover() + 1;
    let hint = match reason {
        IllegalMove::NoTilesLeft if position.outcome().is_some() => "the game is over".to_owned(),
        IllegalMove::NoTilesLeft => {
            "the next round is to be dealt first: give --seed or --deal".to_owned()
        }
        _ => alternatives(position, *taken),
    };
    let title = bold("illegal");
    format!("{title}: move {number}, {taken} of player {player}: {reason}\n{hint}")
}

/// Legal moves beside an illegal one: with its tiles, or else from its source, or else all.
fn alternatives(position: &Position, illegal: Move) -> String {
    let legal = position.legal().collect_vec();
    let from_source = |other: &&Move| other.source() == illegal.source();
    let of_tiles = |other: &&Move| from_source(other) && other.colour() == illegal.colour();
    let tiles = legal.iter().filter(of_tiles).collect_vec();
    let source = legal.iter().filter(from_source).collect_vec();
    let (title, near) = if !tiles.is_empty() {
        let (colour, source) = (illegal.colour(), illegal.source());
        (format!("legal with {colour} from {source}"), tiles)
    } else if !source.is_empty() {
        (format!("legal from {}", illegal.source()), source)
    } else {
        ("legal".to_owned(), legal.iter().collect_vec())
    };
    let moves = near.iter().take(MAX_MOVES).join(" ");
    match near.len().saturating_sub(MAX_MOVES) {
        0 => format!("{title}: {moves}"),
        more => format!("{title}: {moves} … and {more} more, which azulejo game moves lists"),
    }
}
