//! The state graph: every covering that can be reached, every move between them, solved by
//! petgraph's own shortest-path algorithm (thesis, figures 5, 9 and 10).
//!
//! The state graph shares nothing with the mixed-integer methods but the compiled problem, and checks all of them on small walls.
//! [`StateSpace`] is the part of the graph that is worth a picture.

mod build;
mod near;
mod paths;
mod solve;
mod space;
mod sums;

pub use build::{Move, StateGraph};
pub use near::near;
pub use paths::OptimalPaths;
pub use solve::{count, distribution, solve};
pub use space::{Place, StateSpace, Step};
