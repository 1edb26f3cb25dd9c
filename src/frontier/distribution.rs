use super::FrontierError;
use super::classes::Classes;
use crate::bounds::rest::Expander;
use crate::control::{Control, Progress};
use crate::problem::Problem;
use crate::wall::Covering;
use ruint::aliases::U256;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How many orders reach each score.
pub type Distribution = BTreeMap<u32, U256>;

/// The most empty cells a problem may have: nothing can be dropped, and each class of coverings holds
/// a number for each score.
pub const MAX_DISTRIBUTED: usize = 20;

/// How many orders of a problem reach each score; empty where no order satisfies the constraints, none
/// if it was stopped.
///
/// # Errors
/// When more than [`MAX_DISTRIBUTED`] cells are to be filled, the frontier does not take the wall, or the number
/// of orders is too large.
pub fn distribution(
    problem: &Problem,
    control: &Control,
) -> Result<Option<Distribution>, FrontierError> {
    let (limit, cells) = (MAX_DISTRIBUTED, problem.free_len());
    if cells > limit {
        return Err(FrontierError::TooMany { limit, cells });
    }
    let unfit = || FrontierError::unfit(problem.wall());
    let expander = Expander::new(problem).ok_or_else(unfit)?;
    let classes = Classes::new(problem);
    let start = Distribution::from([(0, U256::from(1))]);
    let mut layer: FxHashMap<Covering, Distribution> =
        FxHashMap::from_iter([(expander.initial(), start)]);
    let mut coverings = 1;
    for turn in problem.turns() {
        let mut next: FxHashMap<Covering, Distribution> = FxHashMap::default();
        for (covering, scores) in layer {
            if control.stopped() {
                return Ok(None);
            }
            for step in expander.steps(covering, turn) {
                let reached = next
                    .entry(classes.representative(step.covering))
                    .or_default();
                merge(reached, &scores, step.points)?;
            }
        }
        coverings += next.len();
        let of = problem.horizon();
        control.tell(&Progress::Layers {
            layer: turn.number(),
            of,
            coverings,
        });
        layer = next;
    }
    let mut all = Distribution::new();
    for (covering, scores) in layer {
        merge(&mut all, &scores, expander.bonus(covering))?;
    }
    Ok(Some(all))
}

fn merge(into: &mut Distribution, scores: &Distribution, points: u32) -> Result<(), FrontierError> {
    for (score, orders) in scores {
        let known = into.entry(score + points).or_default();
        *known = known.checked_add(*orders).ok_or(FrontierError::Overflow)?;
    }
    Ok(())
}
