//! Accounts of an order's points.

use super::or_dash;
use crate::bounds::LineCut;
use crate::counted::counted;
use crate::instance::Sense;
use crate::order::LineAccounts;
use crate::render::tables::{plain, trimmed};
use itertools::Itertools;
use std::fmt::Write;

/// The points of each line, against its best alone; `whole` where all its cells are filled.
pub(super) fn accounts(lines: &LineAccounts, whole: bool, sense: Sense) -> String {
    let mut table = plain();
    let filled = |cell: String| (!whole).then_some(cell);
    let head = ["starts", "points", "alone", "lost", "tight line cuts"].map(String::from);
    let first = ["line".into()].into_iter().chain(filled("filled".into()));
    table.set_header(first.chain(head));
    for account in &lines.lines {
        let first = [account.line.to_string()]
            .into_iter()
            .chain(filled(account.filled.to_string()));
        table.add_row(
            first.chain([
                account.starts.to_string(),
                account.points.to_string(),
                or_dash(account.best),
                or_dash(account.lost()),
                // Where nothing is filled every cut through that is tight, which says nothing.
                account
                    .tight()
                    .filter(|_| account.filled > 0)
                    .map(facet)
                    .join(", "),
            ]),
        );
    }
    let first = ["all lines".into()]
        .into_iter()
        .chain(filled(String::new()));
    let sums = [
        lines.points().to_string(),
        or_dash(lines.best()),
        or_dash(lines.lost()),
    ];
    table.add_row(
        first
            .chain([String::new()])
            .chain(sums)
            .chain([String::new()]),
    );
    let numbers = if whole { 4 } else { 5 };
    for column in table.column_iter_mut().skip(1).take(numbers) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    let mut text = trimmed(&table);
    let (along, singles) = (counted(lines.points(), "point"), lines.singles);
    let _ = write!(text, "\n{along} along the lines, {singles} by singles");
    if lines.bonus > 0 {
        let _ = write!(text, ", {} by what is complete", lines.bonus);
    }
    let _ = write!(text, ": {} together.", lines.score());
    if let (Some(best), Some(lost)) = (lines.best(), lines.lost()) {
        text += "\n";
        text += &match (lost, sense) {
            (0, Sense::Maximize) => {
                "No line would earn more with an order of its own: none is in the way of another.".to_owned()
            }
            (0, Sense::Minimize) => {
                "No line would earn less with an order of its own. The rest of the score is that of the singles.".to_owned()
            }
            (_, Sense::Maximize) => format!(
                "Each with an order of its own, the lines would earn {best}: {} lost because they share one order.",
                were(lost)
            ),
            (_, Sense::Minimize) => format!(
                "Each with an order of its own, the lines would earn {best}: {} added because they share one order.",
                were(lost)
            ),
        };
    }
    if whole && sense == Sense::Minimize {
        // What the block cuts are about: a start both ways is counted once.
        let starts: u32 = lines.lines.iter().map(|line| line.starts).sum();
        let _ = write!(
            text,
            "\nOr: {along} and {} along the lines, less 1 for each tile that is a start one way or both: {}.",
            counted(starts, "start"),
            starts - singles
        );
    }
    text
}

/// `1 point is`, `2 points are`.
fn were(points: u32) -> String {
    format!(
        "{} {}",
        counted(points, "point"),
        if points == 1 { "is" } else { "are" }
    )
}
/// A line cut as a person would write it, such as `points ≥ 11 − starts`.
fn facet(cut: &LineCut) -> String {
    let LineCut {
        points,
        starts,
        filled,
        right,
    } = *cut;
    let mut terms = vec![(points, "points"), (starts, "starts"), (filled, "filled")];
    terms.retain(|(factor, _)| *factor != 0);
    let Some(&(first, subject)) = terms.first() else {
        return format!("0 ≥ {right}");
    };
    // What stays on the left has a positive factor; the rest changes sides.
    let sign = first.signum();
    let relation = if sign > 0 { '≥' } else { '≤' };
    let factor = |factor: i64, name: &str| match factor {
        1 => name.to_owned(),
        _ => format!("{factor}·{name}"),
    };
    let mut text = format!("{} {relation}", factor(first.abs(), subject));
    let rest = terms[1..]
        .iter()
        .map(|(factor, name)| (-sign * factor, *name));
    let mut parts = rest.sorted_by_key(|(factor, _)| *factor < 0).collect_vec();
    if right != 0 || parts.is_empty() {
        parts.insert(0, (sign * right, ""));
    }
    parts.sort_by_key(|(factor, _)| *factor < 0);
    for (index, (amount, name)) in parts.iter().enumerate() {
        let minus = if *amount < 0 { "−" } else { "" };
        let _ = match (index, name.is_empty()) {
            (0, true) => write!(text, " {minus}{}", amount.abs()),
            (0, false) => write!(text, " {minus}{}", factor(amount.abs(), name)),
            (_, true) => write!(
                text,
                " {} {}",
                if *amount < 0 { "−" } else { "+" },
                amount.abs()
            ),
            (_, false) => write!(
                text,
                " {} {}",
                if *amount < 0 { "−" } else { "+" },
                factor(amount.abs(), name)
            ),
        };
    }
    text
}
