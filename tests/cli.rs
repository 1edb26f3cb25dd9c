//! The command line: what it prints, and how it ends.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

const MAX: &str = "instances/case-study/3x3-max.json";
const CENTRE_LAST: &str = "instances/case-study/3x3-centre-last.json";
const ALL_KINDS: &str = "instances/constraints/all-kinds.json";
const INFEASIBLE: &str = "instances/constraints/infeasible.json";
/// The case study's own optimal order and its points (tables 1 and 2).
const PUBLISHED: [(usize, u32); 9] = [
    (5, 1), (7, 1), (3, 1), (4, 4), (2, 4), (1, 6), (6, 5), (8, 5), (9, 6),
];

#[test]
fn the_two_case_study_problems_are_solved_proven_and_cross_checked() {
    for (file, score) in [(MAX, 33), (CENTRE_LAST, 30)] {
        let run = azulejo(&["solve", file]);
        assert_eq!((run.code, &*run.err), (0, ""), "{}", run.out);
        assert_eq!(run.line("score"), format!("{score} (proven maximum)"));
        if cfg!(feature = "highs") {
            let agrees = format!("the state graph agrees: {score},");
            assert!(run.line("cross-check").starts_with(&agrees), "{}", run.out);
        }
        let alone = azulejo(&["solve", file, "--no-cross-check"]);
        assert_eq!(alone.line("score"), format!("{score} (proven maximum)"));
        assert!(!alone.out.contains("cross-check"), "{}", alone.out);
    }
}

#[test]
fn the_json_of_solve_has_the_documented_keys_and_fits_together() {
    let run = azulejo(&["solve", "--size", "3", "--bonus", "2,7,10", "--format", "json"]);
    assert_eq!((run.code, &*run.err), (0, ""));
    let json = run.json();
    let keys = "bonus bound cross_check instance method order points schema score stats status";
    assert_eq!(sorted_keys(&json), keys);
    assert_eq!((&json["schema"], &json["status"]), (&json!(1), &json!("optimal")));
    let (points, bonus) = (numbers(&json["points"]), json["bonus"].as_u64());
    assert_eq!(bonus, Some(3 * (2 + 7 + 10)), "a full wall has three of each");
    let score = bonus.map(|bonus| bonus + points.iter().sum::<u64>());
    assert_eq!(json["score"].as_u64(), score);
    assert_eq!(json["score"], json!(33 + 57));
    assert_eq!(json["bound"], json["score"]);
    let mut order = numbers(&json["order"]);
    assert_eq!(order.len(), points.len());
    order.sort_unstable();
    assert_eq!(order, (1..=9).collect::<Vec<_>>());
    let seconds = json["stats"]["seconds"].as_f64();
    assert!(seconds.is_some_and(|seconds| (0.0..20.0).contains(&seconds)));
    if cfg!(feature = "highs") {
        assert_eq!(json["method"], "ordering");
        let check = json!({"method": "graph", "score": 90, "agrees": true});
        assert_eq!(json["cross_check"], check);
        for key in ["columns", "rows", "nonzeros", "nodes", "iterations"] {
            assert!(json["stats"][key].is_u64(), "{key}");
        }
    }
}

#[test]
fn the_order_of_solve_fed_back_to_check_has_the_same_points_and_score() {
    let solved = azulejo(&["solve", ALL_KINDS, "--format", "json"]);
    let solution = scratch("solution.json", &solved.out);
    let json = solved.json();
    let order: Vec<String> = numbers(&json["order"]).iter().map(u64::to_string).collect();
    let path = solution.to_str().expect("a plain path");
    for (from, stdin) in [
        (["--order", &order.join(" ")], ""),
        (["--solution", path], ""),
        (["--solution", "-"], &*solved.out),
    ] {
        let check = ["check", ALL_KINDS, from[0], from[1], "--format", "json"];
        let run = azulejo_reading(&check, stdin);
        assert_eq!((run.code, &*run.err), (0, ""), "{from:?}");
        let checked = run.json();
        for key in ["instance", "score", "points", "order", "bonus"] {
            assert_eq!(checked[key], json[key], "{from:?}: {key}");
        }
        assert_eq!((&checked["valid"], &checked["violations"]), (&json!(true), &json!([])));
        let text = azulejo_reading(&check[..4], stdin);
        assert_eq!(text.code, 0);
        assert_eq!(text.line("score"), json["score"].to_string());
    }
}

