//! The dual solution of a linear relaxation as a sum.

use super::relaxation::number;
use super::tables::table;
use crate::counted::counted;
use crate::harmless::harmless;
use crate::rows::ShadowPrice;
use crate::solve::Duals;
use std::fmt::Write;

/// Number of lines that fit on a screen, about.
const SCREENFUL: usize = 24;

/// Table of the parts of the bound, a screenful or all of them, and their sum.
pub(super) fn text(duals: &Duals, all: bool) -> String {
    let line = |name: &str, multiplier: f64, value: f64| {
        let product = number(multiplier * value);
        [name.to_owned(), number(multiplier), number(value), product]
    };
    let rows = duals.rows.iter();
    let rows = rows.map(|row| line(&row.name, row.multiplier, row.right as f64));
    let columns = duals.columns.iter();
    let columns = columns.map(|column| line(&column.name, column.reduced_cost, column.value));
    let constant = (duals.constant != 0).then(|| {
        let value = number(duals.constant as f64);
        ["the constant".into(), String::new(), String::new(), value]
    });
    let lines: Vec<[String; 4]> = constant.into_iter().chain(rows).chain(columns).collect();
    let maximum = if all { usize::MAX } else { SCREENFUL };
    let head = ["dual solution", "multiplier", "right or value", "adds"];
    let mut text = format!("\n{}\n", table(head, lines.iter().take(maximum)));
    if lines.len() > maximum {
        let _ = writeln!(text, " … and {} more (--all)", lines.len() - maximum);
    }
    let _ = writeln!(
        text,
        "Together {}: {} and {} add up to the bound.",
        number(duals.bound()),
        counted(duals.rows.len(), "row"),
        counted(duals.columns.len(), "reduced cost")
    );
    text
}

/// Table of the shadow prices of stated rows; empty without such rows.
pub(super) fn shadow_prices(prices: &[ShadowPrice]) -> String {
    if prices.is_empty() {
        return String::new();
    }
    let rows = prices.iter().map(|price| {
        let words = price.price.map_or("no row".into(), number);
        [harmless(&price.row), words]
    });
    let table = table(["row", "shadow price"], rows);
    let legend = "The bound changes by so many points for each unit by which a row is relaxed.";
    format!("\n{table}\n{legend}\n")
}
