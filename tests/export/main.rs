//! Model files, read back by HiGHS and by other solvers: what is written down is the problem, whole.
#![cfg(feature = "highs")]

#[path = "../common/mod.rs"]
mod common;
mod exact;
mod files;
mod highs;
#[path = "../common/random_rows.rs"]
mod random_rows;
mod rows;
mod solutions;
mod solvers;
mod survival;
