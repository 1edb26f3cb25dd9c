//! Runs of the program, as of a person.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/foreign.rs"]
mod foreign;
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
mod conversation;
mod course;
mod endings;
mod engine;
mod game;
mod game_records;
mod harmless;
mod helpers;
mod imports;
mod killed;
#[cfg(feature = "highs")]
mod lecture;
mod limits;
#[cfg(feature = "highs")]
mod milp;
#[cfg(unix)]
mod programs;
#[cfg(feature = "highs")]
mod reading;
mod render;
#[cfg(feature = "highs")]
mod reports;
#[cfg(feature = "highs")]
mod reproduce;
mod rows;
#[cfg(feature = "highs")]
mod solver_output;
mod tables;
mod tiling;
mod time_limits;
