//! A beam search: an incumbent for the methods that prove.

use super::LineBounds;
use crate::control::Control;
use crate::instance::Sense;
use crate::outcome::Solution;
use crate::problem::{Moves, Problem};
use crate::wall::{Cell, Covering, Scorer};
use rustc_hash::FxHashMap;

/// How many coverings of a layer are kept.
pub const WIDTH: usize = 2_000;

/// A good order of a problem, or none: where the beam ran into dead ends, where the wall is larger
/// than a [`Covering`], or where its lines are longer than [`LineBounds::LONGEST`].
///
/// Layer after layer, the `width` coverings with the best points so far plus the share of
/// [`LineBounds::rest`] that the turns left can reach survive. Deterministic, unless it
/// is stopped: then it hurries to the end with a single covering a layer.
pub fn search(problem: &Problem, width: usize, control: &Control) -> Option<Solution> {
    let moves = Moves::new(problem)?;
    let bounds = LineBounds::new(problem.wall(), problem.sense())?;
    let scorer = Scorer::new(problem.wall());
    let sense = problem.sense();
    let mut layers = vec![vec![Entry {
        covering: moves.initial(),
        score: 0,
        last: None,
    }]];
    for turn in problem.turns() {
        let mut next: FxHashMap<Covering, Entry> = FxHashMap::default();
        for (parent, entry) in layers[turn.index()].iter().enumerate() {
            for cell in moves.legal(entry.covering, turn).cells() {
                let covering = entry.covering.with(cell);
                let score = entry.score + scorer.points(entry.covering, cell);
                let reached = Entry {
                    covering,
                    score,
                    last: Some((parent, cell)),
                };
                next.entry(covering)
                    .and_modify(|best| {
                        if sense.better(score, best.score) {
                            *best = reached;
                        }
                    })
                    .or_insert(reached);
            }
        }
        let turns_left = (problem.horizon() - turn.number()) as u32;
        let cells_left = (problem.free_len() - turn.number()).max(1) as u32;
        let width = if control.stopped() { 1 } else { width };
        layers.push(keep_best(next, width, |entry| {
            let hoped = entry.score + bounds.rest(entry.covering) * turns_left / cells_left;
            if sense == Sense::Maximize {
                u32::MAX - hoped
            } else {
                hoped
            }
        }));
    }
    let end = layers.last()?.iter().copied().max_by_key(|entry| {
        let score = entry.score + moves.bonus(entry.covering);
        if sense == Sense::Maximize {
            score
        } else {
            u32::MAX - score
        }
    })?;
    Some(Solution {
        order: trace(&layers, end),
        score: end.score + moves.bonus(end.covering),
    })
}

/// A covering, the best score that reached it, and its parent in the layer before.
#[derive(Debug, Clone, Copy)]
struct Entry {
    covering: Covering,
    score: u32,
    last: Option<(usize, Cell)>,
}

fn keep_best(
    next: FxHashMap<Covering, Entry>,
    width: usize,
    key: impl Fn(&Entry) -> u32,
) -> Vec<Entry> {
    let mut layer: Vec<Entry> = next.into_values().collect();
    // The covering breaks ties, so that the result does not depend on the hash table's order.
    layer.sort_by_cached_key(|entry| (key(entry), entry.covering));
    layer.truncate(width);
    layer
}

fn trace(layers: &[Vec<Entry>], end: Entry) -> Vec<Cell> {
    let mut order = Vec::new();
    let mut entry = end;
    for layer in layers.iter().rev().skip(1) {
        let Some((parent, cell)) = entry.last else {
            break;
        };
        order.push(cell);
        entry = layer[parent];
    }
    order.reverse();
    order
}
