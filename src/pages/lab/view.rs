//! View of a program: its bound, the changes, a solution in pictures, and the tight rows.

use super::frames::{Film, Frame, film, order};
use crate::formulation::{Program, Row};
use crate::instance::{Instance, Sense};
use crate::milp::Relaxation;
use crate::render::relaxation::number;
use crate::rows::{QuestionedProgram, RelaxationReport, TrialRow, Validity};
use crate::wall::Wall;
use crate::web::{Serde, TemplateError, Templates, context};
use itertools::Itertools;
use serde::Serialize;

/// Largest difference of equal values.
pub(super) const TOLERANCE: f64 = 1e-6;

/// Most columns of the list of fractions.
const COLUMNS: usize = 40;

/// Row of the changes.
#[derive(Debug, Serialize)]
struct RowView {
    text: String,
    /// Whether the row is valid; none where validity is not the question.
    is_valid: Option<bool>,
    says: String,
    order: Option<Frame>,
}

/// View of a program, with the answer to a question about it, if there is one.
pub(super) fn html(
    templates: &Templates,
    report: &RelaxationReport,
    question: Option<(&Instance, &QuestionedProgram)>,
) -> Result<String, TemplateError> {
    let wall = report.instance.wall();
    let (bound, values) = match &report.relaxation {
        Relaxation::Solved { bound, values, .. } => (Ok(*bound), values.as_slice()),
        Relaxation::Infeasible => (Err("none"), &[][..]),
        Relaxation::Stopped => (Err("not known in time"), &[][..]),
    };
    let program = report.program();
    let solved_program = program.filter(|_| !values.is_empty());
    let is_fractional = |value: &f64| (value - value.round()).abs() > TOLERANCE;
    let mut fractions: Vec<_> = solved_program
        .iter()
        .flat_map(|program| program.columns().iter().zip(values))
        .filter(|(_, value)| is_fractional(value))
        .map(|(column, value)| (column.name.clone(), number(*value)))
        .collect();
    let more = fractions.len().saturating_sub(COLUMNS);
    fractions.truncate(COLUMNS);
    let trial = report.tried.as_ref();
    let rows = trial.map(|trial| trial.rows.as_slice()).unwrap_or_default();
    let tight = solved_program.iter().flat_map(|program| {
        // The rows of the changes stand at the end.
        let base_count = program.rows().len() - rows.len();
        let all = program.rows().iter().enumerate();
        all.filter(|(_, row)| is_tight(row, values))
            .map(move |(index, row)| {
                let name = if index < base_count {
                    &row.name
                } else {
                    "yours"
                };
                (name.to_owned(), program.row_formula(row))
            })
    });
    // A program with a stricter instance is compared with the optimum of that instance.
    let stricter = question.filter(|(instance, _)| **instance != report.instance);
    let optimum = match stricter {
        Some((_, answer)) => answer.optimum.flatten(),
        None => report.optimum,
    };
    let left_out = trial
        .map(|trial| trial.left_out.as_slice())
        .unwrap_or_default();
    let (right, wrong, others) = match (question, program) {
        (Some((instance, answer)), Some(program)) => correctness(instance, answer, program, rows),
        _ => (None, None, None),
    };
    let beside = bound.ok().zip(optimum);
    let beside = beside.map(|(bound, best)| comparison(bound, best, report.instance.sense()));
    let moved = trial.and_then(|trial| match (&trial.before, bound) {
        (Relaxation::Solved { bound: before, .. }, Ok(after)) => Some(movement(*before, after)),
        _ => None,
    });
    let rows = rows
        .iter()
        .map(|row| row_view(row, wall, stricter.is_none()));
    let view = context! {
        // The bound of the relaxation, or the reason for its absence.
        bound => Serde(bound.map(mixed)),
        // Comparisons of the bound with the best order, and with the bound before the changes.
        beside,
        moved,
        rows => Serde(rows.collect_vec()),
        left_out => (!left_out.is_empty()).then(|| left_out.join(", ")),
        // Whether the whole program is right, with the reason, and the order or the solution that refutes it.
        right => Serde(right),
        wrong => Serde(wrong),
        others => Serde(others),
        // The solution of the relaxation.
        film => Serde(solved_program.map(|program| film(wall, program, values))),
        // The columns with a fraction, each with its value, and the number of columns beyond the list.
        fractions => Serde(fractions),
        more,
        // The tight rows, and the number of all rows.
        tight => Serde(tight.collect_vec()),
        all => program.map_or(0, |program| program.rows().len()),
    };
    templates.render("pages/lab/answer.html", &view)
}

/// Value as a whole number and a fraction, such as 19 1/3, where it is near a fraction.
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

fn comparison(bound: f64, best: u32, sense: Sense) -> String {
    let gap = sense.gain(bound - f64::from(best));
    match gap {
        _ if gap.abs() < TOLERANCE => {
            format!("The best order scores {best}. The bound is tight: it proves that.")
        }
        _ if gap > 0.0 => {
            let side = match sense {
                Sense::Maximize => "more",
                Sense::Minimize => "less",
            };
            format!(
                "The best order scores {best}. The bound is {} {side}.",
                mixed(gap)
            )
        }
        _ => {
            format!("The best order scores {best}. This is no bound: the rows cut that order off.")
        }
    }
}

fn movement(before: f64, after: f64) -> String {
    match (after - before).abs() < TOLERANCE {
        true => format!("Your changes leave it as it was: {}.", mixed(before)),
        false => format!("Without your changes it is {}.", mixed(before)),
    }
}

/// View of a row of the changes; `has_validity` says whether validity is the question.
fn row_view(row: &TrialRow, wall: Wall, has_validity: bool) -> RowView {
    let (is_valid, says, cut) = match &row.validity {
        _ if !has_validity => (None, String::new(), None),
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

/// Verdict on a program, with an order or a solution as a counterexample, if there is one.
fn correctness(
    instance: &Instance,
    answer: &QuestionedProgram,
    program: &Program,
    trial_rows: &[TrialRow],
) -> (Option<(bool, String)>, Option<Frame>, Option<Film>) {
    let wall = instance.wall();
    let orders = match answer.all {
        true => format!("all {} orders", answer.orders),
        false => format!("{} orders", answer.orders),
    };
    if let Some(excluded) = &answer.excluded {
        // The rows of the changes stand at the end.
        let base_count = program.rows().len() - trial_rows.len();
        let row = match excluded.row.checked_sub(base_count) {
            Some(index) => trial_rows[index].text.clone(),
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
    if let Some(allowed) = &answer.allowed {
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
    let words = match (answer.best, answer.optimum, &answer.other) {
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
        (Some(_), Some(_), _) if answer.is_right() => (
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
