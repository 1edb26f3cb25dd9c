//! Model files, read back by HiGHS and by other solvers: what is written down is the problem, whole.

mod exact;
pub(crate) mod files;
mod highs;
mod rows;
mod solutions;
mod solvers;
mod survival;
