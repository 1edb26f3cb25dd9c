//! The dual solution of a linear relaxation, as a sum for people.

use super::relaxation::number;
use super::tables::{plain, right_aligned};
use crate::counted::counted;
use crate::harmless::harmless;
use crate::rows::ShadowPrice;
use crate::solve::Duals;
use std::fmt::Write;

/// About as many lines fit on a screen.
const SCREENFUL: usize = 24;

/// A table of the parts of the bound, a screenful or all of them, and their sum.
pub(super) fn text(duals: &Duals, all: bool) -> String {
    let mut lines = Vec::new();
    if duals.constant != 0 {
        lines.push((
            "the constant".into(),
            [String::new(), String::new()],
            duals.constant as f64,
        ));
    }
    for row in &duals.rows {
        let [multiplier, right] = [row.multiplier, row.right as f64];
        lines.push((
            row.name.clone(),
            [number(multiplier), number(right)],
            multiplier * right,
        ));
    }
    for column in &duals.columns {
        let [cost, value] = [column.reduced_cost, column.value];
        lines.push((
            column.name.clone(),
            [number(cost), number(value)],
            cost * value,
        ));
    }
    let mut table = plain();
    table.set_header(["dual solution", "multiplier", "right or value", "adds"]);
    let most = if all { usize::MAX } else { SCREENFUL };
    for (name, [multiplier, by], adds) in lines.iter().take(most) {
        table.add_row([name.as_str(), multiplier, by, &number(*adds)]);
    }
    let mut text = format!("\n{}\n", right_aligned(table));
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
    let mut table = plain();
    table.set_header(["row", "shadow price"]);
    for price in prices {
        let words = match price.price {
            Some(price) => number(price),
            None => "no row".into(),
        };
        table.add_row([&*harmless(&price.row), &words]);
    }
    let table = right_aligned(table);
    let says = "The bound changes by so many points for each unit by which a row is relaxed.";
    format!("\n{table}\n{says}\n")
}
