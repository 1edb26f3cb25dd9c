//! Formulations: their rows against orders, and how they are told.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/run.rs"]
mod run;

mod describing;
mod formulations;
#[cfg(feature = "highs")]
mod golden;
mod latex;
mod programs;
mod schedules;
mod tight;
