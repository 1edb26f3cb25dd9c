//! Course of a solve, in words and numbers.

mod by_hand;
mod costs;
mod lines;
mod solver;

pub use by_hand::proof_by_hand;
pub use costs::costs;

use super::caption::bold;
use super::proof;
use super::tables::table;
use crate::counted::agreeing;
use crate::instance::{Instance, Sense};
use crate::order::LineAccounts;
use crate::outcome::{BoundHistory, History, LayerHistory, Unfinished, Verdict};
use crate::solve::Answer;
use itertools::Itertools;
use std::fmt::Write;

/// A table of what happened on the way has so many rows at most.
const LONGEST: usize = 15;

/// How the bound and the score came together, what the solver was given, where the order earns its points,
/// and what is proven, in paragraphs and tables.
pub fn text(instance: &Instance, answer: &Answer) -> String {
    let sense = instance.sense();
    let verdict = &answer.outcome.verdict;
    let mut parts = match &answer.outcome.history {
        History::Milp(history) => vec![
            ("The bound", solver::bounds(history, &answer.outcome, sense)),
            ("Moment by moment", solver::moments(history, verdict)),
            ("The rows", solver::rows(history)),
        ],
        History::Bound(history) => {
            vec![("The bound", first_bound(history, verdict, sense))]
        }
        History::Layers(history) => vec![("Layer by layer", layers(history))],
    };
    if let Some(solution) = verdict.solution() {
        let account = LineAccounts::new(instance, &solution.order);
        let whole = instance.tiles() == instance.wall().len();
        parts.push(("The lines", lines::accounts(&account, whole, sense)));
    }
    if let Some(proof) = proof_by_hand(instance, answer) {
        parts.push(("The proof by hand", proof));
    }
    parts.push(("What is proven", proven(answer, sense)));
    let part = |(title, text): &(&str, String)| format!("{}\n{text}", bold(title));
    parts.iter().map(part).join("\n\n")
}

/// `at most 33`, as a bound on every score.
fn bounded(sense: Sense, bound: impl std::fmt::Display) -> String {
    let (_, side) = sense.best();
    format!("{side} {bound}")
}

/// The first, the last, and others in equal steps between them.
fn thinned<T>(items: &[T]) -> impl Iterator<Item = &T> {
    let count = items.len().min(LONGEST);
    let step = move |row: usize| row * (items.len() - 1) / (count - 1).max(1);
    (0..count).map(move |row| &items[step(row)])
}

/// The bound that is known without a search, and why there was no search where the bound proves nothing.
fn first_bound(history: &BoundHistory, verdict: &Verdict, sense: Sense) -> String {
    let bound = bounded(sense, history.bound);
    let start = match history.start {
        Some(start) => format!("the order to start from has {start}"),
        None => "no order is known from the start".into(),
    };
    let why = match verdict.unfinished() {
        Some(Unfinished::Unwritten(unwritten)) => format!("\nNo solver was asked: {unwritten}."),
        Some(Unfinished::NoLayers(why)) => format!("\nNo layers were built: {why}."),
        _ => String::new(),
    };
    format!("Before any search, every score is {bound}; {start}.{why}")
}

/// The classes that were kept, by number of tiles.
fn layers(history: &LayerHistory) -> String {
    let LayerHistory {
        start,
        symmetries,
        layers,
        ..
    } = history;
    let mut text = match start {
        Some(start) => format!(
            "An order of score {start} is known from the start. Coverings that cannot lead to such a score are left out."
        ),
        None => {
            "No order is known from the start, so no covering is left out for its score.".into()
        }
    };
    if *symmetries > 1 {
        let _ = write!(
            text,
            "\nCoverings that are the same but for one of {symmetries} symmetries form one class."
        );
    }
    let (noun, nouns) = match *symmetries > 1 {
        true => ("class", "classes"),
        false => ("covering", "coverings"),
    };
    let numbered = layers.iter().enumerate().collect_vec();
    let rows =
        thinned(&numbered).map(|(tiles, layer)| [*tiles as u128, layer.states.into(), layer.all]);
    let head = ["tiles", nouns, "sets of so many cells"];
    let _ = write!(text, "\n{}", table(head, rows));
    let (classes, all) = layers.iter().fold((0u64, 0u128), |(classes, all), layer| {
        (classes + layer.states, all.saturating_add(layer.all))
    });
    let _ = write!(
        text,
        "\n{} gone through, of {} in all.",
        agreeing(classes, &format!("{noun} was"), &format!("{nouns} were")),
        agreeing(all, "set of cells", "sets of cells")
    );
    text
}

/// The proven result, and its proof.
fn proven(answer: &Answer, sense: Sense) -> String {
    let (best, _) = sense.best();
    let how = proof::by(&answer.outcome).in_a_sentence;
    match &answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => format!(
            "{} is the {best}: the verifier scored the order tile by tile, and {how}.",
            solution.score
        ),
        Verdict::Infeasible { .. } => format!("No order satisfies the constraints: {how}."),
        Verdict::Feasible {
            solution, bound, ..
        } => format!(
            "The {best} is not known: it was stopped early. It is {} by what was proven until then, and the verifier scored an order of {}.",
            bounded(sense, bound),
            solution.score
        ),
        Verdict::Unknown { bound, .. } => format!(
            "Only a bound is proven: if there is an order, its score is {}.",
            bounded(sense, bound)
        ),
    }
}
