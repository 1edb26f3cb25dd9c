//! Provably optimal tile orders on the scoring wall of the board game Azul.
//!
//! What is the most a 3×3 wall can score if the centre comes last? A person states that as an
//! [`Instance`](instance::Instance): a wall, a sense, and constraints on the order of the tiles. It
//! is compiled to a [`Problem`](problem::Problem) of a few primitives, which several methods solve
//! that share nothing else, and whatever order they find is scored again, from the instance itself, by
//! [`verify`](verify::verify).
//!
//! ```text
//! instance ─▶ problem ─┬─▶ formulation ─▶ milp (good_lp → HiGHS) ─┐
//!                      ├─▶ graph (petgraph, small walls)          ├─▶ outcome ─▶ verify ─▶ render
//!                      └─▶ frontier (value, count, samples)       ┘
//! ```
//!
//! ```
//! use azulejo::{control::Control, instance::Instance, solve};
//! let instance = Instance::from_json(
//!     r#"{ "wall": {"rows": 3, "columns": 3}, "sense": "maximize",
//!          "constraints": [{"type": "place-at", "cell": [2, 2], "turn": 9}] }"#,
//! )?;
//! let answer = solve::solve(&instance, solve::Method::default(), &Control::default())?;
//! assert_eq!(answer.outcome.verdict.status(), "optimal");
//! assert_eq!(answer.outcome.verdict.score(), Some(30)); // case study, section VI
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [`tutorial`] leads on from here. The whole game, for two to four players, is in [`game`].
//!
//! Without the default feature `highs` the crate builds without cmake, a C++ compiler and libclang;
//! only the mixed-integer methods are missing then.

pub mod breakdown;
pub mod cli;
pub mod conflict;
pub mod control;
pub mod explain;
pub mod formulation;
pub mod frontier;
pub mod game;
pub mod graph;
pub mod history;
pub mod instance;
#[cfg(feature = "highs")]
pub mod milp;
pub mod outcome;
pub mod permutation;
pub mod problem;
pub mod published;
pub mod render;
pub mod replay;
pub mod solve;
pub mod tutorial;
pub mod verify;
pub mod wall;
