//! Verdicts on a model in words.

use super::caption::{lines_below, statement};
use super::relaxation::number;
use crate::counted::counted;
use crate::grading::{Fault, FaultKind};
use crate::harmless::harmless_lines;
use crate::instance::Sense;
use crate::render::proof::INFEASIBLE;
use crate::schema::{Grade, WallGrade};
use itertools::Itertools;
use std::fmt::Write;

/// Text on the grade of a model: each wall with its comparisons, and a counterexample for each kind of fault.
pub fn text(model: &str, grade: &Grade) -> String {
    let grades = &grade.walls;
    let mut text = harmless_lines(model);
    if let Some(WallGrade { variables, .. }) = grades.first() {
        let _ = write!(text, ", the order by its variables {variables}");
    }
    for grade in grades {
        let (instance, orders) = (&grade.instance, counted(grade.orders, "order"));
        let _ = write!(text, "\n\n{}{}", statement(instance), lines_below(instance));
        let has_fault = |kind| grade.faults.iter().any(|fault| fault.kind == kind);
        text += "\n";
        if let Some(objective) = &grade.objective {
            let _ = write!(text, "\nobjective   {objective}");
        }
        let best = match (grade.compared, grade.best) {
            (false, Some(best)) => {
                format!("{best} (not compared: stopped before the truth was known)")
            }
            (false, None) => "stopped before the best score was known".into(),
            (true, Some(best)) if !has_fault(FaultKind::Best) => {
                format!("{best}, which is right")
            }
            (true, None) if !has_fault(FaultKind::Best) => "no solution, which is right".into(),
            (true, Some(best)) => format!("{best}, which is WRONG"),
            (true, None) => "no solution, which is WRONG".into(),
        };
        let _ = write!(text, "\nbest score  {best}");
        let of_orders = |fault: &Fault| !matches!(fault.kind, FaultKind::Best | FaultKind::NoOrder);
        let orders = match grade.orders {
            0 => "none was tried".into(),
            _ => {
                let tests = match grade.all {
                    true => format!("all {orders}"),
                    false => format!("{orders} at random"),
                };
                match grade.faults.iter().any(of_orders) {
                    true => format!("{tests}: the model is wrong about some of them"),
                    false => format!(
                        "{tests}: each is allowed or excluded as it should be, with its score"
                    ),
                }
            }
        };
        let _ = write!(text, "\norders      {orders}");
        let others = match (grade.others, grade.all) {
            (false, _) => "not looked for: a solution of the model may be no order",
            (true, true) => "none: each solution of the model is one of these orders",
            (true, false) => "none: each solution of the model is an order",
        };
        if !has_fault(FaultKind::NoOrder) {
            let _ = write!(text, "\nothers      {others}");
        }
        if let Some(rows) = grade.rows {
            let _ = write!(text, "\nprogram     {}", counted(rows, "row"));
            if let Some(bound) = grade.relaxation {
                let _ = write!(text, ", bound of the relaxation {}", number(bound));
            }
        }
        for fault in &grade.faults {
            let line = sentence(grade.instance.sense(), fault) + &row(fault);
            let _ = write!(text, "\nWRONG       {}", harmless_lines(&line));
        }
        if grade.swapped {
            let _ = write!(text, "\n            {SWAPPED}");
        }
    }
    let is_whole = |grade: &WallGrade| grade.compared && grade.orders > 0 && grade.others;
    let is_whole = grades.iter().all(is_whole);
    text += match (grade.right, is_whole) {
        (true, true) => "\n\nNothing is wrong with the model on these walls.",
        (true, false) => "\n\nNothing wrong was found, but not everything was compared.",
        (false, _) => "\n\nThe model is WRONG.",
    };
    text
}

/// Sentence on a counterexample.
pub fn sentence(sense: Sense, fault: &Fault) -> String {
    let (best, _) = sense.best();
    let order = fault.order.iter().flatten().join(" ");
    let truth = fault.truth.unwrap_or_default();
    let says = fault.says.as_deref().unwrap_or_default();
    let model = fault.model.map(|model| model.to_string());
    match fault.kind {
        FaultKind::Best => {
            let model = model.map_or_else(
                || "the model has no solution".into(),
                |model| format!("the model's {best} is {model}"),
            );
            match fault.order {
                Some(_) => {
                    format!("{model}, but the {best} is {truth}: the order {order} reaches it")
                }
                None => format!("{model}, but {INFEASIBLE}"),
            }
        }
        FaultKind::Excluded => {
            format!("the model excludes the order {order}, which is allowed and scores {truth}")
        }
        FaultKind::Allowed => {
            format!("the model allows the order {order}, but it is not allowed: {says}")
        }
        FaultKind::Scored => format!(
            "the model gives the order {order} the score {}, but it scores {truth}",
            model.unwrap_or_default()
        ),
        FaultKind::NoOrder => format!("the model has a solution that is no order: {says}"),
    }
}

/// Sentence on the row that is too strong, or on a missing row, if one is known.
fn row(fault: &Fault) -> String {
    fault.row.as_ref().map_or_else(String::new, |row| {
        let sentence = match fault.kind {
            FaultKind::Excluded => "Without this row it is allowed",
            _ => "This row is missing, or one like it",
        };
        format!("\n            {sentence}: {row}")
    })
}

/// Advice on a model with the two indices of A(i,j) exchanged.
pub const SWAPPED: &str = "Read as A[cell,turn], the model is right about these orders: its first number must be the turn.";
