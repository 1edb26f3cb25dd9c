//! Formulations: their rows against orders, and their documents.

mod describing;
pub(crate) mod formulations;
mod golden;
mod latex;
mod programs;
mod schedules;
mod tight;
