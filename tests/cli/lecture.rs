//! Commands of lecturers and their students: rows that are tried, trees, and grades of models.

use crate::run::{Run, azulejo, command, numbers};
use roxmltree::Document;
use std::path::PathBuf;

/// A folder for the files of a test, with the path of one of them.
fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a new file");
    (folder, path)
}

#[test]
fn a_valid_row_is_called_valid_and_helps() {
    let relax = "relax --size 5 --sense min --without line-cuts,block-cuts";
    let run = azulejo(&format!("{relax} --row \"P(line) + S(line) >= 11\"")).ended(0);
    assert_eq!(run.line("bound"), "85, before 65: 20 higher");
    assert_eq!(
        run.line("row"),
        "P(row 1) + S(row 1) >= 11 (and 9 rows like it)"
    );
    run.says("valid: every order satisfies it, and some orders with equality");
    let loose = azulejo(&format!("{relax} --row \"P(row 2) + S(row 2) >= 9\"")).ended(0);
    loose.says("valid: every order satisfies it; its right-hand side could be tighter by 2");
    let json = azulejo(&format!(
        "{relax} --row \"P(row) + S(row) >= 11\" --format json"
    ))
    .json(0);
    let near = |value: &serde_json::Value, bound: f64| {
        let value = value.as_f64().expect("a number");
        assert!((value - bound).abs() < 1e-6, "{value}");
    };
    near(&json["tried"]["bound_before"], 65.0);
    near(&json["bound"], 75.0);
    assert_eq!(json["tried"]["rows"].as_array().expect("a list").len(), 5);
}

#[test]
fn a_row_that_cuts_off_an_order_names_one() {
    for method in ["ordering", "case-study"] {
        let row = match method {
            "ordering" => "o(1,2) + o(2,3) <= 1",
            _ => "A(1,1) + A(2,2) + A(3,3) <= 2",
        };
        let words = format!("relax --size 3 --method {method} --row \"{row}\" --format json");
        let tried = azulejo(&words).json(3);
        let tried = &tried["tried"]["rows"][0];
        assert_eq!(tried["valid"], false);
        let order = numbers(&tried["order"]);
        let place = |cell: u64| {
            order
                .iter()
                .position(|&one| one == cell)
                .expect("all cells")
        };
        assert!(place(1) < place(2) && place(2) < place(3), "{order:?}");
        assert_eq!(tried["broken_by"], 1);
        let list = order
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        let check = azulejo(&format!("check --size 3 --order \"{list}\" --format json")).json(0);
        assert_eq!(check["score"], tried["score"]);
    }
    // What the constraints exclude, a row may exclude, too.
    azulejo("relax --size 3 --before 3:1 --row \"o(1,2) + o(2,3) <= 1\"")
        .ended(0)
        .says("valid");
}

#[test]
fn rows_come_from_a_file_and_rows_are_left_out() {
    let (_folder, path) = file(
        "cuts.rows",
        "# two rows\no(1,2) <= 1\n\no(2,3) >= 0 # the second\n",
    );
    let words = format!("relax --size 3 --rows {}", path.display());
    let rows = azulejo(&words).ended(0).rows();
    assert_eq!(rows.iter().filter(|row| row.starts_with("row ")).count(), 2);
    let json = azulejo("relax --size 3 --without-row c1 --format json").json(0);
    let all = azulejo("relax --size 3 --format json").json(0);
    let count = |json: &serde_json::Value| json["stats"]["rows"].as_u64().expect("a number");
    assert_eq!(
        count(&all) - count(&json),
        12,
        "two cycles in each of six lines"
    );
    for (words, part) in [
        ("--without-row c99", "no row has that name"),
        ("--row \"o(1,5) <= 1\"", "nothing of the name o(1,5)"),
        ("--row \"o(1,2)\"", "one of <=, >= and ="),
        ("--rows no-such-file", "cannot open"),
    ] {
        let run = azulejo(&format!("relax --size 3 {words}"));
        assert!([1, 2].contains(&run.code), "{run:?}");
        run.says(part);
    }
}

