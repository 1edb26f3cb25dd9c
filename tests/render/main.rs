//! Outputs for people: explanations, pages, pictures and tables.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/games.rs"]
mod games;

mod breakdown;
mod costs;
mod explain;
mod game;
mod lines;
mod pictures;
mod state_space;
