//! How models of others are read: as they are written, or refused with the reason.

use crate::run::{Run, azulejo, command};
use std::fs;
use std::path::PathBuf;

fn file(name: &str, text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a new file");
    (folder, path)
}

/// The grade of a file on a wall, which is 1×2 or 1×3: each order of 1×2 scores 3, and the extremes of 1×3 are 6 and 5.
fn graded(name: &str, text: impl AsRef<[u8]>, words: &str) -> Run {
    let (_folder, path) = file(name, text);
    azulejo(&format!("grade {} {words}", path.display()))
}

/// A right model of 1×2.
const PAIR: &str = "Maximize\n score: 3 o_1_2 + 3 o_2_1\nSubject To\n one: o_1_2 + o_2_1 = 1\nBinary\n o_1_2 o_2_1\nEnd\n";

#[test]
fn an_lp_file_is_graded_as_it_is_written() {
    let changed = |old: &str, new: &str| {
        assert!(PAIR.contains(old), "{old}");
        PAIR.replacen(old, new, 1)
    };
    for (old, new) in [
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
    ] {
        let json = graded("a.lp", changed(old, new), "--size 1x2 --format json").json(0);
        assert_eq!(json["walls"][0]["instance"]["sense"], "maximize", "{new}");
    }
    // Comments in Latin-1.
    let latin: Vec<u8> = changed("Maximize", "\\ Gr\u{f6}\u{df}e\nMaximize")
        .chars()
        .map(|one| u8::try_from(one).expect("Latin-1"))
        .collect();
    graded("a.lp", latin, "--size 1x2").ended(0);
    for (old, new, part) in [
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
    ] {
        let run = graded("a.lp", changed(old, new), "--size 1x2").ended(1);
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
    let rows = (0..3).map(|one| {
        let turn: Vec<String> = (0..3).map(|cell| name(one, cell)).collect();
        let cell: Vec<String> = (0..3).map(|turn| name(turn, one)).collect();
        format!(" {} = 1\n {} = 1\n", turn.join(" + "), cell.join(" + "))
    });
    let rows: String = rows.collect();
    format!(
        " f: {}\nSubject To\n{rows}Binary\n {}\nEnd\n",
        terms.collect::<Vec<_>>().join(" "),
        names.join("\n ")
    )
}

/// Terms of the score of each order of 1×3: 5 where the middle is last, and 6 elsewhere.
const COSTS: [[i32; 3]; 3] = [[1, 1, 1], [2, 2, 2], [3, 2, 3]];

#[test]
fn the_sense_is_that_of_the_program() {
    let scores = COSTS;
    let negated = COSTS.map(|turn| turn.map(|cost| -cost));
    let negative = "its objective is the negative of a score";
    for (sense, costs, of, says) in [
        ("max", scores, "maximize", None),
        ("min", scores, "minimize", None),
        ("Minimize", negated, "maximize", Some(negative)),
        ("Maximize", negated, "minimize", Some(negative)),
    ] {
        // No word of a comment or a name counts.
        let text = format!("\\ maximize minimize\n{sense}\n{}", assignment(costs));
        let json = graded("a.lp", &text, "--size 1x3 --format json").json(0);
        assert_eq!(json["walls"][0]["instance"]["sense"], of, "{text}");
        let objective = &json["walls"][0]["objective"];
        assert_eq!(objective.is_null(), says.is_none(), "{objective}");
        assert!(says.is_none_or(|says| objective.to_string().contains(says)));
    }
}

/// An MPS file of 1×2 in which each order has this cost.
fn mps(before: &str, cost: i32) -> String {
    format!(
        "{before}ROWS\n N f\n E one\nCOLUMNS\n o_1_2 f {cost} one 1\n o_2_1 f {cost} one 1\nRHS\n RHS one 1\n\
         BOUNDS\n BV B o_1_2\n BV B o_2_1\nENDATA\n"
    )
}

#[test]
fn an_mps_file_whose_sense_stands_in_a_comment_is_graded_by_it_and_that_is_said() {
    for (before, cost, sense, says) in [
        ("NAME maximum_1\n", 3, "minimize", None),
        ("NAME a\nOBJSENSE\n    MAX\n", 3, "maximize", None),
        // HiGHS passes over these.
        ("NAME a\nOBJSENSE MAXIMIZE\n", 3, "maximize", None),
        ("* minimum\nNAME a\nMAX\n", 3, "maximize", None),
        (
            "*SENSE:Maximize\nNAME a\n",
            3,
            "maximize",
            Some("only a comment says"),
        ),
        (
            "* Objective:  f (MAXimum)\nNAME a FREE\n",
            3,
            "maximize",
            Some("only a comment says"),
        ),
        (
            "* the minimum of the negated score\nNAME a\n",
            -3,
            "maximize",
            Some("the negative of a score"),
        ),
        (
            "*SENSE:Maximize\nNAME a\n",
            -3,
            "maximize",
            Some("the negative of a score"),
        ),
    ] {
        let json = graded("a.mps", mps(before, cost), "--size 1x2 --format json").json(0);
        let wall = &json["walls"][0];
        assert_eq!(wall["instance"]["sense"], sense, "{before}");
        let objective = wall["objective"].as_str();
        assert_eq!(objective.is_some(), says.is_some(), "{before}");
        assert!(
            objective
                .unwrap_or_default()
                .contains(says.unwrap_or_default()),
            "{before}"
        );
        let text = graded("a.mps", mps(before, cost), "--size 1x2").ended(0);
        text.says(says.unwrap_or("which is right"));
    }
    // Our own exports of both extremes.
    for (sense, is_negated) in [("max", true), ("min", false)] {
        let formulate = format!("formulate --size 2 --sense {sense} --format mps");
        let own = azulejo(&formulate).ended(0).out;
        let json = graded("a.mps", own, "--size 2 --format json").json(0);
        assert_eq!(json["walls"][0]["objective"].is_string(), is_negated);
    }
    // What is asked for counts, and not the sense of the file.
    graded(
        "a.lp",
        format!("min\n{}", assignment(COSTS)),
        "--size 1x3 --sense max",
    )
    .ended(3)
    .says("the model's maximum is 5, but the maximum is 6");
}

#[test]
fn scores_are_not_rounded() {
    for (score, says) in [
        ("3.4", "gives the order 1 2 the score 3.4, but it scores 3"),
        (
            "2.999",
            "the model's maximum is 2.999, but the maximum is 3",
        ),
        ("3.00001", ""),
    ] {
        let text = PAIR.replace("3 o", &format!("{score} o"));
        let code = if says.is_empty() { 0 } else { 3 };
        graded("a.lp", text, "--size 1x2").ended(code).says(says);
    }
    let text = PAIR.replace("3 o", "3.4 o");
    let json = graded("a.lp", text, "--size 1x2 --format json").json(3);
    assert_eq!(json["walls"][0]["best"], 3.4);
    // An objective that is held by nothing.
    let text = PAIR.replacen("3 o_1_2 + 3 o_2_1", "TP", 1);
    let run = graded("a.lp", &text, "--size 1x2").ended(3);
    run.says("best score  without bound, which is WRONG")
        .is_silent_about("9223372036854775807");
    let json = graded("a.lp", &text, "--size 1x2 --format json").json(3);
    assert_eq!(json["walls"][0]["best"], "unbounded");
    // A solution in which no order is said.
    let text = PAIR.replacen("one: o_1_2 + o_2_1 = 1", "one: o_1_2 + o_2_1 <= 1", 1);
    graded("a.lp", text, "--size 1x2")
        .ended(3)
        .says("no order: each o(cell,cell) is 0");
}

/// In a file of PuLP or python-mip, the constant of the objective is missing; of another one it is the student who forgot it.
#[test]
fn a_constant_that_the_writer_of_a_file_dropped_is_told() {
    let short = PAIR.replace("3 o", "o");
    for before in ["\\* row *\\\n", "\\Problem name: \n\n"] {
        let run = graded("a.lp", format!("{before}{short}"), "--size 1x2").ended(1);
        run.says("each order scores 2 points less")
            .says("azulejo.grade in Python");
    }
    graded("a.lp", &short, "--size 1x2").ended(3);
    graded("a.lp", format!("\\* row *\\\n{PAIR}"), "--size 1x2").ended(0);
}

#[test]
fn a_model_of_glpsol_keeps_its_constant_and_one_of_minizinc_reads_no_file() {
    let model = "set P := {(1,2),(2,1)};\nvar o{P} binary;\nmaximize score: 2 + o[1,2] + o[2,1];\n\
                 s.t. one: o[1,2] + o[2,1] = 1;\nend;\n";
    let has = |tool: &str| {
        let asked = std::process::Command::new(tool).arg("--version").output();
        asked.is_ok()
    };
    if has("glpsol") {
        let run = graded("a.mod", model, "--size 1x2").ended(0);
        run.says("which is right");
    } else {
        crate::common::optional::skipped("glpsol", "deps-models");
    }
    let run = graded("a.mzn", "int: a; include \"/etc/passwd\";", "--size 2").ended(1);
    run.says("it would read or write files")
        .is_silent_about("root:");
    if !has("minizinc") {
        return crate::common::optional::skipped("minizinc", "deps-models");
    }
    // Of a wall with more orders, some are tried, and solutions that are none are looked for.
    let ordering = include_str!("../../models/ordering.mzn");
    graded("a.mzn", ordering, "--size 2x4")
        .ended(0)
        .says("100 orders at random: each is allowed")
        .says("none: each solution of the model is an order");
    let inverse = "constraint inverse(turn, order);";
    assert!(ordering.contains(inverse));
    for (instead, words, says) in [
        (
            "constraint order = [c | c in Cells];",
            "--size 2",
            "a solution that is no order: turn = [",
        ),
        (
            "constraint order = [c | c in Cells]; constraint forall(a, b in Cells where b > a + 1)(turn[a] != turn[b]);",
            "--size 2x4",
            "a solution that is no order: turn = [",
        ),
        (
            "constraint inverse(turn, order); var 1..9: free;",
            "--size 2x3",
            "none: each solution of the model is one of these orders",
        ),
        (
            "constraint inverse(turn, order); constraint turn[1] < turn[2];",
            "--size 2x4",
            "the model excludes the order",
        ),
    ] {
        let changed = ordering.replace(inverse, instead);
        graded("a.mzn", changed, words).says(says);
    }
    // A set with the name of the other array.
    let named = format!(
        "set of int: turn = 1..4;\n{}",
        ordering.replace("turn", "at")
    );
    graded("a.mzn", named, "--size 2")
        .ended(0)
        .says("which is right");
}

#[test]
fn one_cell_that_looks_like_two_is_told() {
    let run = graded("a.lp", PAIR, "--size 1x2 --last 1,2");
    assert!(
        run.err
            .contains("--last 1,2 is one cell, in row 1 and column 2"),
        "{run:?}"
    );
    let run = graded("a.lp", PAIR, "--size 1x2 --last \"1 2\"");
    run.is_silent_about("is one cell");
}

/// With this file, HiGHS comes to no end.
const ENDLESS: &str = "\nROWS\n N f\nCOLUMNS\n x 2 y 1\n";

#[test]
fn a_solver_that_comes_to_no_end_is_ended() {
    let started = std::time::Instant::now();
    let run = graded("a.mps", ENDLESS, "--size 2 --time-limit 1s");
    assert_eq!((run.code, &*run.out), (5, ""));
    run.says("the solver was stopped before the model was graded");
    assert!(started.elapsed() < std::time::Duration::from_secs(15));
}

/// Ctrl-C, and what `kill` sends.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_grading() {
    let (_folder, path) = file("a.mps", ENDLESS);
    for signal in ["INT", "TERM"] {
        let mut grading = command(&format!("grade {} --size 2", path.display()));
        let mut child = grading.spawn().expect("it starts");
        std::thread::sleep(std::time::Duration::from_secs(1));
        let sent = std::process::Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(sent.expect("it is sent").success());
        let started = std::time::Instant::now();
        assert_eq!(child.wait().expect("it ends").code(), Some(5), "{signal}");
        assert!(
            started.elapsed() < std::time::Duration::from_secs(10),
            "{signal}"
        );
    }
}

/// HiGHS tells of a row named `HiGHS_R0` on standard output.
#[test]
fn a_file_that_a_solver_chokes_on_is_a_row_of_the_report_like_any_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("ada.lp", PAIR);
    write("bob.lp", &PAIR.replace("one:", "HiGHS_R0:"));
    write("carol.mps", "\nCOLUMNS\n x 2 y 1\n");
    write("eve.mps", ENDLESS);
    write("dan.mps", &mps("*SENSE:Maximize\n", 3));
    let words = format!(
        "grade --report {} --size 1x2 --format csv --time-limit 6s",
        folder.path().display()
    );
    let run = azulejo(&words).ended(3);
    let rows: Vec<&str> = run.out.lines().skip(1).collect();
    assert_eq!(
        rows[..2],
        ["ada.lp,,right,4,4,", "bob.lp,,right,4,4,"],
        "{rows:?}"
    );
    assert_eq!(
        rows[2],
        "carol.mps,,not read,0,4,line 2: COLUMNS comes before ROWS"
    );
    assert!(
        rows[3].starts_with("dan.mps,,right,4,4,\"only a comment says"),
        "{rows:?}"
    );
}
