//! Shadow prices of the rows that an instance states.

use azulejo_solver::formulation::Program;
use azulejo_solver::instance::{Instance, Requirement, SubjectTo};
use azulejo_solver::problem::Problem;
use azulejo_solver::solve::Duals;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The shadow price of a row that the instance states.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShadowPrice {
    /// The position of the row among the constraints, from 0.
    pub constraint: usize,
    /// The row as it is written.
    pub row: String,
    /// Points by which the bound changes, for each unit by which the row is relaxed; none where the program has no row
    /// for it.
    // A row that the turns and the precedences of the program imply has none.
    pub price: Option<f64>,
}

impl ShadowPrice {
    /// The shadow prices of the rows of an instance, by the multipliers of its program.
    pub fn all(
        instance: &Instance,
        problem: &Problem,
        program: &Program,
        duals: &Duals,
    ) -> Vec<Self> {
        let row_numbers = program.rows().iter();
        let row_numbers = row_numbers.filter(|row| STATED_EQUATIONS.contains(&row.equation.number));
        let row_numbers: HashMap<&str, usize> = row_numbers
            .filter_map(|row| Some((&*row.name, number(&row.name)?)))
            .collect();
        let mut prices: HashMap<usize, f64> =
            row_numbers.values().map(|&number| (number, 0.0)).collect();
        for row in &duals.rows {
            let number = row_numbers.get(&*row.name);
            if let Some(price) = number.and_then(|number| prices.get_mut(number)) {
                *price += row.multiplier;
            }
        }
        // Rows of the program have the numbers of the requirements that are left of all constraints.
        let numbers: HashMap<&Requirement, usize> = problem.rows().iter().zip(1..).collect();
        let rows = instance.constraints().iter().enumerate();
        let rows = rows.filter_map(|(index, constraint)| Some((index, constraint.row()?)));
        let price = |row: &SubjectTo| {
            let numbers = row
                .requirements()
                .iter()
                .filter_map(|requirement| numbers.get(requirement));
            let prices = numbers.filter_map(|number| prices.get(number)).copied();
            prices.reduce(|sum, price| sum + price)
        };
        rows.map(|(constraint, row)| Self {
            constraint,
            row: row.text().to_owned(),
            price: price(row),
        })
        .collect()
    }
}

/// The equations of the rows of an instance, of one clause and of several, in both formulations.
const STATED_EQUATIONS: [&str; 4] = ["O-16", "O-16a", "CS-11", "CS-11a"];

/// The number of a row of the instance in the name of a row of the program: 3 in `c16_row(3)` and in `c16a_clause(3,1,2)`.
fn number(name: &str) -> Option<usize> {
    let (_, numbers) = name.split_once('(')?;
    numbers.split([',', ')']).next()?.parse().ok()
}
