//! The best order of a wall that is filled, by which of two neighbours is filled first.

use super::greedy::ranked;
use crate::bounds::orientation::{Drawn, Orientations};
use crate::order::{Incumbent, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};
use azulejo_control::{Control, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// So many orders are made for each score, at most. Where constraints say more than who comes first, most of them score less.
const DRAWN: usize = 1_000;

/// Offers better orders than the one that is known, and tells bounds as they become tighter, until the order has the score of the
/// bound, until memory does not suffice, or until it is stopped. Nothing where the problem does not ask for the maximum of a
/// wall that is filled, or has long lines.
pub(crate) fn search(
    problem: &Problem,
    incumbent: &Incumbent,
    (seed, memory): (u32, u64),
    control: &Control,
    mut learn: impl FnMut(u32),
) -> Result<(), Stopped> {
    let Some(mut orientations) = Orientations::new(problem, control)? else {
        return Ok(());
    };
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    let mut is_bound = true;
    while incumbent.score() < Some(orientations.bound()) {
        if is_bound {
            learn(orientations.bound());
        }
        let Some(mut trails) = orientations.trails(memory, control)? else {
            return Ok(());
        };
        let mut drawn = match trails.are_none() {
            true => 0,
            false => DRAWN,
        };
        while drawn > 0 && incumbent.score() < Some(orientations.bound()) {
            drawn -= 1;
            match trails.draw(&mut random, control)? {
                Drawn::Before(before) => {
                    is_bound = false;
                    follow(problem, &before, control)
                        .into_iter()
                        .for_each(|found| incumbent.offer(&found));
                }
                Drawn::Nothing => break,
                Drawn::Unknown => return Ok(()),
            }
        }
        orientations.lose_one_more();
    }
    Ok(())
}

/// An order that keeps to what comes before each cell, as far as the problem allows it.
fn follow(problem: &Problem, before: &[CellSet], control: &Control) -> Option<Solution> {
    let deadlines = problem.deadlines();
    let rank = |filled: &CellSet, cell: Cell| {
        let waits = !before[cell.index()].is_within(filled);
        (waits, deadlines[cell.index()])
    };
    let order = ranked(problem, rank, control)?;
    Some(Solution::new(problem, order))
}
