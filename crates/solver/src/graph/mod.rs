//! The state graph: every reachable covering and every move between them, solved by
//! petgraph's own shortest-path algorithm (thesis, figures 5, 9 and 10).
//!
//! The state graph shares only the compiled problem with the mixed-integer methods, and checks all of them on small walls.
//! [`StateSpace`] is its part for pictures: the coverings and moves of complete orders.

mod build;
mod near;
mod paths;
mod solve;
mod space;
mod sums;
mod values;

pub use build::{Move, StateGraph};
pub use near::near;
pub use paths::OptimalPaths;
pub use solve::{count, distribution, solve};
pub use space::{Place, StateSpace, Step};
