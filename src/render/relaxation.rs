//! Solution of a linear relaxation: the columns that are not 0, and their claims.

use crate::counted::counted;
use crate::formulation::{BuildError, ColumnKind, Program};
use crate::harmless::harmless;
use crate::instance::Sense;
use crate::milp::Relaxation;
use crate::render::document::plain;
use crate::render::duals;
use crate::render::proof::INFEASIBLE;
use crate::rows::{Claim, Claims, RelaxationReport, TrialRow, Validity};
use std::fmt::Write;

/// Maximum difference of two values that count as equal.
const TOLERANCE: f64 = RelaxationReport::TOLERANCE;

/// Maximum denominator of a value in the form of a fraction.
const MAX_DENOMINATOR: u32 = 60;

/// Number of columns that fit on a screen, about.
const SCREENFUL: usize = 24;

fn size(program: &Program) -> String {
    let columns = counted(program.columns().len(), "column");
    let rows = counted(program.rows().len(), "row");
    format!(", {columns}, {rows}")
}

/// Text of a report, with a screenful of columns or all of them.
pub fn text(report: &RelaxationReport, all: bool) -> String {
    let without = report
        .without
        .iter()
        .map(|family| format!(" without {family}"));
    let mut text = format!(
        "relaxation  {} formulation{}{}, {:.3} s\n",
        report.kind,
        without.collect::<String>(),
        report.program().map_or_else(String::new, size),
        report.seconds,
    );
    let bound = match report.relaxation {
        Relaxation::Solved { bound, .. } => bound,
        Relaxation::Infeasible => {
            text += "infeasible: not even fractions satisfy the rows, so no order does";
            return text + &rows(report, None);
        }
        Relaxation::Stopped if report.program().is_none() => {
            return text + &BuildError::Stopped.to_string();
        }
        Relaxation::Stopped => return text + "stopped before it was solved",
    };
    let _ = writeln!(
        text,
        "bound       {}{}",
        number(bound),
        change(report, bound)
    );
    if let Some(optimum) = report.optimum {
        let gap = (bound - f64::from(optimum)).abs();
        let direction = match report.instance.sense() {
            Sense::Maximize => "higher",
            Sense::Minimize => "lower",
        };
        let _ = match gap < TOLERANCE * bound.abs().max(1.0) {
            true => writeln!(text, "optimum     {optimum}: the bound is tight"),
            false => writeln!(
                text,
                "optimum     {optimum}: the bound is {} {direction}",
                number(gap)
            ),
        };
    }
    text += &rows(report, Some(bound));
    if let Some(duals) = &report.duals {
        text += &duals::text(duals, all);
        text += &duals::shadow_prices(&report.shadow_prices);
    }
    let entries = report.claims();
    text += &too_large(&entries);
    let maximum = if all { usize::MAX } else { screenful(&entries) };
    for (kind, entries) in entries {
        let points: f64 = entries.iter().map(|entry| entry.points * entry.value).sum();
        let _ = write!(
            text,
            "\n{}: {}\n  {} of {} not 0, points {}\n",
            plain(&kind.name),
            plain(&kind.meaning),
            entries.len(),
            columns_of(report, kind),
            number(points + 0.0),
        );
        let width = |length: fn(&Claim<'_>) -> usize| entries.iter().map(length).max().unwrap_or(0);
        let name = width(|entry| entry.name.len());
        let value = width(|entry| number(entry.value).len());
        for entry in entries.iter().take(maximum) {
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
        if entries.len() > maximum {
            let _ = writeln!(text, "  … and {} more (--all)", entries.len() - maximum);
        }
    }
    match report
        .program()
        .map_or(0, |program| program.objective().offset())
    {
        0 => text,
        points => text + &format!("\nconstant of the objective: points {points}\n"),
    }
}

/// Bound before the change of rows, if there was one, and the difference.
fn change(report: &RelaxationReport, bound: f64) -> String {
    match report.tried.as_ref().map(|trial| &trial.before) {
        Some(Relaxation::Solved { bound: before, .. }) => {
            let difference = bound - before;
            let change = match difference.abs() < TOLERANCE * before.abs().max(1.0) {
                true => "the same".into(),
                false if difference > 0.0 => format!("{} higher", number(difference)),
                false => format!("{} lower", number(-difference)),
            };
            format!(", before {}: {change}", number(*before))
        }
        Some(Relaxation::Infeasible) => ", before infeasible".into(),
        Some(Relaxation::Stopped) | None => String::new(),
    }
}

/// Rows of a trial, and their validity; `bound` is that of the relaxation with these rows.
fn rows(report: &RelaxationReport, bound: Option<f64>) -> String {
    let Some(trial) = &report.tried else {
        return String::new();
    };
    let mut text = String::new();
    for name in &trial.left_out {
        let _ = writeln!(text, "left out    {name}");
    }
    let are_alike = |first: &TrialRow, second: &TrialRow| {
        let kind = std::mem::discriminant;
        first.given == second.given
            && match (&first.validity, &second.validity) {
                (Validity::Valid { slack: first }, Validity::Valid { slack: second }) => {
                    first == second
                }
                (first, second) => kind(first) == kind(second),
            }
    };
    let mut has_cut_off = false;
    for rows in trial.rows.chunk_by(are_alike) {
        let row = &rows[0];
        let sentence = match &row.validity {
            Validity::Valid { slack: Some(0) } => {
                "valid: every order satisfies it, and some orders with equality".into()
            }
            Validity::Valid { slack: Some(slack) } => format!(
                "valid: every order satisfies it; its right-hand side could be tighter by {slack}"
            ),
            Validity::Valid { slack: None } => "valid: every order satisfies it".into(),
            Validity::CutsOff { order, by } => {
                has_cut_off = true;
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
            "row         {}{more}\n            {sentence}",
            harmless(&row.text)
        );
    }
    if has_cut_off && bound.is_some() {
        text += "            The new bound says nothing about the orders that a row cuts off.\n";
    }
    match bound {
        Some(_) => text,
        None => format!("\n{}", text.trim_end()),
    }
}

/// Line on the columns that are larger than the conditions in their statement.
fn too_large(entries: &[Claims<'_>]) -> String {
    let entries = entries.iter().flat_map(|(_, entries)| entries);
    let entries = entries.filter_map(|entry| Some((entry, entry.limit.as_ref()?.1)));
    let (mut count, mut points) = (0, 0.0);
    for (entry, limit) in entries {
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

/// Number of columns of a kind.
fn columns_of(report: &RelaxationReport, kind: &ColumnKind) -> usize {
    let columns = report.program().into_iter().flat_map(Program::columns);
    columns
        .filter(|column| column.kind() == kind.prefix)
        .count()
}

/// Number of columns of each kind that fit on a screen.
fn screenful(entries: &[Claims<'_>]) -> usize {
    let fits = |maximum: &usize| {
        let lengths = entries
            .iter()
            .map(|(_, entries)| entries.len().min(*maximum));
        lengths.sum::<usize>() <= SCREENFUL
    };
    (1..=SCREENFUL).rev().find(fits).unwrap_or(1)
}

/// `1/3` where a value is within [`TOLERANCE`] of a fraction with a small denominator, and also in decimals
/// where it is more than 1; else in decimals.
pub(crate) fn number(value: f64) -> String {
    let fraction = (1..=MAX_DENOMINATOR).find_map(|denominator| {
        let numerator = (value * f64::from(denominator)).round();
        let is_near = (value - numerator / f64::from(denominator)).abs() <= TOLERANCE;
        is_near.then_some((numerator, denominator))
    });
    match fraction {
        Some((numerator, 1)) => format!("{}", numerator + 0.0), // no −0
        Some((numerator, denominator)) if value.abs() < 1.0 => format!("{numerator}/{denominator}"),
        Some((numerator, denominator)) => format!("{value:.4} ({numerator}/{denominator})"),
        None => format!("{value:.4}"),
    }
}
