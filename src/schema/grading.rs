use super::{SCHEMA, pretty};
use crate::grading::{Fault, Grade, Model};
use crate::instance::Instance;
use serde::Serialize;

#[derive(Serialize)]
struct Graded<'a> {
    schema: u32,
    model: String,
    /// Whether nothing wrong was found.
    right: bool,
    walls: Vec<Wall<'a>>,
}

#[derive(Serialize)]
struct Wall<'a> {
    instance: &'a Instance,
    variables: &'static str,
    best: Option<i64>,
    compared: bool,
    orders: usize,
    all: bool,
    faults: Vec<Wrong>,
}

/// A fault by its kind: `best`, `excluded`, `allowed`, `scored` or `no-order`.
#[derive(Serialize)]
struct Wrong {
    kind: &'static str,
    order: Option<Vec<usize>>,
    model: Option<i64>,
    truth: Option<u32>,
    says: Option<String>,
}

/// The output of `grade`.
pub fn grading(model: &Model, grades: &[Grade]) -> String {
    pretty(&Graded {
        schema: SCHEMA,
        model: model.path.display().to_string(),
        right: grades.iter().all(|grade| grade.faults.is_empty()),
        walls: grades.iter().map(wall).collect(),
    })
}

fn wall(grade: &Grade) -> Wall<'_> {
    Wall {
        instance: &grade.instance,
        variables: grade.reading.name(),
        best: grade.best,
        compared: grade.compared,
        orders: grade.asked,
        all: grade.all,
        faults: grade.faults.iter().map(wrong).collect(),
    }
}

fn wrong(fault: &Fault) -> Wrong {
    let (kind, order, model, truth, says) = match fault {
        Fault::Best {
            model,
            truth,
            order,
        } => ("best", order.as_ref(), *model, *truth, None),
        Fault::Excluded { order, score } => ("excluded", Some(order), None, Some(*score), None),
        Fault::Allowed { order, violation } => {
            ("allowed", Some(order), None, None, Some(violation))
        }
        Fault::Scored {
            order,
            model,
            truth,
        } => ("scored", Some(order), Some(*model), Some(*truth), None),
        Fault::NoOrder { says } => ("no-order", None, None, None, Some(says)),
    };
    Wrong {
        kind,
        order: order.map(|order| order.numbers()),
        model,
        truth,
        says: says.cloned(),
    }
}