#[test]
fn an_instance_is_the_same_from_a_file_from_standard_input_and_from_flags() {
    let instance = json!({
        "wall": {"rows": 2, "columns": 3}, "sense": "minimize", "initial": [[2, 3]], "turns": 4,
        "bonus": {"row": 2, "column": 7, "colour": 0},
        "constraints": [
            {"type": "place-at", "cell": [1, 1], "turn": 1},
            {"type": "place-at", "cell": [2, 2], "turn": 4},
            {"type": "window", "cell": [1, 2], "from": 2, "to": 4},
            {"type": "before", "first": [2, 1], "then": [2, 2]},
            {"type": "first", "cells": [[1, 1], [2, 1]]},
            {"type": "last", "cells": [[1, 2], [2, 2]]},
            {"type": "rounds"}, {"type": "last-round"}
        ]
    });
    let mut named = instance.clone();
    named["name"] = json!("a name");
    named["source"] = json!("a source");
    named["published"] = json!({"score": 9, "orders": "1"});
    let file = scratch("all-flags.json", &named.to_string());
    let file = file.to_str().expect("a plain path");
    let flags = [
        "--size", "2x3", "--sense", "min", "--initial", "6", "--turns", "4", "--bonus", "2,7,0",
        "--fix", "1@1", "--fix", "2,2@4", "--window", "2@2-4", "--before", "4:2,2",
        "--first", "4 1,1", "--last", "2 5", "--rule", "rounds", "--rule", "last-round",
    ];
    let mut scores = Vec::new();
    for (words, stdin) in [(&[file][..], ""), (&["-"], &*named.to_string()), (&flags, "")] {
        let run = azulejo_reading(&[&["solve", "--format", "json"], words].concat(), stdin);
        assert_eq!((run.code, &*run.err), (0, ""), "{words:?}");
        let mut json = run.json();
        let found = json["instance"].as_object_mut().expect("an object");
        for key in ["name", "source", "published"] {
            let expected = if words == flags { None } else { named.get(key).cloned() };
            assert_eq!(found.shift_remove(key), expected, "{words:?}");
        }
        assert_eq!(json["instance"], instance, "{words:?}");
        scores.push(json["score"].clone());
    }
    // Rows 1 and 2 in turn, cell 6 there: 1, 4, 2, 5 earn 1 + 2 + 2 + 5, and columns 1 and 2 and
    // row 2 are complete.
    assert_eq!(scores, vec![json!(10 + 2 * 7 + 2); 3]);
}

#[test]
fn wrong_usage_ends_with_2() {
    let cases: [&[&str]; 18] = [
        &[],
        &["frobnicate"],
        &["solve"],
        &["solve", "--sense", "min"],
        &["solve", MAX, "--size", "3"],
        &["solve", MAX, "--fix", "5@9"],
        &["solve", MAX, CENTRE_LAST],
        &["solve", "--size", "3.5"],
        &["solve", "--size", "3x"],
        &["solve", "--size", "3", "--sense", "most"],
        &["solve", "--size", "3", "--fix", "5"],
        &["solve", "--size", "3", "--window", "5@3"],
        &["solve", "--size", "3", "--bonus", "2,7"],
        &["solve", "--size", "3", "--time-limit", "soon"],
        &["solve", "--size", "3", "--method", "luck"],
        &["check", MAX],
        &["check", MAX, "--order", "1 2 x"],
        &["check", MAX, "--order", "1", "--solution", MAX],
    ];
    for words in cases {
        let run = azulejo(words);
        assert_eq!((run.code, &*run.out), (2, ""), "{words:?}: {}", run.err);
        assert!(run.err.contains("Usage: azulejo") || run.err.contains("'--help'"), "{}", run.err);
    }
}

