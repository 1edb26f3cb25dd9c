//! Examples of questions.

use super::{pictogram, reference};
use crate::pages::address::Address;
use crate::web::{Serde, Value, context};
use itertools::Itertools;

/// Example of a question.
struct Example {
    name: &'static str,
    says: &'static str,
    query: &'static str,
}

static EXAMPLES: [Example; 6] = [
    Example {
        name: "The centre last",
        says: "Two lines have to wait for their middle. What does that cost?",
        query: "size=5x5&sense=max&fix=13@25",
    },
    Example {
        name: "Half the turns",
        says: "Only twelve tiles. Where do they earn most?",
        query: "size=5x5&sense=max&turns=12",
    },
    Example {
        name: "Two tiles at first",
        says: "Somebody has begun already. Make the best of it.",
        query: "size=5x5&sense=max&initial=7+19",
    },
    Example {
        name: "The worst order",
        says: "The tiles keep apart for as long as they can.",
        query: "size=5x5&sense=min",
    },
    Example {
        name: "Best and worst",
        says: "Two walls side by side, and the points between them.",
        query: "size=5x5&sense=max&kept=size%3D5x5%26sense%3Dmin",
    },
    Example {
        name: "A size of your own",
        says: "Four rows and seven columns. Change the numbers as you like.",
        query: "size=4x7&sense=max",
    },
];

/// Examples with their pictures.
pub(super) fn cards() -> impl Iterator<Item = Value> {
    EXAMPLES.iter().map(|Example { name, says, query }| {
        let address = Address::read(query);
        let reference = reference::address(&address);
        let walls = std::iter::once(&address).chain(&reference);
        let pictures = Serde(walls.map(pictogram::of_address).collect_vec());
        context! { name => *name, says => *says, query => *query, pictures }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_valid_question() {
        for example in &EXAMPLES {
            let address = Address::read(example.query);
            assert!(address.instance.is_some(), "{}", example.name);
            let reference = reference::address(&address);
            assert!(
                reference.is_none_or(|reference| reference.instance.is_some()),
                "{}",
                example.name
            );
        }
    }
}
