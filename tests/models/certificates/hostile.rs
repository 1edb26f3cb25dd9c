//! Texts that are written to deceive a checker, or to tire it.

use super::{agree, certified, in_rust, instance};

const MINIMUM: &str = r#"{"certificate": 1, "instance": {"wall": {"rows": 2, "columns": 2}, "sense": "minimize"},
    "claim": {"status": "optimal", "score": 9, "bound": 9}, "order": [1, 2, 3, 4],
    "proof": {"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}}"#;

/// The text with one part replaced, which must be there.
fn with(part: &str, other: &str) -> String {
    assert!(MINIMUM.contains(part), "{part}");
    MINIMUM.replace(part, other)
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
        with(
            r#""sense""#,
            &format!(
                r#""published": {}{}, "sense""#,
                "[".repeat(depth),
                "]".repeat(depth)
            ),
        )
    };
    refused(
        &[
            String::new(),
            "null".into(),
            "[1]".into(),
            with("}}", "}"),
            with(r#"{"certificate": 1"#, r#"{"certificate": 2"#),
            // A name twice, in each object.
            with(
                r#""claim":"#,
                r#""claim": {"status": "infeasible"}, "claim":"#,
            ),
            with(r#""score": 9"#, r#""score": 8, "score": 9"#),
            with(r#""rows": 2"#, r#""rows": 3, "rows": 2"#),
            with(r#""sense": "#, r#""sense": "maximize", "sense": "#),
            with(
                r#""denominator": 1"#,
                r#""denominator": 1, "denominator": 1"#,
            ),
            with(r#""kind": "sum""#, r#""kind": "sweep", "kind": "sum""#),
            // Names that nobody knows, and those that miss.
            with(r#""score": 9"#, r#""score": 9, "found": 9"#),
            with(r#""status": "optimal", "#, ""),
            with(r#""kind": "sum""#, r#""kind": "sum", "nodes": []"#),
            with(r#""kind": "sum""#, r#""kind": "trust""#),
            with(r#""denominator": 1, "#, ""),
            // What serde takes for an object, a word or a number, and a person does not.
            with(r#"{"rows": 2, "columns": 2}"#, "[2, 2]"),
            with(
                r#"{"status": "optimal", "score": 9, "bound": 9}"#,
                r#"["optimal", 9, 9]"#,
            ),
            with(r#""minimize""#, r#"{"minimize": null}"#),
            with(r#"["block(1)", 1]"#, r#"{"block(1)": 1}"#),
            with(r#"["block(1)", 1]"#, r#"["block(1)", 1, 1]"#),
            with(r#"["block(1)", 1]"#, r#"["block(1)", 1.0]"#),
            with(r#"["block(1)", 1]"#, r#"["block(1)", true]"#),
            with(r#"["block(1)", 1]"#, r#"["block(1)", -0]"#),
            with(r#""denominator": 1"#, r#""denominator": null"#),
            // Numbers that are too large, and depths.
            with(r#""denominator": 1"#, r#""denominator": 4294967296"#),
            with(r#"["block(1)", 1]"#, r#"["block(1)", 2147483648]"#),
            with(
                r#"["block(1)", 1]"#,
                &format!(r#"["block(1)", {}]"#, "9".repeat(10_000)),
            ),
            nested(40),
            nested(100_000),
        ],
        "format",
    );
    assert_eq!(agree(&[nested(20)]), 1);
}

#[test]
fn a_cell_that_the_wall_does_not_have_is_refused() {
    let filled = |cells: &str| with(r#""sense""#, &format!(r#""initial": [{cells}], "sense""#));
    let wrong = [
        "0",
        "5",
        "[0, 1]",
        "[2, 0]",
        "[3, 1]",
        "[1, 3]",
        "[1, 2], 2",
    ];
    refused(&wrong.map(filled), "instance: initial");
}

#[test]
fn what_is_not_proven_is_refused() {
    refused(&[with(r#""bound": 9"#, r#""bound": 8"#)], "claim");
    refused(
        &[
            with("[1, 2, 3, 4]", "[1, 2, 3, 3]"),
            with("[1, 2, 3, 4]", "[1, 2, 3]"),
            with("[1, 2, 3, 4]", "[1, 2, 3, 5]"),
            with("[1, 2, 3, 4]", "[0, 2, 3, 4]"),
            with(r#""score": 9, "bound": 9"#, r#""score": 8, "bound": 8"#),
        ],
        "order",
    );
    refused(
        &[
            with(r#"["block(1)", 1]"#, ""),
            with(r#"["block(1)", 1]"#, r#"["block(1)", -1]"#),
            with(r#"["block(1)", 1]"#, r#"["block(2)", 1]"#),
            with(r#"["block(1)", 1]"#, r#"["block(01)", 1]"#),
            with(r#"["block(1)", 1]"#, r#"["block(1", 1]"#),
            with(r#"["block(1)", 1]"#, r#"["singleh(5)", 1]"#),
            with(r#"["block(1)", 1]"#, r#"["size(5)", 1]"#),
            with(r#""denominator": 1"#, r#""denominator": 0"#),
            // A sum that would leave 62 bits.
            with(
                r#"["block(1)", 1]"#,
                &vec![r#"["block(1)", 2147483647]"#; 100_000].join(","),
            ),
            with(
                r#"["block(1)", 1]"#,
                &vec![r#"["block(1)", 1]"#; 100_001].join(","),
            ),
            with(
                r#"{"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}"#,
                r#"{"kind": "shapes"}"#,
            ),
        ],
        "",
    );
}

/// Cell 4 is no start in any order, so that taking its row away would make the bound better than it is.
#[test]
fn an_inequality_is_not_taken_away() {
    let text = with(
        r#""sense": "minimize""#,
        r#""sense": "minimize", "constraints": [{"type": "place-at", "cell": 4, "turn": 4}]"#,
    );
    assert_eq!(agree(std::slice::from_ref(&text)), 1);
    let text = text.replace(r#""score": 9, "bound": 9"#, r#""score": 10, "bound": 10"#);
    let text = text.replace("[1, 2, 3, 4]", "[2, 3, 1, 4]");
    let row = r#"["block(1)", 1], ["both(4)", -5]"#;
    refused(
        &[text.replace(r#"["block(1)", 1]"#, row)],
        "node 0: both(4)",
    );
}

/// The cases of a tree: one left out, one too many, a column twice, a column that is none, and thousands of splits without a
/// leaf.
#[test]
fn a_tree_has_each_case_once() {
    let leaf = r#"{"denominator": 1, "rows": [["block(1)", 1]]}"#;
    let split = |column: &str| format!(r#"{{"column": "{column}"}}"#);
    let tree = |nodes: &[&str]| {
        let nodes = nodes.join(",");
        let proof = format!(r#"{{"kind": "tree", "nodes": [{nodes}]}}"#);
        with(
            r#"{"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}"#,
            &proof,
        )
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
            tree(&[&split("o(2,1)"), leaf, leaf]),
            tree(&[&split("o(1,5)"), leaf, leaf]),
            tree(&[&split("y(1,5)"), leaf, leaf]),
            tree(&[&split("u(1)"), leaf, leaf]),
            tree(&deep),
        ],
        "",
    );
}

#[test]
fn walls_and_sweeps_have_their_limits() {
    let wall = |rows: usize, columns: usize, kind: &str| {
        let text = with(
            r#"{"rows": 2, "columns": 2}"#,
            &format!(r#"{{"rows": {rows}, "columns": {columns}}}"#),
        );
        text.replace(
            r#"{"kind": "sum", "denominator": 1, "rows": [["block(1)", 1]]}"#,
            &format!(r#"{{"kind": "{kind}"}}"#),
        )
    };
    let infeasible = |text: String| {
        let text = text.replace(r#""order": [1, 2, 3, 4],"#, "");
        text.replace(
            r#""status": "optimal", "score": 9, "bound": 9"#,
            r#""status": "infeasible""#,
        )
    };
    refused(
        &[
            infeasible(wall(31, 30, "sweep")),
            infeasible(wall(1_000_000, 1_000_000, "sweep")),
            infeasible(wall(usize::MAX, usize::MAX, "sweep")),
            infeasible(wall(0, 3, "sweep")),
            infeasible(wall(13, 9, "sweep")),
            infeasible(wall(1, 129, "sweep")),
            infeasible(wall(2, 2, "shapes")),
        ],
        "",
    );
}

/// The certificate of a conflict names constraints of which each is needed.
#[test]
fn a_conflict_has_an_order_for_all_but_each() {
    let instance = instance(
        r#"{"wall": {"rows": 2, "columns": 3}, "sense": "maximize", "constraints": [
            {"type": "before", "first": 1, "then": 2}, {"type": "place-at", "cell": 6, "turn": 6},
            {"type": "before", "first": 2, "then": 3}, {"type": "before", "first": 3, "then": 1}]}"#,
    );
    let certificate = certified(&instance);
    let text = certificate.to_json();
    assert_eq!(agree(std::slice::from_ref(&text)), 1);
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        value["conflict"]["constraints"],
        serde_json::json!([0, 2, 3])
    );
    let orders = value["conflict"]["orders"]
        .as_array()
        .expect("orders")
        .clone();
    let mut others = Vec::new();
    for (constraints, orders) in [
        (vec![0, 2], orders[..2].to_vec()),
        (vec![0, 2, 3], orders[..2].to_vec()),
        (vec![2, 0, 3], orders.clone()),
        (vec![0, 2, 4], orders.clone()),
        (vec![0, 1, 2, 3], [&orders[..], &orders[..1]].concat()),
        (vec![0, 2, 3], vec![orders[0].clone(); 3]),
    ] {
        value["conflict"] = serde_json::json!({"constraints": constraints, "orders": orders});
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
