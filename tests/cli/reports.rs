//! Reports of what students handed in.

use crate::run::{Run, azulejo, command};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A folder of models, each with its name.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

fn report(folder: &Path, words: &str) -> Run {
    // A class of models is solved wall by wall, which takes long on a busy machine.
    let command = command(&format!("grade --report {} {words}", folder.display()));
    Run::within(Duration::from_secs(300), command, "")
}

/// Of a 2×2 wall: its right model, one that is wrong in one way, and one that is wrong in more.
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
fn a_report_has_a_row_for_each_file_whatever_is_wrong_with_it() {
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
    fs::write(folder.path().join("g-bytes.lp"), [0xff, 0xfe, 0]).expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("h-link.lp")).expect("a link");
    let json = report(folder.path(), "--size 2 --format json").json(3);
    let rows = json["files"].as_array().expect("rows");
    let told = |name: &str| {
        let mut found = rows
            .iter()
            .filter(|row| row["file"].as_str().expect("a name").contains(name));
        let row = found.next().unwrap_or_else(|| panic!("no {name}"));
        let verdict = row["verdict"].as_str().expect("a verdict").to_owned();
        let says = row["says"].as_str().unwrap_or_default().to_owned();
        (verdict, row["points"].as_u64().expect("points"), says)
    };
    assert_eq!(told("right"), ("right".into(), 4, String::new()));
    let (verdict, points, says) = told("one-way");
    assert_eq!((&*verdict, points), ("wrong", 2));
    assert!(
        says.starts_with("2×2: the model excludes the order 1 2 3 4"),
        "{says}"
    );
    let (verdict, points, says) = told("two-ways");
    assert_eq!((&*verdict, points), ("wrong", 1));
    assert!(
        says.contains("the model's maximum is 11, but the maximum is 10"),
        "{says}"
    );
    for (name, part) in [
        ("broken", "line 2: Subject To is missing"),
        ("empty", "it is empty"),
        ("no-model", "a model's file ends in .mod"),
        ("writes", "it would read or write files"),
        ("trick", "line 1: an LP file begins with"),
        ("bytes", "not UTF-8"),
    ] {
        let (verdict, points, says) = told(name);
        assert_eq!((&*verdict, points), ("not-read", 0), "{name}: {says}");
        assert!(says.contains(part), "{name}: {says}");
    }
    let says = |row: &serde_json::Value| row["says"].as_str().unwrap_or_default().to_owned();
    assert!(
        rows.iter()
            .all(|row| !says(row).contains(['\n', '\t']) && !says(row).contains("  "))
    );
    assert_eq!(rows.len(), if cfg!(unix) { 10 } else { 9 });
    if cfg!(unix) {
        assert!(told("link").2.contains("no file"));
    }
    let text = report(folder.path(), "--size 2").ended(3);
    let of = if cfg!(unix) {
        "10 files: 1 right, 2 wrong, 7 not read"
    } else {
        "9 files"
    };
    text.says(of)
        .is_silent_about("\u{202e}")
        .is_silent_about("\u{1b}");
}

/// A student who forgets to change the sense is told of the best score alone, which is then the worst: each order has its score.
#[test]
fn a_model_of_the_other_sense_is_wrong_in_one_way() {
    let [right, ..] = models();
    let folder = folder(&[("a.lp", &right)]);
    let json = report(folder.path(), "--size 2 --sense min --format json").json(3);
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
    let folder = self::folder(&[("a.lp", &negated)]);
    report(folder.path(), "--size 2 --sense max")
        .ended(0)
        .says("1 right");
}

