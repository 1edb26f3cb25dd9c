//! The dual of a linear relaxation, as a linear program: microlp returns no multipliers of its own.
//!
//! A column x of the range l to u is l + x', with x' from 0 to w = u - l. The dual of max { c x' : A x' <= b - A l, 0 <= x' <= w } is
//! min { (b - A l) y + w r : A^T y + r >= c, y >= 0, r >= 0 }; y is at most 0 for a row with >=, and free for an equation. A minimum
//! is the maximum of -c x', and its multipliers are -y.

use super::MilpError;
use super::microlp::limit_time;
use crate::formulation::{Program, Relation};
use azulejo_control::Control;
use good_lp::solvers::SolutionStatus;
use good_lp::{Expression, ProblemVariables, ResolutionError, Solution, SolverModel, variable};

/// Multipliers of the rows of a program without integers, one a row: points of its bound for each unit of the right side. None where
/// the program has no solution, or the run was stopped.
///
/// # Errors
/// When microlp fails.
pub(super) fn multipliers(
    program: &Program,
    control: &Control,
) -> Result<Option<Vec<f64>>, MilpError> {
    let sign: f64 = program.sense().gain(1.0);
    let mut variables = ProblemVariables::new();
    // The multiplier of a row. A free one is a difference: of free variables microlp claims that some programs are unbounded.
    let rows: Vec<Expression> = program
        .rows()
        .iter()
        .map(|row| {
            let mut part = || variables.add(variable().min(0));
            match row.relation {
                Relation::AtMost => part().into(),
                Relation::AtLeast => -part(),
                Relation::Equal => part() - part(),
            }
        })
        .collect();
    // The left sides, a column of the program each.
    let mut lefts: Vec<Expression> = Vec::new();
    let mut objective = Expression::default();
    for column in program.columns() {
        let width = column.range.end() - column.range.start();
        let reduced_cost = variables.add(variable().min(0));
        objective.add_mul(width as f64, reduced_cost);
        lefts.push(reduced_cost.into());
    }
    for (row, multiplier) in program.rows().iter().zip(&rows) {
        let mut right = row.right;
        for (column, factor) in row.expression.terms() {
            right -= factor * program.columns()[column.index()].range.start();
            lefts[column.index()] += factor as f64 * multiplier.clone();
        }
        objective += right as f64 * multiplier.clone();
    }
    let costs = program.objective().coefficients(program.columns().len());
    let model = variables.minimise(objective).using(good_lp::microlp);
    let mut model = limit_time(model, control);
    for (left, cost) in lefts.into_iter().zip(costs) {
        model.add_constraint(left.geq(sign * cost as f64));
    }
    match model.solve() {
        Ok(solution) if matches!(solution.status(), SolutionStatus::Optimal) => {
            let multipliers = rows.iter().map(|row| sign * solution.eval(row));
            Ok(Some(multipliers.collect()))
        }
        // An unbounded dual: the program has no solution.
        Ok(_) | Err(ResolutionError::Unbounded | ResolutionError::Other(_)) => Ok(None),
        Err(error) => Err(MilpError::refused("microlp", error)),
    }
}
