//! Readers of models of others: grades of faithful readings, or refusals with their reason.

use crate::helpers::{folder, grade, is_installed};
use crate::run::{azulejo, command};
use serde_json::Value;
use std::time::{Duration, Instant};

/// The wall of a grade of a file of 1×2 or 1×3: each order of 1×2 scores 3, and the extremes of 1×3 are 6 and 5.
fn wall(name: &str, text: impl AsRef<[u8]>, size: &str, code: i32) -> Value {
    let run = grade(name, text, &format!("--size {size} --format json"));
    run.json(code)["walls"][0].take()
}

/// A right model of 1×2.
const PAIR: &str = "Maximize\n score: 3 o_1_2 + 3 o_2_1\nSubject To\n one: o_1_2 + o_2_1 = 1\nBinary\n o_1_2 o_2_1\nEnd\n";

/// Changes of `PAIR` to another right model.
const RIGHT: &[(&str, &str)] = &[
    ("3 o_1_2 + 3 o_2_1", "o_1_2 + 2 o_1_2 + 3 o_2_1"),
    ("3 o_1_2 + 3 o_2_1", "2 o_1_2 + 2 o_2_1 + 1"),
    (
        "3 o_1_2 + 3 o_2_1\n",
        "2 o_1_2 + 2 o_2_1\n\\* constant term = 1 *\\\n",
    ),
    ("Maximize", "\u{feff}Maximise"),
    ("Maximize", "\\ Gr\u{f6}\u{df}e, a minimum\nmaximum"),
    ("one:", "HiGHS_R0:"),
    ("one:", "minimum_1: o_1_2 <= 1\n"),
    ("o_2_1 = 1", "o_2_1 - 1 = 0"),
    ("o_2_1 = 1", "o_2_1 =< 1\n o_1_2 + o_2_1 > 1"),
    (
        "Binary",
        "Bounds\n o_1_2 <= 5\n o_2_1 <= 1\nint\n o_1_2 o_2_1\nbin",
    ),
    ("End\n", ""),
];

/// Changes of `PAIR` to an unreadable model, with a part of the message.
const UNREADABLE: &[(&str, &str, &str)] = &[
    (
        "= 1\n",
        "= 1; never: o_2_1 <= 0\n",
        "line 4: ';' ends nothing",
    ),
    ("Maximize\n score:", "max:", "line 1: no colon comes after"),
    ("+ 3 o", "3 o", "line 2: 3 stands here, but a + or -"),
    (
        "3 o_1_2 + 3 o_2_1",
        "3 (o_1_2 + o_2_1)",
        "line 2: '(' is for products",
    ),
    (
        "Binary\n o_1_2",
        "Binary\n o_1_2,",
        "line 6: \"o_1_2,\" ends in a comma",
    ),
    (
        "Subject",
        "\n second: o_1_2\nSubject",
        "line 4: \"second\" stands here, but an LP file has one objective",
    ),
];

#[test]
fn an_lp_file_is_read_faithfully() {
    let variant = |old: &str, new: &str| {
        assert!(PAIR.contains(old), "{old}");
        PAIR.replacen(old, new, 1)
    };
    for (old, new) in RIGHT {
        let wall = wall("a.lp", variant(old, new), "1x2", 0);
        assert_eq!(wall["instance"]["sense"], "maximize", "{new}");
    }
    // Comments in Latin-1.
    let latin = variant("Maximize", "\\ Gr\u{f6}\u{df}e\nMaximize");
    let latin = latin
        .chars()
        .map(|letter| u8::try_from(letter).expect("Latin-1"));
    grade("a.lp", latin.collect::<Vec<u8>>(), "--size 1x2").ended(0);
    for (old, new, part) in UNREADABLE {
        let run = grade("a.lp", variant(old, new), "--size 1x2").ended(1);
        run.says(part);
    }
}

