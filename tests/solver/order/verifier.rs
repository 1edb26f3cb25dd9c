//! The verifier: violations, initial tiles and the bonus, and orders that were tampered with. Published orders are among
//! the figures of `azulejo reproduce`.

use crate::common::{GAME, built, cells, constrained, plain};
use azulejo::instance::{Instance, Sense};
use azulejo::order::{Fault, Order, Violation, verify};
use azulejo::problem::Problem;
use azulejo::wall::Cell;

/// A figure of the thesis: the turn of each cell, row by row.
const FIGURE_11: [usize; 25] = [
    1, 6, 11, 16, 21, 22, 2, 7, 12, 17, 23, 18, 3, 8, 13, 24, 19, 14, 4, 9, 25, 20, 15, 10, 5,
];
const FIGURE_17A: [usize; 25] = [
    1, 21, 6, 16, 11, 7, 17, 2, 22, 12, 3, 23, 13, 18, 8, 9, 14, 4, 24, 19, 5, 25, 10, 20, 15,
];

fn order(turns: &[usize; 25]) -> Vec<Cell> {
    let mut order = vec![Cell::from_index(0); 25];
    for (index, turn) in turns.iter().enumerate() {
        order[turn - 1] = Cell::from_index(index);
    }
    order
}

fn with_rule(rule: &str) -> Instance {
    let rule = format!(r#"{{"type": "{rule}"}}"#);
    constrained(5, 5, Sense::Minimize, &rule)
}

fn violation(fault: Fault) -> Violation {
    let constraint = None;
    Violation { fault, constraint }
}

#[test]
fn violations_name_extra_missing_repeated_and_outside_tiles() {
    let instance = plain(2, 2, Sense::Maximize);
    let violations = |numbers: &[usize]| verify(&instance, &cells(numbers)).violations;
    let length = |entries| violation(Fault::Length { entries, turns: 4 });
    let filled = |cell, turn| violation(Fault::Filled { cell, turn });
    let off = violation(Fault::OffTheWall { cell: 9, turn: 2 });
    assert_eq!(violations(&[1, 2, 3, 4]), []);
    assert_eq!(violations(&[1, 2, 3]), [length(3)]);
    assert_eq!(violations(&[1, 2, 3, 2]), [filled(2, 4)]);
    assert_eq!(violations(&[1, 9, 2, 3, 1]), [length(5), off, filled(1, 5)]);
    let message = "the order has 1 turn, the instance 4 turns";
    assert_eq!(violations(&[1])[0].to_string(), message);
}

#[test]
fn an_initial_tile_earns_nothing_and_cannot_be_placed_again() {
    let instance = built(Instance::builder(1, 3, Sense::Maximize).initial([2]));
    let report = verify(&instance, &cells(&[1, 3]));
    assert_eq!((report.points, report.score), (vec![2, 3], 5));
    let report = verify(&instance, &cells(&[2, 1]));
    let filled = violation(Fault::Filled { cell: 2, turn: 1 });
    let result = (report.points, report.violations);
    assert_eq!(result, (vec![0, 2], vec![filled]));
}

#[test]
fn the_games_bonus_counts_lines_complete_at_the_end() {
    let wall = |side, turns| {
        let builder = Instance::builder(side, side, Sense::Maximize);
        built(builder.turns(turns).bonus(GAME))
    };
    let whole = wall(5, 25);
    let report = verify(&whole, &order(&FIGURE_11));
    assert_eq!((report.bonus, report.score), (5 * (2 + 7 + 10), 240));
    let order = Order::from(order(&FIGURE_11));
    assert_eq!(order.score(&Problem::from(&whole)), 240);
    // The first row and the diagonal of colour 0 of a 2×2 wall.
    let part = wall(2, 3);
    assert_eq!(verify(&part, &cells(&[1, 2, 4])).bonus, 2 + 7 + 10);
    assert_eq!(verify(&part, &cells(&[2, 1, 3])).bonus, 2 + 7 + 10);
    // Colour 1 of a 3×3 wall, which goes on at the left edge.
    let colour = wall(3, 3);
    assert_eq!(verify(&colour, &cells(&[2, 6, 7])).bonus, 10);
    assert_eq!(verify(&colour, &cells(&[1, 4, 8])).bonus, 0);
}

/// Each kind of constraint holds for an order and breaks when two cells of it change places.
#[test]
fn every_kind_of_constraint_is_tested_and_named() {
    let small = cells(&[5, 1, 9, 2, 4, 3, 7, 6, 8]);
    let with_constraint = |constraint: &str| {
        let constraints = format!(r#"{{"type": "before", "first": 2, "then": 8}}, {constraint}"#);
        constrained(3, 3, Sense::Maximize, &constraints)
    };
    for (constraint, (first, second)) in [
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
    ] {
        assert_swap_breaks(&with_constraint(constraint), &small, first, second);
    }
    for (rule, (first, second)) in [
        ("rounds", (3, 4)),
        ("rounds", (23, 24)),
        ("last-round", (20, 21)),
        ("last-round", (0, 24)),
    ] {
        assert_swap_breaks(&with_rule(rule), &order(&FIGURE_17A), first, second);
    }
}

/// The last constraint of an instance is broken, alone, when two cells of an order change places.
fn assert_swap_breaks(instance: &Instance, order: &[Cell], first: usize, second: usize) {
    assert_eq!(verify(instance, order).violations, []);
    let mut corrupted = order.to_vec();
    corrupted.swap(first, second);
    let violations = verify(instance, &corrupted).violations;
    let (constraint, before) = instance.constraints().split_last().expect("constraints");
    let violation = match &violations[..] {
        [Violation { constraint, .. }] => constraint.as_ref(),
        _ => None,
    };
    assert_eq!(violation, Some(constraint), "{violations:?}");
    let index = before.len();
    let message = violations[0].with_place(|index| format!("constraints[{index}]"));
    let expected = format!("constraints[{index}] does not hold: {constraint}");
    assert_eq!(message, expected);
    let words = violations[0].to_string();
    assert!(words.ends_with(&constraint.to_string()), "{words}");
}
