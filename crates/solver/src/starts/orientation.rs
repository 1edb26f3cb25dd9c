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

/// How far a search by orientations goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// How many orders it makes for each score, at most. Where constraints say more than who comes first, most of them score less.
    pub(crate) orders: usize,
    /// To how many lower scores it goes on where no order has the score of the bound.
    pub(crate) lower: usize,
    /// In bytes.
    pub(crate) memory: u64,
    pub(crate) seed: u32,
}

/// What a search by orientations has come to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Searched {
    /// Whether no order with the end beats the incumbent now.
    pub(crate) decided: bool,
    /// How many states its sweeps made.
    pub(crate) states: usize,
}

/// Offers better orders that end with these cells than the one that is known, and tells what no such order beats as that becomes
/// less. It goes on until the best order has the score of the bound, until it has made the effort, or until it is stopped. It knows
/// nothing of the minimum, or of long lines.
///
/// # Errors
/// When the run has to end.
pub(crate) fn search(
    (problem, end): (&Problem, &CellSet),
    incumbent: &Incumbent,
    effort: Effort,
    control: &Control,
    mut learn: impl FnMut(u32),
) -> Result<Searched, Stopped> {
    // A browser loads the program before its first answer: this is 20 kB of it, compressed, and only walls of 12×12 need it there.
    if cfg!(target_family = "wasm") {
        return Ok(Searched::default());
    }
    let Some(mut orientations) = Orientations::new(problem, end, control)? else {
        return Ok(Searched::default());
    };
    let memory = usize::try_from(effort.memory).unwrap_or(usize::MAX);
    let mut random = ChaCha8Rng::seed_from_u64(effort.seed.into());
    let beats = |score: u32| incumbent.score() < Some(score);
    let mut bound = orientations.bound();
    let mut lower = effort.lower;
    let mut states = 0;
    'lower: while beats(orientations.bound()) {
        let score = orientations.bound();
        if bound >= score && lower == effort.lower {
            bound = score;
            learn(bound);
        }
        let Some(mut trails) = orientations.trails(problem, memory, control)? else {
            break;
        };
        states += trails.states();
        let mut possible = !trails.are_none();
        let mut left = effort.orders;
        while possible && left > 0 && beats(score) {
            left -= 1;
            match trails.draw(&mut random, control)? {
                Drawn::Before(before) => {
                    if let Some(found) = follow((problem, end), &before, control) {
                        incumbent.offer(&found);
                    }
                }
                Drawn::Nothing => possible = false,
                Drawn::Unknown => break 'lower,
            }
        }
        if possible {
            let Some(left) = lower.checked_sub(1) else {
                break;
            };
            lower = left;
        }
        orientations.lose_one_more();
    }
    Ok(Searched {
        decided: !beats(bound),
        states,
    })
}

/// An order that keeps to what comes before each cell, as far as the problem allows it.
fn follow(
    (problem, end): (&Problem, &CellSet),
    before: &[CellSet],
    control: &Control,
) -> Option<Solution> {
    let deadlines = deadlines(problem, before);
    let rank = |filled: &CellSet, cell: Cell| {
        let waits = !before[cell.index()].is_within(filled);
        (!end.contains(cell), waits, deadlines[cell.index()])
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
