//! Text of items with separators.

use std::fmt::{Display, Write};

/// The items with a separator between every two.
pub(crate) fn join(items: impl IntoIterator<Item: Display>, separator: &str) -> String {
    let mut text = String::new();
    for (index, item) in items.into_iter().enumerate() {
        let separator = if index == 0 { "" } else { separator };
        // A string takes everything.
        let _ = write!(text, "{separator}{item}");
    }
    text
}
