//! Texts to deceive a checker, or to tire it.

use super::{certificate_json, count_accepted, replace, rust_verdict, variants};
use crate::common::built;
use azulejo::instance::{Instance, Sense};
use serde_json::json;

const MINIMUM: &str = r#"{"certificate": 1, "instance": {"wall": {"rows": 2, "columns": 2}, "sense": "minimize"},
    "claim": {"status": "optimal", "score": 9, "bound": 9}, "order": [1, 2, 3, 4],
    "proof": {"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}}"#;

/// The sum of `MINIMUM`.
const SUM: &str = r#"["block(1)", 1]"#;
/// The proof of `MINIMUM`.
const PROOF: &str = r#"{"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}"#;

fn minimum_with(part: &str, other: &str) -> String {
    replace(MINIMUM, part, other)
}

fn assert_refused(texts: &[String], step: &str) {
    for text in texts {
        let refusal = rust_verdict(text).expect_err(text);
        assert!(refusal.starts_with(step), "{refusal}: {text:.400}");
    }
    assert_eq!(count_accepted(texts), 0);
}

#[test]
fn texts_outside_the_format_are_refused() {
    assert_eq!(count_accepted(&[MINIMUM.into()]), 1);
    let nested = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        minimum_with(
            r#""sense""#,
            &format!(r#""published": {open}{close}, "sense""#),
        )
    };
    let long = format!(r#"["block(1)", {}]"#, "9".repeat(10_000));
    let mut texts = ["", "null", "[1]"].map(String::from).to_vec();
    texts.extend([minimum_with(SUM, &long), nested(40), nested(100_000)]);
    texts.extend(variants(
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
        // Unknown names, and missing names.
        "score": 9 => "score": 9, "found": 9
        "status": "optimal", =>
        "kind": "sum" => "kind": "sum", "nodes": []
        "kind": "sum" => "kind": "trust"
        "denominator": 1, =>
        // Values that serde alone takes for an object, a word or a number.
        {"rows": 2, "columns": 2} => [2, 2]
        {"status": "optimal", "score": 9, "bound": 9} => ["optimal", 9, 9]
        "minimize" => {"minimize": null}
        ["block(1)", 1] => {"block(1)": 1}
        ["block(1)", 1] => ["block(1)", 1, 1]
        ["block(1)", 1] => ["block(1)", 1.0]
        ["block(1)", 1] => ["block(1)", true]
        ["block(1)", 1] => ["block(1)", -0]
        "denominator": 1 => "denominator": null
        // Numbers beyond their range.
        "denominator": 1 => "denominator": 4294967296
        ["block(1)", 1] => ["block(1)", 2147483648]
        "#,
    ));
    assert_refused(&texts, "format");
    assert_eq!(count_accepted(&[nested(20)]), 1);
}

#[test]
fn cells_outside_the_wall_are_refused() {
    let with_initial =
        |cells: &str| minimum_with(r#""sense""#, &format!(r#""initial": [{cells}], "sense""#));
    let wrong = "0|5|[0, 1]|[2, 0]|[3, 1]|[1, 3]|[1, 2], 2".split('|');
    assert_refused(
        &wrong.map(with_initial).collect::<Vec<_>>(),
        "instance: initial",
    );
}

#[test]
fn claims_without_a_proof_are_refused() {
    assert_refused(&[minimum_with(r#""bound": 9"#, r#""bound": 8"#)], "claim");
    let orders = r#"
        [1, 2, 3, 4] => [1, 2, 3, 3]
        [1, 2, 3, 4] => [1, 2, 3]
        [1, 2, 3, 4] => [1, 2, 3, 5]
        [1, 2, 3, 4] => [0, 2, 3, 4]
        "score": 9, "bound": 9 => "score": 8, "bound": 8
        "#;
    assert_refused(&variants(MINIMUM, orders), "order");
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
    let mut texts = variants(MINIMUM, rows);
    // A sum beyond 62 bits, and too many numbers.
    let large = vec![r#"["block(1)", 2147483647]"#; 100_000].join(",");
    let many = vec![SUM; 100_001].join(",");
    texts.extend([large, many].map(|rows| minimum_with(SUM, &rows)));
    texts.push(minimum_with(PROOF, r#"{"kind": "shapes"}"#));
    assert_refused(&texts, "");
}

/// Cell 4 is no start in any order: to subtract its row would make the bound better than any order.
#[test]
fn no_inequality_has_a_negative_multiplier() {
    let constrained =
        r#""sense": "minimize", "constraints": [{"type": "place-at", "cell": 4, "turn": 4}]"#;
    let text = minimum_with(r#""sense": "minimize""#, constrained);
    assert_eq!(count_accepted(std::slice::from_ref(&text)), 1);
    let text = text.replace(r#""score": 9, "bound": 9"#, r#""score": 10, "bound": 10"#);
    let text = text.replace("[1, 2, 3, 4]", "[2, 3, 1, 4]");
    let row = r#"["block(1)", 1], ["both(4)", -5]"#;
    assert_refused(&[text.replace(SUM, row)], "node 0: both(4)");
}

/// The cases of a tree: a missing case, an extra case, a column twice, an unknown column, and thousands of splits without a
/// leaf.
#[test]
fn a_tree_has_each_case_once() {
    let leaf = r#"{"denominator": 1, "rows": [["block(1)", 1]]}"#;
    let split = |column: &str| format!(r#"{{"column": "{column}"}}"#);
    let tree = |nodes: &[&str]| {
        let nodes = nodes.join(",");
        minimum_with(PROOF, &format!(r#"{{"kind": "tree", "nodes": [{nodes}]}}"#))
    };
    let (first, second, turn) = (split("o(1,2)"), split("o(1,4)"), split("y(1,2)"));
    let complete = [
        tree(&[leaf]),
        tree(&[&first, leaf, leaf]),
        tree(&[&first, leaf, &second, leaf, leaf]),
        tree(&[&turn, &first, leaf, leaf, leaf]),
    ];
    assert_eq!(count_accepted(&complete), complete.len());
    let deep: Vec<&str> = vec![&first; 100_000];
    assert_refused(
        &[
            tree(&[]),
            tree(&[&first, leaf]),
            tree(&[&first]),
            tree(&[leaf, leaf]),
            tree(&[&first, leaf, leaf, leaf]),
            tree(&[&first, &first, leaf, leaf, leaf]),
            tree(&deep),
        ],
        "",
    );
    let unknown = ["o(2,1)", "o(1,5)", "y(1,5)", "u(1)"];
    assert_refused(
        &unknown.map(|column| tree(&[&split(column), leaf, leaf])),
        "",
    );
}

/// Of two cells that stay empty, the lower number comes first: no order of the case where it does not leaves both of them empty.
#[test]
fn a_case_of_two_empty_cells_is_one_side_of_a_split() {
    let certificate = |constraint: &str, [order, score]: [usize; 2], nodes: &str| {
        format!(
            r#"{{"certificate": 1, "instance": {{"wall": {{"rows": 1, "columns": 4}}, "sense": "maximize",
            "initial": [4], "turns": 1, "constraints": [{constraint}]}},
            "claim": {{"status": "optimal", "score": {score}, "bound": {score}}}, "order": [{order}],
            "proof": {{"kind": "tree", "nodes": [{nodes}]}}}}"#
        )
    };
    let only = r#"{"type": "only", "cells": [1, 3], "from": 1, "to": 1}"#;
    let split = r#"{"column": "o(1,2)"}"#;
    let sum =
        r#"{"denominator": 1, "rows": [["singleh(1)", 1], ["singleh(2)", 1], ["singleh(3)", 1]]}"#;
    let no_order = r#"{"denominator": 0, "rows": []}"#;
    let accepted = [
        certificate("", [3, 2], &format!("{split}, {sum}, {sum}")),
        // No order fills cell 2.
        certificate(only, [3, 2], &format!("{split}, {no_order}, {sum}")),
    ];
    assert_eq!(count_accepted(&accepted), accepted.len());
    let refused = [
        // Cell 3 alone has 2 points.
        certificate("", [1, 1], &format!("{split}, {sum}, {sum}")),
        certificate("", [3, 2], &format!("{split}, {no_order}, {sum}")),
        certificate(only, [3, 2], &format!("{split}, {sum}, {no_order}")),
    ];
    assert_refused(&refused, "node ");
}

#[test]
fn walls_and_sweeps_have_their_limits() {
    let wall = |rows: usize, columns: usize, kind: &str| {
        let size =
            format!(r#""wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "minimize""#);
        no_order(&size, &format!(r#"{{"kind": "{kind}"}}"#))
    };
    assert_refused(
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

/// The certificate of a conflict names constraints without a needless one.
#[test]
fn a_conflict_has_an_order_without_each_of_its_constraints() {
    let builder = Instance::builder(2, 3, Sense::Maximize).before(1, 2);
    let builder = builder.place_at(6, 6).before(2, 3).before(3, 1);
    let mut value = certificate_json(&built(builder));
    assert_eq!(count_accepted(&[value.to_string()]), 1);
    assert_eq!(value["conflict"]["constraints"], json!([0, 2, 3]));
    let orders = value["conflict"]["orders"].as_array();
    let orders = orders.expect("orders").clone();
    let mut texts = Vec::new();
    for (constraints, orders) in [
        (vec![0, 2], orders[..2].to_vec()),
        (vec![0, 2, 3], orders[..2].to_vec()),
        (vec![2, 0, 3], orders.clone()),
        (vec![0, 2, 4], orders.clone()),
        (vec![0, 1, 2, 3], [&orders[..], &orders[..1]].concat()),
        (vec![0, 2, 3], vec![orders[0].clone(); 3]),
    ] {
        value["conflict"] = json!({"constraints": constraints, "orders": orders});
        texts.push(value.to_string());
    }
    assert_eq!(count_accepted(&texts), 0);
}

/// The certificate of a proof that an instance has no order.
fn no_order(instance: &str, proof: &str) -> String {
    format!(
        r#"{{"certificate": 1, "instance": {{{instance}}}, "claim": {{"status": "infeasible"}}, "proof": {proof}}}"#
    )
}

const SWEEP: &str = r#"{"kind": "sweep"}"#;
const NOTHING: &str = r#"{"kind": "sum", "denominator": 0, "rows": []}"#;

/// Both checkers know that no order fills a full cell, for any other cells and any number of turns.
#[test]
fn constraints_to_fill_a_full_cell_have_no_order() {
    let wall = r#""wall": {"rows": 3, "columns": 3}, "sense": "maximize""#;
    let mut texts = Vec::new();
    for constraint in [
        r#"{"type": "place-at", "cell": 5, "turn": 3}"#,
        r#"{"type": "place-at", "cell": 5, "turn": 30}"#,
        r#"{"type": "first", "cells": [5, 1]}"#,
        r#"{"type": "last", "cells": [1, 5]}"#,
    ] {
        for turns in ["", r#", "turns": 4"#, r#", "turns": 0"#] {
            let instance =
                format!(r#"{wall}, "initial": [5], "constraints": [{constraint}]{turns}"#);
            texts.extend([SWEEP, NOTHING].map(|proof| no_order(&instance, proof)));
        }
    }
    // Rows that need more turns than the instance has.
    let few = format!(r#"{wall}, "turns": 2, "constraints": [{{"type": "last-round"}}]"#);
    texts.extend([SWEEP, NOTHING].map(|proof| no_order(&few, proof)));
    assert_eq!(count_accepted(&texts), texts.len());
}

/// A full cell waits for no other cell, and no window is too late for a full cell.
#[test]
fn constraints_without_effect_on_a_full_cell_exclude_no_order() {
    let mut texts = Vec::new();
    for (rows, columns) in [(1, 14), (14, 1), (3, 3)] {
        let wall =
            format!(r#""wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "minimize""#);
        for constraint in [
            r#"{"type": "before", "first": 1, "then": 2}"#,
            r#"{"type": "window", "cell": 2, "from": 3, "to": 3}"#,
        ] {
            let instance = format!(r#"{wall}, "initial": [2], "constraints": [{constraint}]"#);
            texts.extend([SWEEP, NOTHING].map(|proof| no_order(&instance, proof)));
        }
    }
    assert_eq!(count_accepted(&texts), 0);
}
