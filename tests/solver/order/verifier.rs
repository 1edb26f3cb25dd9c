//! The verifier: the published orders and their points, and orders that were tampered with.

use crate::common::{cells, instance, parse, plain};
use azulejo::instance::{Constraint, Instance, Sense};
use azulejo::order::{Order, Report, Violation, verify};
use azulejo::problem::Problem;
use azulejo::wall::Cell;

/// A figure of the thesis: the turn of each cell, row by row.
const FIGURE_11: [usize; 25] = [
    1, 6, 11, 16, 21, 22, 2, 7, 12, 17, 23, 18, 3, 8, 13, 24, 19, 14, 4, 9, 25, 20, 15, 10, 5,
];
const FIGURE_16A: [usize; 25] = [
    1, 21, 6, 16, 11, 7, 24, 2, 19, 12, 3, 22, 13, 17, 8, 9, 25, 4, 20, 15, 5, 23, 10, 18, 14,
];
const FIGURE_17A: [usize; 25] = [
    1, 21, 6, 16, 11, 7, 17, 2, 22, 12, 3, 23, 13, 18, 8, 9, 14, 4, 24, 19, 5, 25, 10, 20, 15,
];
const FIGURE_19B: [usize; 25] = [
    1, 21, 6, 16, 11, 7, 17, 2, 22, 12, 3, 25, 13, 18, 8, 9, 14, 4, 24, 19, 5, 23, 10, 20, 15,
];
const FIGURE_20A: [usize; 25] = [
    1, 21, 6, 16, 11, 7, 22, 2, 19, 12, 3, 23, 13, 17, 8, 9, 20, 4, 24, 15, 5, 25, 10, 18, 14,
];

fn order(turns: &[usize; 25]) -> Vec<Cell> {
    let mut order = vec![Cell::from_index(0); 25];
    for (index, turn) in turns.iter().enumerate() {
        order[turn - 1] = Cell::from_index(index);
    }
    order
}

fn with_rule(rule: &str) -> Instance {
    parse(&format!(
        r#"{{"wall": {{"rows": 5, "columns": 5}}, "sense": "minimize", "constraints": [{{"type": "{rule}"}}]}}"#
    ))
}

#[test]
fn the_case_studys_orders_earn_the_published_points() {
    let most = verify(
        &instance("case-study/3x3-max.json"),
        &cells(&[5, 7, 3, 4, 2, 1, 6, 8, 9]),
    );
    assert_eq!(most.points, [1, 1, 1, 4, 4, 6, 5, 5, 6]);
    assert_eq!((most.score, most.violations), (33, vec![]));
    let last = verify(
        &instance("case-study/3x3-centre-last.json"),
        &cells(&[6, 4, 8, 2, 9, 1, 7, 3, 5]),
    );
    assert_eq!(last.points, [1, 1, 1, 1, 4, 4, 6, 6, 6]);
    assert_eq!((last.score, last.violations), (30, vec![]));
}

#[test]
fn the_thesiss_orders_earn_the_published_scores_and_keep_the_published_rules() {
    // figure, score, rounds holds, last-round holds
    let figures = [
        (FIGURE_11, 145, true, true),
        (FIGURE_16A, 89, false, false),
        (FIGURE_17A, 92, true, true),
        (FIGURE_19B, 90, false, false),
        (FIGURE_20A, 92, false, true),
    ];
    for (turns, score, rounds, last_round) in figures {
        let order = order(&turns);
        let holds = |rule: &str| verify(&with_rule(rule), &order).violations.is_empty();
        assert_eq!(
            verify(&plain(5, 5, Sense::Minimize), &order).score,
            score,
            "{turns:?}"
        );
        assert_eq!(
            (holds("rounds"), holds("last-round")),
            (rounds, last_round),
            "{turns:?}"
        );
    }
}

#[test]
fn a_tile_too_many_too_few_twice_or_off_the_wall_is_named() {
    let instance = plain(2, 2, Sense::Maximize);
    let violations = |numbers: &[usize]| verify(&instance, &cells(numbers)).violations;
    assert_eq!(violations(&[1, 2, 3, 4]), []);
    assert_eq!(
        violations(&[1, 2, 3]),
        [Violation::Length {
            entries: 3,
            turns: 4
        }]
    );
    assert_eq!(
        violations(&[1])[0].to_string(),
        "the order has 1 turn, the instance 4 turns"
    );
    let cell = |number: usize| Cell::from_number(number);
    assert_eq!(
        violations(&[1, 2, 3, 2]),
        [Violation::Filled {
            cell: cell(2),
            turn: 4
        }]
    );
    assert_eq!(
        violations(&[1, 9, 2, 3, 1]),
        [
            Violation::Length {
                entries: 5,
                turns: 4
            },
            Violation::OffTheWall {
                cell: cell(9),
                turn: 2
            },
            Violation::Filled {
                cell: cell(1),
                turn: 5
            },
        ]
    );
}

