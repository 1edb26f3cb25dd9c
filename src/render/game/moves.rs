//! Moves as a list.

use super::words::{heading, move_phrase};
use crate::counted::counted;
use crate::game::{Move, Position};
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
    let bold = anstyle::Style::new().bold();
    let moves = counted(rows.len(), "legal move");
    let rows = rows.join("\n");
    format!("{heading}: {moves}\n\n{bold}move  code  what it does{bold:#}\n{rows}")
}

/// The leaves of a tree of moves, and those behind each move where they are asked for.
pub fn perft(leaves: u64, behind: Option<&[(Move, u64)]>) -> String {
    let behind = behind.unwrap_or_default().iter();
    let mut rows = behind.map(|(taken, leaves)| format!("{taken:>6}  {leaves}\n"));
    let rows: String = rows.by_ref().collect();
    format!("{rows}leaves  {leaves}")
}
