//! The dual solution of a linear relaxation: multipliers of rows and reduced costs of columns, which add up to its bound.

use crate::formulation::{Program, Variable};
use crate::milp::{MilpError, multipliers};
use azulejo_control::Control;
use serde::{Deserialize, Serialize};

/// Multipliers and reduced costs further from 0 than this are listed.
const TOLERANCE: f64 = 1e-7;

/// A dual solution: constant, rows and columns add up to the bound.
// The sum of `constant`, of each `multiplier · right` and of each `reduced_cost · value`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Duals {
    /// The constant of the objective, in points.
    pub constant: i64,
    /// The rows whose multiplier is not 0.
    pub rows: Vec<DualRow>,
    /// The columns whose reduced cost and value are not 0.
    pub columns: Vec<DualColumn>,
}

/// A row with its multiplier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DualRow {
    /// The name of the row.
    pub name: String,
    /// Points of the bound for each unit of the right side.
    pub multiplier: f64,
    /// The right side.
    pub right: i64,
}

/// A column with its reduced cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DualColumn {
    /// The name of the column.
    pub name: String,
    /// The coefficient in the objective, less those in the rows times their multipliers.
    pub reduced_cost: f64,
    /// The value in the solution.
    // An end of the column's range.
    pub value: f64,
}

impl Duals {
    /// The sum of all parts, in points: the bound of the relaxation.
    pub fn bound(&self) -> f64 {
        let (rows, columns) = (self.rows.iter(), self.columns.iter());
        let rows = rows.map(|row| row.multiplier * row.right as f64);
        let columns = columns.map(|column| column.reduced_cost * column.value);
        self.constant as f64 + rows.sum::<f64>() + columns.sum::<f64>()
    }

    /// The dual solution of the relaxation of a program; none where there is no solution or no time for it.
    ///
    /// # Errors
    /// When the solver fails, or none is built in.
    pub fn of(program: &Program, control: &Control) -> Result<Option<Self>, MilpError> {
        let multipliers = multipliers(program, control)?;
        Ok(multipliers.map(|multipliers| Self::new(program, &multipliers)))
    }

    fn new(program: &Program, multipliers: &[f64]) -> Self {
        let costs = program.objective().coefficients(program.columns().len());
        let mut reduced_costs: Vec<f64> = costs.into_iter().map(|cost| cost as f64).collect();
        let mut rows = Vec::new();
        for (row, &multiplier) in program.rows().iter().zip(multipliers) {
            if multiplier.abs() <= TOLERANCE {
                continue;
            }
            for (column, factor) in row.expression.terms() {
                reduced_costs[column.index()] -= multiplier * factor as f64;
            }
            rows.push(DualRow {
                name: row.name.clone(),
                multiplier,
                right: row.right,
            });
        }
        // By complementary slackness a column with a reduced cost is at the better end of its range.
        let value = |column: &Variable, reduced_cost: f64| {
            let upper = program.sense().gain(reduced_cost) > 0.0;
            let (least, most) = column.range.clone().into_inner();
            (if upper { most } else { least }) as f64
        };
        let columns = program.columns().iter().zip(reduced_costs);
        let columns = columns.map(|(column, cost)| (column, cost, value(column, cost)));
        let columns =
            columns.filter(|(_, cost, value)| cost.abs() > TOLERANCE && value.abs() > TOLERANCE);
        Self {
            constant: program.objective().offset(),
            rows,
            columns: columns
                .map(|(column, reduced_cost, value)| DualColumn {
                    name: column.name.clone(),
                    reduced_cost,
                    value,
                })
                .collect(),
        }
    }
}
