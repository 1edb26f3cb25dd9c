//! Texts that are written to deceive a checker, or to tire it.

use super::{agree, certified_json, changed, in_rust, replaced};
use crate::common::parse;
use serde_json::json;

const MINIMUM: &str = r#"{"certificate": 1, "instance": {"wall": {"rows": 2, "columns": 2}, "sense": "minimize"},
    "claim": {"status": "optimal", "score": 9, "bound": 9}, "order": [1, 2, 3, 4],
    "proof": {"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}}"#;

/// The sum of `MINIMUM`, and the proof by it.
const SUM: &str = r#"["block(1)", 1]"#;
const PROOF: &str = r#"{"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}"#;

fn with(part: &str, other: &str) -> String {
    replaced(MINIMUM, part, other)
}

fn refused(texts: &[String], step: &str) {
    for text in texts {
        let said = in_rust(text).expect_err(text);
        assert!(said.starts_with(step), "{said}: {text:.400}");
    }
    assert_eq!(agree(texts), 0);
}

#[test]
fn what_is_not_in_the_format_is_refused() {
    assert_eq!(agree(&[MINIMUM.into()]), 1);
    let nested = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        with(
            r#""sense""#,
            &format!(r#""published": {open}{close}, "sense""#),
        )
    };
    let long = format!(r#"["block(1)", {}]"#, "9".repeat(10_000));
    let mut texts = ["", "null", "[1]"].map(String::from).to_vec();
    texts.extend([with(SUM, &long), nested(40), nested(100_000)]);
    texts.extend(changed(
        MINIMUM,
        r#"
        }} => }
        {"certificate": 1 => {"certificate": 2
        // A name twice, in each object.
        "claim": => "claim": {"status": "infeasible"}, "claim":
        "score": 9 => "score": 8, "score": 9
        "rows": 2 => "rows": 3, "rows": 2
        "sense": => "sense": "maximize", "sense":
        "denominator": 1 => "denominator": 1, "denominator": 1
        "kind": "sum" => "kind": "sweep", "kind": "sum"
        // Names that nobody knows, and those that miss.
        "score": 9 => "score": 9, "found": 9
        "status": "optimal", =>
        "kind": "sum" => "kind": "sum", "nodes": []
        "kind": "sum" => "kind": "trust"
        "denominator": 1, =>
        // What serde takes for an object, a word or a number, and a person does not.
        {"rows": 2, "columns": 2} => [2, 2]
        {"status": "optimal", "score": 9, "bound": 9} => ["optimal", 9, 9]
        "minimize" => {"minimize": null}
        ["block(1)", 1] => {"block(1)": 1}
        ["block(1)", 1] => ["block(1)", 1, 1]
        ["block(1)", 1] => ["block(1)", 1.0]
        ["block(1)", 1] => ["block(1)", true]
        ["block(1)", 1] => ["block(1)", -0]
        "denominator": 1 => "denominator": null
        // Numbers that are too large.
        "denominator": 1 => "denominator": 4294967296
        ["block(1)", 1] => ["block(1)", 2147483648]
        "#,
    ));
    refused(&texts, "format");
    assert_eq!(agree(&[nested(20)]), 1);
}

#[test]
fn a_cell_that_the_wall_does_not_have_is_refused() {
    let filled = |cells: &str| with(r#""sense""#, &format!(r#""initial": [{cells}], "sense""#));
    let wrong = "0|5|[0, 1]|[2, 0]|[3, 1]|[1, 3]|[1, 2], 2".split('|');
    refused(&wrong.map(filled).collect::<Vec<_>>(), "instance: initial");
}

#[test]
fn what_is_not_proven_is_refused() {
    refused(&[with(r#""bound": 9"#, r#""bound": 8"#)], "claim");
    let orders = r#"
        [1, 2, 3, 4] => [1, 2, 3, 3]
        [1, 2, 3, 4] => [1, 2, 3]
        [1, 2, 3, 4] => [1, 2, 3, 5]
        [1, 2, 3, 4] => [0, 2, 3, 4]
        "score": 9, "bound": 9 => "score": 8, "bound": 8
        "#;
    refused(&changed(MINIMUM, orders), "order");
    let rows = r#"
        ["block(1)", 1] =>
        ["block(1)", 1] => ["block(1)", -1]
        ["block(1)", 1] => ["block(2)", 1]
        ["block(1)", 1] => ["block(01)", 1]
        ["block(1)", 1] => ["block(1", 1]
        ["block(1)", 1] => ["singleh(5)", 1]
        ["block(1)", 1] => ["size(5)", 1]
        "denominator": 1 => "denominator": 0
        "#;
    let mut texts = changed(MINIMUM, rows);
    // A sum that would leave 62 bits, and too many numbers.
    let large = vec![r#"["block(1)", 2147483647]"#; 100_000].join(",");
    let many = vec![SUM; 100_001].join(",");
    texts.extend([large, many].map(|rows| with(SUM, &rows)));
    texts.push(with(PROOF, r#"{"kind": "shapes"}"#));
    refused(&texts, "");
}

/// Cell 4 is no start in any order, so that taking its row away would make the bound better than it is.
#[test]
fn an_inequality_is_not_taken_away() {
    let constrained =
        r#""sense": "minimize", "constraints": [{"type": "place-at", "cell": 4, "turn": 4}]"#;
    let text = with(r#""sense": "minimize""#, constrained);
    assert_eq!(agree(std::slice::from_ref(&text)), 1);
    let text = text.replace(r#""score": 9, "bound": 9"#, r#""score": 10, "bound": 10"#);
    let text = text.replace("[1, 2, 3, 4]", "[2, 3, 1, 4]");
    let row = r#"["block(1)", 1], ["both(4)", -5]"#;
    refused(&[text.replace(SUM, row)], "node 0: both(4)");
}

/// The cases of a tree: one left out, one too many, a column twice, a column that is none, and thousands of splits without a
/// leaf.
#[test]
fn a_tree_has_each_case_once() {
    let leaf = r#"{"denominator": 1, "rows": [["block(1)", 1]]}"#;
    let split = |column: &str| format!(r#"{{"column": "{column}"}}"#);
    let tree = |nodes: &[&str]| {
        let nodes = nodes.join(",");
        with(PROOF, &format!(r#"{{"kind": "tree", "nodes": [{nodes}]}}"#))
    };
    let (one, other, turn) = (split("o(1,2)"), split("o(1,4)"), split("y(1,2)"));
    let whole = [
        tree(&[leaf]),
        tree(&[&one, leaf, leaf]),
        tree(&[&one, leaf, &other, leaf, leaf]),
        tree(&[&turn, &one, leaf, leaf, leaf]),
    ];
    assert_eq!(agree(&whole), whole.len());
    let deep: Vec<&str> = vec![&one; 100_000];
    refused(
        &[
            tree(&[]),
            tree(&[&one, leaf]),
            tree(&[&one]),
            tree(&[leaf, leaf]),
            tree(&[&one, leaf, leaf, leaf]),
            tree(&[&one, &one, leaf, leaf, leaf]),
            tree(&deep),
        ],
        "",
    );
    let none = ["o(2,1)", "o(1,5)", "y(1,5)", "u(1)"];
    refused(&none.map(|column| tree(&[&split(column), leaf, leaf])), "");
}

#[test]
fn walls_and_sweeps_have_their_limits() {
    let wall = |rows: usize, columns: usize, kind: &str| {
        let size =
            format!(r#""wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "minimize""#);
        no_order(&size, &format!(r#"{{"kind": "{kind}"}}"#))
    };
    refused(
        &[
            wall(31, 30, "sweep"),
            wall(1_000_000, 1_000_000, "sweep"),
            wall(usize::MAX, usize::MAX, "sweep"),
            wall(0, 3, "sweep"),
            wall(13, 9, "sweep"),
            wall(1, 129, "sweep"),
            wall(2, 2, "shapes"),
        ],
        "",
    );
}

/// The certificate of a conflict names constraints of which each is needed.
#[test]
fn a_conflict_has_an_order_for_all_but_each() {
    let instance = parse(
        r#"{"wall": {"rows": 2, "columns": 3}, "sense": "maximize", "constraints": [
            {"type": "before", "first": 1, "then": 2}, {"type": "place-at", "cell": 6, "turn": 6},
            {"type": "before", "first": 2, "then": 3}, {"type": "before", "first": 3, "then": 1}]}"#,
    );
    let mut value = certified_json(&instance);
    assert_eq!(agree(&[value.to_string()]), 1);
    assert_eq!(value["conflict"]["constraints"], json!([0, 2, 3]));
    let orders = value["conflict"]["orders"].as_array();
    let orders = orders.expect("orders").clone();
    let mut others = Vec::new();
    for (constraints, orders) in [
        (vec![0, 2], orders[..2].to_vec()),
        (vec![0, 2, 3], orders[..2].to_vec()),
        (vec![2, 0, 3], orders.clone()),
        (vec![0, 2, 4], orders.clone()),
        (vec![0, 1, 2, 3], [&orders[..], &orders[..1]].concat()),
        (vec![0, 2, 3], vec![orders[0].clone(); 3]),
    ] {
        value["conflict"] = json!({"constraints": constraints, "orders": orders});
        others.push(value.to_string());
    }
    assert_eq!(agree(&others), 0);
}

/// A claim that there is no order of an instance, by a proof.
fn no_order(instance: &str, proof: &str) -> String {
    format!(
        r#"{{"certificate": 1, "instance": {{{instance}}}, "claim": {{"status": "infeasible"}}, "proof": {proof}}}"#
    )
}

const SWEEP: &str = r#"{"kind": "sweep"}"#;
const NOTHING: &str = r#"{"kind": "sum", "denominator": 0, "rows": []}"#;

/// No order fills what is full: both checkers know it, whatever else there is to fill, and however few turns.
#[test]
fn a_constraint_that_fills_a_full_cell_has_no_order() {
    let wall = r#""wall": {"rows": 3, "columns": 3}, "sense": "maximize""#;
    let mut texts = Vec::new();
    for constraint in [
        r#"{"type": "place-at", "cell": 5, "turn": 3}"#,
        r#"{"type": "place-at", "cell": 5, "turn": 30}"#,
        r#"{"type": "first", "cells": [5, 1]}"#,
        r#"{"type": "last", "cells": [1, 5]}"#,
    ] {
        for turns in ["", r#", "turns": 4"#, r#", "turns": 0"#] {
            let given = format!(r#"{wall}, "initial": [5], "constraints": [{constraint}]{turns}"#);
            texts.extend([SWEEP, NOTHING].map(|proof| no_order(&given, proof)));
        }
    }
    // Rows that need more turns than there are.
    let few = format!(r#"{wall}, "turns": 2, "constraints": [{{"type": "last-round"}}]"#);
    texts.extend([SWEEP, NOTHING].map(|proof| no_order(&few, proof)));
    assert_eq!(agree(&texts), texts.len());
}

/// A cell that is full waits for nothing, and no window is too late for it.
#[test]
fn a_constraint_that_says_nothing_of_a_full_cell_rules_nothing_out() {
    let mut texts = Vec::new();
    for (rows, columns) in [(1, 14), (14, 1), (3, 3)] {
        let wall =
            format!(r#""wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "minimize""#);
        for constraint in [
            r#"{"type": "before", "first": 1, "then": 2}"#,
            r#"{"type": "window", "cell": 2, "from": 3, "to": 3}"#,
        ] {
            let given = format!(r#"{wall}, "initial": [2], "constraints": [{constraint}]"#);
            texts.extend([SWEEP, NOTHING].map(|proof| no_order(&given, proof)));
        }
    }
    assert_eq!(agree(&texts), 0);
}
