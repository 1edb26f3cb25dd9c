//! The frontier: counts, lists and samples, in memory and on disk; and the counts of last merges beside it.

mod counting;
mod memory;
mod merging;
