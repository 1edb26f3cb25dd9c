//! The solution of a linear relaxation: the columns that are not 0, and what they claim.

use crate::counted::counted;
use crate::formulation::{ColumnKind, Program, Unwritten};
use crate::harmless::harmless;
use crate::instance::Sense;
use crate::milp::Relaxation;
use crate::render::document::plain;
use crate::render::duals;
use crate::render::proof::INFEASIBLE;
use crate::rows::{Claim, Claims, RelaxationReport, TrialRow, Validity};
use std::fmt::Write;

/// The difference up to which two values count as the same.
const TOLERANCE: f64 = RelaxationReport::TOLERANCE;

/// The largest denominator of a fraction that is shown as one.
const LARGEST_DENOMINATOR: u32 = 60;

/// About as many columns fit on a screen.
const SCREENFUL: usize = 24;

fn size(program: &Program) -> String {
    let columns = counted(program.columns().len(), "column");
    let rows = counted(program.rows().len(), "row");
    format!(", {columns}, {rows}")
}

/// For people: at most a screenful of columns, or all of them.
pub fn text(relaxed: &RelaxationReport, all: bool) -> String {
    let without = relaxed
        .without
        .iter()
        .map(|family| format!(" without {family}"));
    let mut text = format!(
        "relaxation  {} formulation{}{}, {:.3} s\n",
        relaxed.kind,
        without.collect::<String>(),
        relaxed.program().map_or_else(String::new, size),
        relaxed.seconds,
    );
    let bound = match relaxed.relaxation {
        Relaxation::Solved { bound, .. } => bound,
        Relaxation::Infeasible => {
            text += "infeasible: not even fractions satisfy the rows, so no order does";
            return text + &rows(relaxed, None);
        }
        Relaxation::Stopped if relaxed.program().is_none() => {
            return text + &Unwritten::Stopped.to_string();
        }
        Relaxation::Stopped => return text + "stopped before it was solved",
    };
    let _ = writeln!(
        text,
        "bound       {}{}",
        number(bound),
        before(relaxed, bound)
    );
    if let Some(optimum) = relaxed.optimum {
        let beyond = (bound - f64::from(optimum)).abs();
        let beside = match relaxed.instance.sense() {
            Sense::Maximize => "higher",
            Sense::Minimize => "lower",
        };
        let _ = match beyond < TOLERANCE * bound.abs().max(1.0) {
            true => writeln!(text, "optimum     {optimum}: the bound is tight"),
            false => writeln!(
                text,
                "optimum     {optimum}: the bound is {} {beside}",
                number(beyond)
            ),
        };
    }
    text += &rows(relaxed, Some(bound));
    if let Some(found) = &relaxed.duals {
        text += &duals::text(found, all);
        text += &duals::shadow_prices(&relaxed.shadow_prices);
    }
    let entries = relaxed.claims();
    text += &too_large(&entries);
    let most = if all { usize::MAX } else { screenful(&entries) };
    for (kind, entries) in entries {
        let points: f64 = entries.iter().map(|entry| entry.points * entry.value).sum();
        let _ = write!(
            text,
            "\n{}: {}\n  {} of {} not 0, points {}\n",
            plain(&kind.name),
            plain(&kind.meaning),
            entries.len(),
            columns_of(relaxed, kind),
            number(points + 0.0),
        );
        let width = |of: fn(&Claim<'_>) -> usize| entries.iter().map(of).max().unwrap_or(0);
        let name = width(|entry| entry.name.len());
        let value = width(|entry| number(entry.value).len());
        for entry in entries.iter().take(most) {
            let too_large = entry
                .limit
                .iter()
                .map(|(part, value)| format!(" (too large: {part} = {})", number(*value)));
            let _ = writeln!(
                text,
                "  {:name$} = {:value$}   {}{}",
                entry.name,
                number(entry.value),
                entry.fact,
                too_large.collect::<String>()
            );
        }
        if entries.len() > most {
            let _ = writeln!(text, "  … and {} more (--all)", entries.len() - most);
        }
    }
    match relaxed
        .program()
        .map_or(0, |program| program.objective().offset())
    {
        0 => text,
        points => text + &format!("\nconstant of the objective: points {points}\n"),
    }
}

/// The bound before a change, if there was one.
fn before(relaxed: &RelaxationReport, bound: f64) -> String {
    match relaxed.tried.as_ref().map(|tried| &tried.before) {
        Some(Relaxation::Solved { bound: before, .. }) => {
            let moved = bound - before;
            let change = match moved.abs() < TOLERANCE * before.abs().max(1.0) {
                true => "the same".into(),
                false if moved > 0.0 => format!("{} higher", number(moved)),
                false => format!("{} lower", number(-moved)),
            };
            format!(", before {}: {change}", number(*before))
        }
        Some(Relaxation::Infeasible) => ", before infeasible".into(),
        Some(Relaxation::Stopped) | None => String::new(),
    }
}

/// The rows that were tried, and whether they are valid; `bound` is that of the relaxation with them.
fn rows(relaxed: &RelaxationReport, bound: Option<f64>) -> String {
    let Some(tried) = &relaxed.tried else {
        return String::new();
    };
    let mut text = String::new();
    for name in &tried.left_out {
        let _ = writeln!(text, "left out    {name}");
    }
    let alike = |one: &TrialRow, other: &TrialRow| {
        let kind = std::mem::discriminant;
        one.given == other.given
            && match (&one.validity, &other.validity) {
                (Validity::Valid { slack }, Validity::Valid { slack: same }) => slack == same,
                (validity, same) => kind(validity) == kind(same),
            }
    };
    let mut cut_off = false;
    for rows in tried.rows.chunk_by(alike) {
        let row = &rows[0];
        let says = match &row.validity {
            Validity::Valid { slack: Some(0) } => {
                "valid: every order satisfies it, and some orders with equality".into()
            }
            Validity::Valid { slack: Some(slack) } => format!(
                "valid: every order satisfies it; its right-hand side could be tighter by {slack}"
            ),
            Validity::Valid { slack: None } => "valid: every order satisfies it".into(),
            Validity::CutsOff { order, by } => {
                cut_off = true;
                let score = row
                    .score
                    .map_or_else(String::new, |score| format!(" of score {score}"));
                format!("NOT VALID: it cuts off the order {order}{score}, which breaks it by {by}")
            }
            Validity::NoOrder => INFEASIBLE.into(),
            Validity::Unknown => "stopped before it was known whether it is valid".into(),
        };
        let more = match rows.len() {
            1 => String::new(),
            rows => format!(" (and {} like it)", counted(rows - 1, "row")),
        };
        let _ = writeln!(
            text,
            "row         {}{more}\n            {says}",
            harmless(&row.text)
        );
    }
    if cut_off && bound.is_some() {
        text += "            The new bound says nothing about the orders that a row cuts off.\n";
    }
    match bound {
        Some(_) => text,
        None => format!("\n{}", text.trim_end()),
    }
}

/// The columns that are larger than the conditions in their statement.
fn too_large(entries: &[Claims<'_>]) -> String {
    let entries = entries.iter().flat_map(|(_, entries)| entries);
    let beyond = entries.filter_map(|entry| Some((entry, entry.limit.as_ref()?.1)));
    let (mut count, mut points) = (0, 0.0);
    for (entry, limit) in beyond {
        count += 1;
        points += entry.points * (entry.value - limit);
    }
    match count {
        0 => String::new(),
        _ => format!(
            "too large   {}, each larger than one of its conditions; together they add {} points\n",
            counted(count, "column"),
            number(points)
        ),
    }
}

/// The number of columns of a kind.
fn columns_of(relaxed: &RelaxationReport, kind: &ColumnKind) -> usize {
    let columns = relaxed.program().into_iter().flat_map(Program::columns);
    columns
        .filter(|column| column.kind() == kind.prefix)
        .count()
}

/// How many columns of each kind fit on a screen.
fn screenful(entries: &[Claims<'_>]) -> usize {
    let fits = |most: &usize| {
        let lengths = entries.iter().map(|(_, entries)| entries.len().min(*most));
        lengths.sum::<usize>() <= SCREENFUL
    };
    (1..=SCREENFUL).rev().find(fits).unwrap_or(1)
}

/// `1/3` where a value is within [`TOLERANCE`] of a fraction with a small denominator, and also in decimals
/// where it is more than 1; else in decimals.
pub(crate) fn number(value: f64) -> String {
    let fraction = (1..=LARGEST_DENOMINATOR).find_map(|denominator| {
        let numerator = (value * f64::from(denominator)).round();
        let near = (value - numerator / f64::from(denominator)).abs() <= TOLERANCE;
        near.then_some((numerator, denominator))
    });
    match fraction {
        Some((numerator, 1)) => format!("{}", numerator + 0.0), // no −0
        Some((numerator, denominator)) if value.abs() < 1.0 => format!("{numerator}/{denominator}"),
        Some((numerator, denominator)) => format!("{value:.4} ({numerator}/{denominator})"),
        None => format!("{value:.4}"),
    }
}
