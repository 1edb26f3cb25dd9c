//! Answers as text for people, as JSON for programs, and as pictures.

pub mod json;
pub mod state_space;
pub mod tables;
pub mod tiling;
pub mod walls;
