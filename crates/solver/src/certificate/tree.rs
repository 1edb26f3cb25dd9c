//! A tree of cases, built around linear programs after the answer is known.
//!
//! Every node asks HiGHS for multipliers, and the referee for what they prove. If that is not enough, the node is split on
//! the column that is nearest to one half. The score of the known order is the goal from the beginning.

use super::NoCertificate;
use super::given::RefereeRows;
use super::prices::Prices;
use crate::bounds::Bound;
use crate::control::Control;
use crate::formulation::{Families, Formulation, OrderingFormulation, Reading, Row, Unwritten};
use crate::instance::{Instance, Sense};
use crate::milp::{DualResult, Duals, MilpOptions};
use azulejo_check::{Column, Node, Program, Row as Name, Statement};

/// Denominators that are tried, the simplest first.
const DENOMINATORS: [u32; 8] = [1, 2, 3, 4, 12, 60, 2520, 1_000_000];

/// Rows are added to a node's linear program so often at most.
const ROUNDS: usize = 40;

/// Grows a tree of at most so many leaves that proves a score, or without one, that there is no order.
pub(super) fn grown(
    instance: &Instance,
    statement: &Statement,
    score: Option<u64>,
    leaves: usize,
    control: &Control,
) -> Result<Vec<Node>, NoCertificate> {
    let program = Program::of(statement).map_err(NoCertificate::TooLarge)?;
    let given = RefereeRows::new(&program, instance);
    let problem = &given.problem(instance);
    let bound = Bound::trivial(problem);
    let formulation = OrderingFormulation::to_solve(problem, bound, &Families::new(), control);
    let formulation = formulation.map_err(|why| match why {
        Unwritten::Stopped => NoCertificate::Stopped,
        Unwritten::Unfit(_) | Unwritten::TooLarge => NoCertificate::NotFound,
    })?;
    let options = MilpOptions {
        threads: Some(1),
        ..MilpOptions::default()
    };
    let goal = score.map(|score| problem.sense().gain(i128::from(score)) + 1);
    let duals = Duals::new(formulation.program(), &options, control)?;
    let mut growth = Growth {
        prices: Prices::new(&formulation, problem, given),
        formulation: &formulation,
        program,
        duals,
        sense: problem.sense(),
        goal,
        fixed: Vec::new(),
        nodes: Vec::new(),
        left: leaves,
        control,
    };
    growth.node()?;
    Ok(growth.nodes)
}

struct Growth<'a> {
    formulation: &'a OrderingFormulation,
    program: Program,
    duals: Duals,
    prices: Prices<'a>,
    sense: Sense,
    goal: Option<i128>,
    fixed: Vec<(Column, bool)>,
    nodes: Vec<Node>,
    /// The number of leaves that the tree may still get.
    left: usize,
    control: &'a Control,
}

