//! Rows that are stated: what a puzzler asks, one question after the other.

use crate::run::azulejo;
use std::fs;

const WITHIN_THREE: &str =
    r#"--subject-to "turn(9) - turn(5) <= 3" --subject-to "turn(9) - turn(5) >= 1""#;

#[test]
fn what_is_asked_in_rows_is_solved_counted_and_checked() {
    for (sense, score, orders) in [("max", 33, "792"), ("min", 25, "1200")] {
        let json = azulejo(&format!(
            "solve --size 3 --sense {sense} {WITHIN_THREE} --format json"
        ));
        let json = json.json(0);
        assert_eq!(
            (&json["score"], &json["status"]),
            (&score.into(), &"optimal".into())
        );
        let counted = azulejo(&format!("count --size 3 --sense {sense} {WITHIN_THREE}")).ended(0);
        assert_eq!(counted.line("orders"), orders);
    }
    let early = azulejo("solve --size 4 --subject-to \"count(row, 8) = 2\" --format json").json(0);
    assert_eq!(early["score"], 76);
}

#[test]
fn a_method_that_does_not_take_a_row_names_one_that_does() {
    for method in ["dense", "frontier", "backward"] {
        let run = azulejo(&format!("solve --size 3 {WITHIN_THREE} --method {method}")).ended(1);
        run.says(&format!(
            "{method} does not take rows about more than one turn: use graph"
        ));
    }
    let drawn = azulejo(&format!("orders --size 3 {WITHIN_THREE} --sample 1")).ended(0);
    let order = drawn.out.trim().to_owned();
    let check = format!("check --size 3 {WITHIN_THREE} --order \"{order}\"");
    azulejo(&check).ended(0);
    let first = azulejo(&format!("orders --size 3 {WITHIN_THREE} --first-tiles 1")).ended(0);
    let counts = first
        .out
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let counts = counts.map(|count| count.parse::<u64>().expect("a number"));
    assert_eq!(counts.sum::<u64>(), 792);
}

#[test]
fn all_faults_of_rows_are_told_at_once() {
    let words = r#"solve --size 3 --subject-to "turn(10) < 3" --subject-to "count(row 4, t) >= 1 or foo(1) = 2""#;
    let run = azulejo(words).ended(1);
    run.says("character 10: '<' is no part of a row: write <= for at most");
    run.says("character 25: foo is no quantity: use turn, points, o, x, y, count, earned");
    let run = azulejo(r#"solve --size 3 --subject-to "turn(5) <= 2" --subject-to "turn(5) >= 4""#);
    run.ended(3).says("These constraints cannot hold together");
}

#[test]
fn a_model_that_another_solver_solved_comes_back_to_the_referee() {
    let folder = format!("{}/tests/data/solutions", env!("CARGO_MANIFEST_DIR"));
    for name in [
        "glpsol.sol",
        "glpsol.w",
        "cbc.sol",
        "highs.sol",
        "scip.sol",
        "gurobi.sol",
    ] {
        let check = format!("check --size 3 --fix 5@9 --solution {folder}/{name}");
        let checked = azulejo(&check).ended(0);
        assert_eq!(checked.line("score"), "30", "{name}");
        checked.says("The order is valid.");
        azulejo(&format!("{check} --nth 2"))
            .ended(1)
            .says("holds only one order");
        let other = azulejo(&format!("check --size 4 --solution {folder}/{name}")).ended(1);
        other.says(name);
        other.says("is it a solution of another instance?");
    }
}

#[test]
fn a_check_tells_both_sides_of_each_row() {
    let rows =
        r#"--subject-to "turn(9) - turn(5) <= 3" --subject-to "count(row, t) <= 2 for t in 1..6""#;
    let words = format!("check --size 3 {rows} --order \"5 1 2 9 3 4 6 7 8\"");
    let run = azulejo(&words).ended(3);
    run.says("turn(9) - turn(5) <= 3 (order): 3 ≤ 3, tight");
    run.says("count(row, t) <= 2 for t in 1..6 (level): t = 5: 3 ≤ 2, broken");
    let json = azulejo(&format!("{words} --format json")).json(3);
    let rows = json["rows"].as_array().expect("a list");
    assert_eq!(
        (&rows[0]["slack"], &rows[0]["class"]),
        (&0.into(), &"order".into())
    );
    assert_eq!(
        (&rows[1]["slack"], &rows[1]["t"]),
        (&(-1).into(), &5.into())
    );
}

#[test]
fn lists_and_all_scores_take_rows_of_every_class() {
    let listed = azulejo(&format!("orders --size 3 {WITHIN_THREE} --list 1000")).ended(0);
    assert_eq!(listed.out.lines().count(), 792);
    assert!(listed.out.lines().is_sorted());
    let scores = azulejo(&format!("count --size 3 {WITHIN_THREE} --all-scores")).ended(0);
    scores.says("33");
    scores.says("792");
}

#[test]
fn orders_near_the_best_come_with_their_scores() {
    let run = azulejo("orders --size 2 --list 100 --within 1").ended(0);
    let scores: Vec<&str> = run
        .out
        .lines()
        .filter_map(|line| line.split("  ").next())
        .collect();
    // Of 2×2, 8 orders score 10, and the other 16 score 9.
    assert_eq!(scores, [vec!["10"; 8], vec!["9"; 16]].concat());
    let json = azulejo("orders --size 2 --list 9 --within 1 --format json").json(0);
    assert_eq!((&json["score"], &json["orders"]), (&10.into(), &"8".into()));
    assert_eq!(json["scores"][8], 9);
    assert_eq!(json["listed"].as_array().map(Vec::len), Some(9));
    let words = format!("orders --size 3 --list 1000 --within 0 {WITHIN_THREE}");
    assert_eq!(azulejo(&words).ended(0).out.lines().count(), 792);
    azulejo("orders --size 2 --sample 3 --within 1").ended(2);
    azulejo("orders --size 2 --within 1").ended(2);
    azulejo("orders --size 6 --list 1 --within 1")
        .ended(1)
        .says("at most 25 empty cells");
}

#[test]
fn orders_near_the_best_are_drawn_turn_by_turn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("near.svg");
    let words = "orders --size 2 --list 30 --within 1 --plot";
    azulejo(&format!("{words} \"{}\"", path.display())).ended(0);
    let svg = fs::read_to_string(&path).expect("it is written");
    // 8 orders with 10 points, 16 with 9, and a line of the legend for each kind; axes are grey, too.
    let stroked = |colour: &str| {
        let lines = svg.lines().filter(|line| line.contains("<polyline"));
        lines.filter(|line| line.contains(colour)).count()
    };
    assert_eq!(["#D96B00", "#005A9C"].map(stroked), [2, 8], "{svg}");
    assert!(stroked("#9A9A9A") >= 17, "{svg}");
    azulejo("orders --size 2 --list 3 --plot near.svg").ended(2);
    azulejo("orders --size 2 --list 3 --within 1 --plot near.png").ended(2);
}

