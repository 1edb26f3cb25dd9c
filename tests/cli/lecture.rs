//! Commands of lecturers and their students: trial rows, trees, and grades of models.

use crate::helpers::{self, list, number, place, read};
use crate::run::{Run, azulejo, command, numbers};
use roxmltree::Document;

/// The LP file of our own model.
fn lp_file(words: &str) -> String {
    azulejo(&format!("formulate {words} --format lp"))
        .ended(0)
        .out
}

/// The lines of a model without those that begin with `begin`.
fn without(model: &str, begin: &str) -> String {
    let lines = model.split_inclusive('\n');
    lines.filter(|line| !line.starts_with(begin)).collect()
}

/// The grade of an LP file by its text.
fn grade(text: &str, words: &str) -> Run {
    helpers::grade("model.lp", text, words)
}

const CASE_STUDY: &str = "--size 2 --method case-study";

#[test]
fn a_valid_row_is_called_valid_and_helps() {
    let relax = "relax --size 5 --sense min --without line-cuts,block-cuts";
    let json = azulejo(&format!(
        "{relax} --row \"P(row) + S(row) >= 11\" --format json"
    ))
    .json(0);
    let bounds = [&json["tried"]["bound_before"], &json["bound"]].map(number);
    assert!((bounds[0] - 65.0).abs() < 1e-6, "{bounds:?}");
    assert!((bounds[1] - 75.0).abs() < 1e-6, "{bounds:?}");
    assert_eq!(list(&json["tried"]["rows"]).len(), 5);
}

#[test]
fn an_invalid_row_comes_with_an_order_that_it_cuts_off() {
    for (method, row) in [
        ("ordering", "o(1,2) + o(2,3) <= 1"),
        ("case-study", "A(1,1) + A(2,2) + A(3,3) <= 2"),
    ] {
        let words = format!("relax --size 3 --method {method} --row \"{row}\" --format json");
        let json = azulejo(&words).json(3);
        let verdict = &json["tried"]["rows"][0];
        assert_eq!(verdict["valid"], false);
        let order = numbers(&verdict["order"]);
        let place = |cell: u64| order.iter().position(|&other| other == cell);
        let places = [1, 2, 3].map(|cell| place(cell).expect("all cells"));
        assert!(places.is_sorted(), "{order:?}");
        assert_eq!(verdict["broken_by"], 1);
        let order = format!("{order:?}");
        let check = azulejo(&format!("check --size 3 --order \"{order}\" --format json")).json(0);
        assert_eq!(check["score"], verdict["score"]);
    }
}

#[test]
fn rows_come_from_a_file_and_rows_are_left_out() {
    let path = place("lecture", "cuts.rows");
    let rows = "# two rows\no(1,2) <= 1\n\no(2,3) >= 0 # the second\n";
    std::fs::write(&path, rows).expect("a new file");
    let rows = azulejo(&format!("relax --size 3 --rows \"{path}\""))
        .ended(0)
        .rows();
    assert_eq!(rows.iter().filter(|row| row.starts_with("row ")).count(), 2);
    let count = |words: &str| {
        let json = azulejo(&format!("relax --size 3 {words} --format json")).json(0);
        json["stats"]["rows"].as_u64().expect("a number")
    };
    // Each of six lines has two cycles.
    assert_eq!(count("") - count("--without-row c1"), 12);
}

#[test]
fn a_tree_has_every_node_and_closes_each() {
    let path = place("lecture", "tree.svg");
    azulejo(&format!("solve {CASE_STUDY} --tree \"{path}\""))
        .ended(0)
        .says("10 = bound 10");
    let text = read(&path);
    let picture = Document::parse(&text).expect("SVG");
    let nodes = picture.descendants();
    let nodes: Vec<_> = nodes
        .filter(|node| node.has_attribute("data-node"))
        .collect();
    let title = |node: &roxmltree::Node<'_, '_>| {
        let title = node.children().find(|child| child.has_tag_name("title"))?;
        Some(title.text()?.contains("node 1: bound 19.33; split on"))
    };
    let roots = nodes
        .iter()
        .filter(|node| title(node) == Some(true))
        .count();
    assert_eq!(roots, 1, "the bound of `relax`");
    // Hidden nodes are counted.
    let words = picture.descendants().filter_map(|node| node.text());
    let count = |text: &str, before: &str, after: &str| -> Option<usize> {
        let text = text.trim().strip_prefix(before)?;
        text.split_once(after)?.0.parse().ok()
    };
    let hidden = words.clone().filter_map(|text| count(text, "… ", " node"));
    let hidden: usize = hidden.sum();
    let end = " nodes; no order is better than 10";
    let all = words.filter_map(|text| count(text, "", end)).next();
    assert_eq!(all, Some(nodes.len() + hidden));
    let is_binary = nodes.len() >= 3 && nodes.len() % 2 == 1;
    assert!(is_binary, "each split makes two");
    azulejo(&format!("solve --size 2 --tree \"{path}\""))
        .ended(2)
        .says("--method case-study");
}

