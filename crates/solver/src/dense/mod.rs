//! Dense layers: the best score of every set of cells, for at most [`MAX_FREE`] empty cells.
//!
//! The empty cells are numbered, so that a set of them is a number too, and that number is its place in a table: nothing
//! is hashed, sorted or dropped. The table is cut into blocks of sets that share their high cells. A tile leads from a
//! block to another one, or stays within its block. Either move is one operation on whole runs of sets, which the
//! processor does side by side. Blocks with the same number of high cells are independent, and are filled on all cores.
//!
//! Rows about one time exclude sets, and rows about one turn exclude tiles.
//!
//! Turns that may pass reach a set in many turns: one table is changed turn after turn ([`best_by_tiles`]).
//!
//! The time depends only on the number of empty cells, because neither a bound nor a first order is needed: constraints
//! make it shorter, never longer.
//!
//! [`distribution`] goes through these sets, a layer at a time and up to the symmetries of the problem, with the number
//! of orders of each score in place of the best.

mod cells;
mod cost;
mod costs;
mod count;
mod distribution;
mod ends;
mod error;
mod inputs;
mod lanes;
mod marks;
mod near;
mod passes;
mod shut;
mod solve;
mod table;

pub use cells::{MAX_FREE, TAKES};
pub use count::count;
pub use distribution::distribution;
pub use error::DenseError;
pub use near::near;
pub use solve::{BestByTiles, best_by_tiles, solve};
