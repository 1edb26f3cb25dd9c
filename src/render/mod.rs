//! Answers as text and pictures for people.

pub mod by_tiles;
pub(crate) mod caption;
pub(crate) mod colour;
pub mod cost_map;
pub mod document;
mod duals;
pub mod explain;
pub mod formulation;
pub mod game;
#[cfg(feature = "highs")]
pub mod grading;
pub mod model_file;
pub mod picture;
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
pub mod proof;
pub mod relaxation;
#[cfg(feature = "highs")]
pub mod report;
pub mod state_space;
mod svg;
pub mod tables;
pub mod tiling;
pub mod tree;
pub mod walls;
