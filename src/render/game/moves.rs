//! Moves as a list.

use super::words::{heading, move_phrase};
use crate::counted::counted;
use crate::game::{Move, Position};
use crate::render::caption::bold;
use itertools::Itertools;

/// The legal moves with their codes and what each does.
pub fn list(position: &Position) -> String {
    let players = position.players();
    let rows = position.legal().filter_map(|taken| {
        let (code, effect) = (taken.code(players)?, position.effect(taken).ok()?);
        Some(format!(
            "{taken:>4}  {code:>4}  {}",
            move_phrase(taken, &effect)
        ))
    });
    let rows = rows.collect_vec();
    let heading = heading(position);
    if rows.is_empty() {
        return format!("{heading}: no move is legal.");
    }
    let moves = counted(rows.len(), "legal move");
    let rows = rows.join("\n");
    let head = bold("move  code  what it does");
    format!("{heading}: {moves}\n\n{head}\n{rows}")
}

/// The leaves of a tree of moves, and those behind each move where they are asked for.
pub fn perft(leaves: u64, behind: Option<&[(Move, u64)]>) -> String {
    let behind = behind.unwrap_or_default().iter();
    let rows: String = behind
        .map(|(taken, leaves)| format!("{taken:>6}  {leaves}\n"))
        .collect();
    format!("{rows}leaves  {leaves}")
}