#[test]
fn a_marking_scheme_gives_the_points_of_the_exercise_that_a_file_names() {
    let [right, excluding, _] = models();
    let instance = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#;
    let scheme = format!(
        r#"{{"exercises": [{{"name": "2a", "points": 7, "instances": [{instance}]}},
            {{"name": "5", "points": 3, "instances": [{instance}]}}]}}"#
    );
    let files = folder(&[
        ("ada-2A.lp", &right),
        ("5/bob.lp", &excluding),
        ("2a/eve-5.lp", &right),
        ("carol.lp", &right),
        ("=2+2,2a.lp", &right),
    ]);
    let scheme = folder(&[("marking.json", &scheme)]);
    let scheme = scheme.path().join("marking.json");
    let marked = format!("--marking {}", scheme.display());
    let csv = report(files.path(), &format!("{marked} --format csv"))
        .ended(3)
        .out;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "file,exercise,verdict,points,of,why");
    assert!(rows.contains(&"ada-2A.lp,2a,right,7,7,"), "{csv}");
    assert!(rows.contains(&"2a/eve-5.lp,5,right,3,3,"), "{csv}");
    assert!(
        rows.iter()
            .any(|row| row.starts_with("5/bob.lp,5,wrong,1,3,")),
        "{csv}"
    );
    assert!(
        rows.iter()
            .any(|row| row.starts_with("carol.lp,,not read,0,0,")),
        "{csv}"
    );
    // A spreadsheet would take the name for a formula.
    assert!(
        rows.iter()
            .any(|row| row.starts_with("\"'=2+2,2a.lp\",2a,right,7,7")),
        "{csv}"
    );
    report(files.path(), &format!("{marked} --size 2"))
        .ended(2)
        .says("leave out --size");
    for (scheme, part) in [
        ("{}", "missing field `exercises`"),
        (
            r#"{"exercises": [{"name": "2 a", "points": 1, "instances": []}]}"#,
            "no word of letters",
        ),
        (
            r#"{"exercises": [{"name": "2", "points": 1, "instances": []}]}"#,
            "has no instances",
        ),
        (
            r#"{"exercises": [{"name": "2", "points": 1, "instances": [{"wall": {"rows": 0, "columns": 2}, "sense": "maximize"}]}]}"#,
            "wall",
        ),
    ] {
        let scheme = folder(&[("marking.json", scheme)]);
        let scheme = scheme.path().join("marking.json");
        let run = report(files.path(), &format!("--marking {}", scheme.display())).ended(1);
        run.says("marking.json").says(part);
    }
}

#[test]
fn a_report_ends_as_it_says() {
    let [right, ..] = models();
    let files = folder(&[("a.lp", &right), ("b/a.lp", &right)]);
    report(files.path(), "--size 2")
        .ended(0)
        .says("2 files: 2 right");
    // Without a time to compare anything in.
    let stopped = report(files.path(), "--size 2 --time-limit 0 --format json").json(4);
    assert_eq!(stopped["files"][0]["verdict"], "stopped");
    let nothing = tempfile::tempdir().expect("a folder");
    report(nothing.path(), "").ended(1).says("has no files");
    azulejo("grade --report no-such-folder")
        .ended(1)
        .says("cannot open no-such-folder");
    azulejo("grade").ended(2).says("<MODEL>");
    azulejo("grade a.lp --report b")
        .ended(2)
        .says("cannot be used with");
    azulejo("grade a.lp --marking b").ended(2).says("--report");
    azulejo("grade a.lp --size 2 --format csv")
        .ended(2)
        .says("--report");
    // A solver that is missing is no fault of the machinery: each file says so.
    let model = folder(&[("a.mod", include_str!("../../models/ordering.mod"))]);
    let mut alone = command(&format!("grade --report {}", model.path().display()));
    alone.env("PATH", "");
    Run::of(alone, "").ended(3).says("glpsol is missing");
}

