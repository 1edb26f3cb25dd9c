//! Whether a modified program is right about a small wall.
//!
//! Each column is a fact about an order. So an order gives each column a value, and the rows say whether the program
//! allows it. Where the rows allow a solution that is no order, its best score can go beyond that of every order.

use crate::sample::{SampleOrder, sample_orders};
use azulejo_control::Control;
use azulejo_solver::formulation::{Program, Timetable};
use azulejo_solver::instance::Instance;
use azulejo_solver::milp;
use azulejo_solver::order::Order;
use azulejo_solver::problem::{Feature, Problem, UnsupportedFeature};
use azulejo_solver::solve::{Method, Settings, SolveError, solve};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// The greatest number of tested orders: all orders of six cells.
const MOST_ORDERS: usize = 720;

/// Time limit of the search for the best solution of the program.
const BEST_LIMIT: Duration = Duration::from_secs(4);

/// The answers of a program about a wall, against the truth.
#[derive(Debug, Clone)]
pub struct QuestionedProgram {
    /// The number of tested orders.
    pub orders: usize,
    /// Whether these are all orders of the wall.
    pub all: bool,
    /// An order of the instance that a row excludes.
    pub excluded: Option<ExcludedOrder>,
    /// An order that the instance forbids and every row allows; only where all orders are tested.
    pub allowed: Option<AllowedOrder>,
    /// The best score of a solution in whole numbers, if known: the inner option is none without a solution.
    pub best: Option<Option<i64>>,
    /// The best score of an order, if known: the inner option is none without an order.
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

/// A solution in whole numbers with a score of no order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherSolution {
    /// Score of the solution.
    pub score: i64,
    /// One value a column.
    pub values: Vec<i64>,
}

impl QuestionedProgram {
    /// Whether the tested orders show no fault of the program, and its best score is the optimum.
    pub fn is_right(&self) -> bool {
        let truth = self.optimum.map(|optimum| optimum.map(i64::from));
        self.excluded.is_none()
            && self.allowed.is_none()
            && self.best.is_some()
            && self.best == truth
    }
}

/// Tests a program on the orders of an instance, and its best solution. The columns must be those of a formulation
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
    UnsupportedFeature::unless_without(&problem, &features, "a question about a program", "solve")?;
    let (orders, all) = sample_orders(instance, MOST_ORDERS);
    let mut answers = QuestionedProgram {
        orders: orders.len(),
        all,
        excluded: None,
        allowed: None,
        best: None,
        optimum: None,
        other: None,
    };
    // The values of the columns for the allowed orders; a forbidden order can have the same values.
    let mut allowed_values: FxHashSet<Vec<i64>> = FxHashSet::default();
    let mut forbidden_orders = Vec::new();
    for SampleOrder { order, truth } in orders {
        let values = program.assignment(&Timetable::new(&problem, &order));
        let violated_row = program.rows().iter().position(|row| !row.holds(&values));
        match (truth, violated_row) {
            (Ok(score), Some(row)) if answers.excluded.is_none() => {
                answers.excluded = Some(ExcludedOrder { order, score, row });
            }
            (Ok(_), None) => {
                allowed_values.insert(values);
            }
            (Err(violation), None) if all => forbidden_orders.push((values, order, violation)),
            _ => {}
        }
    }
    let mut forbidden_orders = forbidden_orders.into_iter();
    let allowed = forbidden_orders.find(|(values, ..)| !allowed_values.contains(values));
    answers.allowed = allowed.map(|(_, order, violation)| AllowedOrder { order, violation });

    let settings = Settings::from(control.clone());
    let truth = solve(instance, Method::Auto, &settings)?.outcome.verdict;
    answers.optimum = truth.is_decided().then(|| truth.score());
    let time = control.time_left().unwrap_or(BEST_LIMIT).min(BEST_LIMIT);
    let solution = milp::best(program, &control.clone().within(Some(time)))?;
    if solution.infeasible {
        answers.best = Some(None);
        return Ok(answers);
    }
    let Some(values) = solution.values else {
        return Ok(answers);
    };
    let score = program.objective().value(&values);
    if solution
        .bound
        .is_some_and(|bound| (bound - score as f64).abs() < 0.5)
    {
        answers.best = Some(Some(score));
        let truth = answers.optimum.flatten().map(i64::from);
        let is_false = answers.optimum.is_some() && truth != Some(score);
        answers.other = is_false.then_some(OtherSolution { score, values });
    }
    Ok(answers)
}

