//! The searches: against a plain minimax that shares nothing with them, their counts, their limits.

mod agreement;
mod counts;
mod limits;
mod plain;
