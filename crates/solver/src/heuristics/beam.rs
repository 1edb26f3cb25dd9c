//! A beam search: a search over coverings that keeps only the best of each layer.

use crate::bounds::rest::Expander;
use crate::instance::Sense;
use crate::order::{Order, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
use azulejo_control::Control;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A good order of a problem, or none: where the beam ran into dead ends, where the wall is larger
/// than a [`Covering`], or where its lines are longer than [`LineBounds::LONGEST`].
///
/// Layer after layer, the `width` coverings with the best points so far plus a guess at the rest
/// survive: the bound on it, and where the turns do not fill the wall, their share of that. Deterministic, unless it is stopped: then it hurries to the end with a single covering a layer.
///
/// [`LineBounds::LONGEST`]: crate::bounds::rest::LineBounds::LONGEST
pub fn search(problem: &Problem, width: usize, control: &Control) -> Option<Solution> {
    search_with(problem, &Expander::new(problem)?, width, control)
}

pub(super) fn search_with(
    problem: &Problem,
    expander: &Expander,
    width: usize,
    control: &Control,
) -> Option<Solution> {
    let sense = problem.sense();
    let start = Entry {
        covering: expander.initial(),
        score: 0,
        promise: 0,
        last: None,
    };
    let mut layers = vec![vec![start]];
    for turn in problem.turns() {
        let turns_left = (problem.horizon() - turn.number()) as u32;
        let cells_left = (problem.free_len() - turn.number()).max(1) as u32;
        let mut next: FxHashMap<Covering, Entry> = FxHashMap::default();
        for (parent, entry) in layers[turn.index()].iter().enumerate() {
            // Once it is stopped, the best covering that leads anywhere is enough.
            if control.stopped() && !next.is_empty() {
                break;
            }
            for step in expander.steps(entry.covering, turn) {
                let score = entry.score + step.points;
                let guess = i64::from(score + step.rest * turns_left / cells_left);
                let reached = Entry {
                    covering: step.covering,
                    score,
                    promise: sense.gain(guess),
                    last: Some(parent),
                };
                let known = next.entry(step.covering).or_insert(reached);
                if sense.better(score, known.score) {
                    *known = reached;
                }
            }
        }
        let width = if control.stopped() { 1 } else { width };
        layers.push(keep_best(next, width));
    }
    let scored = |entry: &Entry| entry.score + expander.bonus(entry.covering);
    let ends = layers.last()?.iter().copied();
    let end = match sense {
        Sense::Maximize => ends.max_by_key(scored),
        Sense::Minimize => ends.min_by_key(scored),
    }?;
    Some(Solution {
        order: trace(&layers, end),
        score: scored(&end),
    })
}

/// A covering, the best score that reached it, what it promises, more being better, and its parent in the layer before.
#[derive(Debug, Clone, Copy)]
struct Entry {
    covering: Covering,
    score: u32,
    promise: i64,
    last: Option<usize>,
}

fn keep_best(next: FxHashMap<Covering, Entry>, width: usize) -> Vec<Entry> {
    let mut layer: Vec<Entry> = next.into_values().collect();
    // The covering breaks ties, so that the result does not depend on the hash table's order.
    layer.sort_unstable_by_key(|entry| (Reverse(entry.promise), entry.covering));
    layer.truncate(width);
    layer
}

fn trace(layers: &[Vec<Entry>], end: Entry) -> Order {
    let mut order: Vec<Cell> = Vec::new();
    let mut entry = end;
    for layer in layers.iter().rev().skip(1) {
        let Some(parent) = entry.last else { break };
        let before = layer[parent];
        order.extend(entry.covering.minus(before.covering).cells());
        entry = before;
    }
    order.reverse();
    order.into()
}
