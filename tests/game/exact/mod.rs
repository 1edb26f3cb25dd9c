//! The value of the rest of a round: agreement with a plain search of separate code, limits, costs.

mod agreement;
mod costs;
mod endings;
mod limits;
