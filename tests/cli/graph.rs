//! The command line of the figures: `graph`, and `check --breakdown`.

use serde_json::{Value, json};
use std::process::{Command, Output};

fn azulejo(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.args(words).output().expect("it starts")
}

/// The texts on stdout and on stderr, after the program ended with this code.
#[track_caller]
fn ended(words: &[&str], code: i32) -> (String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = azulejo(words);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(stdout), text(stderr));
    assert_eq!(status.code(), Some(code), "{words:?}\n{out}\n{err}");
    (out, err)
}

#[test]
fn graph_prints_svg_unless_dot_is_asked_for() {
    let words = ["graph", "instances/thesis/2x2-rounds-max.json"];
    let (svg, err) = ended(&words, 0);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("10 coverings, 12 moves; 2 optimal orders score 10"));
    assert_eq!(err, "");
    let (same, _) = ended(&[&words[..], &["--format", "svg"]].concat(), 0);
    assert_eq!(svg, same, "it is the same every time");
    let (dot, _) = ended(&[&words[..], &["--format", "dot"]].concat(), 0);
    assert!(dot.starts_with("digraph azulejo {\n") && dot.ends_with("}\n"));
}

#[test]
fn graph_takes_an_instance_from_flags() {
    for (rule, counts) in [
        (None, "16 coverings, 32 moves; 8 optimal orders score 10"),
        (
            Some("last-round"),
            "12 coverings, 18 moves; 4 optimal orders score 10",
        ),
        (
            Some("rounds"),
            "10 coverings, 12 moves; 2 optimal orders score 10",
        ),
    ] {
        let mut words = vec!["graph", "--size", "2"];
        words.extend(rule.iter().flat_map(|rule| ["--rule", rule]));
        let (svg, _) = ended(&words, 0);
        assert!(svg.contains(counts), "{rule:?}");
    }
}

#[test]
fn graph_names_its_limits_and_leaves_stdout_empty_without_a_picture() {
    for (words, code, part) in [
        ("--size 4", 1, "SVG takes at most 512"),
        ("--size 4 --format dot", 1, "DOT takes at most 4096"),
        ("--size 5", 1, "at most 16 empty cells"),
        ("--size 3 --before 1:2 --before 2:1", 3, "infeasible"),
        ("--format dot", 2, "--size"),
        ("--size 2 --format png", 2, "svg"),
    ] {
        let words: Vec<&str> = ["graph"].into_iter().chain(words.split(' ')).collect();
        let (out, err) = ended(&words, code);
        assert_eq!(out, "", "{words:?}");
        assert!(err.contains(part), "{words:?}: {err}");
    }
}

/// Figure 17a of the thesis, as cells in turn order.
const FIGURE_17A: &str = "1 8 11 18 21 3 6 15 16 23 5 10 13 17 25 4 7 14 20 24 2 9 12 19 22";

#[test]
fn check_breaks_the_points_of_an_order_down_by_kind() {
    let instance = "instances/thesis/5x5-rounds-min.json";
    let words = ["check", instance, "--order", FIGURE_17A];
    let (plain, _) = ended(&words, 0);
    assert!(!plain.contains("by kind"));
    let words = [&words[..], &["--breakdown"]].concat();
    let (text, _) = ended(&words, 0);
    let rows: Vec<String> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for row in [
        "1 2 3 4 5 horizontal single",
        "row 1 1s 5h 2v 2v 3h 1s 8 2",
        "row 4 5v 3h 1s 5h 5v 5v 8 1",
        "vertical 8 11 9 8 8",
        "single 3 0 2 0 3",
        "both 11 11 11 8 11",
        "40 horizontal + 44 vertical + 8 single = 92 points",
    ] {
        assert!(rows.iter().any(|line| line == row), "no {row:?}:\n{text}");
    }
}

#[test]
fn the_json_of_check_has_the_breakdown_when_it_is_asked_for() {
    let words = [
        "check", "--size", "5", "--order", FIGURE_17A, "--format", "json",
    ];
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let plain = read(&ended(&words, 0).0);
    assert_eq!(plain.get("breakdown"), None);
    let words = [&words[..], &["--breakdown"]].concat();
    let mut json = read(&ended(&words, 0).0);
    let breakdown = json["breakdown"].take();
    let kinds = |horizontal, vertical, single| json!({"horizontal": horizontal, "vertical": vertical, "single": single});
    assert_eq!(breakdown["total"], kinds(40, 44, 8));
    assert_eq!(breakdown["rows"][0], kinds(8, 4, 2));
    assert_eq!(breakdown["columns"][1], kinds(21, 11, 0));
    assert_eq!(breakdown["cells"][1], kinds(5, 2, 0));
    assert_eq!(breakdown["cells"].as_array().map(Vec::len), Some(25));
    let object = json.as_object_mut().expect("an object");
    object.remove("breakdown");
    assert_eq!(json, plain, "nothing else changes");
}