/// The models of the course as they were given out are wrong for the exercises, but for the one whose answer is one of them.
#[test]
fn a_model_as_it_was_given_out_earns_nothing_unless_it_is_right() {
    let missing = ["glpsol"].into_iter().find(|tool| {
        let asked = std::process::Command::new(tool).arg("--version").output();
        asked.is_err()
    });
    if let Some(tool) = missing {
        crate::common::optional::skipped(tool, "deps-models");
        return;
    }
    let case_study = include_str!("../../models/case_study.mod");
    let files = folder(&[
        ("2a-ada.mod", &format!("\n{case_study}\n\n")),
        ("6-ada.mod", include_str!("../../models/disaggregated.mod")),
    ]);
    let wall = r#""wall": {"rows": 2, "columns": 2}, "sense": "maximize""#;
    let before = r#""constraints": [{"type": "before", "first": 4, "then": 1}]"#;
    let scheme = format!(
        r#"{{"exercises": [{{"name": "2a", "points": 4, "instances": [{{{wall}, {before}}}]}},
            {{"name": "6", "points": 4, "instances": [{{{wall}}}]}}]}}"#
    );
    let scheme = folder(&[("marking.json", &scheme)]);
    let scheme = scheme.path().join("marking.json");
    let marked = format!("--marking {} --format csv", scheme.display());
    let run = report(files.path(), &marked).ended(3);
    let rows: Vec<&str> = run.out.lines().collect();
    assert!(
        rows[1].starts_with("2a-ada.mod,2a,as given out,0,4,\"2×2: the model allows"),
        "{rows:?}"
    );
    assert_eq!(rows[2..], ["6-ada.mod,6,right,4,4,"]);
}

/// The answers to the exercises that are marked, with the model that each begins with.
fn answers() -> Vec<(&'static str, &'static str, String)> {
    let case_study = include_str!("../../models/case_study.mod");
    let ordering = include_str!("../../models/ordering.mod");
    let mzn = include_str!("../../models/ordering.mzn");
    let with = |model: &str, row: &str| model.replace("\nsolve;", &format!("\n{row} solve;"));
    let fewer = case_study.replace("set Turns     := 1..rows * columns;", "set Turns := 1..3;");
    let lines = |text: &str, keep: &dyn Fn(&str) -> bool| {
        let lines = text.lines().filter(|line| keep(line));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let before = "s.t. first: sum{i in Turns} i * A[i,4] + 1 <= sum{i in Turns} i * A[i,1];";
    let rounds =
        "s.t. rounds{i in Turns, j in Positions: row[j] != 1 + (i - 1) mod rows}: A[i,j] = 0;";
    let last = "s.t. last{c in Cells: c != 5}: rank[c] + 1 <= rank[5];";
    let corner = "s.t. corner{j in {columns, (rows - 1) * columns + 1, rows * columns}}: \
                  sum{i in Turns} i * A[i,1] + 1 <= sum{i in Turns} i * A[i,j];";
    vec![
        ("2a", case_study, with(case_study, before)),
        (
            "2b",
            case_study,
            case_study.replace("\nmaximize", "\nminimize"),
        ),
        ("3a", case_study, with(case_study, rounds)),
        (
            "3b",
            case_study,
            fewer.replace(
                "sum{i in Turns} A[i,j] = 1;",
                "sum{i in Turns} A[i,j] <= 1;",
            ),
        ),
        (
            "4",
            mzn,
            format!(
                "{mzn}\nconstraint turn[1] >= rows * columns - 1 /\\ turn[2] >= rows * columns - 1;"
            ),
        ),
        (
            "6",
            case_study,
            include_str!("../../models/disaggregated.mod").into(),
        ),
        ("7a", ordering, with(ordering, last)),
        (
            "9",
            ordering,
            lines(ordering, &|line| !line.starts_with("s.t. c15")),
        ),
        ("13", case_study, with(case_study, corner)),
    ]
}

fn ending(exercise: &str) -> &'static str {
    if exercise == "4" { "mzn" } else { "mod" }
}

/// The rows of a report by the lecture's scheme: the file with its verdict and its points.
fn marked(files: &[(String, String)]) -> Vec<(String, String, u64)> {
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let folder = folder(&files);
    let run = report(
        folder.path(),
        "--marking docs/lecture/marking.json --format json",
    );
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let rows = json["files"].as_array().expect("rows").iter();
    let word =
        |row: &serde_json::Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let rows = rows.map(|row| {
        println!("{row}");
        let points = row["points"].as_u64().expect("points");
        (word(row, "file"), word(row, "verdict"), points)
    });
    rows.collect()
}

fn has_solvers() -> bool {
    let mut solvers = ["glpsol", "minizinc"].into_iter();
    let missing = solvers.find(|tool| {
        let asked = std::process::Command::new(tool).arg("--version").output();
        asked.is_err()
    });
    if let Some(tool) = missing {
        crate::common::optional::skipped(tool, "deps-models");
    }
    missing.is_none()
}

