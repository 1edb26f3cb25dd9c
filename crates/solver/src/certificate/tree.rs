//! A proof tree, built by linear programs after the answer.
//!
//! Every node gets multipliers from HiGHS and their bound from the referee. A node without a proof is split on the column
//! with the value nearest to one half. The score of the answer's order is the goal from the beginning.

use super::NoCertificate;
use super::given::RefereeRows;
use super::hand::leaf;
use super::prices::Prices;
use crate::bounds::Bound;
use crate::control::Control;
use crate::formulation::{BuildError, Families, Formulation, OrderingFormulation, Reading, Row};
use crate::instance::{Instance, Sense};
use crate::milp::{LinearProgram, MilpOptions, Relaxation};
use azulejo_check::{Column, Node, Program, Row as Name, Statement};

/// Candidate denominators, the simplest first.
const DENOMINATORS: [u32; 8] = [1, 2, 3, 4, 12, 60, 2520, 1_000_000];

/// Maximum number of rounds of separation at a node.
const ROUNDS: usize = 40;

/// Grows a tree of at most this number of leaves that proves a score, or infeasibility without a score.
pub(super) fn grow(
    instance: &Instance,
    statement: &Statement,
    score: Option<u64>,
    leaves: usize,
    control: &Control,
) -> Result<Vec<Node>, NoCertificate> {
    let program = Program::of(statement).map_err(NoCertificate::TooLarge)?;
    let referee_rows = RefereeRows::new(&program, instance);
    let problem = &referee_rows.problem(instance);
    let bound = Bound::trivial(problem);
    let formulation = OrderingFormulation::to_solve(problem, bound, &Families::new(), control);
    let formulation = formulation.map_err(|error| match error {
        BuildError::Stopped => NoCertificate::Stopped,
        BuildError::Unfit(_) | BuildError::TooLarge => NoCertificate::NotFound,
    })?;
    let options = MilpOptions {
        threads: Some(1),
        ..MilpOptions::default()
    };
    let goal = score.map(|score| problem.sense().gain(i128::from(score)) + 1);
    let relaxed = formulation.program().relaxed();
    let linear = LinearProgram::new(relaxed, false, &options, control)?;
    let mut growth = Growth {
        prices: Prices::new(&formulation, problem, referee_rows),
        formulation: &formulation,
        program,
        linear,
        sense: problem.sense(),
        goal,
        fixed: Vec::new(),
        nodes: Vec::new(),
        leaves_left: leaves,
        control,
    };
    growth.grow()?;
    Ok(growth.nodes)
}

struct Growth<'a> {
    formulation: &'a OrderingFormulation,
    program: Program,
    linear: LinearProgram,
    prices: Prices<'a>,
    sense: Sense,
    goal: Option<i128>,
    fixed: Vec<(Column, bool)>,
    nodes: Vec<Node>,
    /// The number of further leaves that the tree may have.
    leaves_left: usize,
    control: &'a Control,
}

