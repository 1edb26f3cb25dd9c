//! Numbers of optimal tile orders on the scoring wall of the board game Azul.
//!
//! | room | what it is for |
//! |---|---|
//! | [`count`] | ways to count by name, and which of them suits a problem |
//! | [`merge`] | the maximum of a square wall, by the cell that joins the last two parts |
//! | [`posets`] | the maximum of a whole wall as a sum over posets: another program for the same numbers |
//!
//! The counts by tables and by layers are those of [`azulejo_solver`].

pub mod count;
pub mod merge;
pub mod posets;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