#[test]
fn usage_errors_tell_both_ways_to_give_an_instance_and_blame_only_what_was_given() {
    let nothing = azulejo(&["solve"]).err;
    assert!(nothing.contains("INSTANCE") && nothing.contains("--size"), "{nothing}");
    let both = azulejo(&["solve", MAX, "--fix", "5@9"]).err;
    assert!(both.contains("--fix") && !both.contains("--window"), "{both}");
    for usage in azulejo(&["solve", "--sense", "min"]).err.lines() {
        assert!(!(usage.contains("--size") && usage.contains("<INSTANCE>")), "{usage}");
    }
}

#[test]
fn an_instance_that_cannot_be_used_ends_with_1_and_says_where_the_fault_is() {
    let faulty = "tests/data/cli/faults.json";
    let cases: [(&[&str], &str); 9] = [
        (&["solve", "no-such.json"], "no-such.json"),
        (&["solve", "instances"], "instances"),
        (&["solve", faulty], "faults.json"),
        (&["solve", faulty], "constraints[14].cells[2]: cell 99 is off the 3×3 wall"),
        (&["solve", "--size", "3", "--fix", "77@9"], "--fix 77@9: cell 77"),
        (&["solve", "--size", "3", "--before", "1:1"], "--before 1:1"),
        (&["solve", "--size", "5", "--method", "graph"], "at most 16"),
        (&["check", MAX, "--order", "1 2 44"], "cell 44 is off the 3×3 wall"),
        (&["check", MAX, "--solution", MAX], "no order"),
    ];
    for (words, part) in cases {
        let run = azulejo(words);
        assert_eq!((run.code, &*run.out), (1, ""), "{words:?}");
        assert!(run.err.starts_with("error: ") && run.err.contains(part), "{}", run.err);
    }
}

#[test]
fn two_things_cannot_both_come_from_standard_input() {
    let run = azulejo_reading(&["check", "-", "--solution", "-"], "{}");
    assert!([1, 2].contains(&run.code) && run.out.is_empty());
    assert!(run.err.contains("standard input"), "{}", run.err);
}

#[test]
fn an_infeasible_instance_ends_with_3_and_an_irreducible_conflict() {
    let run = azulejo(&["solve", INFEASIBLE]);
    assert_eq!((run.code, &*run.err), (3, ""));
    let (_, clash) = run.out.split_once("each of them is needed").expect("a conflict");
    let named: Vec<&str> = clash.split_whitespace().filter(|word| word.contains('[')).collect();
    assert_eq!(named, ["constraints[0]", "constraints[1]", "constraints[2]"]);
    assert!(clash.contains("cell 5 before cell 9"), "{clash}");
    let run = azulejo(&["solve", INFEASIBLE, "--format", "json"]);
    assert_eq!(run.code, 3);
    let json = run.json();
    let conflict = json!({"constraints": [0, 1, 2], "irreducible": true});
    assert_eq!((&json["status"], &json["conflict"]), (&json!("infeasible"), &conflict));
    for key in ["score", "bound", "order", "points"] {
        assert_eq!(json[key], Value::Null, "{key}");
    }
}

#[test]
fn an_order_that_breaks_constraints_ends_with_3_and_names_each_of_them() {
    let upwards = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16";
    let run = azulejo(&["check", ALL_KINDS, "--order", upwards]);
    assert_eq!((run.code, &*run.err), (3, ""));
    for (index, broken) in [true, false, true, true, true].into_iter().enumerate() {
        let named = run.out.contains(&format!("constraints[{index}]"));
        assert_eq!(named, broken, "{index}: {}", run.out);
    }
    let run = azulejo(&["check", ALL_KINDS, "--order", upwards, "--format", "json"]);
    assert_eq!((run.code, &run.json()["valid"]), (3, &json!(false)));
    assert_eq!(run.json()["violations"].as_array().map(Vec::len), Some(4));
    let run = azulejo(&["check", MAX, "--order", "1 1 2"]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("turn 2: cell 1 is filled already"), "{}", run.out);
    assert!(run.out.contains("3 tiles, the instance 9 turns"), "{}", run.out);
}

