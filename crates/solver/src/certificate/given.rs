//! The referee's rows `given(i,k)` of an instance, for the linear program that finds their multipliers.
//!
//! The program has no other rows of the instance: the referee knows neither further rows nor the compiler's deductions from
//! rows.

use crate::instance::{Inequality, Instance, Quantity, Requirement, SubjectTo};
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_check::{Column, Linear, Program, Row as Name};

/// The referee's rows of an instance.
pub(super) struct RefereeRows {
    /// By row of the linear program: the name of the referee's row, and its factor, 1 or −1.
    rows: Vec<(Name, f64)>,
    /// By row of the linear program: a sum that is at most a number.
    inequalities: Vec<Inequality>,
    /// The names of the equations.
    equations: Vec<Name>,
}

impl RefereeRows {
    /// The referee's versions of the instance's rows.
    pub(super) fn new(program: &Program, instance: &Instance) -> Self {
        let mut referee_rows = Self {
            rows: Vec::new(),
            inequalities: Vec::new(),
            equations: Vec::new(),
        };
        let constraints = instance.constraints().iter().enumerate();
        for (index, _) in constraints.filter(|(_, constraint)| constraint.row().is_some()) {
            for place in 0..SubjectTo::MAX_ROWS {
                let name = Name::new("given", [index, place]);
                if let Ok(row) = program.build(&name) {
                    referee_rows.add(name, &row);
                }
            }
        }
        referee_rows
    }

    fn add(&mut self, name: Name, row: &Linear) {
        let signs: &[i64] = if row.equal { &[1, -1] } else { &[1] };
        for &sign in signs {
            let terms = row.terms.iter().filter_map(|&(column, factor)| {
                let quantity = match column {
                    Column::Filled(_, cell, time) => Quantity::Filled {
                        cell: Cell::from_number(cell),
                        time,
                    },
                    Column::Before(first, then) => {
                        Quantity::Before(Cell::from_number(first), Cell::from_number(then))
                    }
                    // The instance's rows have no other columns.
                    Column::Start(..) | Column::Single(_) | Column::Full(_) => return None,
                };
                Some((quantity, sign * factor as i64))
            });
            let right = sign * row.right as i64;
            self.inequalities.push(Inequality::new(terms, right));
            self.rows.push((name.clone(), sign as f64));
        }
        if row.equal {
            self.equations.push(name);
        }
    }

    /// The problem of an instance with these rows in place of its own.
    pub(super) fn problem(&self, instance: &Instance) -> Problem {
        let constraints = instance.constraints();
        let is_no_row = |index: usize| constraints[index].row().is_none();
        let rows = self.inequalities.iter().cloned();
        let rows = rows.map(|row| Requirement::any_of(vec![vec![row]]));
        Problem::without_propagation(&instance.with_constraints(is_no_row))
            .with_rows(rows.collect())
    }

    /// The referee's row, and its factor, for the row of the problem with this number, from 1.
    pub(super) fn row(&self, number: usize) -> (&Name, f64) {
        let (name, factor) = &self.rows[number - 1];
        (name, *factor)
    }

    /// Whether a row of the referee is an equation.
    pub(super) fn is_equal(&self, name: &Name) -> bool {
        self.equations.contains(name)
    }
}
