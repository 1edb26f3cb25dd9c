//! Lists of moves.

use super::words::{heading, move_phrase};
use crate::counted::counted;
use crate::game::{Move, Position};
use crate::render::caption::bold;
use itertools::Itertools;

/// Legal moves with their codes and their effects.
pub fn list(position: &Position) -> String {
    let players = position.players();
    let rows = position.legal().filter_map(|move_| {
        let (code, effect) = (move_.code(players)?, position.effect(move_).ok()?);
        Some(format!(
            "{move_:>4}  {code:>4}  {}",
            move_phrase(move_, &effect)
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

/// Leaves of a tree of moves, after the leaves of each move if there are any.
pub fn perft(leaves: u64, leaves_by_move: Option<&[(Move, u64)]>) -> String {
    let moves = leaves_by_move.unwrap_or_default().iter();
    let rows: String = moves
        .map(|(move_, leaves)| format!("{move_:>6}  {leaves}\n"))
        .collect();
    format!("{rows}leaves  {leaves}")
}
