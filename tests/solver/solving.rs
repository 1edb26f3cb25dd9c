//! Speed, held by counts: nodes, sizes and root bounds of the ordering formulation; and stopping.

use crate::common::{instance, parse, plain};
use azulejo::bounds::{by_lines_and_blocks, line_bound};
use azulejo::control::{Control, Progress};
use azulejo::formulation::{Family, Formulation, OrderingFormulation, Reading};
use azulejo::heuristics::{HeuristicOptions, constructed, greedy, incumbent, near_constructed};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{MilpOptions, Solver};
use azulejo::order::Incumbent;
use azulejo::outcome::{Stats, Verdict};
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, SolveError, solve};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn proven(instance: &Instance, settings: &Settings) -> (u32, Stats) {
    let answer = solve(instance, Method::Ordering, settings).expect("it fits");
    let Verdict::Optimal { solution, .. } = answer.outcome.verdict else {
        panic!("not proven: {:?}", answer.outcome.verdict);
    };
    (solution.score, answer.outcome.stats)
}

#[test]
fn the_maximum_is_proven_at_the_root() {
    for n in 2..=8 {
        let (score, stats) = proven(&plain(n, n, Sense::Maximize), &Settings::default());
        assert_eq!(
            u64::from(score),
            n * n * n + n * n - n,
            "thesis, section 3.1"
        );
        assert!(stats.nodes <= Some(1), "{n}×{n}: {:?} nodes", stats.nodes);
    }
}

#[test]
fn the_maximum_of_a_large_wall_is_proven_by_the_line_bound() {
    for n in [12, 20] {
        let (score, stats) = proven(&plain(n, n, Sense::Maximize), &Settings::default());
        assert_eq!(u64::from(score), n * n * n + n * n - n);
        assert_eq!(stats.rounds, Some(0), "HiGHS is not needed");
    }
}

#[test]
fn the_minimum_of_5x5_takes_few_nodes_whatever_the_seed() {
    for seed in 0..3 {
        let settings = Settings {
            milp: MilpOptions {
                seed,
                ..MilpOptions::default()
            },
            ..Settings::default()
        };
        let (score, stats) = proven(&plain(5, 5, Sense::Minimize), &settings);
        assert_eq!(score, 89, "thesis, section 3.1");
        assert!(
            stats.nodes <= Some(500),
            "seed {seed}: {:?} nodes",
            stats.nodes
        );
        assert_eq!(stats.rounds, Some(1), "no cycle cut was needed");
    }
}

#[test]
fn the_line_cuts_make_the_root_bound_of_the_minimum_nearly_tight() {
    let (score, stats) = proven(&plain(5, 5, Sense::Minimize), &Settings::default());
    let root = stats.root_bound.expect("a root bound");
    assert!((86.0..=f64::from(score)).contains(&root), "{root}");
}

#[test]
fn the_centre_last_leaves_nothing_to_decide_about_turns() {
    let problem = Problem::from(&instance("case-study/3x3-centre-last.json"));
    let formulation = OrderingFormulation::new(&problem).expect("small");
    let names = formulation
        .program()
        .columns()
        .iter()
        .map(|column| &column.name);
    assert_eq!(names.filter(|name| name.starts_with('y')).count(), 0);
    // 36 ordered pairs of a line in 3×3 are 18 columns; the 4 pairs with the centre are settled.
    let pairs = formulation
        .program()
        .columns()
        .iter()
        .filter(|column| column.integer);
    assert_eq!(pairs.count(), 14);
}

#[test]
fn the_line_bound_is_the_thesis_maximum_and_below_every_minimum() {
    for n in 1..=10 {
        let cube = (n * n * n + n * n - n) as u32;
        assert_eq!(
            line_bound(&Problem::from(&plain(n, n, Sense::Maximize))),
            cube
        );
    }
    for (n, minimum) in [
        (2, 9),
        (3, 22),
        (4, 52),
        (5, 89),
        (6, 141),
        (7, 198),
        (8, 288),
    ] {
        let bound = line_bound(&Problem::from(&plain(n, n, Sense::Minimize)));
        assert!(
            bound <= minimum && 10 * bound >= 7 * minimum,
            "{n}: {bound}"
        );
    }
}

