//! The dual solution of a linear relaxation, as a sum for people.

use super::relaxation::number;
use super::tables::table;
use crate::counted::counted;
use crate::harmless::harmless;
use crate::rows::ShadowPrice;
use crate::solve::Duals;
use std::fmt::Write;

/// About as many lines fit on a screen.
const SCREENFUL: usize = 24;

/// A table of the parts of the bound, a screenful or all of them, and their sum.
pub(super) fn text(duals: &Duals, all: bool) -> String {
    let line = |name: &str, multiplier: f64, by: f64| {
        let adds = number(multiplier * by);
        [name.to_owned(), number(multiplier), number(by), adds]
    };
    let rows = duals.rows.iter();
    let rows = rows.map(|row| line(&row.name, row.multiplier, row.right as f64));
    let columns = duals.columns.iter();
    let columns = columns.map(|column| line(&column.name, column.reduced_cost, column.value));
    let constant = (duals.constant != 0).then(|| {
        let adds = number(duals.constant as f64);
        ["the constant".into(), String::new(), String::new(), adds]
    });
    let lines: Vec<[String; 4]> = constant.into_iter().chain(rows).chain(columns).collect();
    let most = if all { usize::MAX } else { SCREENFUL };
    let head = ["dual solution", "multiplier", "right or value", "adds"];
    let mut text = format!("\n{}\n", table(head, lines.iter().take(most)));
    if lines.len() > most {
        let _ = writeln!(text, " … and {} more (--all)", lines.len() - most);
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

/// A table of the rows that are stated; nothing where there are none.
pub(super) fn shadow_prices(prices: &[ShadowPrice]) -> String {
    if prices.is_empty() {
        return String::new();
    }
    let rows = prices.iter().map(|price| {
        let words = price.price.map_or("no row".into(), number);
        [harmless(&price.row), words]
    });
    let table = table(["row", "shadow price"], rows);
    let says = "The bound changes by so many points for each unit by which a row is relaxed.";
    format!("\n{table}\n{says}\n")
}
