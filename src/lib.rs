//! Provably optimal tile orders on the scoring wall of the board game Azul.

pub mod control;
pub mod formulation;
pub mod frontier;
pub mod graph;
pub mod instance;
#[cfg(feature = "highs")]
pub mod milp;
pub mod outcome;
pub mod problem;
pub mod verify;
pub mod wall;
