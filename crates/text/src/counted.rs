//! Numbers with their nouns and verbs, so that 1 reads right.

use std::fmt::Display;

/// A number with its noun: `1 point`, `2 points`, `1 class`, `2 classes`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let ending = if noun.ends_with('s') { "es" } else { "s" };
    agreeing(count, noun, &format!("{noun}{ending}"))
}

/// A number with its words, in the singular for 1 and else in the plural: `1 is named`, `2 are named`.
pub fn agreeing(count: impl Display, singular: &str, plural: &str) -> String {
    let count = count.to_string();
    let words = if count == "1" { singular } else { plural };
    format!("{count} {words}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let classes = [0, 1, 2, 11].map(|count| counted(count, "class"));
        assert_eq!(classes, ["0 classes", "1 class", "2 classes", "11 classes"]);
        let sentences = [1, 21].map(|count| agreeing(count, "is named", "are named"));
        assert_eq!(sentences, ["1 is named", "21 are named"]);
    }
}
