//! The searches: against a plain minimax that shares nothing with them, their counts, their limits.

mod agreement;
mod counts;
mod limits;
mod plain;

use azulejo::players::tree_search::{Bonus, Method, TreeSearch};

/// A search that counts the end bonus.
fn counting(method: Method) -> TreeSearch {
    TreeSearch {
        method,
        bonus: Bonus::Counted,
    }
}
