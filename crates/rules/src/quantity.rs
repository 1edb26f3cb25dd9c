//! Numbers with their nouns and verbs, so that 1 reads right.

use std::fmt::Display;

/// A number with its noun: `1 point`, `2 points`, `1 class`, `2 classes`.
pub(crate) fn quantity(count: impl Display, noun: &str) -> String {
    let ending = if noun.ends_with('s') { "es" } else { "s" };
    phrase(count, noun, &format!("{noun}{ending}"))
}

/// A number with the words for 1, or with those for all other numbers: `1 is named`, `2 are named`.
pub(crate) fn phrase(count: impl Display, one: &str, others: &str) -> String {
    let count = count.to_string();
    let words = if count == "1" { one } else { others };
    format!("{count} {words}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        let classes = [0, 1, 2, 11].map(|count| quantity(count, "class"));
        assert_eq!(classes, ["0 classes", "1 class", "2 classes", "11 classes"]);
        let phrases = [1, 21].map(|count| phrase(count, "is named", "are named"));
        assert_eq!(phrases, ["1 is named", "21 are named"]);
    }
}
