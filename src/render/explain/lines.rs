//! Accounts of an order's points.

use crate::bounds::LineCut;
use crate::counted::{agreeing, counted};
use crate::instance::Sense;
use crate::order::LineAccounts;
use crate::render::tables::{aligned, or_dash};
use itertools::Itertools;
use std::fmt::Write;

/// Points of each line, beside the best score of the line alone. `is_whole` is for an order that fills the wall.
pub(super) fn accounts(lines: &LineAccounts, is_whole: bool, sense: Sense) -> String {
    // The column `filled` is for orders that leave cells empty.
    let visible = |[line, filled, rest @ ..]: [String; 7]| {
        let filled = (!is_whole).then_some(filled);
        [line].into_iter().chain(filled).chain(rest).collect_vec()
    };
    let head = [
        "line",
        "filled",
        "starts",
        "points",
        "alone",
        "lost",
        "tight line cuts",
    ];
    let rows = lines.lines.iter().map(|account| {
        // An empty line has every cut without a constant tight, so it lists none.
        let cuts = account.tight().filter(|_| account.filled > 0).map(facet);
        visible([
            account.line.to_string(),
            account.filled.to_string(),
            account.starts.to_string(),
            account.points.to_string(),
            or_dash(account.best),
            or_dash(account.lost()),
            { cuts }.join(", "),
        ])
    });
    let total = visible([
        "all lines".into(),
        String::new(),
        String::new(),
        lines.points().to_string(),
        or_dash(lines.best()),
        or_dash(lines.lost()),
        String::new(),
    ]);
    let numbers = if is_whole { 1..=4 } else { 1..=5 };
    let head = visible(head.map(String::from));
    let mut text = aligned(head, rows.chain([total]), numbers);
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
            (_, sense) => {
                let verb = if sense == Sense::Maximize { "lost" } else { "added" };
                let points = agreeing(lost, "point is", "points are");
                format!(
                    "Each with an order of its own, the lines would earn {best}: {points} {verb} because they share one order."
                )
            }
        };
    }
    if is_whole && sense == Sense::Minimize {
        // The block cuts count a start both ways once.
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

/// Line cut in the form `points ≥ 11 − starts`.
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
    // The term on the left has a positive factor; the other terms change sides.
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
    let mut parts = rest.collect_vec();
    if right != 0 || parts.is_empty() {
        parts.insert(0, (sign * right, ""));
    }
    parts.sort_by_key(|(factor, _)| *factor < 0);
    for (index, (amount, name)) in parts.iter().enumerate() {
        text += match (index, *amount < 0) {
            (0, false) => " ",
            (0, true) => " −",
            (_, false) => " + ",
            (_, true) => " − ",
        };
        text += &match name.is_empty() {
            true => amount.abs().to_string(),
            false => factor(amount.abs(), name),
        };
    }
    text
}