/// All points for the answers, and none for the models that they begin with: as they are, with a comment more, or with other names.
#[test]
fn the_lecture_gives_its_points_for_what_was_changed() {
    if !has_solvers() {
        return;
    }
    let right: Vec<_> = answers()
        .into_iter()
        .map(|(exercise, _, text)| (format!("{exercise}-ada.{}", ending(exercise)), text))
        .collect();
    let rows = marked(&right);
    assert!(
        rows.iter().all(|(_, verdict, _)| verdict == "right"),
        "{rows:?}"
    );
    let scheme = include_str!("../../docs/lecture/marking.json");
    let scheme: serde_json::Value = serde_json::from_str(scheme).expect("JSON");
    let exercises = scheme["exercises"].as_array().expect("a list").iter();
    let all = exercises.map(|exercise| exercise["points"].as_u64().expect("points"));
    let all: u64 = all.sum();
    assert_eq!(rows.iter().map(|(.., points)| points).sum::<u64>(), all);
    let text = include_str!("../../docs/lecture/README.md");
    assert!(text.contains(&format!("`grade --report` gives {all} of them")));

    let mut unchanged = Vec::new();
    for (exercise, model, _) in answers() {
        let (ending, sign) = (ending(exercise), if exercise == "4" { '%' } else { '#' });
        unchanged.push((
            format!("{exercise}-comment.{ending}"),
            format!("{sign} mine\n{model}"),
        ));
        let renamed = model
            .replace("c3a_", "product_")
            .replace("c15", "order")
            .replace("before", "earlier");
        let sum = match model.contains("c1_once") {
            true => "sum{i in Turns, j in Positions} A[i,j]",
            false => "sum{(a,b) in Pairs} o[a,b]",
        };
        // A row that says nothing.
        let with_row = renamed.replace("\nsolve;", &format!("\ns.t. more: {sum} >= 0; solve;"));
        let with_row = if exercise == "4" { renamed } else { with_row };
        unchanged.push((format!("{exercise}-renamed.{ending}"), with_row));
    }
    // Its sense is data, so that it is right.
    unchanged.push((
        "2b-other.mod".into(),
        include_str!("../../models/ordering.mod").into(),
    ));
    let rows = marked(&unchanged);
    assert_eq!(rows.len(), 2 * answers().len() + 1);
    for (file, verdict, points) in rows {
        // More turns than the exercise has are not read.
        let is_unread = file.starts_with("3b") && verdict == "not-read";
        assert!(
            (verdict == "given-out" || is_unread) && points == 0,
            "{file}: {verdict}, {points}"
        );
    }
}

