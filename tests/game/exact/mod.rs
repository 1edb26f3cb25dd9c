//! The value of the rest of a round: against a plain search that shares nothing with it, its limits, its costs.

mod agreement;
mod costs;
mod endings;
mod limits;
pub(crate) mod plain;