/// An assignment of 1×3: turns are rows, and cells are columns.
fn assignment(costs: [[i32; 3]; 3]) -> String {
    let name = |turn: usize, cell: usize| format!("A_{}_{}", turn + 1, cell + 1);
    let places = (0..3).flat_map(|turn| (0..3).map(move |cell| (turn, cell)));
    let names: Vec<String> = places
        .clone()
        .map(|(turn, cell)| name(turn, cell))
        .collect();
    let terms = places.map(|(turn, cell)| format!("{:+} {}", costs[turn][cell], name(turn, cell)));
    let rows = (0..3).map(|index| {
        let of_turn: Vec<String> = (0..3).map(|cell| name(index, cell)).collect();
        let of_cell: Vec<String> = (0..3).map(|turn| name(turn, index)).collect();
        let (of_turn, of_cell) = (of_turn.join(" + "), of_cell.join(" + "));
        format!(" {of_turn} = 1\n {of_cell} = 1\n")
    });
    let (terms, rows): (Vec<String>, String) = (terms.collect(), rows.collect());
    let (terms, names) = (terms.join(" "), names.join("\n "));
    format!(" f: {terms}\nSubject To\n{rows}Binary\n {names}\nEnd\n")
}

/// Terms of the score of each order of 1×3: 5 where the middle is last, and 6 elsewhere.
const COSTS: [[i32; 3]; 3] = [[1, 1, 1], [2, 2, 2], [3, 2, 3]];

#[test]
fn the_sense_comes_from_the_program() {
    let scores = COSTS;
    let negated = COSTS.map(|turn| turn.map(|cost| -cost));
    for (sense, costs, expected) in [
        ("max", scores, "maximize"),
        ("min", scores, "minimize"),
        ("Minimize", negated, "maximize"),
        ("Maximize", negated, "minimize"),
    ] {
        // No word of a comment or a name counts.
        let text = format!("\\ maximize minimize\n{sense}\n{}", assignment(costs));
        let wall = wall("a.lp", &text, "1x3", 0);
        assert_eq!(wall["instance"]["sense"], expected, "{text}");
        let objective = wall["objective"].as_str();
        assert_eq!(objective.is_some(), costs == negated, "{objective:?}");
        let negative = "its objective is the negative of a score";
        assert!(
            objective.is_none_or(|line| line.contains(negative)),
            "{objective:?}"
        );
    }
    // The sense of the flag overrides the sense of the file.
    let text = format!("min\n{}", assignment(COSTS));
    grade("a.lp", text, "--size 1x3 --sense max")
        .ended(3)
        .says("the model's maximum is 5, but the maximum is 6");
}

/// An MPS file of 1×2 with one cost for both orders.
fn mps(before: &str, cost: i32) -> String {
    format!(
        "{before}ROWS\n N f\n E one\nCOLUMNS\n o_1_2 f {cost} one 1\n o_2_1 f {cost} one 1\nRHS\n RHS one 1\n\
         BOUNDS\n BV B o_1_2\n BV B o_2_1\nENDATA\n"
    )
}

#[test]
fn an_mps_file_with_its_sense_in_a_comment_is_graded_with_a_note() {
    let comment = Some("only a comment says");
    let negative = Some("the negative of a score");
    for (before, cost, sense, note) in [
        ("NAME maximum_1\n", 3, "minimize", None),
        ("NAME a\nOBJSENSE\n    MAX\n", 3, "maximize", None),
        // HiGHS ignores these lines.
        ("NAME a\nOBJSENSE MAXIMIZE\n", 3, "maximize", None),
        ("* minimum\nNAME a\nMAX\n", 3, "maximize", None),
        ("*SENSE:Maximize\nNAME a\n", 3, "maximize", comment),
        (
            "* Objective:  f (MAXimum)\nNAME a FREE\n",
            3,
            "maximize",
            comment,
        ),
        (
            "* the minimum of the negated score\nNAME a\n",
            -3,
            "maximize",
            negative,
        ),
        ("*SENSE:Maximize\nNAME a\n", -3, "maximize", negative),
    ] {
        let wall = wall("a.mps", mps(before, cost), "1x2", 0);
        assert_eq!(wall["instance"]["sense"], sense, "{before}");
        let objective = wall["objective"].as_str();
        assert_eq!(objective.is_some(), note.is_some(), "{before}");
        let part = note.unwrap_or_default();
        assert!(objective.unwrap_or_default().contains(part), "{before}");
        let text = grade("a.mps", mps(before, cost), "--size 1x2").ended(0);
        text.says(note.unwrap_or("which is right"));
    }
    // Our own exports of both extremes.
    for (sense, is_negated) in [("max", true), ("min", false)] {
        let formulate = format!("formulate --size 2 --sense {sense} --format mps");
        let text = azulejo(&formulate).ended(0).out;
        let wall = wall("a.mps", text, "2", 0);
        assert_eq!(wall["objective"].is_string(), is_negated);
    }
}

