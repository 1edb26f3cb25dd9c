//! The lab of azulejo: models and rows that somebody writes, against the truth about small walls.
//!
//! | room | what it is for |
//! |---|---|
//! | [`rows`] | rows that somebody tries: read, judged, and their effect on a linear relaxation |
//! | [`tree`] | a branch and bound that shows its whole tree |
//! | [`tiling`] | first tiles from which the maximum of a square wall can still be reached, with proofs |
//! | [`grading`] | models in LP, MPS or MiniZinc, solved by their own solver and graded (feature `highs`) |
//!
//! The features `highs` and `microlp` are those of [`azulejo_solver`].

pub mod grading;
pub mod rows;
mod sample;
pub mod tiling;
pub mod tree;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
