//! The frontier: counts, lists and samples, in memory and on disk.

#[path = "../common/mod.rs"]
mod common;

mod counting;
mod memory;
