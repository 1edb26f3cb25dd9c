//! The searches: agreement with a plain minimax of separate code, counts, limits.

mod agreement;
mod counts;
mod limits;

use azulejo::players::tree_search::{Bonus, Method, TreeSearch};

/// A search that counts the end bonus.
fn counting(method: Method) -> TreeSearch {
    TreeSearch {
        method,
        bonus: Bonus::Counted,
    }
}
