//! Truth of the documents: `docs/`, the schemas, the examples, and the words of all texts.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../tools/src/constrained/generator.rs"]
mod generator;
#[path = "../common/run.rs"]
mod run;

mod architecture;
mod constrained;
mod examples;
mod instances;
mod programs;
mod results;
mod schema;
mod words;
