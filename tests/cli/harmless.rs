//! Harmless outputs: a text in a name, a source, a path, a flag or a field commands no terminal, turns no direction and hides in no
//! picture or document.

use crate::helpers::{place, read};
use crate::run::{Run, command};
use crate::tricks::tricks;
use serde_json::{Value, json};
#[cfg(unix)]
use std::fs;

/// Words with `letters` tricks each: messages show short words only, and file names have a limit.
fn words(letters: usize) -> Vec<String> {
    let tricks = tricks();
    let words = tricks.chunks(letters);
    words
        .map(|word| format!("a{}z", word.iter().collect::<String>()))
        .collect()
}

fn run(args: &[&str], stdin: &str) -> Run {
    let mut command = command("");
    command.args(args);
    Run::of(command, stdin)
}

#[track_caller]
fn assert_clean(context: &str, text: &str) {
    let letters = tricks().into_iter();
    let letters: Vec<char> = letters
        .filter(|&trick| trick != '\n' && text.contains(trick))
        .collect();
    assert!(letters.is_empty(), "{context}: {letters:?} in {text:?}");
}

/// A run with one of these exit codes and without tricks in its output.
#[track_caller]
fn assert_harmless(args: &[&str], stdin: &str, codes: &[i32]) -> Run {
    let run = run(args, stdin);
    assert!(codes.contains(&run.code), "{args:?}: {run:?}");
    assert_clean(&format!("{args:?}"), &run.printed());
    run
}