#[test]
fn a_model_file_is_graded_by_highs_alone() {
    for (method, size) in [
        ("ordering", "2"),
        ("case-study", "2"),
        ("disaggregated", "2"),
        ("ordering", "2x3"),
    ] {
        let text = lp_file(&format!("--size {size} --method {method}"));
        let right = grade(&text, &format!("--size {size}")).ended(0);
        right
            .says("each is allowed or excluded as it should be")
            .says("Nothing is wrong");
        // For another problem the same model is wrong.
        grade(&text, &format!("--size {size} --before 2:1"))
            .ended(3)
            .says("the model allows the order");
    }
    let text = lp_file("--size 2 --sense min");
    grade(&text, "--size 2")
        .ended(0)
        .says("best score  9, which is right");
    let json = grade(&text, "--size 2 --format json").json(0);
    assert_eq!(json["right"], true);
    assert_eq!(json["walls"][0]["orders"], 24);
}

#[test]
fn each_kind_of_fault_has_its_counterexample() {
    let text = lp_file(CASE_STUDY);
    // Each of these rows follows from all others.
    grade(&without(&text, " c2_once(1)"), "--size 2").ended(0);
    // Without all of them, two tiles can be placed in a turn, and none in another.
    grade(&without(&text, " c2_once"), "--size 2")
        .ended(3)
        .says("the model has a solution that is no order: A(")
        .says("This row is missing, or one like it: c2_once(");
    // An order that is allowed is excluded.
    let fixed = text.replace("Subject To\n", "Subject To\n extra: A(1,1) = 0\n");
    grade(&fixed, "--size 2")
        .ended(3)
        .says("the model excludes the order 1 2 3 4, which is allowed")
        .says("Without this row it is allowed: extra\n");
    // Two rows exclude it: none of them alone is to blame.
    let twice = fixed.replace("Subject To\n", "Subject To\n more: A(2,2) = 0\n");
    grade(&twice, "--size 2")
        .ended(3)
        .is_silent_about("Without this row");
    // Products without their ties to the factors.
    let minimum = text.replacen("Maximize", "Minimize", 1);
    let tie = "            This row is missing, or one like it: c3b(";
    grade(&without(&minimum, " c3b("), "--size 2")
        .ended(3)
        .says("best score  4, which is WRONG")
        .says(&format!("the score 4, but it scores 9\n{tie}"));
    // A wrong score.
    let dearer = text.replacen(" A(1,1)", " 2 A(1,1)", 1);
    assert_ne!(dearer, text);
    grade(&dearer, "--size 2")
        .ended(3)
        .says("best score  11, which is WRONG")
        .says("the model gives the order 1 2 3 4 the score 10, but it scores 9");
}

/// Without the rows of one rectangle, four cells of 2×3 or of 3×3 can form a cycle, and without O-15 six cells of 3×3 can.
#[test]
fn grades_find_a_cycle_on_every_wall() {
    for (size, row, count) in [("2x3", " c2_cycle(", 1), ("3", " c15_", usize::MAX)] {
        let size = format!("--size {size}");
        let text = lp_file(&size);
        grade(&text, &size).ended(0).says("Nothing is wrong");
        let cuts = text.lines().filter(|line| line.starts_with(row));
        let cuts: Vec<&str> = cuts.take(count).collect();
        assert!(!cuts.is_empty(), "{text}");
        let rest = text.lines().filter(|line| !cuts.contains(line));
        let loose: String = rest.map(|line| format!("{line}\n")).collect();
        grade(&loose, &size)
            .ended(3)
            .says("the model has a solution that is no order: o(");
    }
    // Cells that stay empty have no order.
    let text = lp_file("--size 2x3 --turns 4");
    grade(&text, "--size 2x3 --turns 4")
        .says("not looked for: a solution of the model may be no order");
}

/// A model with turns as numbers: each cell has one, and no two cells have the same.
#[test]
fn a_model_with_turns_as_numbers_is_graded_and_its_ties_are_found() {
    let text = "Maximize\n score: 3 b\nSubject To\n one: b = 1\n apart: turn_1 - turn_2 + 2 x >= 1\n \
                too: turn_2 - turn_1 - 2 x >= -1\nBounds\n 1 <= turn_1 <= 2\n 1 <= turn_2 <= 2\nGenerals\n turn_1\n turn_2\n\
                Binaries\n x\n b\nEnd\n";
    grade(text, "--size 1x2").ended(0).says("Nothing is wrong");
    grade(&without(text, " apart"), "--size 1x2")
        .ended(3)
        .says("a solution that is no order: turn_")
        .says("turn_1 = ");
}