#[cfg(feature = "highs")]
#[test]
fn shadow_prices_are_drawn_a_bar_a_row() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("prices.svg");
    let rows = "--subject-to \"points(5) >= 6\" --subject-to \"count(row 1, 3) = 0\"";
    let words = format!(
        "relax --size 3 {rows} --duals --plot \"{}\"",
        path.display()
    );
    azulejo(&words).ended(0);
    let svg = fs::read_to_string(&path).expect("it is written");
    for part in ["points(5) &gt;= 6", "no row in the program", "2 rows"] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    let none = azulejo("relax --size 3 --duals --plot prices.svg").ended(2);
    none.says("--subject-to");
    azulejo("relax --size 3 --plot prices.svg").ended(2);
}

#[cfg(feature = "highs")]
#[test]
fn a_shadow_price_lies_between_the_bounds_beside_it() {
    let relax = |most: u32, duals: &str| {
        let row = format!("points(5) + points(2) <= {most}");
        azulejo(&format!(
            "relax --size 3 --subject-to \"{row}\" {duals} --format json"
        ))
        .json(0)
    };
    let mut is_felt = false;
    let bound = |most| relax(most, "")["bound"].as_f64().expect("a bound");
    for most in 4..=8 {
        let found = relax(most, "--duals");
        let prices = found["shadow_prices"].as_array().expect("with the duals");
        assert_eq!(prices[0]["constraint"], 0);
        let price = prices[0]["price"]
            .as_f64()
            .expect("the program has the row");
        is_felt |= price > 0.4;
        assert!(bound(most + 1) - bound(most) <= price + 1e-6, "{found}");
        assert!(price <= bound(most) - bound(most - 1) + 1e-6, "{found}");
    }
    assert!(is_felt);
    // A line cut is called a row, too; and no row of the program says what the turns say.
    let said = "relax --size 3 --subject-to \"count(row 1, 3) = 0\" --duals --format json";
    let said = azulejo(said).json(0);
    assert_eq!(said["shadow_prices"][0]["price"], serde_json::Value::Null);
    let run = azulejo("relax --size 3 --subject-to \"count(row 1, 3) <= 1\" --duals").ended(0);
    run.says("shadow price");
    run.says("count(row 1, 3) <= 1");
}

#[test]
fn a_table_has_the_best_score_of_every_number_of_tiles() {
    let text = azulejo("table --size 2 --score 7 --missing").ended(0);
    for part in [
        "The fewest tiles that score 7 are 4.",
        "best score without each cell\n  6  6\n  6  6",
    ] {
        text.says(part);
    }
    let json = azulejo("table --size 3 --score 18 --format json").json(0);
    let tiles = json["tiles"].as_array().expect("tiles");
    let scores: Vec<u64> = tiles
        .iter()
        .filter_map(|one| one["score"].as_u64())
        .collect();
    assert_eq!(scores, [0, 1, 3, 6, 10, 13, 18, 22, 27, 33]);
    assert_eq!(json["fewest"]["tiles"], 6);
    let early = azulejo("table --size 2 --fix 1@4 --format json").json(0);
    assert_eq!(early["tiles"][3]["status"], serde_json::Value::Null);
    azulejo("table --size 2 --sense min --score 5")
        .ended(2)
        .says("--sense min");
    azulejo("table --size 2 --plot table.png")
        .ended(2)
        .says(".svg");
}
