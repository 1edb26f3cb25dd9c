//! The program, run as a person runs it.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/games.rs"]
mod games;
#[path = "../common/run.rs"]
mod run;
#[path = "../common/tricks.rs"]
mod tricks;

mod analysis;
mod arena;
#[cfg(feature = "highs")]
mod certificates;
mod commands;
mod costs;
mod endings;
mod engine;
mod game;
mod game_records;
mod graph;
mod harmless;
#[cfg(feature = "highs")]
mod lecture;
mod limits;
#[cfg(feature = "highs")]
mod milp;
mod mistakes;
mod render;
mod tiling;
mod time_limits;