#[test]
fn the_skeleton_decides_whether_there_is_an_order() {
    let instance = |constraints: &str| {
        parse(&format!(
            r#"{{"wall": {{"rows": 5, "columns": 5}}, "sense": "minimize", "constraints": [{constraints}]}}"#
        ))
    };
    let decide = |instance: &Instance| {
        let problem = Problem::from(instance);
        let skeleton = OrderingFormulation::skeleton(&problem, &Control::default()).expect("small");
        let outcome = azulejo::milp::solve(
            &skeleton,
            &problem,
            &Incumbent::new(problem.sense(), None),
            &MilpOptions::default(),
            &Control::default(),
        );
        outcome.expect("HiGHS works").verdict
    };
    let rules = r#"{"type": "rounds"}, {"type": "before", "first": 25, "then": 16}"#;
    let Verdict::Optimal { solution, .. } = decide(&instance(rules)) else {
        panic!("there is an order");
    };
    assert!(Problem::from(&instance(rules)).admits(&solution.order));
    let clash = format!(r#"{rules}, {{"type": "place-at", "cell": 16, "turn": 4}}"#);
    assert!(decide(&instance(&clash)).is_infeasible());
    let conflict = azulejo::solve::conflict::find(&instance(&clash), &Settings::default());
    let conflict = conflict.expect("HiGHS works").expect("infeasible");
    let irreducible = conflict.irreducible();
    assert_eq!((conflict.constraints, irreducible), (vec![0, 1, 2], true));
}

#[test]
fn one_process_may_use_different_numbers_of_threads() {
    for threads in [1, 2, 1] {
        let settings = Settings {
            milp: MilpOptions {
                threads: Some(threads),
                ..MilpOptions::default()
            },
            ..Settings::default()
        };
        assert_eq!(proven(&plain(4, 4, Sense::Minimize), &settings).0, 52);
    }
}

#[test]
fn walls_beyond_a_covering_are_proven() {
    // 130 cells. Every line has one start, and the starts of the shorter side's lines are singles.
    let most = |line: u32| line * (line + 1) / 2 - 1;
    for (rows, columns) in [(5, 26), (26, 5)] {
        let (score, stats) = proven(&plain(rows, columns, Sense::Maximize), &Settings::default());
        let (rows, columns) = (rows as u32, columns as u32);
        assert_eq!(
            score,
            rows * most(columns) + columns * most(rows) + rows.min(columns)
        );
        assert!(stats.nodes <= Some(1), "{:?} nodes", stats.nodes);
    }
}

/// No construction has an order for these, and they are too large for a beam: the greedy order is the only one.
#[test]
fn walls_beyond_a_covering_start_from_a_greedy_order() {
    for (rows, columns) in [(5, 26), (26, 5)] {
        let instance = Instance::builder(rows, columns, Sense::Maximize)
            .place_at(1, 100)
            .build()
            .expect("valid");
        let problem = Problem::from(&instance);
        let control = Control::default();
        assert_eq!(constructed(&problem, &control), None);
        let near = near_constructed(&problem, u32::MAX, 0, &control);
        assert_eq!(near, None, "nothing is near a construction");
        let known = by_lines_and_blocks(&problem, &control).expect("nobody stops it");
        let start = incumbent(&problem, known, HeuristicOptions::default(), &control);
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
    let program = formulation.program();
    // 1 before 2, 2 before 5, 5 before 4, 4 before 1; every other pair by number.
    let values: Vec<i64> = program
        .columns()
        .iter()
        .map(|column| {
            i64::from(
                column.name.starts_with('o') && column.name != "o(1,4)" && column.name != "o(4,5)",
            )
        })
        .collect();
    let Reading::Cyclic { cuts, near } = formulation.read(&values) else {
        panic!("1, 2, 5, 4 are a cycle");
    };
    assert!(
        !cuts.is_empty() && cuts.iter().all(|cut| !cut.holds(&values)),
        "{cuts:?}"
    );
    assert!(
        cuts.iter().any(|cut| cut.name == "c11_cycle(1,2,5,4)"),
        "{cuts:?}"
    );
    assert!(problem.admits(&near), "{near:?}");
}

#[test]
fn a_time_limit_ends_with_the_best_so_far_and_a_bound() {
    let instance = plain(8, 8, Sense::Minimize);
    let settings = Settings {
        milp: MilpOptions {
            without: [Family::BlockCuts].into(), // which prove it at the root,
            ..MilpOptions::default()
        },
        ..Settings::default()
    }
    .within(Some(Duration::from_secs(3)));
    let answer = solve(&instance, Method::Ordering, &settings).expect("it fits");
    match answer.outcome.verdict {
        Verdict::Feasible {
            solution, bound, ..
        } => {
            assert!(bound <= solution.score && bound > 200, "{bound}")
        }
        Verdict::Optimal { .. } => {} // a faster machine than ours
        other => panic!("{other:?}"),
    }
}

#[test]
fn stopping_from_a_listener_ends_the_run() {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&heard);
    let milp = MilpOptions {
        without: [Family::BlockCuts].into(), // which prove it at the root
        ..MilpOptions::default()
    };
    let control = Control {
        stop,
        progress: Some(Arc::new(move |progress: &Progress| {
            told.lock().expect("no panic before").push(progress.clone());
            flag.store(true, Relaxed);
        })),
        ..Control::default()
    };
    let settings = Settings {
        control,
        milp,
        ..Settings::default()
    };
    let answer =
        solve(&plain(8, 8, Sense::Minimize), Method::Ordering, &settings).expect("it fits");
    let Verdict::Feasible {
        solution, bound, ..
    } = answer.outcome.verdict
    else {
        panic!("stopped at once, but {:?}", answer.outcome.verdict);
    };
    assert!(bound <= solution.score);
    let heard = heard.lock().expect("no panic before");
    assert!(
        heard
            .iter()
            .any(|progress| matches!(progress, Progress::Milp { .. })),
        "{heard:?}"
    );
}

/// Without these cuts the bound at the root is some ten points short of the minimum, which the first order has.
/// Proving it takes hundreds of nodes, but a gap of a half is closed at once.
#[test]
fn a_gap_is_taken_at_its_word() {
    let settings = Settings {
        milp: MilpOptions {
            gap: 0.5,
            without: [Family::LineCuts, Family::BlockCuts].into(),
            ..MilpOptions::default()
        },
        ..Settings::default()
    };
    let instance = plain(5, 5, Sense::Minimize);
    let answer = solve(&instance, Method::Ordering, &settings).expect("it fits");
    let Verdict::Feasible {
        solution, bound, ..
    } = answer.outcome.verdict
    else {
        panic!("{:?}", answer.outcome.verdict);
    };
    assert_eq!(solution.score, 89);
    assert!((45..89).contains(&bound), "{bound}");
    assert!(
        answer.outcome.stats.nodes <= Some(1),
        "it stops at the root"
    );
}

#[test]
fn too_large_a_wall_is_refused_with_the_limit() {
    let instance = plain(31, 30, Sense::Maximize);
    let error = solve(&instance, Method::Ordering, &Settings::default()).expect_err("930 cells");
    assert!(error.is_unfit() && matches!(error, SolveError::Unfit(_)));
    let refusal = "the ordering formulation takes at most 900 cells; this wall has 930";
    assert_eq!(error.to_string(), refusal);
    let error = solve(
        &plain(1, 65, Sense::Maximize),
        Method::Ordering,
        &Settings::default(),
    );
    let refusal = "the ordering formulation takes at most 64 cells in a line; this wall has 65";
    assert_eq!(error.expect_err("65 in a line").to_string(), refusal);
}

/// As in a page of a browser: there is no solver to fall back on.
#[test]
fn a_wall_that_no_layers_take_has_an_order_without_a_solver() {
    let absent = Solver::ALL.iter().find(|solver| !solver.is_built_in());
    let Some(&solver) = absent else { return };
    let settings = Settings {
        milp: MilpOptions {
            solver,
            ..MilpOptions::default()
        },
        ..Settings::default()
    };
    let instance = parse(
        r#"{"wall": {"rows": 12, "columns": 12}, "sense": "minimize", "constraints": [
            {"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 14, "then": 3},
            {"type": "place-at", "cell": 70, "turn": 9}, {"type": "first", "cells": [5, 6, 7, 8]}]}"#,
    );
    let answer = solve(&instance, Method::Auto, &settings).expect("an answer");
    assert!(answer.report.is_some(), "the referee has scored the order");
    let verdict = answer.outcome.verdict;
    assert_eq!((verdict.score(), verdict.bound()), (Some(781), Some(781)));
}

#[test]
fn a_window_keeps_a_cell_from_its_turn_in_a_wall_of_any_phase() {
    // The most with the first row last, by its own score: worse than without.
    let instance = parse(
        r#"{"wall": {"rows": 4, "columns": 4}, "sense": "maximize",
            "constraints": [{"type": "last", "cells": [1, 2, 3, 4]}, {"type": "window", "cell": 16, "from": 2, "to": 2}]}"#,
    );
    let (score, _) = proven(&instance, &Settings::default());
    let states = solve(&instance, Method::Graph, &Settings::default()).expect("16 cells");
    assert_eq!(states.outcome.verdict.score(), Some(score));
}
