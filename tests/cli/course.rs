//! Sheets of exercises.

use crate::helpers::{list, read, text};
use crate::run::azulejo;
use itertools::Itertools;
use serde_json::Value;

/// The three files of a sheet.
fn sheet(seed: u64) -> [String; 3] {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().join("a/b");
    let words = format!("exercises --seed {seed} --output {}", to.display());
    azulejo(&words).ended(0);
    ["exercises.md", "answers.md", "marking.json"].map(|name| read(to.join(name)))
}

/// The text below each heading.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split("\n## ").skip(1);
    parts.filter_map(|part| part.split_once('\n')).collect()
}

#[test]
fn a_seed_says_which_sheet_it_is() {
    let (one, again, other) = (sheet(7), sheet(7), sheet(8));
    assert_eq!(one, again);
    let names = |text: &str| {
        let sections = sections(text).into_iter();
        let names =
            sections.map(|(title, _)| title.split(' ').next().unwrap_or_default().to_owned());
        names.collect::<Vec<_>>()
    };
    let all = ["1", "2a", "2b", "3a", "3b", "4", "7a", "7b", "8", "10"];
    assert_eq!(names(&one[0]), all);
    assert_eq!(names(&one[1]), all);
    let differ = sections(&one[0]).into_iter().zip(sections(&other[0]));
    let differ = differ.filter(|(one, other)| one != other).count();
    assert!(differ >= 5, "{differ} exercises differ");
    assert_ne!(one[2], other[2]);
}

/// The best score that the answer of an exercise has, if it is about one.
fn score(answer: &str) -> Option<&str> {
    let (_, rest) = answer.split_once("best score  ")?;
    rest.split(',').next()
}

/// Words of answers.
const TELLING: &str = "valid:|NOT VALID|s.t.|which is right|proven|sed ";

#[test]
fn a_sheet_of_exercises_has_no_answer() {
    for seed in 1..=20 {
        let [exercises, answers, marking] = sheet(seed);
        let (asked, answered) = (sections(&exercises), sections(&answers));
        let mut lines = 0;
        for ((name, asked), (_, answer)) in asked.iter().zip(&answered) {
            // What one types to check an answer stands in both; nothing else does.
            let told = answer
                .lines()
                .filter(|line| line.len() > 3 && !line.starts_with("```"));
            for line in told {
                assert!(!asked.contains(line), "{name}: {line}");
                lines += 1;
            }
            for word in TELLING.split('|') {
                assert!(!asked.contains(word), "{name}: {word}");
            }
            if let Some(score) = score(answer) {
                let mut words = asked.split(|one: char| !one.is_ascii_digit());
                let is_told = score.len() > 1 && words.any(|word| word == score);
                assert!(!is_told, "{name}: {score}");
            }
        }
        assert!(lines > 60, "{lines}");
        assert!(!marking.contains("score"));
    }
}

/// By the brute force of the tests, which knows nothing of the solver.
#[test]
fn the_scores_of_the_answers_are_those_of_a_brute_force() {
    for seed in 1..=8 {
        let [_, answers, marking] = sheet(seed);
        let marking: Value = serde_json::from_str(&marking).expect("JSON");
        let exercises = list(&marking["exercises"]);
        assert_eq!(exercises.len(), 6);
        for exercise in exercises {
            let name = text(&exercise["name"]);
            let sections = sections(&answers);
            let is_named = |title: &str| title.split(' ').next() == Some(name);
            let answer = sections.iter().find(|(title, _)| is_named(title));
            let told = answer.and_then(|(_, answer)| score(answer));
            let told = told.expect("a score");
            let instance = crate::common::parse(&exercise["instances"][0].to_string());
            let (best, _) = crate::common::brute_force(&instance).expect("there are orders");
            assert_eq!(told, best.to_string(), "sheet {seed}, exercise {name}");
        }
    }
}

/// The least sum of points and starts of a line, by all its orders.
fn least(length: usize) -> usize {
    let orders = (0..length).permutations(length);
    let sums = orders.map(|order| {
        let mut filled = vec![false; length];
        let run = |filled: &[bool], cell: usize| {
            let before = (0..cell).rev().take_while(|&it| filled[it]).count();
            let after = (cell + 1..length).take_while(|&it| filled[it]).count();
            before + after + 1
        };
        let earned = order.into_iter().map(|cell| {
            filled[cell] = true;
            // A run of one tile has no points, and is a start.
            run(&filled, cell)
        });
        earned.sum()
    });
    sums.min().expect("an order")
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<usize> {
    let words = text.split(|one: char| !one.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Each line of the proof by hand is that of a brute force, and its sum is right.
#[test]
fn the_proof_by_hand_adds_up() {
    let mut walls = std::collections::BTreeSet::new();
    for seed in 1..=30 {
        let [_, answers, _] = sheet(seed);
        let sections = sections(&answers);
        let (_, answer) = sections.last().expect("exercise 10");
        let line = |begin: &str| answer.lines().find(|line| line.starts_with(begin));
        let [rows, row, columns, column, blocks, ..] =
            numbers(line("Each of the ").expect("the lines"))[..]
        else {
            panic!("{answer}");
        };
        assert_eq!(
            (row, column),
            (least(columns), least(rows)),
            "{rows}×{columns}"
        );
        assert_eq!(blocks, (rows / 2) * (columns / 2));
        let begin = format!("{rows} · {row} + {columns} · {column} − ");
        let sum = numbers(line(&begin).expect("the sum"));
        let score = rows * row + columns * column - (rows * columns - blocks);
        assert_eq!(
            sum[4..],
            [rows * columns, blocks, score],
            "{rows}×{columns}"
        );
        walls.insert((rows, columns));
    }
    assert!(walls.len() >= 5, "{walls:?}");
}

#[test]
fn a_sheet_says_how_many_points_it_has() {
    let [exercises, ..] = sheet(7);
    let of_each = exercises.lines().filter(|line| line.starts_with("## "));
    let of_each = of_each.filter_map(|line| line.rsplit(['(', ' ']).nth(1)?.parse::<u32>().ok());
    let all: u32 = of_each.sum();
    assert!(all > 30, "{all}");
    assert!(exercises.contains(&format!("There are {all} points in all.")));
}
