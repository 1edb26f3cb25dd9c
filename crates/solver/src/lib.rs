//! Provably optimal tile orders on the scoring wall of the board game Azul.

pub use azulejo_control as control;

pub mod bounds;
pub mod dense;
pub mod disk;
pub mod formulation;
pub mod frontier;
#[cfg(feature = "highs")]
pub mod grading;
pub mod graph;
pub mod harmless;
pub mod instance;
mod memory;
pub mod milp;
pub mod order;
pub mod outcome;
pub mod problem;
pub mod solve;
pub mod starts;
pub mod tiling;
pub mod wall;
