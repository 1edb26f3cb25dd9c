//! The `console` blocks of `README.md`, of `docs/proofs.md`, of `docs/instances.md` and of the pages below `models/` show the output
//! of their commands. `…` stands for any words or, on a line of its own, any lines; times may differ. Blocks marked `console slow`
//! take minutes, and are not run.

use crate::common::optional::skipped;
use crate::tools::{first_missing, text};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

/// Words of commands, with the programs that each word needs, and the target of `make` that installs the programs.
type Needs = &'static [(&'static str, &'static [&'static str], &'static str)];

/// A missing program, and the target of `make` that installs it.
type Missing = (&'static str, &'static str);

const PROGRAMS: Needs = &[
    ("glpsol", &["glpsol"], "deps-models"),
    ("minizinc", &["minizinc", "fzn-gecode"], "deps-models"),
    (".mod", &["glpsol"], "deps-models"),
    (".mzn", &["minizinc", "fzn-gecode"], "deps-models"),
    ("python3", &["python3"], "deps-wheel"),
];

/// No upper limit on the number of commands of a page.
const MANY: usize = usize::MAX;

/// A command of a page, and the lines of its output on the page.
struct Step<'a> {
    command: &'a str,
    expected: Vec<&'a str>,
}

fn steps(markdown: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    let mut lines = markdown.lines();
    while lines.by_ref().any(|line| line == "```console") {
        for line in lines.by_ref().take_while(|line| *line != "```") {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push(Step {
                    command,
                    expected: Vec::new(),
                }),
                (None, Some(step)) => step.expected.push(line),
                (None, None) => panic!("a block begins with {line}"),
            }
        }
    }
    steps
}

/// Result of the commands of a page.
#[derive(Default)]
struct Report {
    /// The commands with another output than the page shows.
    mismatches: Vec<String>,
    /// The missing program of each skipped command.
    skipped: Vec<Missing>,
}

/// The commands with another output than the page shows. Skipped commands are reported.
fn mismatches(markdown: &str) -> Vec<String> {
    let report = run_commands(markdown, PROGRAMS);
    for (missing, target) in report.skipped {
        skipped(missing, target);
    }
    report.mismatches
}

/// Runs the commands in a folder with copies of models and instances. A command is skipped if its programs are missing, or if
/// it reads a file below `target/` that a skipped command would have written.
fn run_commands(markdown: &str, needs: Needs) -> Report {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = Command::new("cp")
        .arg("-R")
        .args(["models", "instances"].map(|name| root.join(name)))
        .arg(folder.path())
        .status();
    assert!(copy.expect("cp starts").success());
    std::fs::create_dir(folder.path().join("target")).expect("a new folder");
    let program = Path::new(env!("CARGO_BIN_EXE_azulejo"));
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let mut report = Report::default();
    // The missing program of each missing file.
    let mut missing_files: BTreeMap<&str, Missing> = BTreeMap::new();
    for step in steps(markdown) {
        let words = step.command.split_whitespace();
        let files = words.filter(|word| word.starts_with("target/"));
        let mut programs = needs
            .iter()
            .filter(|(word, ..)| step.command.contains(word));
        let missing =
            programs.find_map(|(_, names, target)| Some((first_missing(names)?, *target)));
        let missing = missing.or_else(|| {
            let mut files = files.clone();
            files.find_map(|file| missing_files.get(file).copied())
        });
        if let Some(missing) = missing {
            report.skipped.push(missing);
            let new = files.filter(|file| !folder.path().join(file).exists());
            missing_files.extend(new.map(|file| (file, missing)));
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", step.command]).current_dir(&folder);
        let output = shell.env("PATH", &path).output().expect("sh starts");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = stdout.lines().map(str::trim_end).collect();
        if !output.status.success() || !matches(&step.expected, &lines, is_same_line) {
            let message = String::from_utf8_lossy(&output.stderr);
            let mismatch = format!("$ {}\n{stdout}{message}", step.command);
            report.mismatches.push(mismatch);
        }
    }
    report
}

/// Whether a list matches a pattern, in which `…` stands for any sublist.
fn matches(pattern: &[&str], list: &[&str], is_same: fn(&str, &str) -> bool) -> bool {
    match pattern {
        [] => list.is_empty(),
        ["…", rest @ ..] => (0..=list.len()).any(|skip| matches(rest, &list[skip..], is_same)),
        [first, rest @ ..] => list
            .split_first()
            .is_some_and(|(head, tail)| is_same(first, head) && matches(rest, tail, is_same)),
    }
}

fn is_same_line(pattern: &str, line: &str) -> bool {
    let [pattern, line] = [pattern, line].map(words);
    let [pattern, line] =
        [&pattern, &line].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
    matches(&pattern, &line, |pattern, line| pattern == line)
}

/// The words of a line, with `0` for each time: a number before `s`, or a number with three decimals in a table.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    for word in &mut words {
        let decimals = word.split_once('.').map(|(_, decimals)| decimals.len());
        if decimals == Some(3) && word.parse::<f64>().is_ok() {
            *word = "0".into();
        }
    }
    for index in 1..words.len() {
        let is_time = words[index - 1].parse::<f64>().is_ok();
        if is_time && words[index].trim_end_matches(',') == "s" {
            words[index - 1] = "0".into();
        }
    }
    words
}

