//! The best order of a problem that does not fill the wall, by the sets of cells that are filled at the end.

use crate::bounds::Retracer;
use crate::bounds::ends::{self, Look};
use crate::order::{Order, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
use azulejo_control::Control;
use rustc_hash::FxHashMap;

/// The most coverings on the way to all ends that are looked at.
const COVERINGS: usize = 1 << 21;

/// A better order than the one that is known, if there is one and it is found, and what no order beats. None where the
/// problem fills the wall or is too large.
pub(super) fn search(
    problem: &Problem,
    known: Option<Solution>,
    control: &Control,
) -> Option<(Option<Solution>, u32)> {
    let retracer = Retracer::new(problem, control).ok()??;
    let mut best = known;
    let mut left = COVERINGS;
    let score = best.as_ref().map(|best| best.score);
    let bound = ends::bound(problem, &retracer, score, control, &mut |end, known| {
        let Some(found) = order_of(problem, &retracer, end, known, &mut left, control) else {
            return Look::Unknown;
        };
        best = Solution::better(problem, best.take(), found);
        Look::Best(best.as_ref().map(|best| best.score))
    })?;
    Some((best, bound))
}

/// The best order that ends in a covering, if one beats the score that is known; none if that takes more coverings than
/// are `left`, or it is stopped.
///
/// Layer after layer from the end back, coverings are kept from which the score may be beaten.
fn order_of(
    problem: &Problem,
    retracer: &Retracer,
    end: Covering,
    known: Option<u32>,
    left: &mut usize,
    control: &Control,
) -> Option<Option<Solution>> {
    let sense = problem.sense();
    let bonus = retracer.bonus(end);
    let mut layers: Vec<FxHashMap<Covering, (u32, Covering)>> = Vec::new();
    let mut layer = FxHashMap::from_iter([(end, (0, end))]);
    for turn in problem.turns().rev() {
        let mut next: FxHashMap<Covering, (u32, Covering)> = FxHashMap::default();
        for (&covering, &(score, _)) in &layer {
            control.go_on().ok()?;
            for step in retracer.back(covering, turn) {
                let score = score + step.points;
                let hope = score + step.past + bonus;
                if known.is_some_and(|known| !sense.better(hope, known)) {
                    continue;
                }
                let to = (score, covering);
                let best = next.entry(step.covering).or_insert(to);
                let tie = score == best.0 && covering < best.1;
                if sense.better(score, best.0) || tie {
                    *best = to;
                }
            }
        }
        *left = left.checked_sub(next.len())?;
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers.push(layer);
    Some(trace(&layers, retracer.initial()).map(|order| Solution::new(problem, order)))
}

/// On from the covering before turn 1.
fn trace(layers: &[FxHashMap<Covering, (u32, Covering)>], initial: Covering) -> Option<Order> {
    let mut covering = initial;
    let mut order: Vec<Cell> = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        let &(_, next) = layer.get(&covering)?;
        order.extend(next.minus(covering).cells());
        covering = next;
    }
    Some(order.into())
}
