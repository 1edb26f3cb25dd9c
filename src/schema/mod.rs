//! The JSON that programs read: the output of every command, one type and one file a command. Each type is written and read, and
//! has a [schema](documents). Cells are numbers from 1, in turn order; counts of [`game`] say from where they count.
//!
//! ```
//! use azulejo::{instance::Instance, schema, solve::{Findings, Method, Settings, solve}};
//! let instance = Instance::from_json(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#)?;
//! let answer = solve(&instance, Method::Graph, &Settings::default())?;
//! let text = schema::pretty(&schema::Solve::new(&instance, &answer, &Findings::default(), false));
//! let read: schema::Solve = serde_json::from_str(&text)?;
//! assert_eq!((read.status, read.score), (schema::Status::Optimal, Some(10)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod compare;
mod conflict;
mod count;
mod document;
mod explain;
pub mod game;
mod grade;
mod history;
mod map;
mod orders;
mod proof;
mod relax;
mod report;
mod reproduce;
mod solve;
mod stats;
mod table;
mod tiling;
mod words;
mod write;

pub use check::{Check, PointsTable};
pub use compare::{Compare, MethodResult};
pub use conflict::Conflict;
pub use count::{AllScores, Count, CountStats, Counter, counts};
pub use document::Document;
pub use explain::{Accounts, Explanation, LineAccount};
pub use grade::{Grade, WallGrade};
pub use history::{EquationNumber, History, Layer, Layers, Milp};
pub use map::{CellCost, CostStatus, Map};
pub use orders::{Beginning, Orders};
pub use proof::{Bound, Certificate, LastCell, Lines, Proof, ProvenBy};
pub use relax::{Column, Relax, RelaxStats, RelaxStatus, RowChanges, TriedRow};
pub use report::{FileReport, FileVerdict, Report};
pub use reproduce::{Figure, Reproduce};
pub use solve::{CertificateFile, CrossCheck, Solve};
pub use stats::Stats;
pub use table::{Best, MissingEntry, Table, TilesEntry};
pub use tiling::{Corners, Parting, RefutationStep, Tiling, TreeItem};
pub use words::{Digits, Method, Or, Status, Version};

use crate::harmless::escaped;
use crate::instance::Instance;
use serde::Serialize;

/// All outputs with their schemas, after the instance that commands read.
pub fn documents() -> Vec<Document> {
    vec![
        Document::of::<Instance>("instance"),
        Document::of::<Solve>("solve"),
        Document::of::<Compare>("compare"),
        Document::of::<Count>("count"),
        Document::of::<AllScores>("count-all-scores"),
        Document::of::<Orders>("orders"),
        Document::of::<Check>("check"),
        Document::of::<Relax>("relax"),
        Document::of::<Grade>("grade"),
        Document::of::<Report>("grade-report"),
        Document::of::<Map>("map"),
        Document::of::<Table>("table"),
        Document::of::<Reproduce>("reproduce"),
        Document::of::<Tiling>("tiling"),
        Document::of::<game::New>("game-new"),
        Document::of::<game::Show>("game-show"),
        Document::of::<game::Moves>("game-moves"),
        Document::of::<game::Play>("game-play"),
        Document::of::<game::Perft>("game-perft"),
        Document::of::<game::Check>("game-check"),
        Document::of::<game::Players>("game-players"),
        Document::of::<game::Best>("game-best"),
        Document::of::<game::Match>("game-match"),
        Document::of::<game::Tournament>("game-tournament"),
        Document::of::<game::Plan>("game-plan"),
        Document::of::<game::Solve>("game-solve"),
        Document::of::<game::Grade>("game-grade"),
        Document::of::<game::RolloutGrade>("game-grade-rollouts"),
        Document::of::<game::Review>("game-review"),
        Document::of::<game::RolloutReview>("game-review-rollouts"),
        Document::of::<game::Puzzle>("game-puzzle"),
    ]
}

/// The text of a value, as every command prints it: a field a line, arrays of numbers on one line.
pub fn pretty(value: &impl Serialize) -> String {
    escaped(&write::text(value))
}
