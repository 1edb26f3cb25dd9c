//! Whether a program that somebody has changed is right about a small wall.
//!
//! Each column is a fact about an order. So an order says what every column is worth, and the rows say whether the program
//! allows it. Where the rows allow a solution that is no order, its best score can go beyond that of every order.

use crate::sample::sample_orders;
use azulejo_control::Control;
use azulejo_solver::formulation::{Program, Timetable};
use azulejo_solver::instance::Instance;
use azulejo_solver::milp;
use azulejo_solver::order::{Order, verify};
use azulejo_solver::outcome::Verdict;
use azulejo_solver::problem::{Feature, Problem, Untaken};
use azulejo_solver::solve::{Method, Settings, SolveError, solve};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// At most so many orders of a wall are asked about: all of six cells.
const MOST_ORDERS: usize = 720;

/// The best solution of the program is looked for so long.
const BEST_LIMIT: Duration = Duration::from_secs(4);

/// The answers of a program about a wall, against the truth.
#[derive(Debug, Clone)]
pub struct QuestionedProgram {
    /// The number of orders that it was asked about.
    pub orders: usize,
    /// Whether these are all orders of the wall.
    pub all: bool,
    /// An order that is allowed, and that a row excludes.
    pub excluded: Option<ExcludedOrder>,
    /// An order that is not allowed, and that every row allows. It is looked for where all orders are asked about.
    pub allowed: Option<AllowedOrder>,
    /// The best score of a solution in whole numbers, if the solver found it in time: none where there is no solution.
    pub best: Option<Option<i64>>,
    /// The best score of an order, if it is known: none where no order is allowed.
    pub optimum: Option<Option<u32>>,
    /// The solution with that best score, where no order has it.
    pub other: Option<OtherSolution>,
}

/// An order that a row excludes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExcludedOrder {
    /// The order.
    pub order: Order,
    /// Score of the order.
    pub score: u32,
    /// The place of the row among those of the program, from 0.
    pub row: usize,
}

/// An order that every row allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrder {
    /// The order.
    pub order: Order,
    /// The violation in words.
    pub violation: String,
}

/// A solution in whole numbers that scores as no order does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherSolution {
    /// Score of the solution.
    pub score: i64,
    /// One value a column.
    pub values: Vec<i64>,
}

impl QuestionedProgram {
    /// Whether nothing is wrong with the program, as far as it was asked, and its best score is known to be true.
    pub fn is_right(&self) -> bool {
        let truth = self.optimum.map(|optimum| optimum.map(i64::from));
        self.excluded.is_none()
            && self.allowed.is_none()
            && self.best.is_some()
            && self.best == truth
    }
}

/// Asks a program about the orders of an instance and about its best solution. The columns must be those of a formulation
/// of the same wall with as many turns; the instance may ask more of orders than that formulation was written for.
///
/// # Errors
/// When a solver fails.
///
/// # Panics
/// When a column speaks of a cell that the wall does not have.
pub fn question(
    program: &Program,
    instance: &Instance,
    control: &Control,
) -> Result<QuestionedProgram, SolveError> {
    let problem = Problem::from(instance);
    let features = [Feature::Passes, Feature::FreeColours];
    Untaken::unless_without(&problem, &features, "a question about a program", "solve")?;
    let (orders, all) = sample_orders(instance, MOST_ORDERS);
    let mut said = QuestionedProgram {
        orders: orders.len(),
        all,
        excluded: None,
        allowed: None,
        best: None,
        optimum: None,
        other: None,
    };
    // What an order that is allowed looks like to the columns: another order can look the same.
    let mut seen: FxHashSet<Vec<i64>> = FxHashSet::default();
    let mut doubtful = Vec::new();
    for order in orders {
        let values = program.assignment(&Timetable::new(&problem, &order));
        let broken = program.rows().iter().position(|row| !row.holds(&values));
        let report = verify(instance, &order);
        match (report.violations.first(), broken) {
            (None, Some(row)) if said.excluded.is_none() => {
                said.excluded = Some(ExcludedOrder {
                    order,
                    score: report.score,
                    row,
                });
            }
            (None, None) => {
                seen.insert(values);
            }
            (Some(violation), None) if all => doubtful.push((values, order, violation.to_string())),
            _ => {}
        }
    }
    let mut doubtful = doubtful.into_iter();
    let allowed = doubtful.find(|(values, ..)| !seen.contains(values));
    said.allowed = allowed.map(|(_, order, violation)| AllowedOrder { order, violation });

    let settings = Settings::from(control.clone());
    said.optimum = match solve(instance, Method::Auto, &settings)?.outcome.verdict {
        Verdict::Optimal { solution, .. } => Some(Some(solution.score)),
        Verdict::Infeasible { .. } => Some(None),
        Verdict::Feasible { .. } | Verdict::Unknown { .. } => None,
    };
    let left = control.time_left().unwrap_or(BEST_LIMIT).min(BEST_LIMIT);
    let found = milp::best(program, &control.clone().within(Some(left)))?;
    if found.infeasible {
        said.best = Some(None);
        return Ok(said);
    }
    let Some(values) = found.values else {
        return Ok(said);
    };
    let score = program.objective().value(&values);
    if found
        .bound
        .is_some_and(|bound| (bound - score as f64).abs() < 0.5)
    {
        said.best = Some(Some(score));
        let truth = said.optimum.flatten().map(i64::from);
        let differs = said.optimum.is_some() && truth != Some(score);
        said.other = differs.then_some(OtherSolution { score, values });
    }
    Ok(said)
}

