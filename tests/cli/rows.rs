//! Rows of an instance: the questions of a puzzler, one after the other.

use crate::helpers::plot;
#[cfg(feature = "highs")]
use crate::helpers::{list, number};
use crate::run::azulejo;

const WITHIN_THREE: &str =
    r#"--size 3 --subject-to "turn(9) - turn(5) <= 3" --subject-to "turn(9) - turn(5) >= 1""#;

#[test]
fn orders_of_rows_are_sampled_counted_and_listed() {
    let sample = azulejo(&format!("orders {WITHIN_THREE} --sample 1")).ended(0);
    let order = sample.out.trim();
    azulejo(&format!("check {WITHIN_THREE} --order \"{order}\"")).ended(0);
    let first = azulejo(&format!("orders {WITHIN_THREE} --first-tiles 1")).ended(0);
    let counts = first
        .out
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let counts = counts.map(|count| count.parse::<u64>().expect("a number"));
    assert_eq!(counts.sum::<u64>(), 792);
    for within in ["", "--within 0"] {
        let listed = azulejo(&format!("orders {WITHIN_THREE} --list 1000 {within}")).ended(0);
        assert_eq!(listed.out.lines().count(), 792);
        assert!(!within.is_empty() || listed.out.lines().is_sorted());
    }
}

#[test]
fn orders_near_the_best_come_with_their_scores() {
    let run = azulejo("orders --size 2 --list 100 --within 1").ended(0);
    let scores = run.out.lines().filter_map(|line| line.split("  ").next());
    let scores: Vec<&str> = scores.collect();
    // Of 2×2, 8 orders score 10, and the other 16 score 9.
    assert_eq!(scores, [vec!["10"; 8], vec!["9"; 16]].concat());
}

#[test]
fn orders_near_the_best_are_drawn_turn_by_turn() {
    let svg = plot("orders --size 2 --list 30 --within 1");
    // 8 orders with 10 points, 16 with 9, and a line of the legend for each kind; axes are grey, too.
    let line_count = |colour: &str| {
        let lines = svg.lines().filter(|line| line.contains("<polyline"));
        lines.filter(|line| line.contains(colour)).count()
    };
    assert_eq!(["#D96B00", "#005A9C"].map(line_count), [2, 8], "{svg}");
    assert!(line_count("#9A9A9A") >= 17, "{svg}");
}

#[cfg(feature = "highs")]
#[test]
fn shadow_prices_are_drawn_a_bar_a_row() {
    let rows = "--subject-to \"points(5) >= 6\" --subject-to \"count(row 1, 3) = 0\"";
    let svg = plot(&format!("relax --size 3 {rows} --duals"));
    for part in ["points(5) &gt;= 6", "no row in the program", "2 rows"] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
}

#[cfg(feature = "highs")]
#[test]
fn a_shadow_price_lies_between_the_bounds_beside_it() {
    let relax = |most: u32, duals: &str| {
        let row = format!("points(5) + points(2) <= {most}");
        let words = format!("relax --size 3 --subject-to \"{row}\" {duals} --format json");
        azulejo(&words).json(0)
    };
    let mut is_positive = false;
    let bound = |most| number(&relax(most, "")["bound"]);
    for most in 4..=8 {
        let json = relax(most, "--duals");
        let price = &list(&json["shadow_prices"])[0];
        assert_eq!(price["constraint"], 0);
        let price = number(&price["price"]);
        is_positive |= price > 0.4;
        assert!(bound(most + 1) - bound(most) <= price + 1e-6, "{json}");
        assert!(price <= bound(most) - bound(most - 1) + 1e-6, "{json}");
    }
    assert!(is_positive);
}
