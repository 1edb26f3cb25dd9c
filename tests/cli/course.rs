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
fn the_seed_decides_about_the_sheet() {
    let (first, again, second) = (sheet(7), sheet(7), sheet(8));
    assert_eq!(first, again);
    let names = |text: &str| {
        let sections = sections(text).into_iter();
        let names =
            sections.map(|(title, _)| title.split(' ').next().unwrap_or_default().to_owned());
        names.collect::<Vec<_>>()
    };
    let all = ["1", "2a", "2b", "3a", "3b", "4", "7a", "7b", "8", "10"];
    assert_eq!(names(&first[0]), all);
    assert_eq!(names(&first[1]), all);
    let difference = sections(&first[0]).into_iter().zip(sections(&second[0]));
    let difference = difference.filter(|(left, right)| left != right).count();
    assert!(difference >= 5, "{difference} exercises differ");
    assert_ne!(first[2], second[2]);
}

/// The best score in the answer of an exercise, if there is one.
fn score(answer: &str) -> Option<&str> {
    let (_, rest) = answer.split_once("best score  ")?;
    rest.split(',').next()
}

/// Words of answers that no exercise has.
const ANSWER_WORDS: &str = "valid:|NOT VALID|s.t.|which is right|proven|sed ";

#[test]
fn a_sheet_of_exercises_has_no_answer() {
    for seed in 1..=20 {
        let [exercises, answers, marking] = sheet(seed);
        let (questions, answers) = (sections(&exercises), sections(&answers));
        let mut lines = 0;
        for ((name, question), (_, answer)) in questions.iter().zip(&answers) {
            // Code fences are in both; no other line of an answer is in its exercise.
            let answer_lines = answer
                .lines()
                .filter(|line| line.len() > 3 && !line.starts_with("```"));
            for line in answer_lines {
                assert!(!question.contains(line), "{name}: {line}");
                lines += 1;
            }
            for word in ANSWER_WORDS.split('|') {
                assert!(!question.contains(word), "{name}: {word}");
            }
            if let Some(score) = score(answer) {
                let mut words = question.split(|letter: char| !letter.is_ascii_digit());
                let has_score = score.len() > 1 && words.any(|word| word == score);
                assert!(!has_score, "{name}: {score}");
            }
        }
        assert!(lines > 60, "{lines}");
        assert!(!marking.contains("score"));
    }
}

/// The brute force of the tests is independent of the solver.
#[test]
fn the_scores_of_the_answers_equal_those_of_a_brute_force() {
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
            let score = answer.and_then(|(_, answer)| score(answer));
            let score = score.expect("a score");
            let instance = crate::common::parse(&exercise["instances"][0].to_string());
            let (best, _) = crate::common::brute_force(&instance).expect("there are orders");
            assert_eq!(score, best.to_string(), "sheet {seed}, exercise {name}");
        }
    }
}

/// The least sum of points and starts of a line, by all its orders.
fn least(length: usize) -> usize {
    let orders = (0..length).permutations(length);
    let sums = orders.map(|order| {
        let mut filled = vec![false; length];
        let run = |filled: &[bool], cell: usize| {
            let before = (0..cell).rev().take_while(|&other| filled[other]).count();
            let after = (cell + 1..length)
                .take_while(|&other| filled[other])
                .count();
            before + after + 1
        };
        let lengths = order.into_iter().map(|cell| {
            filled[cell] = true;
            // A single tile has no points, and is a start.
            run(&filled, cell)
        });
        lengths.sum()
    });
    sums.min().expect("an order")
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<usize> {
    let words = text.split(|letter: char| !letter.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The lines of the proof by hand against a brute force, and their sum.
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
fn a_sheet_has_the_sum_of_its_points() {
    let [exercises, ..] = sheet(7);
    let points = exercises.lines().filter(|line| line.starts_with("## "));
    let points = points.filter_map(|line| line.rsplit(['(', ' ']).nth(1)?.parse::<u32>().ok());
    let all: u32 = points.sum();
    assert!(all > 30, "{all}");
    assert!(exercises.contains(&format!("There are {all} points in all.")));
}