#[cfg(all(test, any(feature = "highs", feature = "microlp")))]
mod tests {
    use super::*;
    use azulejo_solver::formulation::{Families, Family, Kind};

    fn instance(text: &str) -> Instance {
        Instance::from_json(text).expect("an instance")
    }

    fn program(kind: Kind, instance: &Instance, without: &[&str]) -> Program {
        let written = kind.formulate(&Problem::from(instance), &Families::new());
        let written = written.expect("small");
        let names: Vec<String> = without.iter().map(|&name| name.into()).collect();
        let (program, unknown) = written.program().without_rows(&names);
        assert!(unknown.is_empty(), "{unknown:?}");
        program
    }

    fn orders(kind: Kind, instance: &Instance, without: &[&str]) -> QuestionedProgram {
        let program = program(kind, instance, without);
        question(&program, instance, &Control::default()).expect("no failure")
    }

    #[test]
    fn what_the_library_writes_is_right() {
        for sense in ["maximize", "minimize"] {
            for (rows, columns) in [(2, 2), (1, 5), (2, 3)] {
                let wall = format!(
                    r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "{sense}"}}"#
                );
                let said = orders(Kind::Ordering, &instance(&wall), &[]);
                assert!(said.all && said.is_right(), "{wall}: {said:?}");
                // Cuts are for the bound: without them the best solution is the same.
                let bare = Family::ALL.iter().copied().collect();
                let bare = Kind::Ordering.formulate(&Problem::from(&instance(&wall)), &bare);
                let bare = bare.expect("small");
                let said = question(bare.program(), &instance(&wall), &Control::default());
                let said = said.expect("no failure");
                assert!(said.is_right(), "{wall}: {said:?}");
            }
        }
    }

    #[test]
    fn a_row_that_is_missing_lets_something_pass() {
        let least = instance(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#);
        let said = orders(Kind::Ordering, &least, &["c2", "c13"]);
        let other = said
            .other
            .as_ref()
            .expect("a cycle earns less than an order");
        assert!(!said.is_right());
        assert_eq!((said.optimum, other.score), (Some(Some(9)), 8));
        assert_eq!((said.excluded, said.allowed), (None, None));

        let before = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize",
            "constraints": [{"type": "before", "first": 4, "then": 1}]}"#;
        let plain = instance(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#);
        let said = question(
            &program(Kind::CaseStudy, &plain, &[]),
            &instance(before),
            &Control::default(),
        );
        let allowed = said
            .expect("no failure")
            .allowed
            .expect("cell 1 can be first");
        assert!(allowed.violation.contains("cell 4"), "{allowed:?}");
    }

    #[test]
    fn a_row_that_is_too_strong_is_named_with_an_order() {
        let plain = instance(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#);
        let written = Kind::Ordering.formulate(&Problem::from(&plain), &Families::new());
        let written = written.expect("small");
        let read = |name: &str| written.quantity(name);
        let rows = crate::rows::inequalities("o(1,2) + o(1,3) = 2", plain.wall(), read);
        let rows = rows.expect("a row").into_iter().map(|(_, row)| row);
        let strict = written.program().with_rows(rows);
        let said = question(&strict, &plain, &Control::default()).expect("no failure");
        let excluded = said
            .excluded
            .clone()
            .expect("an order that begins elsewhere");
        assert_eq!(excluded.row, strict.rows().len() - 1);
        assert!(!said.is_right() && said.other.is_none(), "{said:?}");
        assert_eq!(said.best, Some(Some(10)));
    }
}