/// Asserts that each command of a page prints the output on the page, and that the number of commands is in a range.
fn assert_outputs(markdown: &str, steps: RangeInclusive<usize>) {
    let count = self::steps(markdown).len();
    assert!(steps.contains(&count), "{count} commands");
    let mismatches = mismatches(markdown);
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n\n"));
}

#[test]
fn pages_show_the_outputs_of_their_commands() {
    let pages = [
        ("README.md", 2..=2),
        ("models/README.md", 10..=MANY),
        ("models/solver.md", 20..=MANY),
        ("models/languages.md", 3..=3),
        ("docs/proofs.md", 8..=8),
        ("docs/instances.md", 29..=29),
        ("docs/lecture/slides.md", 5..=5),
    ];
    pages.into_par_iter().for_each(|(page, steps)| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let markdown = std::fs::read_to_string(path).expect(page);
        assert_outputs(&markdown, steps);
    });
}

/// The front page has few words. The front page before its link to the course and the course before its first model
/// without a fault have fewer than 600 words.
#[test]
fn the_first_graded_model_is_near() {
    let front = include_str!("../../README.md");
    assert!(front.split_whitespace().count() <= 900);
    let (front, _) = front.split_once("](models/README.md)").expect("a link");
    let course = text("README.md");
    let (course, _) = course.split_once("\nNothing is wrong").expect("a model");
    let words = front.split_whitespace().count() + course.split_whitespace().count();
    assert!(words < 600, "{words}");
    assert!(!course.contains("make build") && !course.contains("cargo"));
}

/// The commands of exercises whose answer `solve` would print.
#[test]
fn commands_of_exercises_by_hand_do_not_print_their_answers() {
    let course = text("README.md");
    for (number, answer) in [("1", "9"), ("11", "22")] {
        let heading = format!("> **Your turn {number}. ");
        let (_, rest) = course.split_once(&heading).expect("an exercise");
        let commands = rest.split("\n\n").next().unwrap_or_default();
        assert!(commands.contains("```sh"), "{commands}");
        assert!(!commands.contains("solve"), "{commands}");
        let is_answer = |word: &str| word.trim_matches(['.', ',']) == answer;
        assert!(!commands.split_whitespace().any(is_answer), "{commands}");
    }
}

