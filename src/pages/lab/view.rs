//! The page's words about a program: its bound, the changes, a solution in pictures, and the rows that are tight.

use super::frames::{Film, Frame, film, order};
use crate::formulation::{Program, Row};
use crate::instance::{Instance, Sense};
use crate::milp::Relaxation;
use crate::render::relaxation::number;
use crate::rows::{QuestionedProgram, RelaxationReport, TrialRow, Validity};
use crate::wall::Wall;
use crate::web::{TemplateError, Templates};
use serde::Serialize;

/// The difference up to which two values count as the same.
pub(super) const TOLERANCE: f64 = 1e-6;

/// The most columns with a fraction that are listed.
const COLUMNS: usize = 40;

/// The answer about a program: `answer.html` writes it.
#[derive(Debug, Serialize)]
struct RelaxationView {
    /// The bound of the relaxation, or why there is none.
    bound: Result<String, &'static str>,
    /// How the bound is beside the best order, and beside the bound without the changes.
    beside: Option<String>,
    moved: Option<String>,
    rows: Vec<RowView>,
    left_out: Option<String>,
    /// Whether the whole program is right, and why not.
    right: Option<(bool, String)>,
    wrong: Option<Frame>,
    /// A solution in whole numbers that is no order, and the one of the relaxation.
    others: Option<Film>,
    film: Option<Film>,
    /// The columns with a fraction, each with its value and what it says, and how many more there are.
    fractions: Vec<(String, String)>,
    more: usize,
    /// The rows that are tight, of so many.
    tight: Vec<(String, String)>,
    all: usize,
}

/// A row that was added.
#[derive(Debug, Serialize)]
struct RowView {
    text: String,
    /// Whether the row is valid, where that is the question.
    is_valid: Option<bool>,
    says: String,
    order: Option<Frame>,
}

/// Words about a program, with the answer to a question about it, if there is one.
pub(super) fn html(
    templates: &Templates,
    relaxed: &RelaxationReport,
    question: Option<(&Instance, &QuestionedProgram)>,
) -> Result<String, TemplateError> {
    let wall = relaxed.instance.wall();
    let (bound, values) = match &relaxed.relaxation {
        Relaxation::Solved { bound, values, .. } => (Ok(*bound), values.as_slice()),
        Relaxation::Infeasible => (Err("none"), &[][..]),
        Relaxation::Stopped => (Err("not known in time"), &[][..]),
    };
    let program = relaxed.program();
    let solved = program.filter(|_| !values.is_empty());
    let broken = |value: &f64| (value - value.round()).abs() > TOLERANCE;
    let mut fractions: Vec<_> = solved
        .iter()
        .flat_map(|program| program.columns().iter().zip(values))
        .filter(|(_, value)| broken(value))
        .map(|(column, value)| (column.name.clone(), number(*value)))
        .collect();
    let more = fractions.len().saturating_sub(COLUMNS);
    fractions.truncate(COLUMNS);
    let tried = relaxed.tried.as_ref();
    let rows = tried.map(|tried| tried.rows.as_slice()).unwrap_or_default();
    let tight = solved.iter().flat_map(|program| {
        // Rows that were added stand at the end.
        let own = program.rows().len() - rows.len();
        let all = program.rows().iter().enumerate();
        all.filter(|(_, row)| is_tight(row, values))
            .map(move |(at, row)| {
                let name = if at < own { &row.name } else { "yours" };
                (name.to_owned(), program.row_formula(row))
            })
    });
    // Where a program shall say more than the wall does, its rows and its bound are held against that.
    let stricter = question.filter(|(instance, _)| **instance != relaxed.instance);
    let optimum = match stricter {
        Some((_, said)) => said.optimum.flatten(),
        None => relaxed.optimum,
    };
    let left_out = tried
        .map(|tried| tried.left_out.as_slice())
        .unwrap_or_default();
    let (right, wrong, others) = match (question, program) {
        (Some((instance, said)), Some(program)) => correctness(instance, said, program, rows),
        _ => (None, None, None),
    };
    let view = RelaxationView {
        bound: bound.map(mixed),
        beside: bound
            .ok()
            .zip(optimum)
            .map(|(bound, best)| beside(bound, best, relaxed.instance.sense())),
        moved: tried.and_then(|tried| match (&tried.before, bound) {
            (Relaxation::Solved { bound: before, .. }, Ok(now)) => Some(moved(*before, now)),
            _ => None,
        }),
        rows: rows
            .iter()
            .map(|row| row_view(row, wall, stricter.is_none()))
            .collect(),
        left_out: (!left_out.is_empty()).then(|| left_out.join(", ")),
        right,
        wrong,
        others,
        film: solved.map(|program| film(wall, program, values)),
        fractions,
        more,
        tight: tight.collect(),
        all: program.map_or(0, |program| program.rows().len()),
    };
    templates.render("pages/lab/answer.html", &view)
}

