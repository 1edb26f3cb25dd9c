//! The players: their moves, their names, their obedience to the rules.

mod azulejo;
mod contestants;
mod evaluator;
mod levels;
mod pseudocode;
mod thesis;
