//! Every `console` block of `README.md`, of `docs/proofs.md`, of `docs/instances.md` and of the pages below `models/` prints what it
//! shows. `…` stands for any words or, on a line of its own, any lines; times may differ. Blocks marked `console slow` take minutes and
//! are not run.

use crate::common::optional::skipped;
use crate::tools::{missing, text};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

/// Words of commands with the programs that they need, and the target of `make` that installs those.
type Needs = &'static [(&'static str, &'static [&'static str], &'static str)];

/// A program that is missing, and the target of `make` that installs it.
type Missing = (&'static str, &'static str);

const PROGRAMS: Needs = &[
    ("glpsol", &["glpsol"], "deps-models"),
    ("minizinc", &["minizinc", "fzn-gecode"], "deps-models"),
    (".mod", &["glpsol"], "deps-models"),
    (".mzn", &["minizinc", "fzn-gecode"], "deps-models"),
    ("python3", &["python3"], "deps-wheel"),
];

/// No limit of the commands of a page.
const MANY: usize = usize::MAX;

/// A command with the lines that it is said to print.
struct Step<'a> {
    command: &'a str,
    promised: Vec<&'a str>,
}

fn steps(markdown: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    let mut lines = markdown.lines();
    while lines.by_ref().any(|line| line == "```console") {
        for line in lines.by_ref().take_while(|line| *line != "```") {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push(Step {
                    command,
                    promised: Vec::new(),
                }),
                (None, Some(step)) => step.promised.push(line),
                (None, None) => panic!("a block begins with {line}"),
            }
        }
    }
    steps
}

/// Result of the commands of a page.
#[derive(Default)]
struct Walked {
    /// The commands that do not print what they are said to.
    broken: Vec<String>,
    /// The missing program of each command that was not run.
    skipped: Vec<Missing>,
}

/// The commands that do not print what they are said to. Those that were not run are announced.
fn broken_promises(markdown: &str) -> Vec<String> {
    let walked = walk(markdown, PROGRAMS);
    for (missing, target) in walked.skipped {
        skipped(missing, target);
    }
    walked.broken
}

