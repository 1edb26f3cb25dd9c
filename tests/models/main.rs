//! Models, and programs that share no code with the library: `models/`, the files of the formulations, other solvers, both checkers
//! of certificates, and the proofs in Coq. The commands in the pages of `models/` print the output that the pages show.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../tools/src/constrained/generator.rs"]
#[allow(dead_code)] // one kind of its instances is used
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
mod peers;
mod pictures;
mod scores;
mod tools;
mod walkthrough;