#[test]
fn a_tree_has_every_node_and_closes_each() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tree.svg");
    let words = format!(
        "solve --size 2 --method case-study --tree {}",
        path.display()
    );
    azulejo(&words).ended(0).says("10 = bound 10");
    let text = std::fs::read_to_string(&path).expect("it is written");
    let picture = Document::parse(&text).expect("SVG");
    let nodes: Vec<_> = picture
        .descendants()
        .filter(|node| node.has_attribute("data-node"))
        .collect();
    let tips = |part: &str| {
        let titles = nodes
            .iter()
            .filter_map(|node| node.children().find(|one| one.has_tag_name("title")));
        let texts = titles.filter_map(|title| title.text());
        texts.filter(|text| text.contains(part)).count()
    };
    assert_eq!(
        tips("node 1: bound 19.33; split on"),
        1,
        "the bound of `relax`"
    );
    // What is not drawn is counted.
    let words = picture.descendants().filter_map(|node| node.text());
    let counts = |text: &str, before: &str, after: &str| -> Option<usize> {
        text.strip_prefix(before)?.split_once(after)?.0.parse().ok()
    };
    let hidden: usize = words
        .clone()
        .filter_map(|text| counts(text.trim(), "… ", " node"))
        .sum();
    let all = words
        .filter_map(|text| counts(text.trim(), "", " nodes; no order is better than 10"))
        .next();
    assert_eq!(all, Some(nodes.len() + hidden));
    assert!(
        nodes.len() >= 3 && nodes.len() % 2 == 1,
        "each split makes two"
    );
    azulejo(&format!("solve --size 2 --tree {}", path.display()))
        .ended(2)
        .says("--method case-study");
}

/// The grade of a model file by its text.
fn graded(text: &str, words: &str) -> Run {
    let (_folder, path) = file("model.lp", text);
    azulejo(&format!("grade {} {words}", path.display()))
}

#[test]
fn a_model_file_is_graded_by_highs_alone() {
    for (method, size) in [
        ("ordering", "2"),
        ("case-study", "2"),
        ("disaggregated", "2"),
        ("ordering", "2x3"),
    ] {
        let formulate = format!("formulate --size {size} --method {method} --format lp");
        let text = azulejo(&formulate).ended(0).out;
        let right = graded(&text, &format!("--size {size}")).ended(0);
        right
            .says("each is allowed or excluded as it should be")
            .says("Nothing is wrong");
        // Asked about another problem, the same model is wrong.
        graded(&text, &format!("--size {size} --before 2:1"))
            .ended(3)
            .says("the model allows the order");
    }
    let text = azulejo("formulate --size 2 --sense min --format lp")
        .ended(0)
        .out;
    graded(&text, "--size 2")
        .ended(0)
        .says("best score  9, which is right");
    let json = graded(&text, "--size 2 --format json").json(0);
    assert_eq!(
        (&json["right"], &json["walls"][0]["orders"]),
        (&true.into(), &24.into())
    );
}

#[test]
fn each_kind_of_fault_has_its_counterexample() {
    let text = azulejo("formulate --size 2 --method case-study --format lp")
        .ended(0)
        .out;
    let without = |name: &str| {
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with(name));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    // One of these rows follows from all others.
    graded(&without("c2_once(1)"), "--size 2").ended(0);
    // Without all of them, two tiles can be placed in a turn, and none in another.
    let run = graded(&without("c2_once"), "--size 2").ended(3);
    run.says("the model has a solution that is no order: A(")
        .says("This row is missing, or one like it: c2_once(");
    // An order that is allowed is excluded.
    let fixed = text.replace("Subject To\n", "Subject To\n extra: A(1,1) = 0\n");
    graded(&fixed, "--size 2")
        .ended(3)
        .says("the model excludes the order 1 2 3 4, which is allowed")
        .says("Without this row it is allowed: extra\n");
    // Two rows exclude it: none of them alone is to blame.
    let twice = fixed.replace("Subject To\n", "Subject To\n more: A(2,2) = 0\n");
    graded(&twice, "--size 2")
        .ended(3)
        .is_silent_about("Without this row");
    // Products that are not tied to what they stand for.
    let loose = text.replacen("Maximize", "Minimize", 1);
    let loose = loose.lines().filter(|line| !line.starts_with(" c3b("));
    let loose = loose.collect::<Vec<_>>().join("\n");
    let run = graded(&loose, "--size 2").ended(3);
    run.says("best score  4, which is WRONG").says(
        "the score 4, but it scores 9\n            This row is missing, or one like it: c3b(",
    );
    // A wrong score.
    let dearer = text.replacen(" A(1,1)", " 2 A(1,1)", 1);
    assert_ne!(dearer, text);
    let run = graded(&dearer, "--size 2").ended(3);
    run.says("best score  11, which is WRONG")
        .says("the model gives the order 1 2 3 4 the score 10, but it scores 9");
}