/// The blame of a row, and the values of a solution, are verified by a solve.
#[test]
fn only_verified_reasons_are_given() {
    let two = |rows: &str, binaries: &str| {
        format!("Maximize\n score: TP\nSubject To\n one: o_1_2 + o_2_1 = 1\n{rows}{binaries}End\n")
    };
    let binaries = "Binaries\n o_1_2\n o_2_1\n";
    // Without a bound of the score HiGHS does not know at once whether there is a solution.
    let rows = " link: TP - 3 o_1_2 >= 0\n order: o_1_2 = 1\n more: o_2_1 = 0\n";
    let loose = two(rows, binaries);
    grade(&loose, "--size 1x2")
        .ended(3)
        .says("best score  without bound, which is WRONG")
        .says("the model excludes the order 2 1")
        .is_silent_about("Without this row");
    let single = without(&without(&loose, " more"), " one");
    grade(&single, "--size 1x2")
        .ended(3)
        .says("Without this row it is allowed: order\n");
    let json = grade(&loose, "--size 1x2 --format json").json(3);
    assert_eq!(json["walls"][0]["best"], "unbounded");
    assert!(!json.to_string().contains("92233720"), "{json}");
    // Without binaries, halves are a solution.
    let halves = two(" link: TP - 3 o_1_2 - 3 o_2_1 = 0\n", "");
    grade(&halves, "--size 1x2")
        .ended(3)
        .says("no order: o_1_2 = 0.5, o_2_1 = 0.5");
}

/// A model with A(cell,turn): no row is too strong.
#[test]
fn a_model_with_cells_before_turns_is_recognized() {
    let mut swapped = lp_file(CASE_STUDY);
    for (turn, cell) in (1..=4).flat_map(|turn| (1..=4).map(move |cell| (turn, cell))) {
        swapped = swapped.replace(&format!("A({turn},{cell})"), &format!("A[{cell},{turn}]"));
    }
    let swapped = swapped.replace('[', "(").replace(']', ")");
    grade(&swapped, "--size 2")
        .ended(3)
        .says("Read as A[cell,turn], the model is right about these orders")
        .is_silent_about("Without this row")
        .is_silent_about("This row is missing");
}

#[test]
fn names_are_read_as_modelling_languages_write_them() {
    let text = lp_file(CASE_STUDY);
    let in_brackets = text.replace('(', "[").replace(')', "]");
    let with_lines = text.replace(['(', ','], "_").replace(')', "");
    let all_lines = text.replace(['(', ',', ')'], "_");
    for text in [in_brackets, with_lines, all_lines] {
        grade(&text, "--size 2").ended(0).says("Nothing is wrong");
    }
}

/// In an LP file of JuMP no name begins with an E: E(1,5,2,4,6,8) is `_E_1,5,2,4,6,8_`.
#[test]
fn files_of_jump_are_graded_with_their_names() {
    let loose = without(&read("tests/data/jump/case_study.lp"), "c2_once");
    grade(&loose, "--size 2")
        .ended(3)
        .says("the model has a solution that is no order: A_")
        .says("This row is missing, or one like it: c2_once(");
    let jump = lp_file("--size 3 --method case-study")
        .replace(['(', ')'], "_")
        .replace(" E_", " _E_")
        .replace("\nE_", "\n_E_");
    assert!(jump.contains(" _E_1,5,"));
    grade(&jump, "--size 3")
        .ended(0)
        .says("best score  33, which is right");
    // E is 1 without the tiles of its product.
    let ties = |line: &&str| !(line.starts_with(" c3a_") && line.contains(",2,4,6,8_:"));
    let loose: Vec<_> = jump.lines().filter(ties).collect();
    grade(&loose.join("\n"), "--size 3")
        .ended(3)
        .says("which is WRONG")
        .says("This row is missing, or one like it: c3a(");
}

#[test]
fn a_file_that_cannot_be_graded_has_its_reason() {
    let nameless = "Maximize\n obj: x\nSubject To\n c: x <= 1\nEnd\n";
    let text = lp_file("--size 3");
    for (text, words, code, part) in [
        (nameless, "--size 2", 1, "no variable tells the order"),
        (
            "Maximize\n nonsense",
            "--size 2",
            1,
            "line 2: Subject To is missing",
        ),
        (&text, "--size 2", 1, "is it a model of another wall?"),
        (&text, "", 2, "a model of one wall"),
        // A rank is no turn.
        (
            &text,
            "--size 3 --as turns",
            1,
            "by which --as reads the order",
        ),
        (
            &text,
            "--size 3 --as case-study",
            1,
            "by which --as reads the order",
        ),
    ] {
        grade(text, words).ended(code).says(part);
    }
    let (model, target) = (place("lecture", "a.mod"), place("lecture", "written"));
    let text = format!("param n; printf \"x\" > \"{target}\"; end;");
    std::fs::write(&model, text).expect("a model");
    azulejo(&format!("grade \"{model}\" --size 2"))
        .ended(1)
        .says("it would read or write files");
    assert!(!std::path::Path::new(&target).exists());
    for (model, part) in [
        (
            "case_study.mod",
            "glpsol is missing; `make deps-models` installs it",
        ),
        ("ordering.mzn", "minizinc is missing"),
    ] {
        let mut grading = command(&format!("grade models/{model}"));
        grading.env("PATH", "");
        Run::of(grading, "").ended(1).says(part);
    }
}
