//! A beam search: a search over coverings that keeps only the best of each layer.

use crate::bounds::completion::Successors;
use crate::instance::Sense;
use crate::order::Solution;
use crate::problem::Problem;
use crate::restricted::{Label, Layer, Node, Steps};
use crate::wall::Covering;
use azulejo_control::Control;
use std::cmp::Reverse;

/// A good order of a problem, or none: where the beam ran into dead ends, where the wall is larger
/// than a [`Covering`], or where its lines are longer than [`LineBounds::LONGEST`].
///
/// Layer after layer, the `width` coverings with the best sum of their points and a guess at the rest survive: the bound on the rest,
/// and where the turns do not fill the wall, their share of that bound. Deterministic, unless the run is stopped: then the search goes
/// to the end with a single covering per layer.
///
/// [`LineBounds::LONGEST`]: crate::bounds::completion::LineBounds::LONGEST
pub fn search(problem: &Problem, width: usize, control: &Control) -> Option<Solution> {
    search_with(problem, &Successors::new(problem)?, width, control)
}

pub(super) fn search_with(
    problem: &Problem,
    successors: &Successors,
    width: usize,
    control: &Control,
) -> Option<Solution> {
    let sense = problem.sense();
    let mut layer = vec![Node {
        filled: successors.initial(),
        label: Label::default(),
    }];
    let mut steps = Steps::default();
    for turn in problem.turns() {
        let turns_left = (problem.horizon() - turn.number()) as u32;
        let cells_left = (problem.free_len() - turn.number()).max(1) as u32;
        let mut next = Layer::new(width, i64::MIN);
        for (parent, node) in layer.iter().enumerate() {
            // Once the run is stopped, the best covering with a successor is enough.
            if control.stopped() && next.len() > 0 {
                break;
            }
            for step in successors.steps(node.filled, turn) {
                let score = node.label.score + step.points;
                let guess = i64::from(score + step.rest * turns_left / cells_left);
                let label = Label {
                    score,
                    promise: sense.gain(guess),
                    parent: parent as u32,
                    cell: step.cell.index() as u8,
                };
                next.add(step.covering, label);
            }
        }
        let width = if control.stopped() { 1 } else { width };
        (layer, _) = next.finish(width);
        // The covering breaks ties, so that the result does not depend on the hash table's order.
        layer.sort_unstable_by_key(|node| (Reverse(node.label.promise), node.filled));
        steps.push(&layer);
    }
    let final_score = |node: &Node<Covering>| node.label.score + successors.bonus(node.filled);
    let ends = layer.iter().map(final_score).enumerate();
    let (end, score) = match sense {
        Sense::Maximize => ends.max_by_key(|(_, score)| *score),
        Sense::Minimize => ends.min_by_key(|(_, score)| *score),
    }?;
    Some(Solution {
        order: steps.trace(end).into_iter().rev().collect(),
        score,
    })
}
