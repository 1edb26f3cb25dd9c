//! Solving: the duties of every method, and the proofs of each.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod auto;
mod bounds;
mod by_tiles;
mod costs;
mod dense;
mod distribution;
mod ends;
#[cfg(feature = "highs")]
mod families;
mod fields;
mod flaws;
mod frontier;
mod hardness;
mod kit;
#[cfg(feature = "highs")]
mod large;
mod near;
mod order;
mod passes;
#[path = "../common/random_rows.rs"]
mod random_rows;
#[cfg(feature = "highs")]
mod relaxing;
mod rows;
mod rows_figures;
#[cfg(feature = "highs")]
mod solving;
#[cfg(feature = "highs")]
mod tree;
