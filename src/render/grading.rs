//! What is right and what is wrong about somebody's model, in words.

use super::caption::{asked, conditions};
use crate::counted::counted;
use crate::grading::{Fault, Grade};
use crate::harmless::harmless_lines;
use crate::order::Order;
use crate::render::proof::INFEASIBLE;
use std::fmt::Write;

/// For people: each wall with what was compared, and a counterexample for each kind of fault.
pub fn text(model: &str, grades: &[Grade]) -> String {
    let mut text = harmless_lines(model);
    if let Some(grade) = grades.first() {
        let _ = write!(text, ", the order by its variables {}", grade.reading);
    }
    for grade in grades {
        let _ = write!(text, "\n\n{}", asked(&grade.instance));
        for condition in conditions(&grade.instance) {
            let _ = write!(text, "\n  {condition}");
        }
        let wrong = |kind: fn(&Fault) -> bool| grade.faults.iter().any(kind);
        let best = match (grade.compared, grade.best) {
            (false, Some(best)) => {
                format!("{best} (not compared: stopped before the truth was known)")
            }
            (false, None) => "stopped before the best score was known".into(),
            (true, Some(best)) if !wrong(|fault| matches!(fault, Fault::Best { .. })) => {
                format!("{best}, which is right")
            }
            (true, None) if !wrong(|fault| matches!(fault, Fault::Best { .. })) => {
                "no solution, which is right".into()
            }
            (true, Some(best)) => format!("{best}, which is WRONG"),
            (true, None) => "no solution, which is WRONG".into(),
        };
        let _ = write!(text, "\n\nbest score  {best}");
        let of_orders =
            |fault: &Fault| !matches!(fault, Fault::Best { .. } | Fault::NoOrder { .. });
        let orders = match grade.asked {
            0 => "none was tried, because the wall has too many".into(),
            asked => {
                let which = match grade.all {
                    true => format!("all {}", counted(asked, "order")),
                    false => format!("{} at random", counted(asked, "order")),
                };
                match grade.faults.iter().any(of_orders) {
                    true => format!("{which}: the model is wrong about some of them"),
                    false => format!(
                        "{which}: each is allowed or excluded as it should be, with its score"
                    ),
                }
            }
        };
        let _ = write!(text, "\norders      {orders}");
        if grade.others && !wrong(|fault| matches!(fault, Fault::NoOrder { .. })) {
            text += "\nothers      every solution is one of these orders";
        }
        for fault in &grade.faults {
            let _ = write!(
                text,
                "\nWRONG       {}",
                harmless_lines(&sentence(grade, fault))
            );
        }
    }
    let right = grades.iter().all(|grade| grade.faults.is_empty());
    let whole = grades.iter().all(|grade| grade.compared && grade.asked > 0);
    text += match (right, whole) {
        (true, true) => "\n\nNothing is wrong with the model on these walls.",
        (true, false) => "\n\nNothing wrong was found, but not everything was compared.",
        (false, _) => "\n\nThe model is WRONG.",
    };
    text
}

/// A counterexample in words.
fn sentence(grade: &Grade, fault: &Fault) -> String {
    let (best, _) = grade.instance.sense().best();
    let shown = |order: &Order| format!("the order {order}");
    match fault {
        Fault::Best {
            model,
            truth,
            order,
        } => {
            let model = model.map_or_else(
                || "the model has no solution".into(),
                |model| format!("the model's {best} is {}", score(model)),
            );
            match (truth, order) {
                (Some(truth), Some(order)) => {
                    format!(
                        "{model}, but the {best} is {truth}: {} reaches it",
                        shown(order)
                    )
                }
                _ => format!("{model}, but {INFEASIBLE}"),
            }
        }
        Fault::Excluded { order, score, row } => {
            let row = row.as_ref().map_or_else(String::new, |row| {
                format!("\n            Without this row it is allowed: {row}")
            });
            format!(
                "the model excludes {}, which is allowed and scores {score}{row}",
                shown(order)
            )
        }
        Fault::Allowed { order, violation } => {
            format!(
                "the model allows {}, but it is not allowed: {violation}",
                shown(order)
            )
        }
        Fault::Scored {
            order,
            model,
            truth,
            row,
        } => format!(
            "the model gives {} the score {}, but it scores {truth}{}",
            shown(order),
            score(*model),
            lacking(row)
        ),
        Fault::NoOrder { says, row } => format!(
            "the model has a solution that is no order: {says}{}",
            lacking(row)
        ),
    }
}

/// The row that a model lacks, if that can be told.
fn lacking(row: &Option<String>) -> String {
    row.as_ref().map_or_else(String::new, |row| {
        format!("\n            This row is missing, or one like it: {row}")
    })
}

/// A score of a model, which need not have a bound.
fn score(score: i64) -> String {
    match score {
        i64::MAX | i64::MIN => "without bound".into(),
        score => score.to_string(),
    }
}
