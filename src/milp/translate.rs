//! From a program in integers to a model of HiGHS, through good_lp. Here floats begin.

use super::{MilpError, ffi};
use crate::formulation::{Linear, Program, Relation, Row};
use crate::instance::Sense;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, variable};

/// The model of a program and further rows; column i is the program's column i.
pub(super) fn model(program: &Program, cuts: &[Row]) -> Result<highs::Model, MilpError> {
    let mut variables = ProblemVariables::new();
    let columns: Vec<Variable> = program
        .columns()
        .iter()
        .map(|column| {
            let range = if column.integer {
                variable().binary()
            } else {
                let [least, most] = [column.range.start(), column.range.end()];
                variable().clamp(*least as f64, *most as f64)
            };
            variables.add(range.name(&column.name))
        })
        .collect();
    let objective = expression(program.objective(), &columns);
    let unsolved = match program.sense() {
        Sense::Maximize => variables.maximise(objective),
        Sense::Minimize => variables.minimise(objective),
    };
    let mut problem = unsolved.using(good_lp::highs);
    for row in program.rows().iter().chain(cuts) {
        let left = expression(&row.expression, &columns);
        let right = row.right as f64;
        problem.add_constraint(match row.relation {
            Relation::AtMost => left.leq(right),
            Relation::AtLeast => left.geq(right),
            Relation::Equal => left.eq(right),
        });
    }
    let mut model = problem.try_into_inner().map_err(|error| MilpError::Highs {
        call: "Highs_passModel",
        status: error.to_string(),
    })?;
    model.make_quiet();
    ffi::set_offset(&mut model, program.objective().offset() as f64)?;
    Ok(model)
}

/// The terms; the offset goes its own way, because good_lp does not pass it on.
fn expression(linear: &Linear, columns: &[Variable]) -> Expression {
    let mut expression = Expression::with_capacity(linear.terms().len());
    for (column, coefficient) in linear.terms() {
        expression.add_mul(coefficient as f64, columns[column.index()]);
    }
    expression
}
