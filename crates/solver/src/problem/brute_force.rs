//! Small problems by brute force: a second implementation for the tests of bounds and searches.

use super::{Moves, Problem};
use crate::wall::{Covering, Scorer};
use rustc_hash::FxHashMap;

/// Coverings, each with a score.
pub(crate) type Layer = FxHashMap<Covering, u32>;

/// Reachable coverings by number of finished turns, each with the best score so far.
pub(crate) fn forward_layers(problem: &Problem) -> Vec<Layer> {
    let (moves, scorer) = moves_and_scorer(problem);
    let mut layers = vec![Layer::from_iter([(moves.initial(), 0)])];
    for turn in problem.turns() {
        let mut next = Layer::default();
        for (&covering, &score) in &layers[turn.index()] {
            if moves.may_pass(covering, turn) {
                let best = next.entry(covering).or_insert(score);
                *best = problem.sense().better_of(*best, score);
            }
            for cell in moves.legal(covering, turn).cells() {
                let score = score + scorer.points(covering, cell);
                let best = next.entry(covering.with(cell)).or_insert(score);
                *best = problem.sense().better_of(*best, score);
            }
        }
        layers.push(next);
    }
    layers
}

/// Coverings by number of finished turns that some order completes, each with the best points of a completion, the bonus
/// included.
pub(crate) fn backward_layers(problem: &Problem) -> Vec<Layer> {
    let forward = forward_layers(problem);
    let (moves, scorer) = moves_and_scorer(problem);
    let ends = forward[problem.horizon()].keys();
    let mut layers = vec![ends.map(|&end| (end, moves.bonus(end))).collect::<Layer>()];
    for turn in problem.turns().rev() {
        let successors = &layers[layers.len() - 1];
        let layer = forward[turn.index()].keys().filter_map(|&covering| {
            let cells = moves.legal(covering, turn).cells();
            let scores = cells.filter_map(|cell| {
                Some(successors.get(&covering.with(cell))? + scorer.points(covering, cell))
            });
            let pass = successors.get(&covering).copied();
            let pass = pass.filter(|_| moves.may_pass(covering, turn));
            Some((covering, problem.sense().best_of(scores.chain(pass))?))
        });
        let layer = layer.collect();
        layers.push(layer);
    }
    layers.reverse();
    layers
}

/// The best score, if there is an order.
pub(crate) fn optimum(problem: &Problem) -> Option<u32> {
    backward_layers(problem)[0].values().next().copied()
}

fn moves_and_scorer(problem: &Problem) -> (Moves, Scorer) {
    let moves = Moves::new(problem).expect("small");
    (moves, problem.scorer())
}
