//! Commands as data: the tables in `tests/data/cli/tables/` have the exit code and the output of each command.
//!
//! A command stands behind its exit code: `1|2` for one of two, `5*` where more than a result or an error may be
//! printed, and `3!` where nothing but an error is. It ends in ` <- FILE` if it reads a file as standard input, and in ` => TEXT` if it prints a text. Indented
//! lines hold of each command of their block:
//!
//! | line | holds if |
//! |---|---|
//! | `+ TEXT` | the text is printed; `\n` is a line end, and a `\` at the end keeps the spaces before it |
//! | `- TEXT` | the text is not printed |
//! | `= TEXT` | a line of the result is this, with one space between words |
//! | `^ TEXT` | a line of the result begins so |
//! | `/POINTER JSON` | the result has this value there: `none` is null or `missing`, and `/length` is that of a list |

use crate::run::{Run, azulejo_reading};
use serde_json::Value;

fn check_table(table: &str) {
    for block in table.split("\n\n") {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        let (expected, commands): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.starts_with("  "));
        for command in commands {
            check_command(command, &expected);
        }
    }
}

fn check_command(line: &str, expected: &[&str]) {
    println!("{line}"); // shown where it fails
    let (command, part) = line.split_once(" => ").unwrap_or((line, ""));
    let (codes, words) = command.split_once(' ').expect("a code and words");
    let run = match words.split_once(" <- ") {
        Some((words, file)) => azulejo_reading(words, std::fs::read(file).expect("a file")),
        None => azulejo_reading(words, ""),
    };
    let code = run.code;
    let mut codes_of_line = codes.trim_end_matches(['*', '!']).split('|');
    let is_expected = codes_of_line.any(|other| other == code.to_string());
    assert!(is_expected, "{run:?}");
    assert!(!codes.ends_with('!') || run.out.is_empty(), "{run:?}");
    let run = match codes.ends_with(['*', '!']) {
        true => run,
        false => run.ended(code),
    };
    run.says(part);
    let is_json = expected.iter().any(|line| line.starts_with("  /"));
    let json = match is_json {
        true => run.json(code),
        false => Value::Null,
    };
    for line in expected {
        let (sign, text) = line.trim_start().split_once(' ').expect("two parts");
        let text = text.replace("\\n", "\n");
        check_line(&run, &json, sign, text.strip_suffix('\\').unwrap_or(&text));
    }
}

fn check_line(run: &Run, json: &Value, sign: &str, text: &str) {
    let has_row = |is_match: &dyn Fn(&str) -> bool| run.rows().iter().any(|row| is_match(row));
    match sign {
        "+" => assert!(run.printed().contains(text), "no {text:?}: {run:?}"),
        "-" => assert!(!run.printed().contains(text), "{text:?}: {run:?}"),
        "=" => assert!(has_row(&|row| row == text), "{text}: {run:?}"),
        "^" => assert!(has_row(&|row| row.starts_with(text)), "{text}: {run:?}"),
        pointer => {
            let list = pointer.strip_suffix("/length");
            let length = list.and_then(|list| Some(json.pointer(list)?.as_array()?.len()));
            let value = length.map(Value::from).or(json.pointer(pointer).cloned());
            match text {
                "missing" => assert_eq!(value, None, "{pointer}: {json}"),
                "none" => assert_eq!(value.unwrap_or_default(), Value::Null, "{pointer}: {json}"),
                text => {
                    let expected: Value = serde_json::from_str(text).expect("JSON");
                    assert_eq!(value, Some(expected), "{pointer}: {json}");
                }
            }
        }
    }
}

#[test]
fn maps_and_costs() {
    check_table(include_str!("../data/cli/tables/costs.txt"));
}

#[test]
fn mistakes_in_writing() {
    check_table(include_str!("../data/cli/tables/mistakes.txt"));
}

#[cfg(feature = "highs")]
#[test]
fn mistakes_in_writing_for_highs() {
    check_table(include_str!("../data/cli/tables/mistakes-highs.txt"));
}

#[test]
fn state_graphs() {
    check_table(include_str!("../data/cli/tables/graph.txt"));
}

#[test]
fn first_tiles() {
    check_table(include_str!("../data/cli/tables/tiling.txt"));
}

#[test]
fn beyond_limits_and_at_them() {
    check_table(include_str!("../data/cli/tables/limits.txt"));
}

#[test]
fn the_game() {
    check_table(include_str!("../data/cli/tables/game.txt"));
}

#[test]
fn refusals_of_the_game() {
    check_table(include_str!("../data/cli/tables/game-refused.txt"));
}

#[test]
fn answers_and_their_proofs() {
    check_table(include_str!("../data/cli/tables/answers.txt"));
}

#[cfg(feature = "highs")]
#[test]
fn programs_and_their_relaxations() {
    check_table(include_str!("../data/cli/tables/programs.txt"));
}

#[test]
fn rows_and_orders() {
    check_table(include_str!("../data/cli/tables/rows.txt"));
}
