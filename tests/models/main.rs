//! Models, and programs that share nothing with the library: `models/`, the formulations as they are written down, the solvers
//! that read them, both checkers of certificates, the proofs in Coq. The text that leads through `models/` promises nothing that
//! its commands do not print.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../tools/src/constrained/generator.rs"]
#[allow(dead_code)] // one kind of its instances is drawn here
mod generator;
#[path = "../common/random_rows.rs"]
mod random_rows;
#[path = "../common/run.rs"]
mod run;

mod certificates;
mod coq;
mod course;
mod data;
mod equations;
mod export;
mod formulation;
mod languages;
mod matrix;
mod mps;
mod peers;
mod pictures;
mod scores;
mod tools;
mod walkthrough;
