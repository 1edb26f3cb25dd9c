//! From a program in integers to a model of good_lp, for any of its solvers. Here floats begin.

use crate::formulation::{Linear, Program, Relation, Row};
use crate::instance::Sense;
use good_lp::variable::UnsolvedProblem;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, variable};

/// The model of a program and further rows, and its variables: the i-th one is the program's column i. The offset of the
/// objective is left out, because good_lp does not pass it on to every solver.
pub(super) fn model<M: SolverModel>(
    program: &Program,
    cuts: &[Row],
    using: impl FnOnce(UnsolvedProblem) -> M,
) -> (M, Vec<Variable>) {
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
    let problem = match program.sense() {
        Sense::Maximize => variables.maximise(objective),
        Sense::Minimize => variables.minimise(objective),
    };
    let mut model = using(problem);
    for row in program.rows().iter().chain(cuts) {
        let left = expression(&row.expression, &columns);
        let right = row.right as f64;
        model.add_constraint(match row.relation {
            Relation::AtMost => left.leq(right),
            Relation::AtLeast => left.geq(right),
            Relation::Equal => left.eq(right),
        });
    }
    (model, columns)
}

/// The terms of an expression, without its offset.
fn expression(linear: &Linear, columns: &[Variable]) -> Expression {
    let mut expression = Expression::with_capacity(linear.terms().len());
    for (column, coefficient) in linear.terms() {
        expression.add_mul(coefficient as f64, columns[column.index()]);
    }
    expression
}
