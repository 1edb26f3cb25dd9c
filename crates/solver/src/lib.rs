//! Provably optimal tile orders on the scoring wall of the board game Azul.
//!
//! The most that a 3×3 wall can score if the centre comes last, for example: a person states the question as an
//! [`Instance`](instance::Instance): a wall, a sense, and constraints on the order of the tiles. The instance is compiled to a
//! [`Problem`](problem::Problem) of a few primitives, which several methods solve that share nothing else. The order that a method
//! finds is scored again, from the instance itself, by [`verify`](order::verify).
//!
//! ```text
//! instance ─▶ problem ─┬─▶ formulation ─▶ milp (good_lp → HiGHS) ─┐
//!                      ├─▶ graph (petgraph, small walls)          ├─▶ outcome ─▶ verify
//!                      ├─▶ dense (every covering, in tables)      │
//!                      └─▶ frontier (value, count, samples)       ┘
//! ```
//!
//! ```
//! use azulejo_solver::{instance::Instance, solve::{self, Settings}};
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
//! The referee behind [`verify`](order::verify) is [a crate of its own](azulejo_check).
//!
//! | feature | brings |
//! |---|---|
//! | `highs` | the mixed-integer methods; HiGHS is built with cmake, a C++ compiler and libclang |
//! | `microlp` | the mixed-integer methods with a solver in Rust alone, which is slow |
//! | `cluster` | one count by several processes |
//!
//! Without features there are the bounds, first orders, the frontier, dense layers, the state graph and the formulations.

pub use azulejo_control as control;
use azulejo_text::{counted, disk, harmless};

pub mod bounds;
pub mod certificate;
pub mod dense;
pub mod formulation;
pub mod frontier;
pub mod graph;
pub mod heuristics;
pub mod instance;
pub mod memory;
pub mod milp;
pub mod order;
pub mod outcome;
pub mod problem;
mod restricted;
pub mod solve;
pub mod wall;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
