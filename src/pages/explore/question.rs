//! The question that an address asks, as sentences.

use super::pictogram;
use crate::counted::counted;
use crate::instance::{FactorSpec, Sense};
use crate::pages::address::Address;
use crate::pages::request::Site;
use crate::wall::Bonus;
use crate::web::TemplateError;
use itertools::Itertools;
use serde::Serialize;

/// All that an address asks, a sentence each, from the wall to its constraints.
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
    sentences.extend(multiplied(address));
    sentences.extend(filled_already(address));
    let constraints = address.constraints.iter().enumerate();
    sentences.extend(constraints.map(|(index, _)| sentence(address, index)));
    sentences
}

/// The cells whose points are multiplied, a sentence each.
fn multiplied(address: &Address) -> impl Iterator<Item = String> {
    address.factors.iter().map(|FactorSpec { cells, factor }| {
        let cells = cells.iter().join(", ");
        format!("Points times {factor}: {cells}.")
    })
}

fn filled_already(address: &Address) -> Option<String> {
    let cells = address.initial.iter().join(", ");
    (!cells.is_empty()).then(|| format!("Filled already: {cells}."))
}

/// The sentence of a constraint; where the constraint cannot be read, its text.
fn sentence(address: &Address, index: usize) -> String {
    let instance = address.instance.as_ref();
    let stated = instance.and_then(|instance| instance.constraints().get(index));
    let written = &address.constraints[index];
    stated.map_or_else(
        || format!("{} {}", written.flag, written.value),
        |stated| stated.sentence(),
    )
}

/// The list of constraints: `constraints.html` writes it.
#[derive(Debug, Serialize)]
struct Constraints<'a> {
    root: &'a str,
    faults: &'a [String],
    /// The address without what cannot be read, where there is such a thing.
    readable: Option<String>,
    /// The cells that are filled already: a picture, and words.
    initial: Option<(pictogram::Picture, String)>,
    constraints: Vec<Line>,
    clashes: &'a [Vec<usize>],
}

/// A constraint of the list.
#[derive(Debug, Serialize)]
struct Line {
    index: usize,
    picture: pictogram::Picture,
    words: String,
    faults: Vec<String>,
    /// The clashes that it is a part of, from 1.
    clashes: Vec<usize>,
    /// The address without it.
    without: String,
    /// The address without it, with this wall kept beside it.
    beside: String,
}

/// The list of constraints, each with a link to the page without it; those of each clash cannot hold together.
pub(super) fn constraints(
    site: &Site,
    address: &Address,
    clashes: &[Vec<usize>],
) -> Result<String, TemplateError> {
    let of = |index: usize| -> Vec<usize> {
        let numbered = (1..).zip(clashes);
        let own = numbered.filter(|(_, clash)| clash.contains(&index));
        own.map(|(number, _)| number).collect()
    };
    let lines = address.constraints.iter().enumerate();
    let lines = lines.map(|(index, written)| Line {
        index,
        picture: pictogram::of_constraint(address.wall, written.spec.as_ref()),
        words: sentence(address, index),
        faults: written.faults.clone(),
        clashes: of(index),
        without: address.without(index, address.reference()),
        beside: address.without(index, Some(&address.query())),
    });
    let initial = filled_already(address);
    let list = Constraints {
        root: &site.root,
        faults: &address.faults,
        readable: (!address.unread.is_empty()).then(|| address.without_unread(address.reference())),
        initial: initial.map(|words| (pictogram::of_initial(address), words)),
        constraints: lines.collect(),
        clashes,
    };
    site.templates
        .render("pages/explore/constraints.html", &list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_told_in_sentences() {
        let query = "size=3x4&sense=min&initial=1+2&turns=1&bonus=2,7,0&fix=5@1&before=7:8&rule=rounds&last=9";
        let said = sentences(&Address::read(query));
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
        assert_eq!(said, expected);
    }
}