#[test]
fn scores_are_not_rounded() {
    let higher = "gives the order 1 2 the score 3.4, but it scores 3";
    let lower = "the model's maximum is 2.999, but the maximum is 3";
    for (score, code, message) in [("3.4", 3, higher), ("2.999", 3, lower), ("3.00001", 0, "")] {
        let text = PAIR.replace("3 o", &format!("{score} o"));
        grade("a.lp", text, "--size 1x2").ended(code).says(message);
    }
    let text = PAIR.replace("3 o", "3.4 o");
    assert_eq!(wall("a.lp", text, "1x2", 3)["best"], 3.4);
    // An objective without a row.
    let text = PAIR.replacen("3 o_1_2 + 3 o_2_1", "TP", 1);
    let run = grade("a.lp", &text, "--size 1x2").ended(3);
    run.says("best score  without bound, which is WRONG")
        .is_silent_about("9223372036854775807");
    assert_eq!(wall("a.lp", &text, "1x2", 3)["best"], "unbounded");
    // A solution without an order.
    let text = PAIR.replacen("one: o_1_2 + o_2_1 = 1", "one: o_1_2 + o_2_1 <= 1", 1);
    grade("a.lp", text, "--size 1x2")
        .ended(3)
        .says("no order: each o(cell,cell) is 0");
}

/// Files of PuLP and python-mip lack the constant of the objective; in other files the student forgot it.
#[test]
fn a_constant_dropped_by_the_writer_of_a_file_is_reported() {
    let short = PAIR.replace("3 o", "o");
    for before in ["\\* row *\\\n", "\\Problem name: \n\n"] {
        let run = grade("a.lp", format!("{before}{short}"), "--size 1x2").ended(1);
        run.says("each order scores 2 points less")
            .says("azulejo.grade in Python");
    }
    grade("a.lp", &short, "--size 1x2").ended(3);
    grade("a.lp", format!("\\* row *\\\n{PAIR}"), "--size 1x2").ended(0);
}

#[test]
fn a_model_of_glpsol_keeps_its_constant() {
    let model = "set P := {(1,2),(2,1)};\nvar o{P} binary;\nmaximize score: 2 + o[1,2] + o[2,1];\n\
                 s.t. one: o[1,2] + o[2,1] = 1;\nend;\n";
    if is_installed("glpsol", "deps-models") {
        let run = grade("a.mod", model, "--size 1x2").ended(0);
        run.says("which is right");
    }
}

