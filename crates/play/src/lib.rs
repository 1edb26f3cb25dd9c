//! Play of the board game Azul: what a position is worth, who plays it, and what was good about a move.

pub mod analysis;
pub mod arena;
pub mod engine;
pub mod exact;
pub mod players;
