//! Answers as text for people, as JSON for programs, and as pictures.

pub mod document;
pub mod explain;
pub mod formulation;
pub mod json;
pub mod model_file;
pub mod plot;
#[cfg(feature = "highs")]
pub mod relaxation;
pub mod state_space;
pub mod tables;
pub mod tiling;
pub mod walls;
