//! Dense layers: the best score of every set of cells, for at most [`MAX_FREE`] empty cells.
//!
//! The empty cells are numbered, so that a set of them is a number too, and that number is its place in a table: nothing
//! is hashed, sorted or dropped. The table is cut into blocks of sets that share their high cells. A tile leads from a
//! block to another one, or stays within its block, and either way it is the same few operations on whole runs of sets,
//! which the processor does side by side. Blocks with as many high cells as one another do not need one another, and
//! are filled on all cores.
//!
//! Rows about one time shut sets, and rows about one turn shut tiles.
//!
//! Where turns may pass, a set is reached in many turns: one table is changed turn after turn ([`best_by_tiles`]).
//!
//! No bound is asked and no first order is needed, so that the time depends on the number of empty cells alone:
//! constraints make it shorter, never longer.
//!
//! [`distribution`] goes through the same sets, a layer at a time and up to the symmetries of the problem, with the number
//! of orders of each score in place of the best.

mod cells;
mod cost;
mod costs;
mod count;
mod distribution;
mod ends;
mod error;
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