/// Runs the commands in a folder with the repository's models and instances. One whose programs are missing is not run, nor
/// one that reads a file below `target/` that such a one would have written.
fn walk(markdown: &str, needs: Needs) -> Walked {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copied = Command::new("cp")
        .arg("-R")
        .args(["models", "instances"].map(|name| root.join(name)))
        .arg(folder.path())
        .status();
    assert!(copied.expect("cp starts").success());
    std::fs::create_dir(folder.path().join("target")).expect("a new folder");
    let program = Path::new(env!("CARGO_BIN_EXE_azulejo"));
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let mut walked = Walked::default();
    // With the program that is missing.
    let mut unwritten: BTreeMap<&str, Missing> = BTreeMap::new();
    for step in steps(markdown) {
        let words = step.command.split_whitespace();
        let files = words.filter(|word| word.starts_with("target/"));
        let mut needed = needs
            .iter()
            .filter(|(word, ..)| step.command.contains(word));
        let missing = needed.find_map(|(_, programs, target)| Some((missing(programs)?, *target)));
        let missing = missing.or_else(|| {
            let mut files = files.clone();
            files.find_map(|file| unwritten.get(file).copied())
        });
        if let Some(missing) = missing {
            walked.skipped.push(missing);
            let new = files.filter(|file| !folder.path().join(file).exists());
            unwritten.extend(new.map(|file| (file, missing)));
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", step.command]).current_dir(&folder);
        let output = shell.env("PATH", &path).output().expect("sh starts");
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
        if !output.status.success() || !matches(&step.promised, &lines, same_line) {
            let message = String::from_utf8_lossy(&output.stderr);
            let broken = format!("$ {}\n{printed}{message}", step.command);
            walked.broken.push(broken);
        }
    }
    walked
}

/// Whether a list is what was promised, where `…` stands for any part of it.
fn matches(promised: &[&str], found: &[&str], same: fn(&str, &str) -> bool) -> bool {
    match promised {
        [] => found.is_empty(),
        ["…", rest @ ..] => (0..=found.len()).any(|skip| matches(rest, &found[skip..], same)),
        [first, rest @ ..] => found
            .split_first()
            .is_some_and(|(one, more)| same(first, one) && matches(rest, more, same)),
    }
}

fn same_line(promised: &str, found: &str) -> bool {
    let [promised, found] = [promised, found].map(words);
    let [promised, found] =
        [&promised, &found].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
    matches(&promised, &found, |promised, found| promised == found)
}

/// The words of a line, every time in seconds as `0`: a number before `s`, or one with three decimals in a table.
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

/// Each command of a page prints what the page shows. So the page has as many commands as are said here, or more where it grows.
fn keeps_its_promises(markdown: &str, steps: RangeInclusive<usize>) {
    let count = self::steps(markdown).len();
    assert!(steps.contains(&count), "{count} commands");
    let broken = broken_promises(markdown);
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

#[test]
fn the_models_keep_their_promises() {
    keeps_its_promises(&text("README.md"), 10..=MANY);
}

#[test]
fn the_second_part_keeps_its_promises() {
    keeps_its_promises(&text("solver.md"), 20..=MANY);
}

#[test]
fn the_languages_keep_their_promises() {
    keeps_its_promises(&text("languages.md"), 3..=3);
}

#[test]
fn the_proofs_keep_their_promises() {
    keeps_its_promises(include_str!("../../docs/proofs.md"), 8..=8);
}

#[test]
fn the_instances_keep_their_promises() {
    keeps_its_promises(include_str!("../../docs/instances.md"), 29..=29);
}

#[test]
fn the_slides_keep_their_promises() {
    keeps_its_promises(include_str!("../../docs/lecture/slides.md"), 5..=5);
}

#[test]
fn the_front_page_is_short_and_keeps_its_promises() {
    let markdown = include_str!("../../README.md");
    assert!(markdown.split_whitespace().count() <= 900);
    keeps_its_promises(markdown, 2..=2);
}

/// The words from the front page's beginning to its link to the course, and from the course's beginning to the first model that is
/// graded right.
#[test]
fn the_first_graded_model_is_near() {
    let front = include_str!("../../README.md");
    let (front, _) = front.split_once("](models/README.md)").expect("a link");
    let course = text("README.md");
    let (course, _) = course.split_once("\nNothing is wrong").expect("a model");
    let words = front.split_whitespace().count() + course.split_whitespace().count();
    assert!(words < 600, "{words}");
    assert!(!course.contains("make build") && !course.contains("cargo"));
}

/// Exercises whose answer a command would print by itself.
#[test]
fn commands_of_exercises_by_hand_do_not_print_their_answers() {
    let course = text("README.md");
    for (number, answer) in [("1", "9"), ("11", "22")] {
        let begin = format!("> **Your turn {number}. ");
        let (_, rest) = course.split_once(&begin).expect("an exercise");
        let commands = rest.split("\n\n").next().unwrap_or_default();
        assert!(commands.contains("```sh"), "{commands}");
        assert!(!commands.contains("solve"), "{commands}");
        let is_told = |word: &str| word.trim_matches(['.', ',']) == answer;
        assert!(!commands.split_whitespace().any(is_told), "{commands}");
    }
}

#[test]
fn every_exercise_has_an_answer_that_is_graded_right() {
    let (course, answers) = (text("README.md"), text("answers/README.md"));
    let titles = |page: &str, before: &str| -> Vec<String> {
        let lines = page.lines().filter_map(|line| line.strip_prefix(before));
        let titles = lines.filter_map(|line| line.split("**").next());
        titles.map(str::to_owned).collect()
    };
    let course = course + &text("solver.md");
    let exercises = titles(&course, "> **Your turn ");
    // Sheets and the Lab have the same ones.
    let topics = azulejo::course::TOPICS.iter();
    let topics = topics.map(|it| {
        let end = if it.title.ends_with('?') { "" } else { "." };
        format!("{}. {}{end}", it.number, it.title)
    });
    assert_eq!(exercises, topics.collect::<Vec<_>>());
    assert_eq!(exercises, titles(&answers, "**"));
    // Each section has one at least, and each says how it is checked. Those without a number have none.
    let sections = course.split("\n## ").skip(1);
    let numbered = sections.filter(|section| section.starts_with(|one: char| one.is_ascii_digit()));
    for (index, section) in numbered.enumerate() {
        let exercise = format!("> **Your turn {}", index + 1);
        assert!(section.contains(&exercise), "{section}");
    }
    let boxes = course.split("> **Your turn ").skip(1);
    for one in boxes.map(|rest| rest.split("\n\n").next().unwrap_or_default()) {
        let checks = "azulejo grade|azulejo relax|azulejo check|check_certificate.py|azulejo solve";
        let is_checked = checks.split('|').any(|check| one.contains(check));
        assert!(is_checked, "{one}");
    }
    keeps_its_promises(&answers, 1..=MANY);
}

/// The words of `grade`, `relax` and the state graph about the answers, and of a report of the models among them.
#[test]
fn the_answers_of_a_sheet_keep_their_promises() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["exercises", "--seed", "1", "--output"])
        .arg(folder.path())
        .output();
    assert!(made.expect("it starts").status.success());
    let answers = std::fs::read_to_string(folder.path().join("answers.md"));
    let answers = answers.expect("it is written");
    let marking = folder.path().join("marking.json");
    let report = format!("grade --report target --marking {}", marking.display());
    // The report needs the programs that its models need.
    let report = format!("```console\n$ azulejo {report} # .mod .mzn\n…\n6 files: 6 right\n```\n");
    keeps_its_promises(&format!("{answers}\n{report}"), 23..=MANY);
}