#[test]
fn an_initial_tile_earns_nothing_and_cannot_be_placed_again() {
    let instance =
        parse(r#"{"wall": {"rows": 1, "columns": 3}, "sense": "maximize", "initial": [2]}"#);
    let report = verify(&instance, &cells(&[1, 3]));
    assert_eq!((report.points, report.score), (vec![2, 3], 5));
    let report = verify(&instance, &cells(&[2, 1]));
    let filled = Violation::Filled {
        cell: Cell::from_index(1),
        turn: 1,
    };
    assert_eq!(
        (report.points, report.violations),
        (vec![0, 2], vec![filled])
    );
}

#[test]
fn the_games_bonus_counts_what_is_complete_at_the_end() {
    let bonus = r#""bonus": {"row": 2, "column": 7, "colour": 10}"#;
    let whole = parse(&format!(
        r#"{{"wall": {{"rows": 5, "columns": 5}}, "sense": "maximize", {bonus}}}"#
    ));
    let report = verify(&whole, &order(&FIGURE_11));
    assert_eq!((report.bonus, report.score), (5 * (2 + 7 + 10), 240));
    let played = Order::from(order(&FIGURE_11));
    assert_eq!(played.score(&Problem::from(&whole)), 240);
    // The first row and the diagonal of colour 0 of a 2×2 wall.
    let part = parse(&format!(
        r#"{{"wall": {{"rows": 2, "columns": 2}}, "sense": "maximize", "turns": 3, {bonus}}}"#
    ));
    assert_eq!(verify(&part, &cells(&[1, 2, 4])).bonus, 2 + 7 + 10);
    assert_eq!(verify(&part, &cells(&[2, 1, 3])).bonus, 2 + 7 + 10);
    // Colour 1 of a 3×3 wall, which goes on at the left edge.
    let colour = parse(&format!(
        r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize", "turns": 3, {bonus}}}"#
    ));
    assert_eq!(verify(&colour, &cells(&[2, 6, 7])).bonus, 10);
    assert_eq!(verify(&colour, &cells(&[1, 4, 8])).bonus, 0);
}

/// Each kind of constraint holds for an order and breaks when two cells of it change places.
#[test]
fn every_kind_of_constraint_is_tested_and_named() {
    let order = [5, 1, 9, 2, 4, 3, 7, 6, 8];
    let cases = [
        (r#"{"type": "place-at", "cell": 5, "turn": 1}"#, (0, 1)),
        (
            r#"{"type": "window", "cell": 9, "from": 2, "to": 4}"#,
            (2, 4),
        ),
        (
            r#"{"type": "window", "cell": 9, "from": 3, "to": 9}"#,
            (2, 1),
        ),
        (r#"{"type": "before", "first": 1, "then": 4}"#, (1, 4)),
        (r#"{"type": "first", "cells": [1, 5, 9]}"#, (2, 3)),
        (r#"{"type": "last", "cells": [8, 6]}"#, (6, 7)),
    ];
    for (constraint, (one, other)) in cases {
        let text = format!(
            r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize",
                 "constraints": [{{"type": "before", "first": 2, "then": 8}}, {constraint}]}}"#
        );
        assert_swap_breaks(&parse(&text), &cells(&order), one, other);
    }
    let rules = [
        ("rounds", (3, 4)),
        ("rounds", (23, 24)),
        ("last-round", (20, 21)),
        ("last-round", (0, 24)),
    ];
    for (rule, (one, other)) in rules {
        let instance = with_rule(rule);
        let mut corrupted = self::order(&FIGURE_17A);
        assert_eq!(verify(&instance, &corrupted).violations, []);
        corrupted.swap(one, other);
        let violations = verify(&instance, &corrupted).violations;
        assert!(
            broken(&violations, &instance.constraints()[0]),
            "{rule} {one} {other}"
        );
    }
}

fn assert_swap_breaks(instance: &Instance, order: &[Cell], one: usize, other: usize) {
    assert_eq!(verify(instance, order).violations, []);
    let mut corrupted = order.to_vec();
    corrupted.swap(one, other);
    let Report { violations, .. } = verify(instance, &corrupted);
    let constraint = &instance.constraints()[1];
    assert!(broken(&violations, constraint), "{constraint} survives");
    let named = Violation::Broken {
        index: 1,
        constraint: constraint.clone(),
    };
    let placed = named.with_place(|index| format!("constraints[{index}]"));
    assert_eq!(
        placed,
        format!("constraints[1] does not hold: {constraint}")
    );
    assert!(
        named.to_string().ends_with(&constraint.to_string()),
        "{named}"
    );
}

fn broken(violations: &[Violation], constraint: &Constraint) -> bool {
    matches!(violations, [Violation::Broken { constraint: named, .. }] if named == constraint)
}