#[test]
fn every_exercise_has_an_answer_that_is_graded_right() {
    let (course, answers) = (text("README.md"), text("answers/README.md"));
    let titles = |page: &str, prefix: &str| -> Vec<String> {
        let lines = page.lines().filter_map(|line| line.strip_prefix(prefix));
        let titles = lines.filter_map(|line| line.split("**").next());
        titles.map(str::to_owned).collect()
    };
    let course = course + &text("solver.md");
    let exercises = titles(&course, "> **Your turn ");
    // Sheets and the Lab have the same exercises.
    let topics = azulejo::course::TOPICS.iter();
    let topics = topics.map(|topic| {
        let end = if topic.title.ends_with('?') { "" } else { "." };
        format!("{}. {}{end}", topic.number, topic.title)
    });
    assert_eq!(exercises, topics.collect::<Vec<_>>());
    assert_eq!(exercises, titles(&answers, "**"));
    // Each section with a number has an exercise, and each exercise names the command of its check.
    let sections = course.split("\n## ").skip(1);
    let numbered =
        sections.filter(|section| section.starts_with(|letter: char| letter.is_ascii_digit()));
    for (index, section) in numbered.enumerate() {
        let exercise = format!("> **Your turn {}", index + 1);
        assert!(section.contains(&exercise), "{section}");
    }
    let boxes = course.split("> **Your turn ").skip(1);
    for exercise in boxes.map(|rest| rest.split("\n\n").next().unwrap_or_default()) {
        let checks = "azulejo grade|azulejo relax|azulejo check|check_certificate.py|azulejo solve";
        let is_checked = checks.split('|').any(|check| exercise.contains(check));
        assert!(is_checked, "{exercise}");
    }
    assert_outputs(&answers, 1..=MANY);
}

/// The words of `grade`, `relax` and the state graph about the answers, and of a report of the models among them.
#[test]
fn the_answers_of_a_sheet_show_the_outputs_of_their_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["exercises", "--seed", "1", "--output"])
        .arg(folder.path())
        .output();
    assert!(output.expect("a program").status.success());
    let answers = std::fs::read_to_string(folder.path().join("answers.md"));
    let answers = answers.expect("a file");
    let marking = folder.path().join("marking.json");
    let report = format!("grade --report target --marking {}", marking.display());
    // The report needs the programs that its models need.
    let report = format!("```console\n$ azulejo {report} # .mod .mzn\n…\n6 files: 6 right\n```\n");
    assert_outputs(&format!("{answers}\n{report}"), 23..=MANY);
}

#[test]
fn commands_on_files_of_missing_programs_are_skipped() {
    let needs: Needs = &[("no-such-solver", &["no-such-solver"], "no-such-target")];
    let counts = |commands: &[&str]| {
        let steps: String = commands
            .iter()
            .map(|command| format!("$ {command}\n"))
            .collect();
        let report = run_commands(&format!("```console\n{steps}```\n"), needs);
        (report.skipped.len(), report.mismatches.len())
    };
    let write = "printf '' > target/a";
    let missing = "no-such-solver target/a -o target/b";
    assert_eq!(counts(&[write, missing, "test -e target/a"]), (1, 0));
    assert_eq!(counts(&[write, missing, "test -e target/b"]), (2, 0));
    let copy = "cp target/b target/c";
    assert_eq!(counts(&[write, missing, copy, "test -e target/c"]), (3, 0));
    assert_eq!(counts(&[write, missing, "test -e target/d"]), (1, 1));
    assert_eq!(counts(&["test -e target/b"]), (0, 1));
}

#[test]
fn another_output_is_a_mismatch() {
    let block =
        |lines: &str| format!("```console\n$ printf 'score 33\\nin 0.5 s\\n'\n{lines}\n```\n");
    for lines in [
        "score 33\nin 0.5 s",
        "score …\nin 7.25 s",
        "…\nin 1 s",
        "…",
        "score 33\n…",
    ] {
        assert_eq!(mismatches(&block(lines)).len(), 0, "{lines}");
    }
    for lines in [
        "score 34\nin 0.5 s",
        "score 33",
        "score 33\nin 0.5 ms",
        "… 34\n…",
        "score 33\n…\nout",
    ] {
        assert_eq!(mismatches(&block(lines)).len(), 1, "{lines}");
    }
    let failing = "```console\n$ false\n```\n";
    assert_eq!(mismatches(failing).len(), 1);
    assert!(steps("```console slow\n$ false\n```\n").is_empty());
}
