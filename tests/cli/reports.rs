//! Reports of the hand-ins of students.

use crate::helpers::{folder, is_installed, list, read, text};
use crate::run::{Run, azulejo, command};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const CASE_STUDY: &str = include_str!("../../models/case_study.mod");
const DISAGGREGATED: &str = include_str!("../../models/disaggregated.mod");
const ORDERING: &str = include_str!("../../models/ordering.mod");
const LECTURE: &str = "--marking docs/lecture/marking.json";

fn report(folder: impl AsRef<Path>, words: &str) -> Run {
    let folder = folder.as_ref().display();
    // A class of models is solved wall by wall, which takes long on a busy machine.
    let command = command(&format!("grade --report {folder} {words}"));
    Run::within(Duration::from_secs(300), command, "")
}

/// A marking scheme of exercises `NAME, POINTS, INSTANCES`, and the flag that names it.
fn marking(exercises: &[(&str, u32, &str)]) -> (TempDir, String) {
    let exercises = exercises.iter().map(|(name, points, instances)| {
        format!(r#"{{"name": "{name}", "points": {points}, "instances": [{instances}]}}"#)
    });
    let exercises: Vec<String> = exercises.collect();
    scheme(&format!(r#"{{"exercises": [{}]}}"#, exercises.join(", ")))
}

fn scheme(text: &str) -> (TempDir, String) {
    let folder = folder(&[("marking.json", text)]);
    let flag = format!("--marking {}/marking.json", folder.path().display());
    (folder, flag)
}

/// Models of 2×2: a right one, a wrong one with one fault, and a wrong one with more faults.
fn models() -> [String; 3] {
    let right = azulejo("formulate --size 2 --method case-study --format lp")
        .ended(0)
        .out;
    let excluding = right.replace("Subject To\n", "Subject To\n extra: A(1,1) = 0\n");
    let dearer = right.replacen(" A(1,1)", " 2 A(1,1)", 1);
    assert!(excluding != right && dearer != right);
    [right, excluding, dearer]
}

#[test]
fn a_report_has_a_row_for_each_file_with_any_fault() {
    let [right, excluding, dearer] = models();
    let folder = folder(&[
        ("a-right.lp", &right),
        ("b/one-way.lp", &excluding),
        ("b/two-ways.lp", &dearer),
        ("c-broken.lp", "Maximize\n nonsense"),
        ("d-empty.lp", ""),
        ("e-no-model.txt", "I could not do it."),
        ("e-writes.mod", "var x; solve; printf \"a\" > \"b\"; end;"),
        ("f-\u{202e}trick\u{1b}[2J.lp", "x"),
        (".hidden.lp", "x"),
        ("data.dat", "x"),
    ]);
    fs::write(folder.path().join("g-bytes.lp"), [0xff, 0xfe]).expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("h-link.lp")).expect("a link");
    let json = report(&folder, "--size 2 --format json").json(3);
    let rows = list(&json["files"]);
    let says = |row: &Value| row["says"].as_str().unwrap_or_default().to_owned();
    let excludes = "2×2: the model excludes the order 1 2 3 4";
    let higher = "the model's maximum is 11, but the maximum is 10";
    let mut expected = vec![
        ("right", "right", 4, ""),
        ("one-way", "wrong", 2, excludes),
        ("two-ways", "wrong", 1, higher),
        ("broken", "not-read", 0, "line 2: Subject To is missing"),
        ("empty", "not-read", 0, "it is empty"),
        ("no-model", "not-read", 0, "a model's file ends in .mod"),
        ("writes", "not-read", 0, "it would read or write files"),
        ("trick", "not-read", 0, "line 1: an LP file begins with"),
        ("bytes", "not-read", 0, "not UTF-8"),
    ];
    if cfg!(unix) {
        expected.push(("link", "not-read", 0, "no file"));
    }
    assert_eq!(rows.len(), expected.len());
    for (name, verdict, points, part) in expected {
        let mut matches = rows.iter().filter(|row| text(&row["file"]).contains(name));
        let row = matches.next().unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(
            (text(&row["verdict"]), &row["points"]),
            (verdict, &points.into())
        );
        assert!(says(row).contains(part), "{row}");
        assert!(!part.is_empty() || says(row).is_empty(), "{row}");
        assert!(part != excludes || says(row).starts_with(part), "{row}");
        assert!(
            !says(row).contains(['\n', '\t']) && !says(row).contains("  "),
            "{row}"
        );
    }
    let sum = match cfg!(unix) {
        true => "10 files: 1 right, 2 wrong, 7 not read",
        false => "9 files",
    };
    let run = report(&folder, "--size 2").ended(3);
    run.says(sum)
        .is_silent_about("\u{202e}")
        .is_silent_about("\u{1b}");
}

/// A model of the other sense has a single fault, the best score: the score of each order is right.
#[test]
fn a_model_of_the_other_sense_has_one_fault() {
    let [right, ..] = models();
    let json = report(
        folder(&[("a.lp", &right)]),
        "--size 2 --sense min --format json",
    )
    .json(3);
    let row = &json["files"][0];
    assert_eq!(
        (&row["verdict"], &row["points"]),
        (&"wrong".into(), &2.into())
    );
    assert_eq!(
        row["says"],
        "2×2: the model's minimum is 10, but the minimum is 9: the order 1 2 3 4 reaches it; \
         half of the points: wrong in one way"
    );
    // A model may minimize the negative of the scores, and is right.
    let (objective, rows) = right.split_once("Subject To").expect("rows");
    let objective = objective.replace("Maximize", "Minimize").replace('+', "-");
    let negated = objective + "Subject To" + rows;
    report(folder(&[("a.lp", &negated)]), "--size 2 --sense max")
        .ended(0)
        .says("1 right");
}

#[test]
fn a_marking_scheme_gives_the_points_of_the_exercise_in_the_name_of_a_file() {
    let [right, excluding, _] = models();
    let instance = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#;
    let files = folder(&[
        ("ada-2A.lp", &right),
        ("5/bob.lp", &excluding),
        ("2a/eve-5.lp", &right),
        ("carol.lp", &right),
        ("=2+2,2a.lp", &right),
    ]);
    let (_scheme, flag) = marking(&[("2a", 7, instance), ("5", 3, instance)]);
    let csv = report(&files, &format!("{flag} --format csv")).ended(3);
    let rows: Vec<&str> = csv.out.lines().collect();
    assert_eq!(rows[0], "file,exercise,verdict,points,of,why");
    assert!(rows.contains(&"ada-2A.lp,2a,right,7,7,"), "{csv:?}");
    assert!(rows.contains(&"2a/eve-5.lp,5,right,3,3,"), "{csv:?}");
    for begin in [
        "5/bob.lp,5,wrong,1,3,",
        "carol.lp,,not read,0,0,",
        // A spreadsheet would take the name for a formula.
        "\"'=2+2,2a.lp\",2a,right,7,7",
    ] {
        assert!(rows.iter().any(|row| row.starts_with(begin)), "{csv:?}");
    }
    report(&files, &format!("{flag} --size 2"))
        .ended(2)
        .says("leave out --size");
    let no_wall = r#"{"wall": {"rows": 0, "columns": 2}, "sense": "maximize"}"#;
    for ((_scheme, flag), part) in [
        (scheme("{}"), "missing field `exercises`"),
        (marking(&[("2 a", 1, "")]), "no word of letters"),
        (marking(&[("2", 1, "")]), "has no instances"),
        (marking(&[("2", 1, no_wall)]), "wall"),
    ] {
        let run = report(&files, &flag).ended(1);
        run.says("marking.json").says(part);
    }
}

#[test]
fn the_exit_code_of_a_report_fits_its_rows() {
    let [right, ..] = models();
    let files = folder(&[("a.lp", &right), ("b/a.lp", &right)]);
    report(&files, "--size 2").ended(0).says("2 files: 2 right");
    // No time for a comparison.
    let json = report(&files, "--size 2 --time-limit 0 --format json").json(4);
    assert_eq!(json["files"][0]["verdict"], "stopped");
    report(folder(&[]), "").ended(1).says("has no files");
    // A missing solver is no error of the report: the row of each file has it.
    let model = folder(&[("a.mod", ORDERING)]);
    let mut grading = command(&format!("grade --report {}", model.path().display()));
    grading.env("PATH", "");
    Run::of(grading, "").ended(3).says("glpsol is missing");
}

/// The unchanged models of the course are wrong for all exercises but one, whose answer is one of the models.
#[test]
fn an_unchanged_model_of_the_course_earns_nothing_unless_it_is_right() {
    if !is_installed("glpsol", "deps-models") {
        return;
    }
    let files = folder(&[
        ("2a-ada.mod", &format!("\n{CASE_STUDY}\n\n")),
        ("6-ada.mod", DISAGGREGATED),
    ]);
    let wall = r#""wall": {"rows": 2, "columns": 2}, "sense": "maximize""#;
    let before = r#""constraints": [{"type": "before", "first": 4, "then": 1}]"#;
    let (before, wall) = (format!("{{{wall}, {before}}}"), format!("{{{wall}}}"));
    let (_scheme, flag) = marking(&[("2a", 4, &before), ("6", 4, &wall)]);
    let run = report(&files, &format!("{flag} --format csv")).ended(3);
    let rows: Vec<&str> = run.out.lines().collect();
    let allows = "2a-ada.mod,2a,as given out,0,4,\"2×2: the model allows";
    assert!(rows[1].starts_with(allows), "{rows:?}");
    assert_eq!(rows[2..], ["6-ada.mod,6,right,4,4,"]);
}

/// The answers to the marked exercises: exercise, initial model, answer.
fn answers() -> Vec<(&'static str, &'static str, String)> {
    let mzn = include_str!("../../models/ordering.mzn");
    let extend = |model: &str, row: &str| model.replace("\nsolve;", &format!("\n{row} solve;"));
    let before = "s.t. first: sum{i in Turns} i * A[i,4] + 1 <= sum{i in Turns} i * A[i,1];";
    let least = CASE_STUDY.replace("\nmaximize", "\nminimize");
    let rounds =
        "s.t. rounds{i in Turns, j in Positions: row[j] != 1 + (i - 1) mod rows}: A[i,j] = 0;";
    let fewer = CASE_STUDY
        .replace("set Turns     := 1..rows * columns;", "set Turns := 1..3;")
        .replace(
            "sum{i in Turns} A[i,j] = 1;",
            "sum{i in Turns} A[i,j] <= 1;",
        );
    let late = "constraint turn[1] >= rows * columns - 1 /\\ turn[2] >= rows * columns - 1;";
    let last = "s.t. last{c in Cells: c != 5}: rank[c] + 1 <= rank[5];";
    let lines = ORDERING.split_inclusive('\n');
    let without = lines.filter(|line| !line.starts_with("s.t. c15")).collect();
    let corner = "s.t. corner{j in {columns, (rows - 1) * columns + 1, rows * columns}}: \
                  sum{i in Turns} i * A[i,1] + 1 <= sum{i in Turns} i * A[i,j];";
    vec![
        ("2a", CASE_STUDY, extend(CASE_STUDY, before)),
        ("2b", CASE_STUDY, least),
        ("3a", CASE_STUDY, extend(CASE_STUDY, rounds)),
        ("3b", CASE_STUDY, fewer),
        ("4", mzn, format!("{mzn}\n{late}")),
        ("6", CASE_STUDY, DISAGGREGATED.into()),
        ("7a", ORDERING, extend(ORDERING, last)),
        ("9", ORDERING, without),
        ("13", CASE_STUDY, extend(CASE_STUDY, corner)),
    ]
}

fn ending(exercise: &str) -> &'static str {
    if exercise == "4" { "mzn" } else { "mod" }
}

/// The rows of a report by the lecture's scheme: file, verdict and points.
fn marks(files: &[(String, String)]) -> Vec<(String, String, u64)> {
    let files = files.iter().map(|(name, text)| (&**name, &**text));
    let files: Vec<_> = files.collect();
    let run = report(folder(&files), &format!("{LECTURE} --format json"));
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    let rows = list(&json["files"]).iter().map(|row| {
        println!("{row}");
        let [file, verdict] = ["file", "verdict"].map(|key| text(&row[key]).to_owned());
        (file, verdict, row["points"].as_u64().expect("points"))
    });
    rows.collect()
}

fn has_solvers() -> bool {
    is_installed("glpsol", "deps-models") && is_installed("minizinc", "deps-models")
}

/// The answers earn all points, and their initial models none: unchanged, with a comment, or with other names.
#[test]
fn the_lecture_gives_its_points_for_changes_of_the_models() {
    if !has_solvers() {
        return;
    }
    let right = answers().into_iter().map(|(exercise, _, text)| {
        let name = format!("{exercise}-ada.{}", ending(exercise));
        (name, text)
    });
    let rows = marks(&right.collect::<Vec<_>>());
    let are_right = rows.iter().all(|(_, verdict, _)| verdict == "right");
    assert!(are_right, "{rows:?}");
    let scheme: Value = serde_json::from_str(&read("docs/lecture/marking.json")).expect("JSON");
    let exercises = list(&scheme["exercises"]).iter();
    let all = exercises.map(|exercise| exercise["points"].as_u64().expect("points"));
    let all: u64 = all.sum();
    assert_eq!(rows.iter().map(|(.., points)| points).sum::<u64>(), all);
    let text = read("docs/lecture/README.md");
    assert!(text.contains(&format!("`grade --report` gives {all} of them")));

    let mut unchanged = Vec::new();
    for (exercise, model, _) in answers() {
        let (ending, sign) = (ending(exercise), if exercise == "4" { '%' } else { '#' });
        let comment = format!("{sign} mine\n{model}");
        unchanged.push((format!("{exercise}-comment.{ending}"), comment));
        let renamed = model
            .replace("c3a_", "product_")
            .replace("c15", "order")
            .replace("before", "earlier");
        let sum = match model.contains("c1_once") {
            true => "sum{i in Turns, j in Positions} A[i,j]",
            false => "sum{(a,b) in Pairs} o[a,b]",
        };
        // A redundant row; a model of MiniZinc has no place for it.
        let renamed = renamed.replace("\nsolve;", &format!("\ns.t. more: {sum} >= 0; solve;"));
        unchanged.push((format!("{exercise}-renamed.{ending}"), renamed));
    }
    // A right model, as its sense is data.
    unchanged.push(("2b-other.mod".into(), ORDERING.into()));
    let rows = marks(&unchanged);
    assert_eq!(rows.len(), 2 * answers().len() + 1);
    for (file, verdict, points) in rows {
        // A model with more turns than the exercise is not read.
        let is_unread = file.starts_with("3b") && verdict == "not-read";
        let earns_nothing = (verdict == "given-out" || is_unread) && points == 0;
        assert!(earns_nothing, "{file}: {verdict}, {points}");
    }
}

/// Demands beside the orders: a bound in exercise 6, few rows in exercise 9. A file of one wall is marked on that wall.
#[test]
fn the_lecture_demands_bounds_and_rows_and_accepts_a_model_of_one_wall() {
    if !has_solvers() {
        return;
    }
    // The row of a model from its name on.
    let row = |model: &str, name: &str| {
        let start = model.find(&format!("s.t. {name}")).expect("a row");
        let end = start + model[start..].find(';').expect("an end") + 1;
        model[start..end].to_owned()
    };
    let without = |model: &str, names: &[&str]| {
        let rows = names.iter().map(|name| row(model, name));
        rows.fold(model.to_owned(), |text, row| text.replacen(&row, "", 1))
    };
    // The rows of E, which exist on 3×3 alone, are those of the case study.
    let model = without(DISAGGREGATED, &["c3c_E", "c3d_E"]);
    let product = row(CASE_STUDY, "c3a_E");
    let model = model.replace("\nsolve;", &format!("\n{product}\nsolve;"));
    let ranks = without(ORDERING, &["c2_cycle{", "c2_cycle_back{"]);
    let mut files = vec![
        ("9-ranks.mod".to_owned(), ranks),
        ("6-left.mod".to_owned(), model),
    ];
    for (name, words) in [
        ("2b-small.lp", "--size 2 --sense min --method case-study"),
        ("2b-large.lp", "--size 2x3 --sense min --method case-study"),
        ("2b-other.lp", "--size 2 --method case-study"),
        ("6-loose.lp", "--size 2x3 --method case-study"),
        ("6-tight.lp", "--size 2x3 --method disaggregated"),
    ] {
        let model = azulejo(&format!("formulate {words} --format lp")).ended(0);
        files.push((name.to_owned(), model.out));
    }
    let mut rows = marks(&files);
    rows.sort();
    let rows: Vec<_> = rows
        .iter()
        .map(|(file, verdict, points)| (&**file, &**verdict, *points))
        .collect();
    assert_eq!(
        rows,
        [
            ("2b-large.lp", "right", 2),
            ("2b-other.lp", "given-out", 0),
            ("2b-small.lp", "right", 2),
            ("6-left.mod", "wrong", 2),
            ("6-loose.lp", "given-out", 0),
            ("6-tight.lp", "right", 4),
            ("9-ranks.mod", "wrong", 2),
        ]
    );
}

/// A file without the constant of its objective, as of PuLP, gets a message and no marks for another wall.
#[test]
fn a_file_without_its_constant_is_marked_on_no_other_wall() {
    let own = azulejo("formulate --size 2 --sense min --method case-study --format lp").ended(0);
    let (_, score) = own
        .out
        .split_once("score: + ")
        .expect("the points of the tiles");
    let (of_tiles, rest) = score.split_once(" + B").expect("the points of runs");
    assert!(of_tiles.starts_with("A(1,1)"));
    assert_eq!(of_tiles.matches("A(").count(), 16);
    let text = format!("\\* Azul *\\\nMinimize\nscore: B{rest}");
    let run = report(
        folder(&[("2b-ada.lp", &text)]),
        &format!("{LECTURE} --format csv"),
    )
    .ended(3);
    run.says("2b-ada.lp,2b,not read,0,2,")
        .says("on 2×2, each order scores 4 points less in it than it should")
        .is_silent_about("2×3");
}

#[test]
fn the_points_of_the_scheme_of_the_lecture_are_those_of_its_table() {
    let table = read("docs/lecture/README.md");
    let rows = table
        .lines()
        .filter(|line| line.ends_with("| `grade --report` |"));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split(" | ").collect()).collect();
    assert_eq!(rows.len(), 9);
    for cells in rows {
        let name = cells[0].trim_start_matches("| ");
        let files = folder(&[(&format!("{name}.lp"), "")]);
        let run = report(files, &format!("{LECTURE} --format csv")).ended(3);
        run.says(&format!(
            "{name}.lp,{name},not read,0,{},it is empty",
            cells[1]
        ));
    }
}

#[test]
fn the_report_on_the_class_of_the_lecture_equals_the_stored_one() {
    if !has_solvers() {
        return;
    }
    let words = format!("{LECTURE} --format csv --time-limit 10m");
    let run = report("docs/lecture/class/hand-in", &words).ended(3);
    let stored = read("docs/lecture/class/report.csv");
    assert_eq!(run.out, stored);
    // The header, and a row for each of twelve students.
    assert_eq!(stored.lines().count(), 13);
    for verdict in [",right,", ",wrong,", ",as given out,"] {
        assert!(stored.contains(verdict), "{verdict}");
    }
}
