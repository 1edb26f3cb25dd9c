//! The command line: `tiling`.

use serde_json::{Value, json};
use std::process::Output;
use std::time::Duration;

#[test]
fn a_separable_permutation_gets_a_yes_its_tree_an_order_and_the_score() {
    let (code, text) = printed(&["tiling", "4 5 3 1 2"], "");
    assert_eq!(code, 0, "{text}");
    insta::assert_snapshot!(text);
    assert_eq!((0, text), printed(&["tiling", "4", "5", "3", "1", "2"], ""));
}

#[test]
fn a_pattern_gets_a_no_and_the_four_tiles() {
    let (code, text) = printed(&["tiling", "(2, 3, 5, 1, 4)"], "");
    assert_eq!(code, 3, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn an_incomplete_permutation_gets_a_completion_or_a_proof_that_there_is_none() {
    let (code, text) = printed(&["tiling", "2 4 1 _"], "");
    assert_eq!(code, 3, "{text}");
    insta::assert_snapshot!(text);
    let (code, text) = printed(&["tiling", "2 4 _ _"], "");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("completion  2 4 3 1"), "{text}");
    let (code, text) = printed(&["tiling", "_ _ _ _ _ 8 5 7 9 2 _ _"], "");
    assert_eq!(code, 3, "{text}");
    assert!(
        text.contains("rows 6, 7, 8 would be within rows 1–8, columns 1–8"),
        "{text}"
    );
}

#[test]
fn the_json_has_the_documented_keys() {
    let yes = json(&["tiling", "4 _ 3 1 2", "--format", "json"], "", 0);
    assert_eq!(yes["schema"], 1);
    assert_eq!(yes["permutation"], json!([4, null, 3, 1, 2]));
    assert_eq!(yes["feasible"], true);
    assert_eq!((&yes["score"], &yes["maximum"]), (&json!(145), &json!(145)));
    assert_eq!(yes["tree"], json!([4, 5, "+", 3, "-", 1, 2, "+", "-"]));
    assert_eq!(yes["completion"], json!([4, 5, 3, 1, 2]));
    assert_eq!(yes["pattern"], Value::Null);
    let first = yes["order"].as_array().expect("a list")[..5].to_vec();
    assert_eq!(first, [4, 13, 16, 22, 10], "the given tiles come first");

    let no = json(&["tiling", "2 3 5 1 4", "--format", "json"], "", 3);
    assert_eq!(no["feasible"], false);
    assert_eq!(no["maximum"], 145);
    for key in ["score", "order", "tree", "completion"] {
        assert_eq!(no[key], Value::Null, "{key}");
    }
    assert_eq!(no["pattern"], json!([[2, 3], [3, 5], [4, 1], [5, 4]]));

    let no = json(&["tiling", "2 4 1 _", "--format", "json"], "", 3);
    assert_eq!(no["pattern"], json!([[1, 2], [2, 4], [3, 1]]));
    let corners = json!([{"below_row": [2, 2], "after_column": [1, 1], "step": null}]);
    let parting = json!({"upper": 2, "sign": "-", "corners": corners});
    let step =
        json!({"tiles": no["pattern"], "rows": [1, 4], "columns": [1, 4], "partings": [parting]});
    assert_eq!(no["refutation"], json!([step]));
}

#[test]
fn an_order_fed_back_to_check_has_the_same_score() {
    let yes = printed(&["tiling", "3 _ 1 _", "--format", "json"], "");
    let words = [
        "check",
        "--size",
        "4",
        "--solution",
        "-",
        "--format",
        "json",
    ];
    let checked = json(&words, &yes.1, 0);
    assert_eq!(
        (&checked["score"], &checked["valid"]),
        (&json!(76), &json!(true))
    );
}

#[test]
fn a_size_alone_stands_for_the_diagonal() {
    let yes = json(&["tiling", "--size", "3", "--format", "json"], "", 0);
    assert_eq!(yes["permutation"], json!([1, 2, 3]));
    assert_eq!(yes["order"], json!([1, 5, 9, 4, 2, 8, 7, 6, 3]));
    let large = json(&["tiling", "--size", "1000", "--format", "json"], "", 0);
    assert_eq!(large["score"], 1_000_999_000);
    assert_eq!(large["order"].as_array().map(Vec::len), Some(1_000_000));
    let (_, text) = printed(&["tiling", "--size", "1000"], "");
    assert!(text.len() < 500, "{text}");
}

#[test]
fn a_million_rows_come_from_standard_input() {
    let columns: Vec<String> = (1..=1_000_000)
        .rev()
        .map(|column: u32| column.to_string())
        .collect();
    let (code, text) = printed(&["tiling", "-"], &columns.join("\n"));
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1000000999999000000"), "{text}");
}

#[test]
fn faults_are_all_told_at_once_and_end_with_1() {
    let incomplete = "_ ".repeat(301);
    let cases: [(&[&str], &[&str]); 8] = [
        (
            &["tiling", "2 x 2 9"],
            &[
                "3 faults",
                "row 2: \"x\"",
                "row 3: column 2",
                "row 4: column 9",
            ],
        ),
        (&["tiling", ""], &["it is empty"]),
        (
            &["tiling", "1 99999999999999999999999"],
            &["row 2: column 99999999999999999999999"],
        ),
        (
            &["tiling", "1 0"],
            &["row 2: column 0 is off the 2×2 wall (columns 1 to 2)"],
        ),
        (&["tiling", "1 \u{1b}[31m"], &["row 2: \"\\u{1b}[31m\""]),
        (&["tiling", "--size", "0"], &["--size: a wall of 0×0"]),
        (
            &["tiling", "--size", "1025"],
            &["--size: a wall of 1025×1025 is too large"],
        ),
        (&["tiling", &incomplete], &["301 rows", "at most 300 rows"]),
    ];
    for (words, parts) in cases {
        let (code, text) = printed(words, "");
        assert_eq!(code, 1, "{text}");
        assert!(text.starts_with("error: "), "{text}");
        for part in parts {
            assert!(text.contains(part), "no {part:?}: {text}");
        }
    }
    let (code, text) = printed(&["tiling", "-"], "1 2 2");
    assert!(
        code == 1 && text.contains("standard input: the permutation has 1 fault"),
        "{text}"
    );
    let (code, text) = printed(&["tiling", "-"], &"1 ".repeat(9 << 20));
    assert!(code == 1 && text.contains("larger than"), "{text}");
}

#[test]
fn wrong_usage_ends_with_2() {
    let cases: [&[&str]; 5] = [
        &["tiling"],
        &["tiling", "1 2", "--size", "2"],
        &["tiling", "--size", "4x5"],
        &["tiling", "--size", "x"],
        &["tiling", "--format", "xml", "1"],
    ];
    for words in cases {
        let (code, text) = printed(words, "");
        assert_eq!(code, 2, "{text}");
        assert!(text.contains("--help"), "{text}");
    }
}

/// The exit code, and the result or the error: never both.
fn printed(words: &[&str], stdin: &str) -> (i32, String) {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_azulejo"));
    command
        .args(words)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    let command = command.timeout(Duration::from_secs(20)).write_stdin(stdin);
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("it starts and ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(stdout), text(stderr));
    assert!(out.is_empty() != err.is_empty(), "{out}\n{err}");
    (status.code().expect("it ends by itself"), out + &err)
}

fn json(words: &[&str], stdin: &str, code: i32) -> Value {
    let (ended, text) = printed(words, stdin);
    assert_eq!(ended, code, "{text}");
    serde_json::from_str(&text).expect("JSON")
}
