//! The players: what they choose, how they are named, that they keep to the rules.

mod azulejo;
mod contestants;
mod evaluator;
mod levels;
mod pseudocode;
mod thesis;
