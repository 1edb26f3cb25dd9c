//! Why an instance is infeasible: constraints that cannot hold together.

use super::{Settings, SolveError};
use crate::dense;
use crate::formulation::{OrderingFormulation, Unwritten};
use crate::instance::Instance;
use crate::milp;
use crate::outcome::Verdict;
use crate::problem::Problem;
use crate::starts::beam;
use std::time::Duration;

/// Constraints of an instance of which no order satisfies all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// Their positions among the instance's constraints, from 0.
    pub constraints: Vec<usize>,
    /// Whether any of them left out leaves the others satisfiable. False only when time ran out.
    pub irreducible: bool,
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
    if satisfiable(&Problem::from(instance), settings)? != Some(false) {
        return Ok(None);
    }
    let mut kept: Vec<usize> = (0..instance.constraints().len()).collect();
    let mut decided = true;
    let mut infeasible = |kept: &[usize]| -> Result<bool, SolveError> {
        if settings.control.stopped() {
            decided = false;
            return Ok(false);
        }
        let part = instance.with_constraints(|index| kept.binary_search(&index).is_ok());
        let answer = satisfiable(&Problem::from(&part), settings)?;
        decided &= answer.is_some();
        Ok(answer == Some(false))
    };
    let mut block = kept.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        while start < kept.len() {
            let end = (start + block).min(kept.len());
            let rest = [&kept[..start], &kept[end..]].concat();
            if infeasible(&rest)? {
                kept = rest;
            } else {
                start = end;
            }
        }
        if block == 1 {
            return Ok(Some(Conflict {
                constraints: kept,
                irreducible: decided,
            }));
        }
        block /= 2;
    }
}

/// That there is no order is proven by then: without a time limit, a long list of constraints is
/// reduced for so long.
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

/// Whether any order satisfies the constraints; none if that could not be decided in time or size.
fn satisfiable(problem: &Problem, settings: &Settings) -> Result<Option<bool>, SolveError> {
    let control = &settings.control;
    if control.stopped() {
        return Ok(None);
    }
    if beam::search(problem, WIDTH, control).is_some() {
        return Ok(Some(true));
    }
    match dense::solve(problem, settings.frontier.memory, control) {
        Ok(outcome) => Ok(decided(&outcome.verdict)),
        Err(_) => by_program(problem, settings),
    }
}

/// Whether there is an order, if a verdict says so.
fn decided(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Infeasible { .. } => Some(false),
        Verdict::Optimal { .. } | Verdict::Feasible { .. } => Some(true),
        Verdict::Unknown { .. } => None,
    }
}

/// By the ordering formulation without scores, where a solver is built in.
fn by_program(problem: &Problem, settings: &Settings) -> Result<Option<bool>, SolveError> {
    if !settings.milp.solver.is_built_in() {
        return Ok(None);
    }
    let skeleton = match OrderingFormulation::skeleton_within(problem, &settings.control) {
        Ok(skeleton) => skeleton,
        Err(Unwritten::Unfit(unfit)) => return Err(unfit.into()),
        Err(Unwritten::TooLarge | Unwritten::Stopped) => return Ok(None),
    };
    let outcome = milp::solve(&skeleton, problem, None, &settings.milp, &settings.control)?;
    Ok(decided(&outcome.verdict))
}