#[test]
fn a_model_of_minizinc_reads_no_file_and_is_graded_by_a_sample_of_orders() {
    let run = grade("a.mzn", "int: a; include \"/etc/passwd\";", "--size 2").ended(1);
    run.says("it would read or write files")
        .is_silent_about("root:");
    if !is_installed("minizinc", "deps-models") {
        return;
    }
    // On a larger wall, a sample of orders is judged, and solutions that are no order are searched.
    let ordering = include_str!("../../models/ordering.mzn");
    grade("a.mzn", ordering, "--size 2x4")
        .ended(0)
        .says("100 orders at random: each is allowed")
        .says("none: each solution of the model is an order");
    let inverse = "constraint inverse(turn, order);";
    assert!(ordering.contains(inverse));
    let none = "constraint order = [c | c in Cells];";
    let unequal = "constraint forall(a, b in Cells where b > a + 1)(turn[a] != turn[b]);";
    let no_order = "a solution that is no order: turn = [";
    let right = "none: each solution of the model is one of these orders";
    for (replacement, more, words, message) in [
        (none, "", "--size 2", no_order),
        (none, unequal, "--size 2x4", no_order),
        (inverse, "var 1..9: free;", "--size 2x3", right),
        (
            inverse,
            "constraint turn[1] < turn[2];",
            "--size 2x4",
            "the model excludes the order",
        ),
    ] {
        let model = ordering.replace(inverse, &format!("{replacement} {more}"));
        grade("a.mzn", model, words).says(message);
    }
    // A set with the name of the other array.
    let model = ordering.replace("turn", "at");
    let model = format!("set of int: turn = 1..4;\n{model}");
    grade("a.mzn", model, "--size 2")
        .ended(0)
        .says("which is right");
}

#[test]
fn one_cell_that_looks_like_two_is_a_warning() {
    let run = grade("a.lp", PAIR, "--size 1x2 --last 1,2");
    let warning = "--last 1,2 is one cell, in row 1 and column 2";
    assert!(run.err.contains(warning), "{run:?}");
    let run = grade("a.lp", PAIR, "--size 1x2 --last \"1 2\"");
    run.is_silent_about("is one cell");
}

/// A file on which HiGHS does not end.
const ENDLESS: &str = "\nROWS\n N f\nCOLUMNS\n x 2 y 1\n";

#[test]
fn a_solver_that_does_not_end_is_killed() {
    let clock = Instant::now();
    let run = grade("a.mps", ENDLESS, "--size 2 --time-limit 1s");
    assert_eq!((run.code, &*run.out), (5, ""));
    run.says("the solver was stopped before the model was graded");
    assert!(clock.elapsed() < Duration::from_secs(15));
}

/// Ctrl-C, and the signal of `kill`.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_grading() {
    let folder = folder(&[("a.mps", ENDLESS)]);
    for signal in ["INT", "TERM"] {
        let mut grading = command(&format!("grade {}/a.mps --size 2", folder.path().display()));
        let mut child = grading.spawn().expect("it starts");
        std::thread::sleep(Duration::from_secs(1));
        let status = std::process::Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(status.expect("it is sent").success());
        let clock = Instant::now();
        assert_eq!(child.wait().expect("it ends").code(), Some(5), "{signal}");
        assert!(clock.elapsed() < Duration::from_secs(10), "{signal}");
    }
}

/// HiGHS prints a message about a row named `HiGHS_R0` on standard output.
#[test]
fn a_report_has_a_row_for_a_file_that_stops_a_solver() {
    let folder = folder(&[
        ("ada.lp", PAIR),
        ("bob.lp", &PAIR.replace("one:", "HiGHS_R0:")),
        ("carol.mps", "\nCOLUMNS\n x 2 y 1\n"),
        ("eve.mps", ENDLESS),
        ("dan.mps", &mps("*SENSE:Maximize\n", 3)),
    ]);
    let words = "--size 1x2 --format csv --time-limit 6s";
    let run = azulejo(&format!(
        "grade --report {} {words}",
        folder.path().display()
    ))
    .ended(3);
    let rows: Vec<&str> = run.out.lines().skip(1).collect();
    let (first, rest) = rows.split_at(3);
    assert_eq!(
        first,
        [
            "ada.lp,,right,4,4,",
            "bob.lp,,right,4,4,",
            "carol.mps,,not read,0,4,line 2: COLUMNS comes before ROWS",
        ]
    );
    let dan = "dan.mps,,right,4,4,\"only a comment says";
    assert!(rest[0].starts_with(dan), "{rows:?}");
}
