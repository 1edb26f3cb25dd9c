//! The best order of a problem that does not fill the wall, by the sets of cells that are filled at the end.

use crate::bounds::ends::{self, EndBounds, Look};
use crate::control::Control;
use crate::order::{Order, Solution};
use crate::problem::{Moves, Problem};
use crate::wall::{Cell, Covering, Scorer};
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
    let moves = Moves::new(problem)?;
    let mut best = known;
    let mut left = COVERINGS;
    let score = best.as_ref().map(|best| best.score);
    let bound = ends::bound(problem, score, control, &mut |end, known| {
        let Some(found) = order_of(problem, &moves, end, known, &mut left, control) else {
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
/// Layer after layer, coverings are kept from which the score may be beaten on the way to the end.
fn order_of(
    problem: &Problem,
    moves: &Moves,
    end: Covering,
    known: Option<u32>,
    left: &mut usize,
    control: &Control,
) -> Option<Option<Solution>> {
    let (wall, sense) = (problem.wall(), problem.sense());
    let (scorer, bounds) = (Scorer::new(wall), EndBounds::new(wall, sense, end));
    let bonus = moves.bonus(end);
    let mut layers: Vec<FxHashMap<Covering, (u32, Option<Cell>)>> = Vec::new();
    let mut layer = FxHashMap::from_iter([(moves.initial(), (0, None))]);
    for turn in problem.turns() {
        let mut next: FxHashMap<Covering, (u32, Option<Cell>)> = FxHashMap::default();
        for (&covering, &(score, _)) in &layer {
            control.go_on().ok()?;
            let hope = score + bounds.rest(covering) + bonus;
            if known.is_some_and(|known| !sense.better(hope, known)) {
                continue;
            }
            let open = moves.legal(covering, turn).cells();
            for cell in open.filter(|&cell| end.contains(cell)) {
                let step = (score + scorer.points(covering, cell), Some(cell));
                let best = next.entry(covering.with(cell)).or_insert(step);
                let tie = step.0 == best.0 && step.1 < best.1;
                if sense.better(step.0, best.0) || tie {
                    *best = step;
                }
            }
        }
        *left = left.checked_sub(next.len())?;
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers.push(layer);
    Some(trace(&layers, end).map(|order| Solution::new(problem, order)))
}

/// Back from an end by the last cells.
fn trace(layers: &[FxHashMap<Covering, (u32, Option<Cell>)>], end: Covering) -> Option<Order> {
    let mut covering = end;
    let mut order: Vec<Cell> = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        let &(_, last) = layer.get(&covering)?;
        if let Some(cell) = last {
            covering = covering.without(cell);
            order.push(cell);
        }
    }
    order.reverse();
    Some(order.into())
}
