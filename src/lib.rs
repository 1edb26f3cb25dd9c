//! Provably optimal tile orders on the scoring wall of the board game Azul.
//!
//! The most that a 3×3 wall can score if the centre comes last, for example: a person states the question as an
//! [`Instance`](instance::Instance): a wall, a sense, and constraints on the order of the tiles. The instance is compiled to a
//! [`Problem`](problem::Problem) of a few primitives, which several methods solve that share nothing else. The order that a method
//! finds is scored again, from the instance itself, by [`verify`](order::verify).
//!
//! ```text
//! instance ─▶ problem ─┬─▶ formulation ─▶ milp (good_lp → HiGHS) ─┐
//!                      ├─▶ graph (petgraph, small walls)          ├─▶ outcome ─▶ verify ─▶ render
//!                      ├─▶ dense (every covering, in tables)      │
//!                      └─▶ frontier (value, count, samples)       ┘
//! ```
//!
//! ```
//! use azulejo::{instance::Instance, solve::{self, Settings}};
//! let instance = Instance::from_json(
//!     r#"{ "wall": {"rows": 3, "columns": 3}, "sense": "maximize",
//!          "constraints": [{"type": "place-at", "cell": [2, 2], "turn": 9}] }"#,
//! )?;
//! let answer = solve::solve(&instance, solve::Method::default(), &Settings::default())?;
//! assert_eq!(answer.outcome.verdict.status(), "optimal");
//! assert_eq!(answer.outcome.verdict.score(), Some(30)); // case study, section VI
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [`tutorial`] leads on from here. The whole game, for two to four players, is in [`game`].
//!
//! | feature | default | brings |
//! |---|---|---|
//! | `highs` | yes | the mixed-integer methods; HiGHS is built with cmake, a C++ compiler and libclang |
//! | `cli` | yes | the program `azulejo`, with the server of the pages |
//! | `pages` | with `cli` | answers as text, pictures and plots, and the pages as a function from a request to an answer |
//! | `png` | yes | pictures as PNG files |
//!
//! Without default features the crate is a small library: the bounds, first orders, the frontier, dense layers, the
//! state graph and the formulations.

pub use azulejo_control as control;
pub use azulejo_counting::{count, merge, posets};
pub use azulejo_lab::{grading, rows, tiling, tree};
pub use azulejo_play::{analysis, arena, data, engine, exact, players};
pub use azulejo_rules as game;
pub use azulejo_solver::{
    bounds, certificate, dense, formulation, frontier, graph, heuristics, instance, milp, order,
    outcome, problem, solve, wall,
};
#[cfg(feature = "cli")]
use azulejo_text::disk;
use azulejo_text::{counted, harmless};

pub mod by_tiles;
#[cfg(feature = "cli")]
pub mod cli;
pub mod course;
#[cfg(feature = "pages")]
mod flags;
#[cfg(feature = "pages")]
pub mod pages;
pub mod plan;
pub mod published;
#[cfg(feature = "pages")]
pub mod render;
pub mod schema;
#[cfg(feature = "cli")]
pub mod serve;
#[cfg(feature = "pages")]
pub mod solution_file;
#[cfg(feature = "pages")]
#[doc = include_str!("../docs/library.md")]
pub mod tutorial {}
pub mod unpacked;
#[cfg(feature = "pages")]
mod web;