/// An instance with all tricks in its name and its source, and the name. Without `feasible`, no order satisfies it.
fn tricky(feasible: bool) -> (String, String) {
    let name: String = tricks().into_iter().collect();
    let name = format!("Zürich{name}東京");
    let mut instance = json!({
        "name": name, "source": name, "wall": {"rows": 2, "columns": 2}, "sense": "maximize",
        "published": {"score": 10, "orders": "8"},
    });
    if !feasible {
        instance["constraints"] = json!([
            {"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1},
        ]);
    }
    (instance.to_string(), name)
}

/// Commands that read an instance from standard input and print text.
const TEXTS: &str = "solve - -v --explain|solve - --method frontier|solve - --method graph|count -|\
    count - --all-scores|orders - --list 2|orders - --sample 2|orders - --first-tiles 2|compare -|\
    formulate - --expand|formulate - --format markdown|formulate - --format latex|formulate - --format lp|\
    formulate - --format mps|render -|render - --picture turns,points,breakdown,strip|\
    render - --format text|graph -|graph - --format dot|map - --last|map - --first --format svg";

/// Commands that print JSON.
const JSONS: &str = "solve - --explain|solve - --method graph|count -|count - --all-scores|orders - --list 2|\
    orders - --first-tiles 2|compare -|map - --turn 2|solve - --method graph --time-limit 0s|count - --time-limit 0s";

fn split(commands: &str) -> Vec<Vec<&str>> {
    let highs: &[&str] = match cfg!(feature = "highs") {
        true => &["relax -"],
        false => &[],
    };
    let commands = commands.split('|').chain(highs.iter().copied());
    commands
        .map(|words| words.split_whitespace().collect())
        .collect()
}

#[test]
fn names_and_sources_are_harmless_in_every_output() {
    for feasible in [true, false] {
        let (instance, name) = tricky(feasible);
        let checks = ["check - --order", "check - --breakdown --order"]
            .map(|words| words.split(' ').chain(["1 4 2 3"]).collect::<Vec<_>>());
        for args in split(TEXTS).into_iter().chain(checks.clone()) {
            let run = assert_harmless(&args, &instance, &[0, 3]);
            let has_name = ["solve", "count", "compare", "check", "graph"].contains(&args[0])
                || run.out.starts_with("<svg");
            let is_cut = run.out.contains("…");
            if has_name && run.code == 0 {
                let begins = run.out.contains("Zürich\u{fffd}");
                assert!(
                    begins && (is_cut || run.out.contains("\u{fffd}東京")),
                    "{args:?}: {run:?}"
                );
            }
        }
        for mut args in split(JSONS).into_iter().chain(checks) {
            args.extend(["--format", "json"]);
            let run = assert_harmless(&args, &instance, &[0, 3, 5]);
            let json: Value = serde_json::from_str(&run.out).expect("JSON");
            assert_eq!(json["instance"]["name"], name, "{args:?}");
            assert_eq!(json["instance"]["source"], name, "{args:?}");
        }
    }
}

#[test]
fn names_are_harmless_in_written_files() {
    let (instance, _) = tricky(true);
    for (name, args) in [
        ("plot.svg", "solve - --method frontier --plot"),
        ("scores.svg", "count - --all-scores --plot"),
        ("turns.svg", "render - -o"),
        ("turns.txt", "render - -o"),
    ] {
        let path = place("harmless", name);
        let args: Vec<&str> = args.split(' ').chain([&*path]).collect();
        assert_harmless(&args, &instance, &[0]);
        assert_clean(name, &read(&path));
    }
}

/// The arguments of a line, with texts in the places of their names.
fn arguments<'a>(line: &'a str, texts: &[(&str, &'a str)]) -> Vec<&'a str> {
    let words = line.split_whitespace().map(|word| {
        let text = texts.iter().find(|(name, _)| *name == word);
        text.map_or(word, |(_, text)| *text)
    });
    words.collect()
}

/// With colours, as on a terminal, control characters are not stripped from the output.
#[test]
fn coloured_output_has_no_control_characters_but_colours() {
    let (instance, _) = tricky(true);
    let word = &words(40)[0];
    let lines = "solve -|count -|solve - --size 3|solve WORD|solve --size WORD|WORD|tiling WORD";
    for line in lines.split('|') {
        let mut command = command("");
        command.args(arguments(line, &[("WORD", word)]));
        command.env("CLICOLOR_FORCE", "1");
        let output = Run::of(command, &*instance).printed();
        let mut parts = output.split('\u{1b}');
        assert_clean(line, parts.next().expect("a first part"));
        for part in parts {
            let (colour, rest) = part.split_once('m').expect("an end");
            let is_colour = |letter: char| "[;".contains(letter) || letter.is_ascii_digit();
            assert!(colour.chars().all(is_colour), "{line}: {colour:?}");
            assert_clean(line, rest);
        }
    }
}

/// Commands of files: SOUND is an instance, BROKEN is another file, MISSING does not exist, and FOLDER is a folder.
#[cfg(unix)]
const OF_FILES: &str = "\
solve MISSING
solve BROKEN
solve FOLDER
solve SOUND --size 3
solve SOUND MISSING
solve SOUND --plot MISSING
solve SOUND --plot MISSING/x.svg
check SOUND --solution MISSING
check SOUND --solution BROKEN
check SOUND --solution SOUND
render SOUND -o MISSING
render SOUND -o MISSING/x.svg
count SOUND --checkpoint FOLDER
count SOUND --checkpoint MISSING/checkpoint
count SOUND --checkpoint MISSING --resume
count SOUND --checkpoint BROKEN --resume
count --size 6 --memory 1MiB --scratch MISSING
count SOUND --checkpoint CHECKPOINT --time-limit 0s
orders SOUND --list 1 --checkpoint CHECKPOINT --time-limit 0s
solve SOUND";

#[cfg(unix)]
#[test]
fn paths_are_harmless_in_every_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        let path = folder.path().join(name);
        path.to_str().expect("UTF-8").to_owned()
    };
    let instance = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#;
    for word in words(40) {
        let [broken, sound, missing] =
            ["broken", ".json", "missing"].map(|end| path(&format!("{word}{end}")));
        let [sub, checkpoint] = ["folder", "checkpoint"].map(|end| path(&format!("{word}{end}")));
        let [svg, inside] = ["x.svg", "checkpoint"].map(|name| format!("{missing}/{name}"));
        fs::write(&broken, "{\"x\": 1}").expect("writable");
        fs::write(&sound, instance).expect("writable");
        fs::create_dir_all(&sub).expect("a folder");
        for line in OF_FILES.lines() {
            let args = arguments(
                line,
                &[
                    ("BROKEN", &broken),
                    ("SOUND", &sound),
                    ("MISSING", &missing),
                    ("FOLDER", &sub),
                    ("CHECKPOINT", &checkpoint),
                    ("MISSING/x.svg", &svg),
                    ("MISSING/checkpoint", &inside),
                ],
            );
            let run = assert_harmless(&args, "", &[0, 1, 2, 5]);
            // A line end in a path begins no line in the output.
            let has_line = run.printed().lines().any(|line| line.starts_with('\u{b}'));
            assert!(!has_line, "{args:?}: {run:?}");
        }
    }
    let liar = path("a\nscore        1 = bound 1 (proven maximum)");
    let run = assert_harmless(&["solve", &liar], "", &[1]);
    assert_eq!(run.err.lines().count(), 1, "{run:?}");
}

/// Flags with a value.
const FLAGS: &str = "size sense rule fix window before first last initial turns bonus method without time-limit \
    threads seed mip-gap memory format color no-such-flag";

/// Commands with a WORD, alone, as a FLAG, or in an ORDER.
const OF_WORDS: &str = "\
solve FLAG
solve --size 2 --sense max --list WORD
WORD
man WORD
completions WORD
reproduce --only WORD
tiling WORD
tiling 1 2 WORD
check --size 2 --order WORD
check --size 2 --order ORDER
orders --size 2 --list WORD
render --size 2 --picture WORD
formulate --size 2 --format WORD";

#[test]
fn flags_are_harmless_in_every_message() {
    for word in words(40) {
        for flag in FLAGS.split_whitespace() {
            for before in ["", "5", "1@", "1:"] {
                let flag = format!("--{flag}={before}{word}");
                assert_harmless(&["solve", "--size", "2", &flag], "", &[1, 2]);
            }
        }
        let (flag, order) = (format!("--{word}"), format!("1 2 3 {word}"));
        for line in OF_WORDS.lines() {
            let args = arguments(line, &[("WORD", &word), ("FLAG", &flag), ("ORDER", &order)]);
            assert_harmless(&args, "", &[1, 2]);
        }
    }
}

#[test]
fn texts_of_a_file_are_harmless_in_its_faults() {
    for word in words(30) {
        let wall = json!({"rows": 2, "columns": 2});
        let mut with_keys =
            json!({"wall": wall, "sense": word, "constraints": [{"type": word, "cell": 1}]});
        with_keys["wall"][&word] = json!(1);
        with_keys[&word] = json!({"x": word});
        with_keys["published"] = json!({"orders": word, "score": word, &*word: 1});
        with_keys["constraints"][0][&word] = json!(word);
        // Raw characters, not escapes, as far as JSON allows.
        let run = assert_harmless(&["solve", "-"], &with_keys.to_string(), &[1]);
        assert!(run.err.matches("unknown field").count() >= 3, "{run:?}");
        assert_harmless(&["solve", "-"], &format!("{{{word}}}"), &[1]);
        assert_harmless(&["solve", "-"], &word, &[1]);
        assert_harmless(&["check", "--size", "2", "--solution", "-"], &word, &[1]);
        let orders = json!({"order": [word]}).to_string();
        assert_harmless(&["check", "--size", "2", "--solution", "-"], &orders, &[1]);
        assert_harmless(&["tiling", "-"], &format!("1 2 {word}"), &[1]);
    }
}
