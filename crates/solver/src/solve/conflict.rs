//! Conflicts of an infeasible instance: constraints that cannot hold together.

use super::{Settings, SolveError};
use crate::dense;
use crate::formulation::{BuildError, OrderingFormulation};
use crate::graph;
use crate::heuristics::beam;
use crate::instance::Instance;
use crate::milp;
use crate::order::{Incumbent, Order};
use crate::outcome::Verdict;
use crate::problem::{Features, Problem};
use std::time::Duration;

/// Constraints of an instance of which no order satisfies all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The positions of the constraints among all of the instance, from 0.
    pub constraints: Vec<usize>,
    /// An order that satisfies all but one of them, for each one; none where time ran out before one was found.
    pub without: Vec<Option<Order>>,
}

impl Conflict {
    /// Whether each of them left out leaves the others satisfiable. False only when time ran out.
    pub fn irreducible(&self) -> bool {
        self.without.iter().all(Option::is_some)
    }
}

/// An irreducible conflicting subset of an infeasible instance's constraints, by the deletion
/// filter: leave out what can be left out with the rest still infeasible. Whole blocks are tried
/// first, then single constraints.
///
/// None where the instance is feasible, or that could not be decided in time.
///
/// # Errors
/// When the solver fails.
pub fn find(instance: &Instance, settings: &Settings) -> Result<Option<Conflict>, SolveError> {
    if satisfiable(&Problem::from(instance), settings)? != Feasibility::None {
        return Ok(None);
    }
    let mut subset: Vec<usize> = (0..instance.constraints().len()).collect();
    let test = |subset: &[usize]| match settings.control.stopped() {
        true => Ok(Feasibility::Undecided),
        false => {
            let part = instance.with_constraints(|index| subset.binary_search(&index).is_ok());
            satisfiable(&Problem::from(&part), settings)
        }
    };
    let mut block = subset.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        // An order for all constraints of a subset but one also serves for smaller subsets.
        let mut without = Vec::new();
        while start < subset.len() {
            let end = (start + block).min(subset.len());
            let rest = [&subset[..start], &subset[end..]].concat();
            let order = match test(&rest)? {
                Feasibility::None => {
                    subset = rest;
                    continue;
                }
                Feasibility::Order(order) => Some(order),
                Feasibility::Undecided => None,
            };
            without.push(order);
            start = end;
        }
        if block == 1 {
            return Ok(Some(Conflict {
                constraints: subset,
                without,
            }));
        }
        block /= 2;
    }
}

/// The longest reduction of a list of constraints that has no order, where there is no time limit.
const LIMIT: Duration = Duration::from_secs(20);

/// As [`find`], and for at most 20 seconds where the settings have no time limit.
///
/// # Errors
/// When the solver fails.
pub fn find_soon(instance: &Instance, settings: &Settings) -> Result<Option<Conflict>, SolveError> {
    match settings.control.deadline {
        Some(_) => find(instance, settings),
        None => find(instance, &settings.clone().within(Some(LIMIT))),
    }
}

/// The width of the beam that looks for an order before anything is proven.
const WIDTH: usize = 50;

/// An order that satisfies the constraints, or that there is none, as far as that could be decided in time and size.
#[derive(PartialEq, Eq)]
enum Feasibility {
    Order(Order),
    None,
    Undecided,
}

fn satisfiable(problem: &Problem, settings: &Settings) -> Result<Feasibility, SolveError> {
    let control = &settings.control;
    if control.stopped() {
        return Ok(Feasibility::Undecided);
    }
    if let Some(solution) = beam::search(problem, WIDTH, control) {
        return Ok(Feasibility::Order(solution.order));
    }
    if let Ok(outcome) = dense::solve(problem, settings.frontier.memory, control) {
        return Ok(feasibility(outcome.verdict));
    }
    if !Features::ROWS_OF_MOVES.covers(problem.features())
        && let Ok(outcome) = graph::solve(problem, control)
    {
        return Ok(feasibility(outcome.verdict));
    }
    by_program(problem, settings)
}

/// Feasibility by a verdict.
fn feasibility(verdict: Verdict) -> Feasibility {
    match verdict {
        Verdict::Infeasible { .. } => Feasibility::None,
        Verdict::Optimal { solution, .. } | Verdict::Feasible { solution, .. } => {
            Feasibility::Order(solution.order)
        }
        Verdict::Unknown { .. } => Feasibility::Undecided,
    }
}

/// Feasibility by the ordering formulation without scores, where a solver is built in.
fn by_program(problem: &Problem, settings: &Settings) -> Result<Feasibility, SolveError> {
    if !settings.milp.solver.is_built_in() {
        return Ok(Feasibility::Undecided);
    }
    let skeleton = match OrderingFormulation::skeleton(problem, &settings.control) {
        Ok(skeleton) => skeleton,
        Err(BuildError::Unfit(unfit)) => return Err(unfit.into()),
        Err(BuildError::TooLarge | BuildError::Stopped) => return Ok(Feasibility::Undecided),
    };
    let incumbent = Incumbent::new(problem.sense(), None);
    let outcome = milp::solve(
        &skeleton,
        problem,
        &incumbent,
        &settings.milp,
        &settings.control,
    )?;
    Ok(feasibility(outcome.verdict))
}
