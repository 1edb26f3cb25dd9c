//! Dense layers against everything else that solves and counts.

use crate::common::{instance, plain, random_instance, stated};
use crate::kit::{Optimum, assert_scores, count_orders, optimum, samples};
use crate::random_rows::{Chance, instance_of_size};
use azulejo::bounds::completion::LineBounds;
use azulejo::control::Control;
use azulejo::count::Counter;
use azulejo::dense::{self, DenseError, MAX_FREE};
use azulejo::graph::{self, StateGraph};
use azulejo::instance::{Instance, KINDS, Sense};
use azulejo::outcome::{History, Layer, Outcome};
use azulejo::problem::{Problem, Unfit};
use proptest::strategy::Strategy;
use std::collections::BTreeMap;

fn solve_dense(problem: &Problem) -> Result<Outcome, DenseError> {
    dense::solve(problem, None, &Control::default())
}

/// The optimal score and the number of orders, where the value, the count and the verifier agree on them.
fn dense_optimum(instance: &Instance) -> Optimum {
    let problem = Problem::from(instance);
    let outcome = solve_dense(&problem).expect("it fits");
    let count = count_orders(&problem, Counter::Dense);
    assert_eq!(outcome.stats.coverings, Some(count.coverings));
    let verdict = outcome.verdict;
    let score = count.optimum.map(|(score, _)| score);
    assert_eq!(verdict.score(), score, "{instance:?}");
    match verdict.solution() {
        Some(solution) => assert_scores(instance, &solution.order, solution.score),
        None => assert!(verdict.is_infeasible()),
    }
    count.optimum.map(|(score, orders)| (score, orders.to()))
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
        let Ok(dense) = solve_dense(&problem) else {
            continue; // an order row
        };
        if problem.free_len() <= 12 || problem.rows().is_empty() {
            continue;
        }
        instances += 1;
        let graph = graph::solve(&problem, &Control::default()).expect("small");
        let truth = graph.verdict.score();
        assert_eq!(dense.verdict.score(), truth, "{instance:?}");
        if let Some(solution) = dense.verdict.solution() {
            assert_scores(&instance, &solution.order, solution.score);
        }
        infeasible += usize::from(truth.is_none());
        let free = solve_dense(&Problem::from(&instance.with_constraints(|_| false)));
        let free = free.expect("it fits").verdict.score();
        binding += usize::from(truth.is_some() && truth != free);
    }
    assert!((20..=150).contains(&infeasible), "{infeasible} infeasible");
    assert!(binding > 10, "{binding} with another score");
}

/// Beyond 12 empty cells there is more than one block. The frontier takes the instances that are too large for the state graph.
#[test]
fn instances_of_several_blocks_have_the_optimum_of_other_counters() {
    let strategy = random_instance(20).prop_filter("several blocks", |instance| {
        let wall = instance.wall();
        (13..=20).contains(&Problem::from(instance).free_len())
            && wall.rows().max(wall.columns()) <= LineBounds::LONGEST
    });
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut by_graph, mut infeasible, mut short) = (0, 0, 0);
    for instance in samples(strategy).take(60) {
        let problem = Problem::from(&instance);
        let counter = match problem.free_len() <= StateGraph::MAX_FREE {
            true => Counter::Graph,
            false => Counter::Frontier,
        };
        by_graph += usize::from(counter == Counter::Graph);
        let truth = optimum(&instance, counter);
        assert_eq!(dense_optimum(&instance), truth, "{instance:?}");
        infeasible += usize::from(truth.is_none());
        short += usize::from(!problem.fills_the_wall());
        for constraint in instance.constraints() {
            *kinds.entry(constraint.kind().name).or_default() += 1;
        }
    }
    assert!((8..=52).contains(&by_graph), "{by_graph} by graph");
    assert!((2..=40).contains(&infeasible), "{infeasible} infeasible");
    assert!(short >= 4, "{short} with a short horizon");
    // `only` is rarely possible at random; the smaller instances of `agreement` have it.
    let mut each = kinds.iter();
    let each = each.all(|(&kind, &count)| kind == "only" || count >= 3);
    assert!(each && kinds.len() + 1 >= KINDS.len(), "{kinds:?}");
}

#[test]
fn the_published_numbers_of_orders_come_out() {
    for (name, score, orders) in [
        ("plain/5x5-max.json", 145, 314_666_604_031_232),
        ("plain/5x5-min.json", 89, 1_562_034_076_438_438_272),
        ("thesis/5x5-rounds-max.json", 145, 2),
        ("thesis/5x5-rounds-min.json", 92, 1096),
    ] {
        assert_eq!(
            dense_optimum(&instance(name)),
            Some((score, orders)),
            "{name}"
        );
    }
}

/// Points of long lines do not fit a byte. A line of n is filled in 2^(n − 1) ways that keep together.
#[test]
fn scores_of_long_lines_fit() {
    let line = plain(1, 25, Sense::Maximize);
    assert_eq!(dense_optimum(&line), Some((325, 1 << 24)));
    // 112 cells are filled; each tile finds a run of 112 at least, whatever the order.
    let longest = |sense| {
        let builder = Instance::builder(128, 1, sense).initial(17..=128u64);
        let instance = builder.build().expect("valid");
        let truth = optimum(&instance, Counter::Graph);
        assert_eq!(dense_optimum(&instance), truth);
        truth.expect("there are orders").0
    };
    assert_eq!(longest(Sense::Maximize), (113..=128).sum::<u32>());
    assert!(longest(Sense::Minimize) < 500);
}

#[test]
fn every_set_is_a_covering_where_nothing_forbids_it() {
    let instance = stated(4, 4, Sense::Minimize, r#""initial": [6], "turns": 7"#);
    let outcome = solve_dense(&Problem::from(&instance)).expect("15 empty");
    let History::Layers(history) = outcome.history else {
        panic!("no layers")
    };
    let all = |layer: &Layer| u128::from(layer.states) == layer.all;
    assert_eq!(history.layers.len(), 8);
    assert!(history.layers.iter().all(all), "{:?}", history.layers);
}

#[test]
fn large_instances_are_refused_with_their_needs() {
    let refusal = |instance: &Instance, memory| {
        let problem = Problem::from(instance);
        let solve_result = dense::solve(&problem, memory, &Control::default()).map(|_| ());
        let count_result = dense::count(&problem, memory, &Control::default()).map(|_| ());
        assert_eq!(solve_result, count_result);
        solve_result.err()
    };
    let square = |rows| plain(rows, 5, Sense::Minimize);
    let (needs, limit) = (1 << MAX_FREE, 16 << 20);
    let memory = DenseError::Memory { needs, limit };
    assert_eq!(refusal(&square(5), Some(limit)), Some(memory));
    assert_eq!(refusal(&square(4), Some(limit)), None);
    let wide = Instance::builder(1, 130, Sense::Minimize).initial(1..=128u64);
    for (instance, what, limit, size) in [
        (plain(2, 13, Sense::Minimize), "empty cells", MAX_FREE, 26),
        (wide.build().expect("valid"), "cells", 128, 130),
    ] {
        let unfit = DenseError::from(Unfit {
            taker: "dense layers take",
            what,
            limit,
            size,
        });
        assert_eq!(refusal(&instance, None), Some(unfit));
    }
}