/// Without the rows of one rectangle, four cells of 2×3 or of 3×3 can form a cycle, and without O-15 six cells of 3×3 can.
#[test]
fn a_cycle_is_found_on_every_wall_that_is_graded() {
    for (size, row, most) in [("2x3", " c2_cycle(", 1), ("3", " c15_", usize::MAX)] {
        let text = azulejo(&format!("formulate --size {size} --format lp"));
        let text = text.ended(0).out;
        graded(&text, &format!("--size {size}"))
            .ended(0)
            .says("Nothing is wrong");
        let mut left_out = 0;
        let mut loose = String::new();
        for line in text.lines() {
            match line.starts_with(row) && left_out < most {
                true => left_out += 1,
                false => loose += &format!("{line}\n"),
            }
        }
        assert!(left_out > 0, "{text}");
        graded(&loose, &format!("--size {size}"))
            .ended(3)
            .says("the model has a solution that is no order: o(");
    }
    // What stays empty has no order.
    let text = azulejo("formulate --size 2x3 --turns 4 --format lp")
        .ended(0)
        .out;
    graded(&text, "--size 2x3 --turns 4")
        .says("not looked for: a solution of the model may be no order");
}

/// Turns of their own: each cell has one, and no two cells have the same.
#[test]
fn turns_that_are_numbers_are_read_and_ties_are_found() {
    let text = "Maximize\n score: 3 b\nSubject To\n one: b = 1\n apart: turn_1 - turn_2 + 2 x >= 1\n \
                too: turn_2 - turn_1 - 2 x >= -1\nBounds\n 1 <= turn_1 <= 2\n 1 <= turn_2 <= 2\nGenerals\n turn_1\n turn_2\n\
                Binaries\n x\n b\nEnd\n";
    graded(text, "--size 1x2").ended(0).says("Nothing is wrong");
    let tied = text.replace(" apart: turn_1 - turn_2 + 2 x >= 1\n", "");
    graded(&tied, "--size 1x2")
        .ended(3)
        .says("a solution that is no order: turn_")
        .says("turn_1 = ");
}

/// The blame of a row, and the statement of a solution, are solved for before they are said.
#[test]
fn no_reason_is_given_that_is_not_one() {
    let two = |rows: &str, binaries: &str| {
        format!("Maximize\n score: TP\nSubject To\n one: o_1_2 + o_2_1 = 1\n{rows}{binaries}End\n")
    };
    let binaries = "Binaries\n o_1_2\n o_2_1\n";
    // Without a bound of the score HiGHS does not say at once whether there is a solution.
    let loose = " link: TP - 3 o_1_2 >= 0\n order: o_1_2 = 1\n more: o_2_1 = 0\n";
    let run = graded(&two(loose, binaries), "--size 1x2").ended(3);
    run.says("best score  without bound, which is WRONG")
        .says("the model excludes the order 2 1")
        .is_silent_about("Without this row");
    let alone = loose.replace(" more: o_2_1 = 0\n", "");
    let alone = two(&alone, binaries).replace(" one: o_1_2 + o_2_1 = 1\n", "");
    graded(&alone, "--size 1x2")
        .ended(3)
        .says("Without this row it is allowed: order\n");
    let json = graded(&two(loose, binaries), "--size 1x2 --format json").json(3);
    assert_eq!(json["walls"][0]["best"], "unbounded");
    assert!(!json.to_string().contains("92233720"), "{json}");
    // Without binaries, halves are a solution.
    let halves = two(" link: TP - 3 o_1_2 - 3 o_2_1 = 0\n", "");
    graded(&halves, "--size 1x2")
        .ended(3)
        .says("no order: o_1_2 = 0.5, o_2_1 = 0.5");
}

