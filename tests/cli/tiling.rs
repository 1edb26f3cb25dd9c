//! The command line: `tiling`.

use crate::run::{azulejo, azulejo_reading};
use serde_json::Value;

#[test]
fn a_separable_permutation_gets_a_yes_its_tree_an_order_and_the_score() {
    let text = azulejo("tiling \"4 5 3 1 2\"").ended(0).out;
    insta::assert_snapshot!(text);
    assert_eq!(text, azulejo("tiling 4 5 3 1 2").ended(0).out);
}

#[test]
fn a_pattern_gets_a_no_and_the_four_tiles() {
    let text = azulejo("tiling \"(2, 3, 5, 1, 4)\"").ended(3).out;
    insta::assert_snapshot!(text);
}

#[test]
fn an_incomplete_permutation_gets_a_completion_or_a_proof_that_there_is_none() {
    let text = azulejo("tiling \"2 4 1 _\"").ended(3).out;
    insta::assert_snapshot!(text);
}

#[test]
fn check_gives_the_order_of_tiling_the_same_score() {
    let tiling = azulejo("tiling \"3 _ 1 _\" --format json").ended(0);
    let check = azulejo_reading("check --size 4 --solution - --format json", &*tiling.out);
    let json = check.json(0);
    assert_eq!(json["score"], 76);
    assert_eq!(json["valid"], true);
}

#[test]
fn a_million_tiles_are_in_the_json_and_a_million_rows_come_from_standard_input() {
    let large = azulejo("tiling --size 1000 --format json").ended(0);
    let large: Value = serde_json::from_str(&large.out).expect("JSON");
    assert_eq!(large["score"], 1_000_999_000);
    assert_eq!(large["order"].as_array().map(Vec::len), Some(1_000_000));
    let text = azulejo("tiling --size 1000").ended(0).out;
    assert!(text.len() < 500, "{text}");
    let columns: Vec<String> = (1..=1_000_000)
        .rev()
        .map(|column: u32| column.to_string())
        .collect();
    let run = azulejo_reading("tiling -", columns.join("\n")).ended(0);
    run.says("1000000999999000000");
}

#[test]
fn faults_of_long_texts_have_short_messages_and_end_with_1() {
    azulejo("tiling \"1 \u{1b}[31m\"")
        .ended(1)
        .says("row 2: \"\\u{1b}[31m\"");
    azulejo(&format!("tiling \"{}\"", "_ ".repeat(301)))
        .ended(1)
        .says("301 rows")
        .says("at most 300 rows");
    azulejo_reading("tiling -", "1 2 2")
        .ended(1)
        .says("standard input: the permutation has 1 fault");
    azulejo_reading("tiling -", "1 ".repeat(9 << 20))
        .ended(1)
        .says("larger than");
}
