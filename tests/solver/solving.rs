//! Speed, held by counts: nodes, sizes and root bounds of the ordering formulation; and stopping.

use crate::common::{built, constrained, instance, plain};
use crate::kit::{proven, with};
use azulejo::bounds::{by_lines_and_blocks, line_bound};
use azulejo::control::{Control, Progress};
use azulejo::formulation::{Family, Formulation, OrderingFormulation, Reading};
use azulejo::heuristics::{HeuristicOptions, constructed, greedy, incumbent, near_constructed};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{MilpOptions, Solver};
use azulejo::order::Incumbent;
use azulejo::outcome::{Stats, Verdict};
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, solve};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn ordering(instance: &Instance, settings: &Settings) -> Answer {
    solve(instance, Method::Ordering, settings).expect("it fits")
}

/// The score that the ordering formulation proves, and the cost.
fn at_cost(instance: &Instance, milp: MilpOptions) -> (u32, Stats) {
    let answer = ordering(instance, &with(milp));
    match answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => (solution.score, answer.outcome.stats),
        verdict => panic!("not proven: {verdict:?}"),
    }
}

/// The sides of walls of 130 cells: a covering has room for 128.
const LARGE: [(u64, u64); 2] = [(5, 26), (26, 5)];

/// Every line has one start, and the starts of the shorter side's lines are singles: n³ + n² − n on a square (thesis, section 3.1).
#[test]
fn the_maximum_is_proven_at_the_root_and_that_of_a_large_wall_by_the_line_bound() {
    let maximum_of_line = |line: u64| line * (line + 1) / 2 - 1;
    let squares = (2..=8).chain([12, 20]).map(|n| (n, n));
    for (rows, columns) in squares.chain(LARGE) {
        let wall = plain(rows, columns, Sense::Maximize);
        let (score, stats) = at_cost(&wall, MilpOptions::default());
        let expected =
            rows * maximum_of_line(columns) + columns * maximum_of_line(rows) + rows.min(columns);
        assert_eq!(u64::from(score), expected, "{rows}×{columns}");
        assert!(stats.nodes <= Some(1), "{rows}×{columns}: {stats:?}");
        if [12, 20].contains(&rows) {
            assert_eq!(stats.rounds, Some(0), "HiGHS is not needed");
        }
    }
}

/// The line cuts make the bound at the root nearly tight.
#[test]
fn the_minimum_of_5x5_takes_few_nodes_whatever_the_seed() {
    for seed in 0..3 {
        let milp = MilpOptions {
            seed,
            ..MilpOptions::default()
        };
        let (score, stats) = at_cost(&plain(5, 5, Sense::Minimize), milp);
        assert_eq!(score, 89, "thesis, section 3.1");
        let (nodes, root) = (stats.nodes, stats.root_bound.expect("a root bound"));
        assert!(nodes <= Some(500), "seed {seed}: {nodes:?} nodes");
        assert!(seed > 0 || (86.0..=89.0).contains(&root), "{root}");
        assert_eq!(stats.rounds, Some(1), "no cycle cut was needed");
    }
}

#[test]
fn the_centre_last_leaves_nothing_to_decide_about_turns() {
    let problem = Problem::from(&instance("case-study/3x3-centre-last.json"));
    let formulation = OrderingFormulation::new(&problem).expect("small");
    let columns = formulation.program().columns();
    assert!(columns.iter().all(|column| !column.name.starts_with('y')));
    // 36 ordered pairs of a line in 3×3 are 18 columns; the 4 pairs with the centre are settled.
    let pairs = columns.iter().filter(|column| column.integer);
    assert_eq!(pairs.count(), 14);
}

/// The line bound of the maximum is closed: `bounds` and `families` hold it to the formula.
#[test]
fn the_line_bound_is_near_every_minimum() {
    for (n, minimum) in (2..).zip([9, 22, 52, 89, 141, 198, 288]) {
        let bound = line_bound(&Problem::from(&plain(n, n, Sense::Minimize)));
        let near = bound <= minimum && 10 * bound >= 7 * minimum;
        assert!(near, "{n}: {bound}");
    }
}

#[test]
fn the_skeleton_decides_whether_there_is_an_order() {
    let decide = |problem: &Problem| {
        let skeleton = OrderingFormulation::skeleton(problem, &Control::default()).expect("small");
        let nothing = Incumbent::new(problem.sense(), None);
        let (options, control) = (MilpOptions::default(), Control::default());
        let outcome = azulejo::milp::solve(&skeleton, problem, &nothing, &options, &control);
        outcome.expect("HiGHS works").verdict
    };
    let rules = Instance::builder(5, 5, Sense::Minimize).rounds();
    let rules = rules.before(25, 16);
    let possible = Problem::from(&built(rules.clone()));
    let Verdict::Optimal { solution, .. } = decide(&possible) else {
        panic!("there is an order");
    };
    assert!(possible.admits(&solution.order));
    let clash = built(rules.place_at(16, 4));
    assert!(decide(&Problem::from(&clash)).is_infeasible());
    let conflict = azulejo::solve::conflict::find(&clash, &Settings::default());
    let conflict = conflict.expect("HiGHS works").expect("infeasible");
    assert!(conflict.irreducible());
    assert_eq!(conflict.constraints, [0, 1, 2]);
}

#[test]
fn one_process_may_use_different_numbers_of_threads() {
    for threads in [1, 2, 1] {
        let milp = MilpOptions {
            threads: Some(threads),
            ..MilpOptions::default()
        };
        assert_eq!(at_cost(&plain(4, 4, Sense::Minimize), milp).0, 52);
    }
}