impl Growth<'_> {
    /// Grows the subtree below the fixed columns.
    fn grow(&mut self) -> Result<(), NoCertificate> {
        // A case that the lines exclude needs no rows.
        if let Ok(None) = self.program.sum(0, [], &self.fixed) {
            return self.add_leaf(0, Vec::new());
        }
        let mut values = None;
        for _ in 0..ROUNDS {
            self.control.go_on()?;
            let (relaxation, multipliers) = self.linear.solve()?;
            let multipliers = multipliers.unwrap_or_default();
            match relaxation {
                Relaxation::Stopped => return Err(NoCertificate::Stopped),
                Relaxation::Infeasible => {
                    return match self.contradiction(&multipliers) {
                        Some(rows) => self.add_leaf(0, rows),
                        None => self.split(None),
                    };
                }
                Relaxation::Solved {
                    values: solution, ..
                } => {
                    if let Some((denominator, rows)) = self.bound_rows(&multipliers) {
                        return self.add_leaf(denominator, rows);
                    }
                    let cuts = self.separate(&solution);
                    values = Some(solution);
                    if cuts.is_empty() {
                        break;
                    }
                    self.prices.add(&cuts);
                    self.linear.add(&cuts)?;
                }
            }
        }
        self.split(values)
    }

    fn add_leaf(&mut self, denominator: u32, rows: Vec<(Name, i32)>) -> Result<(), NoCertificate> {
        self.leaves_left = self
            .leaves_left
            .checked_sub(1)
            .ok_or(NoCertificate::NotFound)?;
        self.nodes.push(leaf(denominator, rows));
        Ok(())
    }

    /// Rows with multipliers whose sum proves that no order of this case reaches the goal.
    fn bound_rows(&self, multipliers: &[f64]) -> Option<(u32, Vec<(Name, i32)>)> {
        let goal = self.goal?;
        let gains = multipliers
            .iter()
            .map(|&multiplier| self.sense.gain(multiplier));
        let multipliers: Vec<f64> = gains.collect();
        let proof = |denominator: u32| {
            let scale = f64::from(denominator);
            let rows = self.prices.numbers(&multipliers, scale, true);
            let maximum = self.sum(denominator, &rows)?;
            let is_closed = maximum.is_none_or(|maximum| maximum < goal * i128::from(denominator));
            is_closed.then_some((denominator, rows))
        };
        // The others can only succeed if the finest one does.
        let [others @ .., finest] = DENOMINATORS;
        let finest = proof(finest)?;
        others.into_iter().find_map(proof).or(Some(finest))
    }

    /// Rows with multipliers whose sum is a contradiction in this case.
    fn contradiction(&self, ray: &[f64]) -> Option<Vec<(Name, i32)>> {
        let largest = ray
            .iter()
            .fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let scales = [1.0, -1.0]
            .into_iter()
            .flat_map(|sign| [1.0, 2.0, 6.0, 1000.0, 1e6].map(|scale| sign * scale / largest));
        scales.filter(|scale| scale.is_finite()).find_map(|scale| {
            let ray: Vec<f64> = ray.iter().map(|value| value * scale.signum()).collect();
            let rows = self.prices.numbers(&ray, scale.abs(), false);
            let is_closed = self.sum(0, &rows)?.is_none_or(|maximum| maximum < 0);
            is_closed.then_some(rows)
        })
    }

    /// The sum of rows with these multipliers in this case; none if the referee does not build them all, and none within if the case
    /// has no order.
    fn sum(&self, denominator: u32, rows: &[(Name, i32)]) -> Option<Option<i128>> {
        let rows = rows.iter().map(|(name, number)| (name, *number));
        self.program.sum(denominator, rows, &self.fixed).ok()
    }

    fn separate(&self, values: &[f64]) -> Vec<Row> {
        let cuts = self.formulation.separate(values);
        if !cuts.is_empty() {
            return cuts.into_iter().map(|cut| cut.row).collect();
        }
        if values
            .iter()
            .zip(self.formulation.program().columns())
            .any(|(value, column)| column.integer && (value - value.round()).abs() > 1e-6)
        {
            return Vec::new();
        }
        let integers: Vec<i64> = values.iter().map(|value| value.round() as i64).collect();
        match self.formulation.read(&integers) {
            Reading::Order(_) => Vec::new(),
            Reading::Cyclic { cuts, .. } => cuts.into_iter().map(|cut| cut.row).collect(),
        }
    }

    /// Splits on the column with the value nearest to one half.
    fn split(&mut self, values: Option<Vec<f64>>) -> Result<(), NoCertificate> {
        let columns = self.formulation.program().columns().iter().enumerate();
        let candidates = columns.filter_map(|(index, column)| {
            let name = self
                .program
                .column(&column.name)
                .ok()
                .filter(|_| column.integer)?;
            let is_free = self.fixed.iter().all(|(other, _)| *other != name);
            is_free.then(|| (index, name, column.name.clone()))
        });
        let distance = |index: usize| {
            values
                .as_ref()
                .map_or(0.0, |values| (values[index] - 0.5).abs())
        };
        let nearest = candidates
            .min_by(|(left, ..), (right, ..)| distance(*left).total_cmp(&distance(*right)));
        let Some((index, column, name)) = nearest else {
            return Err(NoCertificate::NotFound);
        };
        self.nodes.push(Node::Split { column: name });
        for value in [false, true] {
            self.fixed.push((column, value));
            let number = f64::from(u8::from(value));
            self.linear.fix(index, [number, number])?;
            self.grow()?;
            self.fixed.pop();
        }
        self.linear.fix(index, [0.0, 1.0])?;
        Ok(())
    }
}
