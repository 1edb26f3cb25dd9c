//! Small problems by brute force: the second implementation that tests of bounds and searches compare with.

use super::{Moves, Problem};
use crate::wall::{Covering, Scorer};
use rustc_hash::FxHashMap;

/// Coverings, each with a score.
pub(crate) type Layer = FxHashMap<Covering, u32>;

/// By number of turns that are over, the coverings that orders come to, each with the best score of those.
pub(crate) fn reached(problem: &Problem) -> Vec<Layer> {
    let (moves, scorer) = of(problem);
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

/// By number of turns that are over, the coverings from which orders come to an end, each with the best points that it can still
/// earn, bonus included.
pub(crate) fn to_come(problem: &Problem) -> Vec<Layer> {
    let earned = reached(problem);
    let (moves, scorer) = of(problem);
    let ends = earned[problem.horizon()].keys();
    let mut layers = vec![ends.map(|&end| (end, moves.bonus(end))).collect::<Layer>()];
    for turn in problem.turns().rev() {
        let after = &layers[layers.len() - 1];
        let rest = earned[turn.index()].keys().filter_map(|&covering| {
            let cells = moves.legal(covering, turn).cells();
            let scores = cells.filter_map(|cell| {
                Some(after.get(&covering.with(cell))? + scorer.points(covering, cell))
            });
            let pass = after.get(&covering).copied();
            let pass = pass.filter(|_| moves.may_pass(covering, turn));
            Some((covering, problem.sense().best_of(scores.chain(pass))?))
        });
        let layer = rest.collect();
        layers.push(layer);
    }
    layers.reverse();
    layers
}

/// The best score; none where there is no order.
pub(crate) fn optimum(problem: &Problem) -> Option<u32> {
    to_come(problem)[0].values().next().copied()
}

fn of(problem: &Problem) -> (Moves, Scorer) {
    let moves = Moves::new(problem).expect("small");
    (moves, problem.scorer())
}
