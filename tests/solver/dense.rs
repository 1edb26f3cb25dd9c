//! Dense layers against everything else that solves and counts.

use crate::common::{instance, parse, random_instance};
use crate::random_rows::{Chance, instance_of_size};
use azulejo::bounds::completion::LineBounds;
use azulejo::control::Control;
use azulejo::dense::{self, DenseError, MAX_FREE};
use azulejo::graph;
use azulejo::instance::{Instance, KINDS, Sense};
use azulejo::order::verify;
use azulejo::outcome::{Count, Layer};
use azulejo::outcome::{History, Unfinished, Verdict};
use azulejo::problem::{Problem, Unfit};
use azulejo::solve::{Counter, Settings, count};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// The optimal score and the number of orders, where the value, the count and the verifier agree on them.
fn solved(instance: &Instance) -> Option<(u32, String)> {
    let problem = Problem::from(instance);
    let outcome = dense::solve(&problem, None, &Control::default()).expect("it fits");
    let counted = Counter::Dense.count(&problem, &Settings::default());
    let Count {
        optimum, coverings, ..
    } = counted.expect("it fits").count.expect("nobody stops it");
    assert_eq!(outcome.stats.coverings, Some(coverings));
    assert_eq!(
        outcome.verdict.score(),
        optimum.map(|(score, _)| score),
        "{instance:?}"
    );
    if let Some(solution) = outcome.verdict.solution() {
        let report = verify(instance, &solution.order);
        assert_eq!(
            (report.score, report.violations),
            (solution.score, vec![]),
            "{instance:?}"
        );
    } else {
        assert!(outcome.verdict.is_infeasible());
    }
    optimum.map(|(score, orders)| (score, orders.to_string()))
}

/// Beyond 12 empty cells the sum of a row has a part of high cells, which a block shares, and a part of low ones.
#[test]
fn rows_of_several_blocks_are_those_of_the_state_graph() {
    let mut chance = Chance::new(12);
    let (mut instances, mut infeasible, mut binding) = (0, 0, 0);
    while instances < 200 {
        let size = chance.of(&[(4, 4), (3, 5), (5, 3), (2, 7)]);
        let Some(instance) = instance_of_size(&mut chance, size) else {
            continue;
        };
        let problem = Problem::from(&instance);
        let Ok(dense) = dense::solve(&problem, None, &Control::default()) else {
            continue; // an order row
        };
        if problem.free_len() <= 12 || problem.rows().is_empty() {
            continue;
        }
        instances += 1;
        let graph = graph::solve(&problem, &Control::default()).expect("small");
        let (score, truth) = (dense.verdict.score(), graph.verdict.score());
        assert_eq!(score, truth, "{instance:?}");
        if let Some(solution) = dense.verdict.solution() {
            let report = verify(&instance, &solution.order);
            assert_eq!((report.score, report.violations), (solution.score, vec![]));
        }
        infeasible += usize::from(truth.is_none());
        let mut free = serde_json::to_value(&instance).expect("it can be written");
        free["constraints"] = serde_json::json!([]);
        let free = Problem::from(&parse(&free.to_string()));
        let free = dense::solve(&free, None, &Control::default()).expect("it fits");
        binding += usize::from(truth.is_some() && truth != free.verdict.score());
    }
    assert!((20..=150).contains(&infeasible), "{infeasible} infeasible");
    assert!(binding > 10, "{binding} with another score");
}

/// Beyond 12 empty cells there is more than one block. What the state graph does not take the frontier does.
#[test]
fn instances_of_several_blocks_are_solved_and_counted_as_by_others() {
    let mut runner = TestRunner::deterministic();
    let strategy = random_instance(20).prop_filter("several blocks", |instance| {
        let wall = instance.wall();
        (13..=20).contains(&Problem::from(instance).free_len())
            && wall.rows().max(wall.columns()) <= LineBounds::LONGEST
    });
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut by_graph, mut infeasible, mut short) = (0, 0, 0);
    for _ in 0..60 {
        let tree = strategy.new_tree(&mut runner).expect("there are some");
        let instance = tree.current();
        let problem = Problem::from(&instance);
        let truth = match graph::solve(&problem, &Control::default()) {
            Ok(outcome) => {
                by_graph += 1;
                let score = outcome.verdict.score();
                score.zip(outcome.stats.orders.map(|orders| orders.to_string()))
            }
            Err(_) => {
                let counted = count(&problem, &Settings::default());
                let counted = counted.expect("it fits").expect("nobody stops it");
                let optimum = counted.optimum;
                optimum.map(|(score, orders)| (score, orders.to_string()))
            }
        };
        assert_eq!(solved(&instance), truth, "{instance:?}");
        infeasible += usize::from(truth.is_none());
        short += usize::from(!problem.fills_the_wall());
        for constraint in instance.constraints() {
            *kinds.entry(constraint.kind().name).or_default() += 1;
        }
    }
    assert!(
        (8..=52).contains(&by_graph),
        "{by_graph} by the state graph"
    );
    assert!((2..=40).contains(&infeasible), "{infeasible} infeasible");
    assert!(short >= 4, "{short} with a short horizon");
    // `only` is rarely possible at random; the smaller instances of `agreement` have it.
    assert!(
        kinds.len() + 1 >= KINDS.len()
            && kinds
                .iter()
                .all(|(&kind, &count)| kind == "only" || count >= 3),
        "{kinds:?}"
    );
}