/// No construction has an order for these, and they are too large for a beam: the greedy order is the only one.
#[test]
fn walls_beyond_a_covering_start_from_a_greedy_order() {
    for (rows, columns) in LARGE {
        let instance = built(Instance::builder(rows, columns, Sense::Maximize).place_at(1, 100));
        let problem = Problem::from(&instance);
        let control = Control::default();
        assert_eq!(constructed(&problem, &control), None);
        let near = near_constructed(&problem, u32::MAX, 0, &control);
        assert_eq!(near, None, "nothing is near a construction");
        let bound = by_lines_and_blocks(&problem, &control).expect("nobody stops it");
        let start = incumbent(&problem, bound, HeuristicOptions::default(), &control);
        let start = start.expect("the greedy order");
        assert!(problem.admits(&start.order));
        let greedy = greedy::solution(&problem, &control).expect("there is one");
        assert!(start.score >= greedy.score, "it is made better, not worse");
    }
}

#[test]
fn cycles_are_found_and_their_cuts_are_violated() {
    let problem = Problem::from(&plain(3, 3, Sense::Maximize));
    let formulation = OrderingFormulation::new(&problem).expect("small");
    // 1 before 2, 2 before 5, 5 before 4, 4 before 1; every other pair by number.
    let columns = formulation.program().columns().iter();
    let values = columns.map(|column| {
        let later = ["o(1,4)", "o(4,5)"].contains(&&*column.name);
        i64::from(column.name.starts_with('o') && !later)
    });
    let values: Vec<i64> = values.collect();
    let Reading::Cyclic { cuts, near } = formulation.read(&values) else {
        panic!("1, 2, 5, 4 are a cycle");
    };
    assert!(cuts.iter().all(|cut| !cut.holds(&values)), "{cuts:?}");
    let mut names = cuts.iter().map(|cut| &*cut.name);
    assert!(names.any(|name| name == "c11_cycle(1,2,5,4)"), "{cuts:?}");
    assert!(problem.admits(&near), "{near:?}");
}

/// The minimum of 8×8 without the cuts that prove it at the root.
fn long_run(control: Control) -> Verdict {
    let milp = MilpOptions {
        without: [Family::BlockCuts].into(),
        ..MilpOptions::default()
    };
    let settings = Settings {
        control,
        ..with(milp)
    };
    let answer = ordering(&plain(8, 8, Sense::Minimize), &settings);
    answer.outcome.verdict
}

#[test]
fn a_time_limit_ends_with_the_best_so_far_and_a_bound() {
    match long_run(Control::default().within(Some(Duration::from_secs(3)))) {
        Verdict::Feasible {
            solution, bound, ..
        } => assert!(bound <= solution.score && bound > 200, "{bound}"),
        Verdict::Optimal { .. } => {} // a faster machine than ours
        other => panic!("{other:?}"),
    }
}

#[test]
fn stopping_from_a_listener_ends_the_run() {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let events = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&events);
    let verdict = long_run(Control {
        stop,
        progress: Some(Arc::new(move |progress: &Progress| {
            sink.lock().expect("no panic before").push(progress.clone());
            flag.store(true, Relaxed);
        })),
        ..Control::default()
    });
    match verdict {
        Verdict::Feasible {
            solution, bound, ..
        } => assert!(bound <= solution.score),
        other => panic!("stopped at once, but {other:?}"),
    }
    let events = events.lock().expect("no panic before");
    let is_milp = |progress: &Progress| matches!(progress, Progress::BranchAndBound { .. });
    assert!(events.iter().any(is_milp), "{events:?}");
}

/// Without these cuts the bound at the root is some ten points short of the minimum, which the first order has.
/// Proving it takes hundreds of nodes, but a gap of a half is closed at once.
#[test]
fn a_gap_is_taken_at_its_word() {
    let milp = MilpOptions {
        gap: 0.5,
        without: [Family::LineCuts, Family::BlockCuts].into(),
        ..MilpOptions::default()
    };
    let outcome = ordering(&plain(5, 5, Sense::Minimize), &with(milp)).outcome;
    let Verdict::Feasible {
        solution, bound, ..
    } = outcome.verdict
    else {
        panic!("{:?}", outcome.verdict);
    };
    assert_eq!(solution.score, 89);
    assert!((45..89).contains(&bound), "{bound}");
    assert!(outcome.stats.nodes <= Some(1), "it stops at the root");
}

/// As in a page of a browser: there is no solver to fall back on.
#[test]
fn a_wall_that_no_layers_take_has_an_order_without_a_solver() {
    let absent = Solver::ALL.iter().find(|solver| !solver.is_built_in());
    let Some(&solver) = absent else { return };
    let milp = MilpOptions {
        solver,
        ..MilpOptions::default()
    };
    let constraints = r#"{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 14, "then": 3},
        {"type": "place-at", "cell": 70, "turn": 9}, {"type": "first", "cells": [5, 6, 7, 8]}"#;
    let instance = constrained(12, 12, Sense::Minimize, constraints);
    let answer = solve(&instance, Method::Auto, &with(milp)).expect("an answer");
    assert!(answer.report.is_some(), "the referee has scored the order");
    let verdict = answer.outcome.verdict;
    assert_eq!((verdict.score(), verdict.bound()), (Some(781), Some(781)));
}

#[test]
fn a_window_keeps_a_cell_from_its_turn_in_a_wall_of_any_phase() {
    // The most with the first row last, by its own score: worse than without.
    let builder = Instance::builder(4, 4, Sense::Maximize).last([1, 2, 3, 4]);
    let instance = built(builder.window(16, 2..=2));
    let score = proven(&instance, Method::Ordering);
    assert!(score.is_some());
    assert_eq!(score, proven(&instance, Method::Graph));
}
