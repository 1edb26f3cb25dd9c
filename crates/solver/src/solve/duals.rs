//! The dual solution of a linear relaxation: multipliers of rows and reduced costs of columns, which add up to its bound.

use crate::formulation::{Linear, Program};
use crate::milp::MilpError;
use azulejo_control::Control;

/// Multipliers and reduced costs further from 0 than this are listed.
const TOLERANCE: f64 = 1e-7;

/// The dual solution of a linear relaxation. `constant`, the sum of `multiplier · right` and the sum of `reduced cost · value` are together the bound.
#[derive(Debug, Clone, PartialEq)]
pub struct Duals {
    /// The constant of the objective, in points.
    pub constant: i64,
    /// The rows whose multiplier is not 0, in the order of the program.
    pub rows: Vec<DualRow>,
    /// The columns whose reduced cost and value are not 0, in the order of the program.
    pub columns: Vec<DualColumn>,
}

/// A row with its multiplier.
#[derive(Debug, Clone, PartialEq)]
pub struct DualRow {
    /// The name of the row.
    pub name: String,
    /// The multiplier: points of the bound for each unit of the right side.
    pub multiplier: f64,
    /// The right side.
    pub right: i64,
}

/// A column with its reduced cost.
#[derive(Debug, Clone, PartialEq)]
pub struct DualColumn {
    /// The name of the column.
    pub name: String,
    /// The reduced cost: the coefficient in the objective, less those in the rows times their multipliers.
    pub reduced_cost: f64,
    /// The value in the solution, an end of the column's range.
    pub value: f64,
}

impl Duals {
    /// The sum of all parts, in points: the bound of the relaxation.
    pub fn bound(&self) -> f64 {
        let rows = self
            .rows
            .iter()
            .map(|row| row.multiplier * row.right as f64);
        let columns = self
            .columns
            .iter()
            .map(|column| column.reduced_cost * column.value);
        self.constant as f64 + rows.sum::<f64>() + columns.sum::<f64>()
    }

    /// The dual solution of the relaxation of a program; none where there is no solution or no time for it.
    ///
    /// # Errors
    /// When HiGHS fails, or is not built in.
    #[cfg(feature = "highs")]
    pub fn of(program: &Program, control: &Control) -> Result<Option<Self>, MilpError> {
        use crate::milp::{self, DualResult, MilpOptions};
        let solved = milp::Duals::new(program, &MilpOptions::default(), control)?.solve()?;
        Ok(match solved {
            DualResult::Solved {
                values,
                multipliers,
            } => Some(Self::new(program, &values, &multipliers)),
            DualResult::Infeasible { .. } | DualResult::Stopped => None,
        })
    }

    /// An error: HiGHS is not built in.
    #[cfg(not(feature = "highs"))]
    pub fn of(_: &Program, _: &Control) -> Result<Option<Self>, MilpError> {
        Err(MilpError::NotBuiltIn {
            solver: crate::milp::Solver::Highs,
        })
    }

    #[cfg_attr(not(feature = "highs"), allow(dead_code))]
    fn new(program: &Program, values: &[f64], multipliers: &[f64]) -> Self {
        let coefficients = |expression: &Linear| {
            expression
                .terms()
                .map(|(column, by)| (column.index(), by as f64))
                .collect::<Vec<_>>()
        };
        let mut reduced_costs = vec![0.0; program.columns().len()];
        for (column, by) in coefficients(program.objective()) {
            reduced_costs[column] += by;
        }
        let mut rows = Vec::new();
        for (row, &multiplier) in program.rows().iter().zip(multipliers) {
            if multiplier.abs() <= TOLERANCE {
                continue;
            }
            for (column, by) in coefficients(&row.expression) {
                reduced_costs[column] -= multiplier * by;
            }
            rows.push(DualRow {
                name: row.name.clone(),
                multiplier,
                right: row.right,
            });
        }
        let columns = program.columns().iter().zip(reduced_costs).zip(values);
        let columns =
            columns.filter(|((_, cost), value)| cost.abs() > TOLERANCE && value.abs() > TOLERANCE);
        Self {
            constant: program.objective().offset(),
            rows,
            columns: columns
                .map(|((column, reduced_cost), &value)| DualColumn {
                    name: column.name.clone(),
                    reduced_cost,
                    value,
                })
                .collect(),
        }
    }
}