#[test]
fn what_a_missing_program_would_have_written_is_not_asked_for() {
    let needs: Needs = &[("no-such-solver", &["no-such-solver"], "no-such-target")];
    let skipped = |commands: &[&str]| {
        let steps: String = commands.iter().map(|it| format!("$ {it}\n")).collect();
        let walked = walk(&format!("```console\n{steps}```\n"), needs);
        (walked.skipped.len(), walked.broken.len())
    };
    let made = "printf '' > target/a";
    let missing = "no-such-solver target/a -o target/b";
    assert_eq!(skipped(&[made, missing, "test -e target/a"]), (1, 0));
    assert_eq!(skipped(&[made, missing, "test -e target/b"]), (2, 0));
    let on = "cp target/b target/c";
    assert_eq!(skipped(&[made, missing, on, "test -e target/c"]), (3, 0));
    assert_eq!(skipped(&[made, missing, "test -e target/d"]), (1, 1));
    assert_eq!(skipped(&["test -e target/b"]), (0, 1));
}

#[test]
fn a_broken_promise_is_noticed() {
    let block = |promised: &str| {
        format!("```console\n$ printf 'score 33\\nin 0.5 s\\n'\n{promised}\n```\n")
    };
    for kept in [
        "score 33\nin 0.5 s",
        "score …\nin 7.25 s",
        "…\nin 1 s",
        "…",
        "score 33\n…",
    ] {
        assert_eq!(broken_promises(&block(kept)).len(), 0, "{kept}");
    }
    for broken in [
        "score 34\nin 0.5 s",
        "score 33",
        "score 33\nin 0.5 ms",
        "… 34\n…",
        "score 33\n…\nout",
    ] {
        assert_eq!(broken_promises(&block(broken)).len(), 1, "{broken}");
    }
    let failing = "```console\n$ false\n```\n";
    assert_eq!(broken_promises(failing).len(), 1);
    assert!(steps("```console slow\n$ false\n```\n").is_empty());
}