#[test]
fn the_published_numbers_of_orders_come_out() {
    for (name, score, orders) in [
        ("plain/5x5-max.json", 145, "314666604031232"),
        ("plain/5x5-min.json", 89, "1562034076438438272"),
        ("thesis/5x5-rounds-max.json", 145, "2"),
        ("thesis/5x5-rounds-min.json", 92, "1096"),
    ] {
        assert_eq!(
            solved(&instance(name)),
            Some((score, orders.into())),
            "{name}"
        );
    }
}

/// Points of long lines do not fit a byte. A line of n is filled in 2^(n − 1) ways that keep together.
#[test]
fn scores_of_long_lines_fit() {
    let line = parse(r#"{"wall": {"rows": 1, "columns": 25}, "sense": "maximize"}"#);
    assert_eq!(solved(&line), Some((325, (1 << 24).to_string())));
    // 112 cells are filled; each tile finds a run of 112 at least, whatever the order.
    let filled: Vec<String> = (17..=128).map(|cell| cell.to_string()).collect();
    let longest = |sense: Sense| {
        let (filled, sense) = (filled.join(", "), sense.word());
        let instance = parse(&format!(
            r#"{{"wall": {{"rows": 128, "columns": 1}}, "sense": "{sense}", "initial": [{filled}]}}"#
        ));
        let truth = graph::solve(&Problem::from(&instance), &Control::default()).expect("16 empty");
        let truth = truth.verdict.score().zip(truth.stats.orders);
        let truth = truth.map(|(score, orders)| (score, orders.to_string()));
        assert_eq!(solved(&instance), truth);
        truth.expect("there are orders").0
    };
    assert_eq!(longest(Sense::Maximize), (113..=128).sum::<u32>());
    assert!(longest(Sense::Minimize) < 500);
}

#[test]
fn every_set_is_a_covering_where_nothing_forbids_it() {
    let problem = Problem::from(&parse(
        r#"{"wall": {"rows": 4, "columns": 4}, "sense": "minimize", "initial": [6], "turns": 7}"#,
    ));
    let outcome = dense::solve(&problem, None, &Control::default()).expect("15 empty");
    let History::Layers(history) = outcome.history else {
        panic!("no layers")
    };
    let all = |layer: &Layer| u128::from(layer.states) == layer.all;
    assert_eq!(history.layers.len(), 8);
    assert!(history.layers.iter().all(all), "{:?}", history.layers);
}

#[test]
fn what_does_not_fit_is_refused_with_what_is_needed() {
    let problem = |rows: u64, columns: u64| {
        let text =
            format!(r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "minimize"}}"#);
        Problem::from(&parse(&text))
    };
    let refused = |problem: &Problem, memory| {
        let solved = dense::solve(problem, memory, &Control::default()).map(|_| ());
        let counted = dense::count(problem, memory, &Control::default()).map(|_| ());
        assert_eq!(solved, counted);
        solved.expect_err("too large")
    };
    let (needs, limit) = (1 << MAX_FREE, 16 << 20);
    assert_eq!(
        refused(&problem(5, 5), Some(limit)),
        DenseError::Memory { needs, limit }
    );
    assert!(dense::solve(&problem(4, 5), Some(limit), &Control::default()).is_ok());
    let unfit = |what, limit, size| {
        DenseError::from(Unfit {
            taker: "dense layers take",
            what,
            limit,
            size,
        })
    };
    assert_eq!(
        refused(&problem(2, 13), None),
        unfit("empty cells", MAX_FREE, 26)
    );
    let filled: Vec<String> = (1..=128).map(|cell| cell.to_string()).collect();
    let wide = parse(&format!(
        r#"{{"wall": {{"rows": 1, "columns": 130}}, "sense": "minimize", "initial": [{}]}}"#,
        filled.join(", ")
    ));
    assert_eq!(
        refused(&Problem::from(&wide), None),
        unfit("cells", 128, 130)
    );
}

#[test]
fn a_stopped_run_claims_nothing() {
    let settings = Settings::default();
    settings.control.stop.store(true, Ordering::Relaxed);
    let problem = Problem::from(&instance("plain/5x5-min.json"));
    let outcome = dense::solve(&problem, None, &settings.control).expect("it fits");
    let (bound, unfinished) = (25, Unfinished::Stopped);
    assert_eq!(outcome.verdict, Verdict::Unknown { bound, unfinished });
    let counted = Counter::Dense.count(&problem, &settings).expect("it fits");
    assert_eq!(counted.count, None);
}