/// A(i,j) with the cell first: no row is too strong.
#[test]
fn a_model_with_its_turns_second_is_told_so() {
    let text = azulejo("formulate --size 2 --method case-study --format lp")
        .ended(0)
        .out;
    let mut swapped = text.clone();
    for (turn, cell) in (1..=4).flat_map(|turn| (1..=4).map(move |cell| (turn, cell))) {
        swapped = swapped.replace(&format!("A({turn},{cell})"), &format!("A[{cell},{turn}]"));
    }
    let swapped = swapped.replace('[', "(").replace(']', ")");
    let run = graded(&swapped, "--size 2").ended(3);
    run.says("Read as A[cell,turn], the model is right about these orders")
        .is_silent_about("Without this row")
        .is_silent_about("This row is missing");
}

#[test]
fn names_are_read_as_modelling_languages_write_them() {
    let text = azulejo("formulate --size 2 --method case-study --format lp")
        .ended(0)
        .out;
    let in_brackets = text.replace('(', "[").replace(')', "]");
    let with_lines = text.replace(['(', ','], "_").replace(')', "");
    let all_lines = text.replace(['(', ',', ')'], "_");
    for text in [in_brackets, with_lines, all_lines] {
        let run = graded(&text, "--size 2").ended(0);
        run.says("Nothing is wrong");
    }
}

#[test]
fn files_of_jump_are_graded() {
    for ending in ["lp", "mps"] {
        let file = format!("grade tests/data/jump/case_study.{ending} --size 2");
        azulejo(&file).ended(0).says("Nothing is wrong");
    }
    let lp = std::fs::read_to_string("tests/data/jump/case_study.lp").expect("it is here");
    let lines = lp.lines().filter(|line| !line.starts_with("c2_once"));
    let loose: String = lines.map(|line| format!("{line}\n")).collect();
    graded(&loose, "--size 2")
        .ended(3)
        .says("the model has a solution that is no order: A_")
        .says("This row is missing, or one like it: c2_once(");
}

/// In an LP file of JuMP no name begins with an E: E(1,5,2,4,6,8) is `_E_1,5,2,4,6,8_`.
#[test]
fn a_product_of_jump_whose_name_begins_with_an_e_is_known() {
    let text = azulejo("formulate --size 3 --method case-study --format lp")
        .ended(0)
        .out;
    let of_jump = text
        .replace(['(', ')'], "_")
        .replace(" E_", " _E_")
        .replace("\nE_", "\n_E_");
    assert!(of_jump.contains(" _E_1,5,"));
    graded(&of_jump, "--size 3")
        .ended(0)
        .says("best score  33, which is right");
    // E is 1 without the tiles that it stands for.
    let ties = |line: &&str| !(line.starts_with(" c3a_") && line.contains(",2,4,6,8_:"));
    let loose: Vec<_> = of_jump.lines().filter(ties).collect();
    graded(&loose.join("\n"), "--size 3")
        .ended(3)
        .says("which is WRONG")
        .says("This row is missing, or one like it: c3a(");
}

#[test]
fn what_cannot_be_graded_says_why() {
    let run = graded(
        "Maximize\n obj: x\nSubject To\n c: x <= 1\nEnd\n",
        "--size 2",
    );
    run.ended(1).says("no variable tells the order");
    graded("Maximize\n nonsense", "--size 2")
        .ended(1)
        .says("line 2: Subject To is missing");
    let text = azulejo("formulate --size 3 --format lp").ended(0).out;
    graded(&text, "--size 2")
        .ended(1)
        .says("is it a model of another wall?");
    graded(&text, "").ended(2).says("a model of one wall");
    // A rank is no turn.
    graded(&text, "--size 3 --as turns")
        .ended(1)
        .says("by which --as reads the order");
    graded(&text, "--size 3 --as case-study")
        .ended(1)
        .says("by which --as reads the order");
    azulejo("grade README.md").ended(2).says(".mod (GMPL)");
    let folder = tempfile::tempdir().expect("a folder");
    let (model, written) = (folder.path().join("a.mod"), folder.path().join("written"));
    let text = format!("param n; printf \"x\" > \"{}\"; end;", written.display());
    std::fs::write(&model, text).expect("a model");
    azulejo(&format!("grade {} --size 2", model.display()))
        .ended(1)
        .says("it would read or write files");
    assert!(!written.exists());
    let mut alone = command("grade models/case_study.mod");
    alone.env("PATH", "");
    Run::of(alone, "")
        .ended(1)
        .says("glpsol is missing; `make deps-models` installs it");
    let mut alone = command("grade models/ordering.mzn");
    alone.env("PATH", "");
    Run::of(alone, "").ended(1).says("minizinc is missing");
}
