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

/// Maximum number of rows of a table of the course.
const MAX_ROWS: usize = 15;

/// Course of a solve in paragraphs and tables: the bound and the score over time, the rows of the program, the points of
/// the order by line, and the proof.
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
        let is_whole = instance.tiles() == instance.wall().len();
        parts.push(("The lines", lines::accounts(&account, is_whole, sense)));
    }
    if let Some(proof) = proof_by_hand(instance, answer) {
        parts.push(("The proof by hand", proof));
    }
    parts.push(("What is proven", conclusion(answer, sense)));
    let part = |(title, text): &(&str, String)| format!("{}\n{text}", bold(title));
    parts.iter().map(part).join("\n\n")
}

/// `at most 33`, as a bound on every score.
fn bound_phrase(sense: Sense, bound: impl std::fmt::Display) -> String {
    let (_, side) = sense.best();
    format!("{side} {bound}")
}

/// The first item, the last item, and items in equal steps between them.
fn samples<T>(items: &[T]) -> impl Iterator<Item = &T> {
    let count = items.len().min(MAX_ROWS);
    let step = move |row: usize| row * (items.len() - 1) / (count - 1).max(1);
    (0..count).map(move |row| &items[step(row)])
}

/// Bound before any search, and the reason where there was no search.
fn first_bound(history: &BoundHistory, verdict: &Verdict, sense: Sense) -> String {
    let bound = bound_phrase(sense, history.bound);
    let start = match history.start {
        Some(start) => format!("the order to start from has {start}"),
        None => "no order is known from the start".into(),
    };
    let reason = match verdict.unfinished() {
        Some(Unfinished::BuildError(error)) => format!("\nNo solver was asked: {error}."),
        Some(Unfinished::NoLayers(error)) => format!("\nNo layers were built: {error}."),
        _ => String::new(),
    };
    format!("Before any search, every score is {bound}; {start}.{reason}")
}

/// Numbers of classes by number of tiles.
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
    let indexed = layers.iter().enumerate().collect_vec();
    let rows =
        samples(&indexed).map(|(tiles, layer)| [*tiles as u128, layer.states.into(), layer.all]);
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

/// Proven result with its proof.
fn conclusion(answer: &Answer, sense: Sense) -> String {
    let (best, _) = sense.best();
    let reason = proof::words(&answer.outcome).sentence;
    match &answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => format!(
            "{} is the {best}: the verifier scored the order tile by tile, and {reason}.",
            solution.score
        ),
        Verdict::Infeasible { .. } => format!("No order satisfies the constraints: {reason}."),
        Verdict::Feasible {
            solution, bound, ..
        } => format!(
            "The {best} is not known: it was stopped early. It is {} by what was proven until then, and the verifier scored an order of {}.",
            bound_phrase(sense, bound),
            solution.score
        ),
        Verdict::Unknown { bound, .. } => format!(
            "Only a bound is proven: if there is an order, its score is {}.",
            bound_phrase(sense, bound)
        ),
    }
}
