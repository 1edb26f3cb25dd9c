//! The best order that ends with given cells, by orientations of neighbours.

use super::greedy::ranked;
use crate::bounds::orientation::{Draw, Orientations};
use crate::instance::Turn;
use crate::order::{Incumbent, Solution};
use crate::problem::{Problem, tighten_deadlines};
use crate::wall::{Cell, CellSet};
use azulejo_control::{Control, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Effort of a search by orientations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Largest number of orders for each score. Further constraints lower the score of most orders.
    pub(crate) orders: usize,
    /// Number of lower scores to try where no order has the score of the bound.
    pub(crate) lower: usize,
    /// Bytes of memory.
    pub(crate) memory: u64,
    pub(crate) seed: u32,
}

/// Result of a search by orientations.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OrientationResult {
    /// Whether no order with the end beats the incumbent.
    pub(crate) is_decided: bool,
    /// Number of states of the sweeps.
    pub(crate) states: usize,
}

/// Offers better orders with an end to the incumbent, and calls `learn` with each tighter dual bound of these orders. The search ends
/// when the incumbent has the score of the bound, when the effort is spent, or when the run is stopped. It has no result for the
/// minimum, or for long lines.
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
    // Orders by orientations need not satisfy rows.
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
        let mut possible = !trails.is_empty();
        let mut orders_left = effort.orders;
        while possible && orders_left > 0 && beats(score) {
            orders_left -= 1;
            match trails.draw(&mut random, control)? {
                Draw::Before(before) => {
                    if let Some(solution) =
                        follow((problem, end), &before, deadlines.clone(), control)
                    {
                        incumbent.offer(&solution);
                    }
                }
                Draw::Nothing => possible = false,
                Draw::Unknown => break 'lower,
            }
        }
        if possible {
            let Some(next) = lower.checked_sub(1) else {
                break;
            };
            lower = next;
        }
        orientations.raise_slack();
    }
    Ok(OrientationResult {
        is_decided: !beats(bound),
        states,
    })
}

/// An order that keeps to the precedences as far as the problem admits them.
fn follow(
    (problem, end): (&Problem, &CellSet),
    before: &[CellSet],
    mut deadlines: Vec<Option<Turn>>,
    control: &Control,
) -> Option<Solution> {
    tighten_deadlines(&mut deadlines, before);
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

    /// Number of orders for each score, number of lower scores, and random seed.
    type TestEffort = (usize, usize, u32);

    fn run(
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
        let result = search((problem, end), &incumbent, effort, &control, learn);
        let result = result.expect("not stopped");
        (incumbent.best(), result.is_decided, bounds)
    }

    /// The state graph knows nothing of orientations.
    #[test]
    fn a_decided_end_has_the_maximum_of_the_state_graph() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let (mut decided_count, mut case_count) = (0, 0);
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
            let (first, then, late) = (cell(), cell(), cell());
            let initial = if late % 2 == 0 {
                ""
            } else {
                r#", "initial": [5], "bonus": {"row": 2}"#
            };
            let members = format!(
                r#"{initial}, "constraints": [{{"type": "before", "first": {first}, "then": {then}}},
                {{"type": "window", "cell": {late}, "from": 2, "to": {}}}{extra}]"#,
                cells - 1
            );
            let json = json_of((rows, columns), Sense::Maximize, &members);
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let outcome = graph::solve(&problem, &Control::default()).expect("small");
            let best = outcome.verdict.score();
            let (solution, is_decided, bounds) =
                run(&problem, &CellSet::full(problem.wall()), (100, 2, 1));
            let score = solution.as_ref().map(|solution| solution.score);
            assert!(
                solution.is_none_or(|solution| problem.admits(&solution.order)),
                "{json}"
            );
            assert!(score <= best, "{json}");
            assert!(
                bounds.iter().all(|bound| Some(*bound) >= best),
                "{json}: {bounds:?}"
            );
            if best.is_some() {
                case_count += 1;
            }
            if is_decided {
                decided_count += 1;
                assert_eq!(score, best, "{json}");
            }
        }
        assert!(
            case_count >= 100 && decided_count * 10 >= case_count * 9,
            "{decided_count} of {case_count}"
        );
    }

    /// Every end by itself.
    #[test]
    fn ends_are_decided_one_by_one() {
        let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 5,
            "bonus": {"row": 2, "column": 7}, "constraints": [{"type": "before", "first": 9, "then": 1}]}"#;
        let problem = valid(json);
        let outcome = graph::solve(&problem, &Control::default()).expect("small");
        let ends = problem.free().combinations(5);
        let scores = ends.filter_map(|cells| {
            let end = CellSet::of(problem.wall(), cells);
            // Cell 1 waits for cell 9, which is not in the end: no order ends so.
            if end.contains(Cell::from_number(1)) && !end.contains(Cell::from_number(9)) {
                return None;
            }
            let (solution, is_decided, _) = run(&problem, &end, (100, 2, 1));
            let solution = solution.expect("there is an order");
            assert!(is_decided && solution.order.cells().all(|cell| end.contains(cell)));
            Some(solution.score)
        });
        assert_eq!(scores.max(), outcome.verdict.score());
    }

    /// Comparison with the closed formula (docs/proofs.md, section 3).
    #[test]
    fn the_maximum_of_a_plain_wall_is_found_at_once() {
        let walls = [(2, 2), (3, 5), (5, 5), (6, 4), (7, 7), (12, 2)];
        for ((rows, columns), seed) in iproduct!(walls, 0..10) {
            let json = json_of((rows, columns), Sense::Maximize, "");
            let problem = valid(&json);
            let best = Some(crate::bounds::maximum(problem.wall()) as u32);
            // No orientation has a circle: the first order is optimal.
            let (solution, is_decided, bounds) =
                run(&problem, &CellSet::full(problem.wall()), (1, 0, seed));
            assert_eq!(
                solution.map(|solution| solution.score),
                best,
                "{json}, {seed}"
            );
            assert!(
                is_decided && bounds.last().copied() == best,
                "{json}: {bounds:?}"
            );
        }
    }

    #[test]
    fn little_memory_gives_only_a_bound() {
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
        let result = search((&problem, &end), &incumbent, effort, &control, |bound| {
            bounds.push(bound)
        });
        assert!(!result.expect("not stopped").is_decided);
        assert_eq!((incumbent.score(), bounds), (None, vec![145]));
        let short = Control::default().within(Some(std::time::Duration::ZERO));
        let result = search((&problem, &end), &incumbent, effort, &short, |_| ());
        assert_eq!(result.err(), Some(Stopped));
    }
}
