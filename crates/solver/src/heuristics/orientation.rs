//! The best order that ends with given cells, by which of two neighbours is filled first.

use super::greedy::ranked;
use crate::bounds::orientation::{Draw, Orientations};
use crate::instance::Turn;
use crate::order::{Incumbent, Solution};
use crate::problem::{Problem, leave_time};
use crate::wall::{Cell, CellSet};
use azulejo_control::{Control, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Effort of a search by orientations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// The most orders for each score. Where constraints say more than who comes first, most of them score less.
    pub(crate) orders: usize,
    /// To how many lower scores it goes on where no order has the score of the bound.
    pub(crate) lower: usize,
    /// Bytes of memory.
    pub(crate) memory: u64,
    pub(crate) seed: u32,
}

/// The result of a search by orientations.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OrientationResult {
    /// Whether no order with the end beats the incumbent now.
    pub(crate) decided: bool,
    /// The number of states that the sweeps made.
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
) -> Result<OrientationResult, Stopped> {
    // Orders that orientations allow need not satisfy rows.
    if !problem.features().is_empty() {
        return Ok(OrientationResult::default());
    }
    let Some(mut orientations) = Orientations::new(problem, end, control)? else {
        return Ok(OrientationResult::default());
    };
    let memory = usize::try_from(effort.memory).unwrap_or(usize::MAX);
    let mut random = ChaCha8Rng::seed_from_u64(effort.seed.into());
    let deadlines = problem.deadlines();
    let beats = |score: u32| incumbent.score() < Some(score);
    let mut bound = orientations.bound();
    let mut lower = effort.lower;
    let mut states = 0;
    'lower: while beats(orientations.bound()) {
        let score = orientations.bound();
        if lower == effort.lower {
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
                Draw::Before(before) => {
                    if let Some(found) = follow((problem, end), &before, deadlines.clone(), control)
                    {
                        incumbent.offer(&found);
                    }
                }
                Draw::Nothing => possible = false,
                Draw::Unknown => break 'lower,
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
    Ok(OrientationResult {
        decided: !beats(bound),
        states,
    })
}

/// An order that keeps to what comes before each cell, as far as the problem allows it.
fn follow(
    (problem, end): (&Problem, &CellSet),
    before: &[CellSet],
    mut deadlines: Vec<Option<Turn>>,
    control: &Control,
) -> Option<Solution> {
    leave_time(&mut deadlines, before);
    let rank = |filled: &CellSet, cell: Cell| {
        let waits = !before[cell.index()].is_within(filled);
        (!end.contains(cell), waits, deadlines[cell.index()])
    };
    let order = ranked(problem, rank, control)?;
    Some(Solution::new(problem, order))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph;
    use crate::instance::Sense;
    use crate::problem::small::{json_of, problem_of, valid};
    use itertools::{Itertools, iproduct};
    use rand_chacha::rand_core::Rng;

    /// How many orders are made for each score, to how many lower scores it goes on, and what it begins at random with.
    type TestEffort = (usize, usize, u32);

    fn searched(
        problem: &Problem,
        end: &CellSet,
        (orders, lower, seed): TestEffort,
    ) -> (Option<Solution>, bool, Vec<u32>) {
        let incumbent = Incumbent::new(problem.sense(), None);
        let effort = Effort {
            orders,
            lower,
            memory: 1 << 30,
            seed,
        };
        let mut bounds = Vec::new();
        let learn = |bound| bounds.push(bound);
        let control = Control::default();
        let searched = search((problem, end), &incumbent, effort, &control, learn);
        let searched = searched.expect("nobody stops it");
        (incumbent.best(), searched.decided, bounds)
    }

    /// The state graph knows nothing of orientations.
    #[test]
    fn what_is_decided_is_the_maximum_of_the_state_graph() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let (mut decided, mut all) = (0, 0);
        for ((rows, columns), extra, _) in iproduct!(
            [(1, 5), (2, 3), (3, 3), (4, 3), (3, 4)],
            [
                "",
                r#", {"type": "last-round"}"#,
                r#", {"type": "rounds"}"#,
                r#", {"type": "last", "cells": [2, 4]}"#,
                r#", {"type": "first", "cells": [1, 5]}, {"type": "place-at", "cell": 3, "turn": 3}"#,
            ],
            0..8
        ) {
            let cells = rows * columns;
            let mut cell = || random.next_u32() as usize % cells + 1;
            let (one, other, late) = (cell(), cell(), cell());
            let initial = if late % 2 == 0 {
                ""
            } else {
                r#", "initial": [5], "bonus": {"row": 2}"#
            };
            let members = format!(
                r#"{initial}, "constraints": [{{"type": "before", "first": {one}, "then": {other}}},
                {{"type": "window", "cell": {late}, "from": 2, "to": {}}}{extra}]"#,
                cells - 1
            );
            let json = json_of((rows, columns), Sense::Maximize, &members);
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let solved = graph::solve(&problem, &Control::default()).expect("small");
            let best = solved.verdict.score();
            let (found, is_decided, bounds) =
                searched(&problem, &CellSet::full(problem.wall()), (100, 2, 1));
            let score = found.as_ref().map(|found| found.score);
            assert!(
                found.is_none_or(|found| problem.admits(&found.order)),
                "{json}"
            );
            assert!(score <= best, "{json}");
            assert!(
                bounds.iter().all(|bound| Some(*bound) >= best),
                "{json}: {bounds:?}"
            );
            if best.is_some() {
                all += 1;
            }
            if is_decided {
                decided += 1;
                assert_eq!(score, best, "{json}");
            }
        }
        assert!(all >= 100 && decided * 10 >= all * 9, "{decided} of {all}");
    }

    /// Whatever is filled at the end, each end by itself.
    #[test]
    fn ends_are_decided_one_by_one() {
        let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 5,
            "bonus": {"row": 2, "column": 7}, "constraints": [{"type": "before", "first": 9, "then": 1}]}"#;
        let problem = valid(json);
        let solved = graph::solve(&problem, &Control::default()).expect("small");
        let ends = problem.free().combinations(5);
        let found = ends.filter_map(|cells| {
            let end = CellSet::of(problem.wall(), cells);
            // What the first cell waits for is not in the end: no order ends so.
            if end.contains(Cell::from_number(1)) && !end.contains(Cell::from_number(9)) {
                return None;
            }
            let (found, decided, _) = searched(&problem, &end, (100, 2, 1));
            let found = found.expect("there is an order");
            assert!(decided && found.order.cells().all(|cell| end.contains(cell)));
            Some(found.score)
        });
        assert_eq!(found.max(), solved.verdict.score());
    }

    /// Closed formulas say what is right (docs/proofs.md, section 3).
    #[test]
    fn the_maximum_of_a_plain_wall_is_found_at_once() {
        let walls = [(2, 2), (3, 5), (5, 5), (6, 4), (7, 7), (12, 2)];
        for ((rows, columns), seed) in iproduct!(walls, 0..10) {
            let json = json_of((rows, columns), Sense::Maximize, "");
            let problem = valid(&json);
            let best = Some(crate::bounds::maximum(problem.wall()) as u32);
            // Whatever is drawn has no circle: so the first order is one of the best.
            let (found, decided, bounds) =
                searched(&problem, &CellSet::full(problem.wall()), (1, 0, seed));
            assert_eq!(found.map(|found| found.score), best, "{json}, {seed}");
            assert!(
                decided && bounds.last().copied() == best,
                "{json}: {bounds:?}"
            );
        }
    }

    #[test]
    fn little_memory_gives_the_bound_that_is_known() {
        let problem = valid(&json_of((5, 5), Sense::Maximize, ""));
        let incumbent = Incumbent::new(problem.sense(), None);
        let effort = Effort {
            orders: 1,
            lower: 0,
            memory: 100,
            seed: 1,
        };
        let mut bounds = Vec::new();
        let end = CellSet::full(problem.wall());
        let control = Control::default();
        let searched = search((&problem, &end), &incumbent, effort, &control, |bound| {
            bounds.push(bound)
        });
        assert!(!searched.expect("nobody stops it").decided);
        assert_eq!((incumbent.score(), bounds), (None, vec![145]));
        let short = Control::default().within(Some(std::time::Duration::ZERO));
        let stopped = search((&problem, &end), &incumbent, effort, &short, |_| ());
        assert_eq!(stopped.err(), Some(Stopped));
    }
}
