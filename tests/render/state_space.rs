//! State spaces of figures 5, 9 and 10 of the thesis, against the function of the thesis for valid coverings
//! and against every order; and their pictures.

use crate::common::{constrained, instance, parse, plain, random_instance, stated};
use azulejo::control::Control;
use azulejo::graph::{StateGraph, StateSpace, Step};
use azulejo::instance::{Instance, Sense};
use azulejo::order::verify;
use azulejo::problem::Problem;
use azulejo::render::state_space::{self, MAX_DOT, MAX_SVG};
use azulejo::wall::{Cell, Covering};
use itertools::{Itertools, iproduct};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn space(instance: &Instance) -> StateSpace {
    let problem = Problem::from(instance);
    let states = StateGraph::build(&problem, &Control::default()).expect("small");
    StateSpace::new(&states.expect("not stopped"), problem.sense())
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// Figures 5, 9 and 10.
fn figures() -> [(&'static str, Instance); 3] {
    [
        ("figure_5", instance("plain/2x2-max.json")),
        ("figure_9", instance("thesis/2x2-last-round-max.json")),
        ("figure_10", instance("thesis/2x2-rounds-max.json")),
    ]
}

#[test]
fn state_spaces_have_the_coverings_and_moves_of_figures_5_9_and_10() {
    // Coverings of each layer, moves of each turn, those of optimal orders, and these orders.
    let expected = [
        ([1, 4, 6, 4, 1], [4, 12, 12, 4], [4, 4, 4, 4], 8, (16, 32)),
        ([1, 4, 4, 2, 1], [4, 8, 4, 2], [4, 4, 2, 2], 4, (12, 18)),
        ([1, 2, 4, 2, 1], [2, 4, 4, 2], [2, 2, 2, 2], 2, (10, 12)),
    ];
    let highlighted = |steps: &Vec<Step>| steps.iter().filter(|step| step.optimal).count();
    for ((name, instance), expected) in figures().into_iter().zip(expected) {
        let (layers, moves, optimal, orders, total) = expected;
        let space = space(&instance);
        assert!(space.layers.iter().map(Vec::len).eq(layers), "{name}");
        assert!(space.steps.iter().map(Vec::len).eq(moves), "{name}");
        assert!(space.steps.iter().map(highlighted).eq(optimal), "{name}");
        assert_eq!((space.coverings(), space.moves()), total, "{name}");
        assert_eq!(space.optimum, Some((10, orders)), "{name}");
    }
}

/// `valid_covering()` of section 3.3, for n rows of n tiles.
fn valid_with_last_round(tiles: &[usize]) -> bool {
    let n = tiles.len();
    let in_turn = (1..n).all(|row| tiles[row] < n || tiles[row - 1] == n);
    in_turn && (!tiles.contains(&n) || tiles.iter().all(|&count| count >= n - 1))
}

/// `valid_covering()` of section 3.4, for n rows of n tiles.
fn valid_with_rounds(tiles: &[usize]) -> bool {
    let n = tiles.len();
    tiles[n - 1] + 1 >= tiles[0] && (1..n).all(|row| tiles[row] <= tiles[row - 1])
}

#[test]
fn state_spaces_have_the_valid_coverings_of_the_thesis() {
    type Valid = fn(&[usize]) -> bool;
    let rules: [(&str, Valid); 2] = [
        ("last-round", valid_with_last_round),
        ("rounds", valid_with_rounds),
    ];
    for n in 2..=4 {
        for (rule, valid) in rules {
            let rule_json = format!(r#"{{"type": "{rule}"}}"#);
            let instance = constrained(n, n, Sense::Maximize, &rule_json);
            let places = space(&instance).layers.into_iter().flatten();
            let coverings: BTreeSet<Covering> = places.map(|place| place.covering).collect();
            let by_row = |bits: u128| {
                let rows = (0..n).map(|row| (bits >> (row * n) & ((1 << n) - 1)).count_ones());
                rows.map(|count| count as usize).collect_vec()
            };
            let bits = (0..1 << (n * n)).filter(|bits| valid(&by_row(*bits)));
            let expected: BTreeSet<Covering> = bits.map(Covering::from_bits).collect();
            assert_eq!(coverings, expected, "{n}×{n}, {rule}");
        }
    }
}

/// An edge of a state space: its covering, its cell, its points.
type Edge = (Covering, Cell, u32);

/// Edges of all complete orders and of all optimal orders, by brute force, with the points of the verifier.
fn by_brute_force(instance: &Instance) -> (BTreeSet<Edge>, BTreeSet<Edge>, Option<(u32, u128)>) {
    let mut orders = Vec::new();
    extend(instance, &mut Vec::new(), &mut orders);
    let scores = orders.iter().map(|(_, score)| *score);
    let best = scores.reduce(|best, other| {
        let better = instance.sense().better(other, best);
        if better { other } else { best }
    });
    let (mut all, mut optimal, mut count) = (BTreeSet::new(), BTreeSet::new(), 0);
    for (moves, score) in orders {
        if Some(score) == best {
            count += 1;
            optimal.extend(moves.iter().copied());
        }
        all.extend(moves);
    }
    (all, optimal, best.map(|best| (best, count)))
}

fn extend(instance: &Instance, order: &mut Vec<Cell>, orders: &mut Vec<(Vec<Edge>, u32)>) {
    if order.len() == instance.horizon() {
        let report = verify(instance, order);
        if report.violations.is_empty() {
            let mut covering: Covering = instance.initial().iter().copied().collect();
            let mut moves = Vec::new();
            for (index, (&cell, &earned)) in order.iter().zip(&report.points).enumerate() {
                let last = index + 1 == order.len();
                let bonus = if last { report.bonus } else { 0 };
                moves.push((covering, cell, earned + bonus));
                covering = covering.with(cell);
            }
            orders.push((moves, report.score));
        }
        return;
    }
    for cell in instance.wall().cells() {
        if !order.contains(&cell) && !instance.initial().contains(&cell) {
            order.push(cell);
            extend(instance, order, orders);
            order.pop();
        }
    }
}

fn edges(space: &StateSpace, optimal_only: bool) -> BTreeSet<Edge> {
    let turns = space.layers.iter().zip(&space.steps);
    let moves = turns.flat_map(|(layer, steps)| {
        let steps = steps
            .iter()
            .filter(move |step| step.optimal || !optimal_only);
        steps.map(|step| {
            let cell = step.cell.expect("no turn passes");
            (layer[step.from].covering, cell, step.points)
        })
    });
    moves.collect()
}

fn check_against_every_order(instance: &Instance) -> Result<(), TestCaseError> {
    let space = space(instance);
    let (all, optimal, optimum) = by_brute_force(instance);
    prop_assert_eq!(space.optimum, optimum);
    prop_assert_eq!(edges(&space, false), all);
    prop_assert_eq!(edges(&space, true), optimal);
    for (layer, steps) in space.layers.iter().zip(&space.steps) {
        for (index, place) in layer.iter().enumerate() {
            let successors = steps.iter().filter(|step| step.from == index);
            prop_assert_eq!(place.optimal, successors.clone().any(|step| step.optimal));
            prop_assert!(successors.count() > 0, "every covering leads on");
        }
    }
    Ok(())
}

#[test]
fn highlighted_moves_belong_to_optimal_orders_of_2x2_and_2x3() {
    let walls = [(2, 2), (2, 3), (3, 2)];
    let rules = ["", r#"{"type": "rounds"}"#, r#"{"type": "last-round"}"#];
    let senses = [Sense::Maximize, Sense::Minimize];
    for ((rows, columns), sense, rule) in iproduct!(walls, senses, rules) {
        let result = check_against_every_order(&constrained(rows, columns, sense, rule));
        result.unwrap_or_else(|error| panic!("{rows}×{columns}, {sense:?}, {rule}: {error}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn highlighted_moves_belong_to_optimal_orders(instance in random_instance(6)) {
        check_against_every_order(&instance)?;
    }
}

#[test]
fn the_state_spaces_of_figures_5_9_and_10_as_dot_and_svg() {
    for (name, instance) in figures() {
        let space = space(&instance);
        let dot = state_space::dot(&instance, &space).expect("small");
        insta::assert_snapshot!(format!("{name}.dot"), dot);
        let svg = state_space::svg(&instance, &space).expect("small");
        insta::assert_snapshot!(format!("{name}.svg"), svg);
    }
}

#[test]
fn every_covering_every_move_and_its_points_are_drawn() {
    let walls = [
        plain(2, 3, Sense::Minimize),
        plain(3, 3, Sense::Maximize),
        stated(
            3,
            4,
            Sense::Minimize,
            r#""turns": 7, "initial": [1, 6, 12], "bonus": {"row": 2, "column": 7},
               "constraints": [{"type": "first", "cells": [2, 3, 5]}, {"type": "before", "first": 7, "then": 11}]"#,
        ),
    ];
    for instance in walls {
        let space = space(&instance);
        let (coverings, moves) = (space.coverings(), space.moves());
        let highlighted = space.steps.iter().flatten().filter(|step| step.optimal);
        let highlighted = highlighted.count();
        assert!(0 < highlighted && highlighted < moves);

        let svg = state_space::svg(&instance, &space).expect("small");
        let tree = roxmltree::Document::parse(&svg).expect("XML");
        let texts = |name: &'static str| {
            let elements = tree.descendants();
            let elements = elements.filter(move |node| node.has_tag_name((SVG, name)));
            elements.filter_map(|node| node.text().map(str::trim))
        };
        assert_eq!(svg.matches("<use ").count(), coverings);
        let labels = texts("title").filter(|text| text.starts_with("cell "));
        assert_eq!(labels.count(), moves);
        // The legend has a further arrow.
        assert_eq!(svg.matches("#azulejo-optimal)").count(), highlighted + 1);
        let is_number = |text: &&str| text.len() < 3 && text.parse::<u32>().is_ok();
        assert_eq!(texts("text").filter(is_number).count(), moves, "labels");

        let dot = state_space::dot(&instance, &space).expect("small");
        let count = |part: &str| dot.matches(part).count();
        assert_eq!(count("<table "), coverings);
        assert_eq!(count(" -> "), moves);
        assert_eq!(count("penwidth"), highlighted);
        assert_eq!(count("rank=same"), instance.horizon() + 1);
    }
}

#[test]
fn a_name_cannot_break_out_of_a_picture() {
    let name = r#"<b>&\"\\N \u0007\u001b[31m\u0000\uffff</title>"#;
    let instance = parse(&format!(
        r#"{{"name": "{name}", "wall": {{"rows": 2, "columns": 2}}, "sense": "maximize"}}"#
    ));
    let space = space(&instance);
    let svg = state_space::svg(&instance, &space).expect("small");
    let clean_part = "\u{fffd}\u{fffd}[31m\u{fffd}\u{fffd}";
    let tree = roxmltree::Document::parse(&svg).expect("XML");
    let mut nodes = tree.descendants();
    let title = nodes.find(|node| node.has_tag_name((SVG, "title")));
    let title = title.and_then(|node| node.text()).expect("a title");
    assert_eq!(title, format!(r#"<b>&"\N {clean_part}</title>"#));
    let dot = state_space::dot(&instance, &space).expect("small");
    let label = format!(r#"label="<b>&amp;\"\\N {clean_part}</title>\n2×2 wall"#);
    assert!(dot.contains(&label), "{dot}");

    let long = "n".repeat(10_000);
    let instance = parse(&format!(
        r#"{{"name": "{long}", "wall": {{"rows": 2, "columns": 2}}, "sense": "maximize"}}"#
    ));
    let svg = state_space::svg(&instance, &space).expect("small");
    assert!(svg.contains("nnn…\n</text>") && svg.len() < 20_000);
}

#[test]
fn a_picture_beyond_its_limit_is_refused() {
    let instance = plain(2, 5, Sense::Maximize);
    let error = state_space::svg(&instance, &space(&instance)).expect_err("1024 coverings");
    assert_eq!((error.coverings, error.limit), (1024, MAX_SVG));
    assert!(error.to_string().contains("DOT takes 4096"), "{error}");
    assert!(state_space::dot(&instance, &space(&instance)).is_ok());
    let instance = plain(1, 13, Sense::Maximize);
    let error = state_space::dot(&instance, &space(&instance)).expect_err("8192 coverings");
    assert_eq!((error.coverings, error.limit), (8192, MAX_DOT));
    assert!(!error.to_string().contains("DOT takes 4096)"), "{error}");
}

#[test]
fn an_infeasible_problem_has_an_empty_state_space() {
    let instance = instance("constraints/infeasible.json");
    let space = space(&instance);
    assert_eq!((space.coverings(), space.moves()), (0, 0));
    assert_eq!(space.optimum, None);
    let svg = state_space::svg(&instance, &space).expect("small");
    assert!(svg.contains("infeasible"), "{svg}");
}