#[test]
fn check_prints_the_points_of_every_turn() {
    let order: Vec<String> = PUBLISHED.iter().map(|(cell, _)| cell.to_string()).collect();
    let run = azulejo(&["check", MAX, "--order", &order.join(" ")]);
    assert_eq!(run.code, 0);
    let expected = "3×3, no constraint\n3×3 wall, 9 turns, maximize the score\n\n \
        turn      points\n 6 5 3     6 4 1\n 4 1 7     4 1 5\n 2 8 9     1 5 6\n\n\
        order   5 7 3 4 2 1 6 8 9\npoints  1 1 1 4 4 6 5 5 6\nscore   33\n\n\
        The order is valid.\n";
    assert_eq!(run.out, expected);
}

#[test]
fn verbose_adds_the_two_tables_of_the_case_study() {
    let fixed = PUBLISHED.iter().enumerate().map(|(index, (cell, _))| (*cell, index + 1));
    let fixed: Vec<String> = fixed.map(|(cell, turn)| format!("--fix={cell}@{turn}")).collect();
    let mut words = vec!["solve", "--size", "3"];
    words.extend(fixed.iter().map(String::as_str));
    let plain = azulejo(&words).out;
    words.push("-v");
    let verbose = azulejo(&words).out;
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = verbose.lines().map(words).collect();
    for (corner, entry) in [("A", [1; 9]), ("p", PUBLISHED.map(|(_, points)| points))] {
        let head = words(&format!("{corner} P1 P2 P3 P4 P5 P6 P7 P8 P9"));
        assert!(!plain.lines().any(|line| words(line) == head), "{plain}");
        let top = rows.iter().position(|row| *row == head).expect("a table");
        for (index, (cell, _)) in PUBLISHED.iter().enumerate() {
            let mut expected = vec!["0".to_owned(); 10];
            expected[0] = format!("T{}", index + 1);
            expected[*cell] = entry[index].to_string();
            assert_eq!(rows[top + 1 + index], expected, "{verbose}");
        }
    }
}

#[test]
fn colours_are_shown_where_they_are_wanted_only() {
    let cases: [(&[(&str, &str)], &str, bool); 7] = [
        (&[], "auto", false),
        (&[], "always", true),
        (&[], "never", false),
        (&[("CLICOLOR_FORCE", "1")], "auto", true),
        (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], "auto", false),
        (&[("CLICOLOR_FORCE", "1")], "never", false),
        (&[("NO_COLOR", "1")], "always", true),
    ];
    for (variables, when, coloured) in cases {
        for words in [["solve", MAX], ["solve", "no-such.json"]] {
            let mut command = command(&["--color", when]);
            command.args(words).envs(variables.iter().copied());
            let run = Run::of(&mut command);
            let printed = run.out + &run.err;
            assert_eq!(printed.contains('\u{1b}'), coloured, "{variables:?} {when}: {printed}");
        }
    }
    let json = azulejo(&["solve", MAX, "--color", "always", "--format", "json"]);
    assert_eq!(json.json()["score"], 33);
}

#[test]
fn the_name_of_an_instance_sends_no_control_characters_to_the_terminal() {
    let text = json!({"name": "a\u{1b}[2Jb\u{7}c", "wall": {"rows": 1, "columns": 1}, "sense": "maximize"});
    let run = azulejo_reading(&["solve", "-", "--color", "always"], &text.to_string());
    let printed = run.out + &run.err;
    assert!(!printed.contains("\u{1b}[2J") && !printed.contains('\u{7}'), "{printed:?}");
}

#[test]
fn a_run_without_time_and_without_an_order_ends_with_5() {
    let run = azulejo(&["solve", "--size", "4", "--method=graph", "--time-limit=0s", "--format=json"]);
    let json = run.json();
    assert_eq!((run.code, &json["status"]), (5, &json!("unknown")));
    assert_eq!((&json["order"], &json["score"]), (&Value::Null, &Value::Null));
    assert!(json["bound"].as_u64().is_some_and(|bound| bound >= 76), "{}", json["bound"]);
}