/// The demands of an exercise beside the orders: a bound in exercise 6, few rows in exercise 9. A file of one wall is marked on it.
#[test]
fn the_lecture_asks_for_bounds_and_rows_and_takes_a_model_of_one_wall() {
    if !has_solvers() {
        return;
    }
    let disaggregated = include_str!("../../models/disaggregated.mod");
    let case_study = include_str!("../../models/case_study.mod");
    // The rows of E, which 3×3 alone has, are left as they were.
    let of_e = |model: &str, names: &[&str]| -> Vec<String> {
        let rows = model
            .split("s.t. ")
            .filter(|row| names.iter().any(|name| row.starts_with(name)));
        let rows = rows.map(|row| row.split(';').next().unwrap_or_default());
        rows.map(|row| format!("s.t. {row};")).collect()
    };
    let apart = of_e(disaggregated, &["c3c_E", "c3d_E"]);
    let left = apart
        .iter()
        .fold(disaggregated.to_owned(), |text, row| text.replace(row, ""));
    let left = left.replace(
        "\nsolve;",
        &format!("\n{}\nsolve;", of_e(case_study, &["c3a_E"])[0]),
    );
    let ordering = include_str!("../../models/ordering.mod");
    let without = ["c2_cycle{", "c2_cycle_back{"]
        .iter()
        .fold(ordering.to_owned(), |text, name| {
            let start = text.find(&format!("s.t. {name}")).expect("a row");
            let end = start + text[start..].find(';').expect("an end") + 1;
            text[..start].to_owned() + &text[end..]
        });
    let file = |words: &str| {
        azulejo(&format!("formulate {words} --format lp"))
            .ended(0)
            .out
    };
    let rows = marked(&[
        ("9-ranks.mod".into(), without),
        ("6-left.mod".into(), left),
        (
            "2b-small.lp".into(),
            file("--size 2 --sense min --method case-study"),
        ),
        (
            "2b-large.lp".into(),
            file("--size 2x3 --sense min --method case-study"),
        ),
        ("2b-other.lp".into(), file("--size 2 --method case-study")),
        ("6-loose.lp".into(), file("--size 2x3 --method case-study")),
        (
            "6-tight.lp".into(),
            file("--size 2x3 --method disaggregated"),
        ),
    ]);
    let row = |name: &str| {
        let mut rows = rows.iter();
        let (_, verdict, points) = rows.find(|(file, ..)| file == name).expect("a row");
        (&**verdict, *points)
    };
    assert_eq!(row("9-ranks.mod"), ("wrong", 2));
    assert_eq!(row("6-left.mod"), ("wrong", 2));
    assert_eq!(row("2b-small.lp"), ("right", 2));
    assert_eq!(row("2b-large.lp"), ("right", 2));
    assert_eq!(row("2b-other.lp"), ("given-out", 0));
    assert_eq!(row("6-loose.lp"), ("given-out", 0));
    assert_eq!(row("6-tight.lp"), ("right", 4));
}

/// A file from which PuLP has dropped the constant of the objective is told so, and not marked by what it says of another wall.
#[test]
fn a_file_without_its_constant_is_marked_on_no_other_wall() {
    let scheme = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lecture/marking.json");
    let own = azulejo("formulate --size 2 --sense min --method case-study --format lp").ended(0);
    let start = own
        .out
        .find("score: + A(1,1)")
        .expect("the points of the tiles");
    let (of_tiles, rest) = own.out[start..]
        .split_once(" + B")
        .expect("the points of runs");
    assert_eq!(of_tiles.matches("A(").count(), 16);
    let text = format!("\\* Azul *\\\nMinimize\nscore: B{rest}");
    let folder = folder(&[("2b-ada.lp", &text)]);
    let run = report(folder.path(), &format!("--marking {scheme} --format csv")).ended(3);
    run.says("2b-ada.lp,2b,not read,0,2,")
        .says("on 2×2, each order scores 4 points less in it than it should")
        .is_silent_about("2×3");
}

/// The points of the lecture's scheme are those of its table.
#[test]
fn the_scheme_of_the_lecture_is_that_of_its_table() {
    let table = include_str!("../../docs/lecture/README.md").lines();
    let marked = table.filter(|line| line.ends_with("| `grade --report` |"));
    let marked: Vec<Vec<&str>> = marked.map(|line| line.split(" | ").collect()).collect();
    assert_eq!(marked.len(), 9);
    for cells in marked {
        let name = cells[0].trim_start_matches("| ");
        let files = folder(&[(&format!("{name}.lp"), "")]);
        let run = report(
            files.path(),
            "--marking docs/lecture/marking.json --format csv",
        );
        let row = format!("{name}.lp,{name},not read,0,{},it is empty", cells[1]);
        run.ended(3).says(&row);
    }
}

/// The report on the class of the lecture is the one that is stored.
#[test]
fn the_report_on_the_class_of_the_lecture_is_that_which_is_stored() {
    if !has_solvers() {
        return;
    }
    let run = report(
        Path::new("docs/lecture/class/hand-in"),
        "--marking docs/lecture/marking.json --format csv --time-limit 10m",
    );
    let run = run.ended(3);
    let stored = include_str!("../../docs/lecture/class/report.csv");
    assert_eq!(run.out, stored);
    // The header, and a row for each of twelve students.
    assert_eq!(stored.lines().count(), 13);
    for verdict in [",right,", ",wrong,", ",as given out,"] {
        assert!(stored.contains(verdict), "{verdict}");
    }
}
