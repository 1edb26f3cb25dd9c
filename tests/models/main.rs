//! `models/`: the programs in modelling languages say the same as the library's own, and the text that
//! leads through them promises nothing that its commands do not print.

#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "highs")]
mod course;
mod data;
#[cfg(feature = "highs")]
mod equations;
#[cfg(feature = "highs")]
mod languages;
mod matrix;
mod mps;
#[cfg(feature = "highs")]
mod pictures;
mod scores;
mod tools;
#[cfg(feature = "highs")]
mod walkthrough;