#[cfg(all(test, any(feature = "highs", feature = "microlp")))]
mod tests {
    use super::*;
    use azulejo_solver::formulation::{Families, Family, Kind};

    fn instance(text: &str) -> Instance {
        Instance::from_json(text).expect("an instance")
    }

    fn program(kind: Kind, instance: &Instance, without: &[&str]) -> Program {
        let formulation = kind.formulate(&Problem::from(instance), &Families::new());
        let formulation = formulation.expect("small");
        let names: Vec<String> = without.iter().map(|&name| name.into()).collect();
        let (program, unknown) = formulation.program().without_rows(&names);
        assert!(unknown.is_empty(), "{unknown:?}");
        program
    }

    fn orders(kind: Kind, instance: &Instance, without: &[&str]) -> QuestionedProgram {
        let program = program(kind, instance, without);
        question(&program, instance, &Control::default()).expect("no failure")
    }

    #[test]
    fn programs_of_the_library_are_right() {
        for sense in ["maximize", "minimize"] {
            for (rows, columns) in [(2, 2), (1, 5), (2, 3)] {
                let wall = format!(
                    r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "{sense}"}}"#
                );
                let answers = orders(Kind::Ordering, &instance(&wall), &[]);
                assert!(answers.all && answers.is_right(), "{wall}: {answers:?}");
                // Cuts are for the bound: without them the best solution is the same.
                let cuts = Family::ALL.iter().copied().collect();
                let formulation = Kind::Ordering.formulate(&Problem::from(&instance(&wall)), &cuts);
                let formulation = formulation.expect("small");
                let answers =
                    question(formulation.program(), &instance(&wall), &Control::default());
                let answers = answers.expect("no failure");
                assert!(answers.is_right(), "{wall}: {answers:?}");
            }
        }
    }

    #[test]
    fn a_missing_row_admits_a_false_optimum_or_a_forbidden_order() {
        let minimum = instance(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#);
        let answers = orders(Kind::Ordering, &minimum, &["c2", "c13"]);
        let other = answers
            .other
            .as_ref()
            .expect("a cycle earns less than an order");
        assert!(!answers.is_right());
        assert_eq!((answers.optimum, other.score), (Some(Some(9)), 8));
        assert_eq!((answers.excluded, answers.allowed), (None, None));

        let precedence = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize",
            "constraints": [{"type": "before", "first": 4, "then": 1}]}"#;
        let plain = instance(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#);
        let answers = question(
            &program(Kind::CaseStudy, &plain, &[]),
            &instance(precedence),
            &Control::default(),
        );
        let allowed = answers
            .expect("no failure")
            .allowed
            .expect("cell 1 can be first");
        assert!(allowed.violation.contains("cell 4"), "{allowed:?}");
    }

    #[test]
    fn a_row_that_is_too_strong_is_reported_with_an_order() {
        let plain = instance(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#);
        let formulation = Kind::Ordering.formulate(&Problem::from(&plain), &Families::new());
        let formulation = formulation.expect("small");
        let read = |name: &str| formulation.quantity(name);
        let rows = crate::rows::inequalities("o(1,2) + o(1,3) = 2", plain.wall(), read);
        let rows = rows.expect("a row").into_iter().map(|(_, row)| row);
        let strict = formulation.program().with_rows(rows);
        let answers = question(&strict, &plain, &Control::default()).expect("no failure");
        let excluded = answers
            .excluded
            .clone()
            .expect("an order that begins elsewhere");
        assert_eq!(excluded.row, strict.rows().len() - 1);
        assert!(
            !answers.is_right() && answers.other.is_none(),
            "{answers:?}"
        );
        assert_eq!(answers.best, Some(Some(10)));
    }
}
