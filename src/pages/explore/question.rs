//! Question of an address, as sentences.

use super::pictogram;
use crate::counted::counted;
use crate::instance::{FactorSpec, Sense};
use crate::pages::address::Address;
use crate::pages::request::Site;
use crate::wall::Bonus;
use crate::web::{Serde, TemplateError, context};
use itertools::Itertools;
use serde::Serialize;

/// Sentences of a question, from the wall to its constraints.
pub(super) fn sentences(address: &Address) -> Vec<String> {
    let wall = address.wall;
    let [rows, columns] = [(wall.rows(), "row"), (wall.columns(), "column")]
        .map(|(count, noun)| counted(count, noun));
    let best = match address.sense {
        Sense::Maximize => "as large as possible",
        Sense::Minimize => "as small as possible",
    };
    let mut sentences = vec![
        format!("Fill a wall of {rows} and {columns}."),
        format!("Make the score {best}."),
    ];
    let turns = address.turns.map(|turns| counted(turns, "turn"));
    sentences.extend(turns.map(|turns| format!("Stop after {turns}.")));
    if address.bonus != Bonus::default() {
        sentences.push("At the end, complete rows, columns and colours earn a bonus.".into());
    }
    let holes = address.holes.iter().join(", ");
    sentences.extend((!holes.is_empty()).then(|| format!("Holes: {holes}.")));
    sentences.extend(factor_sentences(address));
    sentences.extend(initial_sentence(address));
    let constraints = address.constraints.iter().enumerate();
    sentences.extend(constraints.map(|(index, _)| sentence(address, index)));
    sentences
}

/// One sentence for each factor.
fn factor_sentences(address: &Address) -> impl Iterator<Item = String> {
    address.factors.iter().map(|FactorSpec { cells, factor }| {
        let cells = cells.iter().join(", ");
        format!("Points times {factor}: {cells}.")
    })
}

fn initial_sentence(address: &Address) -> Option<String> {
    let cells = address.initial.iter().join(", ");
    (!cells.is_empty()).then(|| format!("Filled already: {cells}."))
}

/// Sentence of a constraint, or its text where the instance has faults.
fn sentence(address: &Address, index: usize) -> String {
    let instance = address.instance.as_ref();
    let constraint = instance.and_then(|instance| instance.constraints().get(index));
    let field = &address.constraints[index];
    constraint.map_or_else(
        || format!("{} {}", field.flag, field.value),
        |constraint| constraint.sentence(),
    )
}

/// Constraint of the list.
#[derive(Debug, Serialize)]
struct Line {
    index: usize,
    picture: pictogram::Picture,
    words: String,
    faults: Vec<String>,
    /// The clashes with the constraint, from 1.
    clashes: Vec<usize>,
    /// The address without the constraint.
    without: String,
    /// The address without the constraint, with this wall as the reference wall.
    beside: String,
}

/// List of constraints, each with a link to the page without it; the constraints of a clash cannot hold together.
pub(super) fn constraints(
    site: &Site,
    address: &Address,
    clashes: &[Vec<usize>],
) -> Result<String, TemplateError> {
    let clashes_of = |index: usize| -> Vec<usize> {
        let numbered = (1..).zip(clashes);
        let numbered = numbered.filter(|(_, clash)| clash.contains(&index));
        numbered.map(|(number, _)| number).collect()
    };
    let lines = address.constraints.iter().enumerate();
    let lines = lines.map(|(index, field)| Line {
        index,
        picture: pictogram::of_constraint(address.wall, field.spec.as_ref()),
        words: sentence(address, index),
        faults: field.faults.clone(),
        clashes: clashes_of(index),
        without: address.without(index, address.reference()),
        beside: address.without(index, Some(&address.query())),
    });
    let readable =
        (!address.unreadable.is_empty()).then(|| address.without_unreadable(address.reference()));
    let initial = initial_sentence(address);
    let initial = initial.map(|words| (pictogram::of_initial(address), words));
    let list = context! {
        root => &site.root,
        faults => Serde(&address.faults),
        // The address without the unreadable fields, where it has any.
        readable,
        // The cells that are filled before turn 1: a picture, and words.
        initial => Serde(initial),
        constraints => Serde(lines.collect_vec()),
        clashes => Serde(clashes),
    };
    site.templates
        .render("pages/explore/constraints.html", &list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_a_sentence_for_each_part() {
        let query = "size=3x4&sense=min&initial=1+2&turns=1&bonus=2,7,0&fix=5@1&before=7:8&rule=rounds&last=9";
        let words = sentences(&Address::read(query));
        let expected = [
            "Fill a wall of 3 rows and 4 columns.",
            "Make the score as small as possible.",
            "Stop after 1 turn.",
            "At the end, complete rows, columns and colours earn a bonus.",
            "Filled already: cell 1, cell 2.",
            "Cell 5 comes in turn 1.",
            "Cell 7 comes before cell 8.",
            "The tiles come in rounds: each round fills one cell of every row, from the top row down.",
            "The last tiles fill cell 9, in any order.",
        ];
        assert_eq!(words, expected);
    }
}
