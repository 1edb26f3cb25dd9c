//! The rows that a person states, in a program.
//!
//! A formulation gives each quantity as an expression in its columns. A row of one clause is a row of the program. Of
//! several clauses each has a column for whether it is the one that holds; the rows of the others are relaxed by a number
//! that is just large enough.

use super::program::Relation::{AtLeast, AtMost};
use super::{BuildError, Equation, Fact, Linear, Program};
use crate::instance::{Inequality, Quantity};
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::Control;

/// The three equations of rows in a formulation.
#[derive(Debug)]
pub(super) struct RowEquations {
    /// A row that is stated.
    pub(super) stated: Equation,
    /// A row of one of several clauses.
    pub(super) clause: Equation,
    /// One of the clauses holds.
    pub(super) any: Equation,
}

impl RowEquations {
    /// The equations with these numbers, and the statement of the formulation about a stated row.
    pub(super) const fn with_numbers(numbers: [&'static str; 3], statement: &'static str) -> Self {
        let [stated, clause, any] = numbers;
        Self {
            stated: Equation {
                number: stated,
                statement,
                each: "every row of one clause, written out",
                formula: "Σ_{i} a_{i}·q_{i} ≤ r",
            },
            clause: Equation {
                number: clause,
                statement: "A clause that is the one that holds; $M$ is the most that the left side exceeds $r$ by",
                each: "every row with $or$, written out, and every clause $k$ of it",
                formula: "Σ_{i} a_{i}·q_{i} ≤ r + M·(1 − z(k))",
            },
            any: Equation {
                number: any,
                statement: "One of the clauses holds",
                each: "every row with $or$, written out",
                formula: "Σ_{k} z(k) ≥ 1",
            },
        }
    }
}

/// The turn of a cell, where `filled_by` is its expression for "filled by a time"; one more than there are turns if it stays empty.
pub(super) fn turn_of(
    cell: Cell,
    turns: usize,
    filled_by: impl Fn(Cell, usize) -> Linear,
) -> Linear {
    let filled: Linear = (1..=turns).map(|time| filled_by(cell, time)).sum();
    Linear::constant(turns as i64 + 1) - filled
}

impl Program {
    /// The rows of a problem; `expression` gives a quantity in columns, some of which it may add.
    pub(super) fn add_rows(
        &mut self,
        equations: &'static RowEquations,
        problem: &Problem,
        mut expression: impl FnMut(&mut Self, Quantity) -> Linear,
        control: &Control,
    ) -> Result<(), BuildError> {
        for (index, row) in problem.rows().iter().enumerate() {
            let number = index + 1;
            let mut sum = |program: &mut Self, row: &Inequality| {
                let mut sum = Linear::constant(-row.at_most);
                for &(quantity, factor) in &row.terms {
                    sum.add_times(factor, &expression(program, quantity));
                }
                sum
            };
            if let [clause] = &row.clauses[..] {
                for inequality in clause {
                    self.go_on(control)?;
                    let sum = sum(self, inequality);
                    self.row(&equations.stated, format!("_row({number})"), sum, AtMost, 0);
                }
                continue;
            }
            let mut any = Linear::default();
            for (clause, number_of_clause) in row.clauses.iter().zip(1..) {
                let fact = Fact::Clause {
                    rows: clause.clone(),
                };
                let name = format!("z({number},{number_of_clause})");
                let holds = self.binary(name, fact);
                any += holds;
                for (inequality, part) in clause.iter().zip(1..) {
                    self.go_on(control)?;
                    let sum = sum(self, inequality);
                    let most = self.greatest(&sum).max(0);
                    let slack = (Linear::constant(1) - holds) * most;
                    let label = format!("_clause({number},{number_of_clause},{part})");
                    self.row(&equations.clause, label, sum, AtMost, slack);
                }
            }
            self.row(&equations.any, format!("_any({number})"), any, AtLeast, 1);
        }
        Ok(())
    }

    /// The greatest value of an expression within the ranges of its columns.
    fn greatest(&self, expression: &Linear) -> i64 {
        let terms = expression.terms().map(|(column, factor)| {
            let range = &self.columns()[column.index()].range;
            (factor * range.start()).max(factor * range.end())
        });
        expression.offset() + terms.sum::<i64>()
    }
}