impl Growth<'_> {
    /// Grows what is below the columns that are fixed.
    fn node(&mut self) -> Result<(), NoCertificate> {
        // What the lines alone exclude needs no rows.
        if let Ok(None) = self.program.sum(0, [], &self.fixed) {
            return self.leaf(0, Vec::new());
        }
        let mut values = None;
        for _ in 0..ROUNDS {
            self.control.go_on()?;
            match self.duals.solve()? {
                DualResult::Stopped => return Err(NoCertificate::Stopped),
                DualResult::Infeasible { multipliers } => {
                    let ray = multipliers.unwrap_or_default();
                    return match self.contradiction(&ray) {
                        Some(rows) => self.leaf(0, rows),
                        None => self.split(None),
                    };
                }
                DualResult::Solved {
                    values: solution,
                    multipliers,
                } => {
                    if let Some((denominator, rows)) = self.bound(&multipliers) {
                        return self.leaf(denominator, rows);
                    }
                    let more = self.violated(&solution);
                    values = Some(solution);
                    if more.is_empty() {
                        break;
                    }
                    self.prices.add(&more);
                    self.duals.add(&more)?;
                }
            }
        }
        self.split(values)
    }

    fn leaf(&mut self, denominator: u32, rows: Vec<(Name, i32)>) -> Result<(), NoCertificate> {
        self.left = self.left.checked_sub(1).ok_or(NoCertificate::NotFound)?;
        let rows = rows
            .into_iter()
            .map(|(name, number)| (name.to_string(), number))
            .collect();
        self.nodes.push(Node::Leaf { denominator, rows });
        Ok(())
    }

    /// Numbers for the rows that show that no order of this case reaches the goal.
    fn bound(&self, multipliers: &[f64]) -> Option<(u32, Vec<(Name, i32)>)> {
        let goal = self.goal?;
        let gains = multipliers.iter().map(|&one| self.sense.gain(one));
        let multipliers: Vec<f64> = gains.collect();
        let proves = |denominator: u32| {
            let scale = f64::from(denominator);
            let rows = self.prices.numbers(&multipliers, scale, true);
            let most = self.sum(denominator, &rows)?;
            let closed = most.is_none_or(|most| most < goal * i128::from(denominator));
            closed.then_some((denominator, rows))
        };
        // Only if the finest one does is it worth asking the others.
        let [others @ .., finest] = DENOMINATORS;
        let finest = proves(finest)?;
        others.into_iter().find_map(proves).or(Some(finest))
    }

    /// Numbers for the rows that contradict each other in this case.
    fn contradiction(&self, ray: &[f64]) -> Option<Vec<(Name, i32)>> {
        let largest = ray.iter().fold(0.0, |most: f64, one| most.max(one.abs()));
        let scales = [1.0, -1.0]
            .into_iter()
            .flat_map(|sign| [1.0, 2.0, 6.0, 1000.0, 1e6].map(|scale| sign * scale / largest));
        scales.filter(|scale| scale.is_finite()).find_map(|scale| {
            let ray: Vec<f64> = ray.iter().map(|one| one * scale.signum()).collect();
            let rows = self.prices.numbers(&ray, scale.abs(), false);
            let closed = self.sum(0, &rows)?.is_none_or(|most| most < 0);
            closed.then_some(rows)
        })
    }

    /// The sum of rows with these numbers in this case, if the referee builds them all; none within where the case has no order.
    fn sum(&self, denominator: u32, rows: &[(Name, i32)]) -> Option<Option<i128>> {
        let rows = rows.iter().map(|(name, number)| (name, *number));
        self.program.sum(denominator, rows, &self.fixed).ok()
    }

    fn violated(&self, values: &[f64]) -> Vec<Row> {
        let separated = self.formulation.separate(values);
        if !separated.is_empty() {
            return separated.into_iter().map(|cut| cut.row).collect();
        }
        if values
            .iter()
            .zip(self.formulation.program().columns())
            .any(|(value, column)| column.integer && (value - value.round()).abs() > 1e-6)
        {
            return Vec::new();
        }
        let rounded: Vec<i64> = values.iter().map(|value| value.round() as i64).collect();
        match self.formulation.read(&rounded) {
            Reading::Order(_) => Vec::new(),
            Reading::Cyclic { cuts, .. } => cuts.into_iter().map(|cut| cut.row).collect(),
        }
    }

    /// Splits on the column that is nearest to one half.
    fn split(&mut self, values: Option<Vec<f64>>) -> Result<(), NoCertificate> {
        let columns = self.formulation.program().columns().iter().enumerate();
        let open = columns.filter_map(|(index, column)| {
            let name = self
                .program
                .column(&column.name)
                .ok()
                .filter(|_| column.integer)?;
            let open = self.fixed.iter().all(|(other, _)| *other != name);
            open.then(|| (index, name, column.name.clone()))
        });
        let far = |index: usize| {
            values
                .as_ref()
                .map_or(0.0, |values| (values[index] - 0.5).abs())
        };
        let nearest = open.min_by(|(one, ..), (other, ..)| far(*one).total_cmp(&far(*other)));
        let Some((index, column, name)) = nearest else {
            return Err(NoCertificate::NotFound);
        };
        self.nodes.push(Node::Split { column: name });
        for value in [false, true] {
            self.fixed.push((column, value));
            let fixed = f64::from(u8::from(value));
            self.duals.fix(index, [fixed, fixed])?;
            self.node()?;
            self.fixed.pop();
        }
        self.duals.fix(index, [0.0, 1.0])?;
        Ok(())
    }
}
