//! A player's move in words.

use super::words::{heading, move_phrase, signed};
use crate::counted::counted;
use crate::game::Position;
use crate::render::caption::bold;
use crate::schema::game::Choice;

/// The move that a player chose, and what it found.
pub fn text(position: &Position, chosen: &Choice) -> String {
    let (heading, taken) = (bold(heading(position)), chosen.taken);
    let mut text = format!("{heading}\n\nmove    {taken}");
    if let Ok(effect) = position.effect(taken) {
        text += &format!("  {}", move_phrase(taken, &effect));
    }
    if let Some(thought) = &chosen.thought {
        let value = signed(thought.value);
        let (moves, positions) = (
            counted(thought.depth, "move"),
            counted(thought.nodes, "position"),
        );
        text += &format!("\nvalue   {value}, {moves} ahead, {positions}");
    }
    text += &format!("\nplayer  {}", chosen.player);
    text
}