/// A value as a whole number and a fraction, as 19 1/3, where it is within the tolerance of one.
fn mixed(value: f64) -> String {
    let whole = value.trunc();
    let rest = number((value - whole).abs());
    match rest.contains('/') && whole != 0.0 {
        true => format!("{whole} {rest}"),
        false => number(value),
    }
}

fn is_tight(row: &Row, values: &[f64]) -> bool {
    let terms = row.expression.terms();
    let left: f64 = terms
        .map(|(column, factor)| factor as f64 * values[column.index()])
        .sum();
    (left - row.right as f64).abs() < TOLERANCE
}

fn beside(bound: f64, best: u32, sense: Sense) -> String {
    let beyond = sense.gain(bound - f64::from(best));
    match beyond {
        _ if beyond.abs() < TOLERANCE => {
            format!("The best order scores {best}. The bound is tight: it proves that.")
        }
        _ if beyond > 0.0 => {
            let side = match sense {
                Sense::Maximize => "more",
                Sense::Minimize => "less",
            };
            format!(
                "The best order scores {best}. The bound is {} {side}.",
                mixed(beyond)
            )
        }
        _ => {
            format!("The best order scores {best}. This is no bound: the rows cut that order off.")
        }
    }
}

fn moved(before: f64, now: f64) -> String {
    match (now - before).abs() < TOLERANCE {
        true => format!("Your changes leave it as it was: {}.", mixed(before)),
        false => format!("Without your changes it is {}.", mixed(before)),
    }
}

/// A row that was added, and whether every order of the wall satisfies it, if that is the question.
fn row_view(row: &TrialRow, wall: Wall, is_asked: bool) -> RowView {
    let (is_valid, says, cut) = match &row.validity {
        _ if !is_asked => (None, String::new(), None),
        Validity::Valid { slack: Some(0) } => {
            let says = "Valid: every order satisfies it, and some order with equality.";
            (Some(true), says.into(), None)
        }
        Validity::Valid { slack: Some(slack) } => {
            let says = format!(
                "Valid: every order satisfies it. Its right side could be tighter by {slack}."
            );
            (Some(true), says, None)
        }
        Validity::Valid { slack: None } => {
            (Some(true), "Valid: every order satisfies it.".into(), None)
        }
        Validity::CutsOff { order, by } => {
            let score = row.score.map(|score| format!(" of score {score}"));
            let says = format!(
                "It cuts off an order{}, which breaks it by {by}:",
                score.unwrap_or_default()
            );
            (Some(false), says, Some(order))
        }
        Validity::NoOrder => (None, "No order satisfies the constraints.".into(), None),
        Validity::Unknown => (
            None,
            "Whether it is valid was not found in time.".into(),
            None,
        ),
    };
    RowView {
        text: row.text.clone(),
        is_valid,
        says,
        order: cut.map(|cut| order(wall, cut)),
    }
}

/// Whether a program is right, with an order or a solution that shows what is wrong.
fn correctness(
    instance: &Instance,
    said: &QuestionedProgram,
    program: &Program,
    tried: &[TrialRow],
) -> (Option<(bool, String)>, Option<Frame>, Option<Film>) {
    let wall = instance.wall();
    let orders = match said.all {
        true => format!("all {} orders", said.orders),
        false => format!("{} orders", said.orders),
    };
    if let Some(excluded) = &said.excluded {
        // Rows that were added stand at the end.
        let added = program.rows().len() - tried.len();
        let row = match excluded.row.checked_sub(added) {
            Some(at) => tried[at].text.clone(),
            None => program.row_formula(&program.rows()[excluded.row]),
        };
        let words = format!(
            "The row “{row}” excludes an order that is allowed, of score {}:",
            excluded.score
        );
        return (
            Some((false, words)),
            Some(order(wall, &excluded.order)),
            None,
        );
    }
    if let Some(allowed) = &said.allowed {
        let words = format!(
            "The rows allow an order that is not allowed: {}.",
            allowed.violation
        );
        return (
            Some((false, words)),
            Some(order(wall, &allowed.order)),
            None,
        );
    }
    let words = match (said.best, said.optimum, &said.other) {
        (Some(None), Some(Some(_)), _) => (
            false,
            "No solution in whole numbers satisfies the rows.".into(),
        ),
        (Some(Some(best)), Some(Some(truth)), Some(other)) => {
            let values: Vec<f64> = other.values.iter().map(|&value| value as f64).collect();
            let words = format!(
                "In whole numbers the program finds a score of {best}, and the best order has {truth}. So this solution is no order:"
            );
            return (
                Some((false, words)),
                None,
                Some(film(wall, program, &values)),
            );
        }
        (Some(_), Some(_), _) if said.is_right() => (
            true,
            format!(
                "The program is right: it was asked about {orders}, and its best score in whole numbers is that of the best order."
            ),
        ),
        _ => (
            true,
            format!(
                "The program allows the right ones of {orders}. Its best score in whole numbers was not found in time."
            ),
        ),
    };
    (Some(words), None, None)
}
