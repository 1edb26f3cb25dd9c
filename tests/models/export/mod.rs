//! Model files in HiGHS and other solvers: each file is the whole problem.

mod exact;
pub(crate) mod files;
pub(crate) mod highs;
mod rows;
mod solutions;
mod solvers;
mod survival;
