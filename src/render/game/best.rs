//! Move of a player in words.

use super::words::{heading, move_phrase, signed};
use crate::counted::counted;
use crate::game::Position;
use crate::render::caption::bold;
use crate::schema::game::Choice;

/// Move of a player, with the report of the search.
pub fn text(position: &Position, choice: &Choice) -> String {
    let (heading, move_) = (bold(heading(position)), choice.taken);
    let mut text = format!("{heading}\n\nmove    {move_}");
    if let Ok(effect) = position.effect(move_) {
        text += &format!("  {}", move_phrase(move_, &effect));
    }
    if let Some(report) = &choice.thought {
        let value = signed(report.value);
        let (moves, positions) = (
            counted(report.depth, "move"),
            counted(report.nodes, "position"),
        );
        text += &format!("\nvalue   {value}, {moves} ahead, {positions}");
    }
    text += &format!("\nplayer  {}", choice.player);
    text
}
