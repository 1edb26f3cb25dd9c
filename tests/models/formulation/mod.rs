//! Formulations: their rows against orders, and how they are told.

mod describing;
pub(crate) mod formulations;
mod golden;
mod latex;
mod programs;
mod schedules;
mod tight;
