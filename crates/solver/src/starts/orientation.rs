//! The best order of a wall that is filled, by which of two neighbours is filled first.

use super::greedy::ranked;
use crate::bounds::orientation::{Drawn, Orientations};
use crate::instance::Turn;
use crate::order::{Incumbent, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
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
        let Some(mut trails) = orientations.trails(problem, memory, control)? else {
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
                    if let Some(found) = follow(problem, &before, control) {
                        incumbent.offer(&found);
                    }
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
    let deadlines = deadlines(problem, before);
    let rank = |filled: &CellSet, cell: Cell| {
        let waits = !before[cell.index()].is_within(filled);
        (waits, deadlines[cell.index()])
    };
    let order = ranked(problem, rank, control)?;
    Some(Solution::new(problem, order))
}

/// Per cell, the last turn that may fill it and leaves time for those that come after it.
fn deadlines(problem: &Problem, before: &[CellSet]) -> Vec<Option<Turn>> {
    let mut deadlines = problem.deadlines();
    let mut late = problem.free().collect_vec();
    while let Some(then) = late.pop() {
        let Some(turn) = deadlines[then.index()] else {
            continue;
        };
        let by = Turn::from_index(turn.index().saturating_sub(1));
        for first in before[then.index()].iter() {
            let deadline = &mut deadlines[first.index()];
            if deadline.is_some_and(|turn| turn > by) {
                *deadline = Some(by);
                late.push(first);
            }
        }
    }
    deadlines
}

#[cfg(test)]
mod probe {
    use super::*;
    use crate::instance::Instance;
    #[test]
    fn probe() {
        let json = std::fs::read_to_string(std::env::var("PROBE").unwrap()).unwrap();
        let problem = Problem::from(&Instance::from_json(&json).unwrap());
        let control = Control::default();
        let t = std::time::Instant::now();
        let mut o = Orientations::new(&problem, &control).unwrap().unwrap();
        println!("new {:?} bound {}", t.elapsed(), o.bound());
        for _ in 0..std::env::var("SLACK").unwrap().parse::<usize>().unwrap() {
            let t = std::time::Instant::now();
            let trails = o.trails(&problem, 8 << 30, &control).unwrap().unwrap();
            println!(
                "bound {} none {} {:?}",
                o.bound(),
                trails.are_none(),
                t.elapsed()
            );
            o.lose_one_more();
        }
    }
}
