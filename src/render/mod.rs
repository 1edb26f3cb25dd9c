//! Answers as text for people and as JSON for programs.

pub mod json;
pub mod tables;
pub mod walls;
