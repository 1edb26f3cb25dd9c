//! The JSON of every command, against its type and its schema in `docs/schema/`.
//!
//! `make schema` writes the schemas.

use crate::run::{azulejo_reading, contract};
use crate::{common, read, root};
use azulejo::schema::{documents, pretty};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn the_files_are_the_schemas_of_the_types() {
    let is_update = std::env::var_os("AZULEJO_SCHEMA").is_some();
    let mut names = Vec::new();
    for document in documents() {
        let path = root("docs/schema").join(format!("{}.schema.json", document.name));
        let schema = pretty(&(document.schema)()) + "\n";
        if is_update {
            std::fs::write(&path, &schema).expect("docs/schema can be written");
        }
        let file = std::fs::read_to_string(&path).unwrap_or_default();
        let hint = "`make schema` writes it anew";
        assert!(file == schema, "{}: {hint}", path.display());
        names.push(path);
    }
    let files = common::files_at(&root("docs/schema"));
    names.sort();
    assert_eq!(files, names, "no file is left of a command that is gone");
}

/// Every instance of the project, and an instance with every kind of constraint.
#[test]
fn instances_fit_their_schema() {
    for (path, instance) in common::instances() {
        let file = read(root("instances").join(&path));
        let name = path.display().to_string();
        contract::fits("instance", &file, &name);
        contract::holds("instance", &pretty(&instance), &name);
    }
    let complete = include_str!("../data/cli/complete.json");
    contract::fits("instance", complete, "complete.json");
    for (right, wrong) in [("\"cell\"", "\"cel\""), ("minimize", "most")] {
        let wrong = complete.replacen(right, wrong, 1);
        assert_ne!(wrong, complete);
        assert!(!contract::is_valid("instance", &wrong));
    }
}

const LATE: &str = include_str!("../data/game/middle.txt");

/// Runs for each document, several if an output has several forms: the name, the standard input and the words of a run.
/// A name with `!` has a golden file; the other outputs depend on the machine or are long.
const RUNS: &[(&str, &str, &str)] = &[
    ("solve!", "", "solve --size 2 --method graph"),
    ("solve bound!", "", "solve --size 3"),
    ("solve minimum!", "", "solve --size 3 --sense min"),
    (
        "solve explain",
        "",
        "solve --size 2x3 --window 1@2-4 --method ordering --explain",
    ),
    (
        "solve layers!",
        "",
        "solve --size 3 --rule rounds --method frontier --explain",
    ),
    (
        "solve infeasible!",
        "",
        "solve --size 3 --fix 1@1 --before 2:1",
    ),
    ("compare", "", "compare --size 2"),
    ("count!", "", "count --size 3 --rule rounds --method dense"),
    ("count-all-scores!", "", "count --size 2x3 --all-scores"),
    ("orders!", "", "orders --size 2 --list 3"),
    ("orders first tiles!", "", "orders --size 3 --first-tiles 1"),
    (
        "orders infeasible!",
        "",
        "orders --size 2 --fix 1@2 --before 1:2 --before 1:3 --before 1:4 --list 1",
    ),
    (
        "check!",
        "",
        "check --size 2 --order \"1 4 2 3\" --breakdown",
    ),
    (
        "relax",
        "",
        "relax --size 3 --row \"o(1,2) + o(2,3) <= 1\" --without-row c2",
    ),
    ("map!", "", "map --size 2x3 --last --fix 1@1"),
    ("table", "", "table --size 2x3 --score 5 --missing"),
    ("reproduce", "", "reproduce --only \"points of the order\""),
    ("tiling!", "", "tiling --size 3"),
    ("tiling pattern!", "", "tiling 2 4 1 3"),
    ("tiling proof!", "", "tiling 3 _ _ 4 1 2 6"),
    ("game-new!", "", "game new --seed 7"),
    ("game-show!", "", "game show --seed 7"),
    ("game-show late!", LATE, "game show -"),
    ("game-moves", "", "game moves --seed 7"),
    ("game-play!", LATE, "game play - CB3 CR-"),
    ("game-play illegal", LATE, "game play - CB1"),
    ("game-perft!", LATE, "game perft - --depth 1 --divide"),
    ("game-players", "", "game players"),
    (
        "game-best!",
        LATE,
        "game best - --player alpha-beta:depth=2",
    ),
    ("game-best", "", "game best --seed 7 --moves 3"),
    ("game-match!", "", "game match random greedy --games 4"),
    (
        "game-tournament!",
        "",
        "game tournament random greedy smart --games 2",
    ),
    ("game-plan!", "", "game plan --seed 7 --rounds 2"),
    ("game-solve!", LATE, "game solve -"),
    ("game-grade", LATE, "game grade - CB3"),
    (
        "game-grade-rollouts",
        LATE,
        "game grade - CB3 --judge rollouts",
    ),
    ("game-puzzle", "", "game puzzle --number 1"),
];

/// Sets the figures that depend on the machine to 0.
fn clear_seconds(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(clear_seconds),
        Value::Object(fields) => {
            for (name, field) in fields {
                match name.as_str() {
                    "seconds" => *field = json!(0.0),
                    _ => clear_seconds(field),
                }
            }
        }
        _ => {}
    }
}

/// Outputs of these runs, among them the golden files, against the contract.
#[test]
fn every_output_is_readable_and_fits_its_schema() {
    let mut names = BTreeSet::from(["instance".to_owned()]);
    let mut check = |name: &str, words: &str, stdin: &str| {
        let run = azulejo_reading(&format!("{words} --format json"), stdin);
        assert!([0, 3, 4].contains(&run.code), "{words}: {run:?}");
        let mut value: Value = serde_json::from_str(&run.out).expect(words);
        let document = name.split([' ', '!']).next().expect("a name");
        contract::holds(document, &run.out, words);
        names.insert(document.to_owned());
        clear_seconds(&mut value);
        if let Some(golden) = name.strip_suffix('!') {
            insta::assert_snapshot!(golden.replace(' ', "_"), pretty(&value));
        }
    };
    for (name, stdin, words) in RUNS {
        check(name, words, stdin);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (model, games) = (path("model.lp"), path("games.jsonl"));
    let program = azulejo_reading("formulate --size 2 --format lp", "").ended(0);
    std::fs::write(&model, program.out).expect("it can be written");
    check("grade", &format!("grade {model} --size 2"), "");
    let submissions = folder.path().display();
    let report = format!("grade --report {submissions} --size 2");
    check("grade-report", &report, "");
    let command = "game match random greedy --games 1 --first 1 --records";
    azulejo_reading(&format!("{command} {games}"), "").ended(0);
    check("game-check", &format!("game check {games}"), "");
    let review = format!("game review {games} --nodes 100");
    check("game-review", &review, "");
    let by_rollouts = format!("{review} --judge rollouts");
    check("game-review-rollouts", &by_rollouts, "");
    let all = documents().into_iter();
    let all = all.map(|document| document.name.to_owned());
    assert_eq!(names, all.collect(), "right: what there is");
}
