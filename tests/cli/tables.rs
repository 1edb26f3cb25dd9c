//! Commands as data: the tables in `tests/data/cli/tables/` say how each command ends, and what it prints.
//!
//! A command stands behind its exit code: `1|2` for one of two, and `5*` where more than a result or an error may be
//! printed. It ends in ` <- FILE` if it reads a file as standard input, and in ` => TEXT` if it prints a text. Indented
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

fn hold(table: &str) {
    for block in table.split("\n\n") {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        let (expected, commands): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.starts_with("  "));
        for command in commands {
            holds(command, &expected);
        }
    }
}

fn holds(line: &str, expected: &[&str]) {
    println!("{line}"); // shown where it fails
    let (command, part) = line.split_once(" => ").unwrap_or((line, ""));
    let (codes, words) = command.split_once(' ').expect("a code and words");
    let run = match words.split_once(" <- ") {
        Some((words, file)) => azulejo_reading(words, std::fs::read(file).expect("a file")),
        None => azulejo_reading(words, ""),
    };
    let code = run.code;
    let mut known = codes.trim_end_matches('*').split('|');
    assert!(known.any(|known| known == code.to_string()), "{run:?}");
    let run = match codes.ends_with('*') {
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
        fits(&run, &json, sign, text.strip_suffix('\\').unwrap_or(&text));
    }
}

fn fits(run: &Run, json: &Value, sign: &str, text: &str) {
    let has_row = |fits: &dyn Fn(&str) -> bool| run.rows().iter().any(|row| fits(row));
    match sign {
        "+" => assert!(run.printed().contains(text), "no {text:?}: {run:?}"),
        "-" => assert!(!run.printed().contains(text), "{text:?}: {run:?}"),
        "=" => assert!(has_row(&|row| row == text), "{text}: {run:?}"),
        "^" => assert!(has_row(&|row| row.starts_with(text)), "{text}: {run:?}"),
        pointer => {
            let list = pointer.strip_suffix("/length");
            let length = list.and_then(|list| Some(json.pointer(list)?.as_array()?.len()));
            let found = length.map(Value::from).or(json.pointer(pointer).cloned());
            match text {
                "missing" => assert_eq!(found, None, "{pointer}: {json}"),
                "none" => assert_eq!(found.unwrap_or_default(), Value::Null, "{pointer}: {json}"),
                text => {
                    let wanted: Value = serde_json::from_str(text).expect("JSON");
                    assert_eq!(found, Some(wanted), "{pointer}: {json}");
                }
            }
        }
    }
}

#[test]
fn maps_and_costs() {
    hold(include_str!("../data/cli/tables/costs.txt"));
}

#[test]
fn mistakes_in_writing() {
    hold(include_str!("../data/cli/tables/mistakes.txt"));
}

#[cfg(feature = "highs")]
#[test]
fn mistakes_in_writing_for_highs() {
    hold(include_str!("../data/cli/tables/mistakes-highs.txt"));
}

#[test]
fn state_graphs() {
    hold(include_str!("../data/cli/tables/graph.txt"));
}

#[test]
fn first_tiles() {
    hold(include_str!("../data/cli/tables/tiling.txt"));
}

#[test]
fn beyond_limits_and_at_them() {
    hold(include_str!("../data/cli/tables/limits.txt"));
}

#[test]
fn the_game() {
    hold(include_str!("../data/cli/tables/game.txt"));
}

#[test]
fn what_the_game_refuses() {
    hold(include_str!("../data/cli/tables/game-refused.txt"));
}

#[test]
fn answers_and_their_proofs() {
    hold(include_str!("../data/cli/tables/answers.txt"));
}

#[cfg(feature = "highs")]
#[test]
fn programs_and_their_relaxations() {
    hold(include_str!("../data/cli/tables/programs.txt"));
}

#[test]
fn rows_and_orders() {
    hold(include_str!("../data/cli/tables/rows.txt"));
}
