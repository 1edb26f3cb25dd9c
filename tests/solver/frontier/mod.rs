//! The frontier: counts, lists and samples, in memory and on disk.

mod counting;
mod memory;