#[test]
fn every_subcommand_has_help_and_stands_in_the_manual_and_in_every_completion_script() {
    let help = azulejo(&["--help"]);
    assert_eq!((help.code, &*help.err), (0, ""));
    let (_, codes) = help.out.split_once("Exit codes:").expect("exit codes");
    for code in 0..=6 {
        assert!(codes.contains(&format!("\n  {code}  ")), "{codes}");
    }
    let names = subcommands(&help.out);
    for name in ["solve", "compare", "check", "completions", "man"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let manual = azulejo(&["man"]).out;
    for name in &names {
        let run = azulejo(&[name, "--help"]);
        assert_eq!((run.code, &*run.err), (0, ""), "{name}");
        let usage = format!("Usage: azulejo {name}");
        assert!(*name == "help" || run.out.contains(&usage), "{}", run.out);
        assert!(manual.contains(&format!("azulejo\\-{name}(1)")), "{name} is not in the manual");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = azulejo(&["completions", shell]).out;
        let words: Vec<&str> = script.split(|end: char| !end.is_alphanumeric()).collect();
        let missing = names.iter().find(|name| !words.contains(name));
        assert_eq!(missing, None, "{shell}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for words in [&["solve", MAX][..], &["completions", "bash"], &["man"], &["--help"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_azulejo"));
        command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
        assert_eq!(output.status.code(), Some(0), "{words:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_azulejo"));
    command.args(["solve", "--size", "2"]).stdout(full.expect("a full device"));
    let output = command.output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "));
}

#[test]
fn hostile_input_is_refused_with_a_short_message() {
    let on_3x3 = |rest: &str| format!(r#"{{"wall":{{"rows":3,"columns":3}},"sense":"maximize"{rest}}}"#);
    let mut texts: Vec<Vec<u8>> = [
        "[".repeat(100_000),
        "{\"wall\":".repeat(20_000),
        " ".repeat(2 << 20),
        String::new(),
        "\0".repeat(100),
        on_3x3("") + "\0",
        on_3x3(&format!(",\"constraints\":[{}]", ["{\"type\":\"place-at\",\"cell\":99}"; 29_000].join(","))),
        on_3x3(&format!(",\"constraints\":[{}]", ["{\"type\":\"rounds\"}"; 50_000].join(","))),
        on_3x3(&format!(",\"initial\":[{}]", ["1"; 450_000].join(","))),
        on_3x3(&(0..80_000).map(|key| format!(",\"{key}\":1")).collect::<String>()),
        on_3x3(&",\"sense\":1".repeat(90_000)),
        on_3x3(&format!(",\"{}\":1", "x".repeat(900_000))),
    ]
    .map(String::into_bytes)
    .into();
    texts.push(b"{\"name\":\"\xff\"}".to_vec());
    for number in ["1e400", "1e308", "18446744073709551615", "18446744073709551616", "-1", "1.5"] {
        for field in ["\"turns\":@", "\"initial\":[@]", "\"initial\":[[1,@]]", "\"bonus\":{\"row\":@}"] {
            let text = on_3x3(&format!(",{}", field.replace('@', number)));
            texts.push(text.into_bytes());
        }
        texts.push(on_3x3("").replacen('3', number, 1).into_bytes());
        let place = format!(",\"constraints\":[{{\"type\":\"place-at\",\"cell\":{number},\"turn\":{number}}}]");
        texts.push(on_3x3(&place).into_bytes());
    }
    for text in texts {
        let shown = String::from_utf8_lossy(&text[..text.len().min(120)]).into_owned();
        let run = azulejo_reading(&["solve", "-"], text);
        assert_eq!((run.code, &*run.out), (1, ""), "{shown}");
        assert!(run.err.starts_with("error: ") && !run.err.contains("panicked"), "{shown}");
        assert!(run.err.len() < 8192, "{shown}: {} bytes", run.err.len());
    }
    if cfg!(unix) {
        let run = azulejo(&["solve", "/dev/null"]);
        assert_eq!((run.code, &*run.out), (1, ""));
        assert!(run.err.starts_with("error: /dev/null"), "{}", run.err);
    }
}

#[cfg(feature = "highs")]
#[path = "cli/highs.rs"]
mod highs;
