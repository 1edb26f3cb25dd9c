//! The cost of constraints: how much worse the best score is with them than without.

use super::{Answer, Method, Settings, SolveError, solve};
use crate::instance::{Instance, Sense, Turn};
use crate::outcome::Verdict;
use crate::problem::Problem;
use crate::wall::Cell;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The points that constraints cost, as far as they are proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cost {
    /// The least cost, in points.
    pub at_least: u32,
    /// The greatest cost, in points; none where it is not known.
    // No order with the constraints is known then.
    pub at_most: Option<u32>,
}

impl Cost {
    /// The cost that two verdicts prove: of an instance, and of it with more constraints. None where one of the two has
    /// no order.
    pub fn between(sense: Sense, without: &Verdict, with: &Verdict) -> Option<Self> {
        let cost = |score: u32, best: u32| {
            let loss = sense.gain(i64::from(best) - i64::from(score));
            loss.max(0) as u32
        };
        let (bound, bound_with) = (without.bound()?, with.bound()?);
        let least = without.score().map(|score| cost(bound_with, score));
        Some(Self {
            at_least: least.unwrap_or(0),
            at_most: with.score().map(|score| cost(score, bound)),
        })
    }

    /// The number of points, where it is proven.
    pub fn exact(self) -> Option<u32> {
        self.at_most.filter(|&most| most == self.at_least)
    }
}

/// The cost of the constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Price {
    /// The best score without them.
    pub without: u32,
    /// How many points they cost.
    pub points: u32,
}

/// The cost of all constraints of an instance together, by an answer to it. None where there are no constraints, where
/// the answer is not proven, or where the best score without them is not proven within these settings.
///
/// # Errors
/// As [`solve`].
pub fn price(
    instance: &Instance,
    answer: &Answer,
    settings: &Settings,
) -> Result<Option<Price>, SolveError> {
    let verdict = &answer.outcome.verdict;
    if instance.constraints().is_empty() || !matches!(verdict, Verdict::Optimal { .. }) {
        return Ok(None);
    }
    let plain = instance.with_constraints(|_| false);
    let without = solve(&plain, Method::Auto, settings)?.outcome.verdict;
    let cost = Cost::between(instance.sense(), &without, verdict).and_then(Cost::exact);
    let price = without.score().zip(cost);
    Ok(price.map(|(without, points)| Price { without, points }))
}

/// The cost of one constraint.
// All others stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConstraintCost {
    /// Its position among the instance's constraints, from 0.
    pub constraint: usize,
    /// The best score without it; none where that is not proven.
    pub without: Option<u32>,
    /// The cost, as far as that is proven.
    #[serde(flatten)]
    pub cost: Cost,
}

/// The time for all constraints together, which are left out one by one, where no limit is set.
const EACH_LIMIT: Duration = Duration::from_secs(10);

/// The cost of each constraint, by an answer to the instance with all of them: the instance is solved anew without one
/// constraint after the other. Each solve has the same share of the time that is left. A constraint is missing where
/// the answer has no order, or where the time was over before its solve.
///
/// # Errors
/// As [`solve`].
pub fn individual_costs(
    instance: &Instance,
    answer: &Answer,
    settings: &Settings,
) -> Result<Vec<ConstraintCost>, SolveError> {
    let count = instance.constraints().len();
    let verdict = &answer.outcome.verdict;
    let mut costs = Vec::with_capacity(count);
    if verdict.score().is_none() {
        return Ok(costs);
    }
    let all = match settings.control.time_left() {
        Some(_) => settings.clone(),
        None => settings.clone().within(Some(EACH_LIMIT)),
    };
    for constraint in 0..count {
        if all.control.stopped() {
            break;
        }
        let remaining = u32::try_from(count - constraint).unwrap_or(u32::MAX);
        let share = all.control.time_left().map(|time| time / remaining);
        let rest = instance.with_constraints(|other| other != constraint);
        let without = solve(&rest, Method::Auto, &all.clone().within(share))?;
        let without = without.outcome.verdict;
        let Some(cost) = Cost::between(instance.sense(), &without, verdict) else {
            continue;
        };
        let is_proven = matches!(without, Verdict::Optimal { .. });
        costs.push(ConstraintCost {
            constraint,
            without: without.score().filter(|_| is_proven),
            cost,
        });
    }
    Ok(costs)
}

/// The cost of filling a cell in a turn, for every cell of a wall.
#[derive(Debug, Clone)]
pub struct CostMap {
    /// The turn.
    pub turn: Turn,
    /// The best score of the instance, whichever cell the turn fills.
    pub without: Verdict,
    /// The cost of each cell of the wall, by number, if the turn fills that cell.
    pub cells: Vec<CellCost>,
}

/// The cost of filling a certain cell in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellCost {
    /// The cell is filled before turn 1.
    Initial,
    /// No order that satisfies the constraints fills the cell in this turn.
    Impossible,
    /// The cost in points.
    Points(Cost),
}

/// The cost of filling each cell in a turn of the instance. Cells that a symmetry of the problem maps onto each other
/// are solved once. Under a time limit each solve has the same share of what is left.
///
/// # Errors
/// As [`solve`].
pub fn cost_map(
    instance: &Instance,
    turn: Turn,
    settings: &Settings,
) -> Result<CostMap, SolveError> {
    let problem = Problem::from(instance);
    let symmetries = problem.symmetries();
    let first_of = |cell: Cell| {
        let images = symmetries.iter().map(|symmetry| symmetry.image(cell));
        images.min().unwrap_or(cell)
    };
    let cells = instance.wall().cells();
    let to_solve = cells.clone().filter(|&cell| first_of(cell) == cell).count();
    let share = |solves: usize| {
        let time_left = settings.control.time_left();
        let share = time_left.map(|time| time / u32::try_from(solves.max(1)).unwrap_or(u32::MAX));
        settings.clone().within(share)
    };
    let without = solve(instance, Method::Auto, &share(to_solve + 1))?
        .outcome
        .verdict;
    let mut costs: Vec<CellCost> = Vec::with_capacity(instance.wall().len());
    let mut solved_count = 0;
    for cell in cells {
        let first = first_of(cell);
        if first != cell {
            costs.push(costs[first.index()]);
            continue;
        }
        let settings = share(to_solve - solved_count);
        solved_count += 1;
        costs.push(match instance.with_place_at(cell, turn) {
            None if instance.initial().contains(&cell) => CellCost::Initial,
            None => CellCost::Impossible,
            Some(fixed_instance) => {
                let verdict = solve(&fixed_instance, Method::Auto, &settings)?
                    .outcome
                    .verdict;
                Cost::between(instance.sense(), &without, &verdict)
                    .map_or(CellCost::Impossible, CellCost::Points)
            }
        });
    }
    Ok(CostMap {
        turn,
        without,
        cells: costs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Solution;
    use crate::outcome::{Proof, Unfinished};
    use crate::problem::small::json_of;

    /// Comparison with the state graph on the instance without each constraint.
    #[test]
    fn each_constraint_is_left_out_by_itself() {
        let constraints = r#"[{"type": "place-at", "cell": 5, "turn": 9}, {"type": "before", "first": 1, "then": 5},
            {"type": "window", "cell": 1, "from": 6, "to": 8}]"#;
        for sense in [Sense::Maximize, Sense::Minimize] {
            let json = json_of((3, 3), sense, &format!(r#", "constraints": {constraints}"#));
            let instance = Instance::from_json(&json).expect("valid");
            let settings = Settings::default();
            let answer = solve(&instance, Method::Auto, &settings).expect("small");
            let score = answer.outcome.verdict.score().expect("there are orders");
            let costs = individual_costs(&instance, &answer, &settings).expect("small");
            let by_graph = (0..3).map(|constraint| {
                let rest = instance.with_constraints(|index| index != constraint);
                let rest = solve(&rest, Method::Graph, &settings).expect("small");
                let without = rest.outcome.verdict.score().expect("there are orders");
                let points = without.abs_diff(score);
                let cost = Cost {
                    at_least: points,
                    at_most: Some(points),
                };
                ConstraintCost {
                    constraint,
                    without: Some(without),
                    cost,
                }
            });
            assert_eq!(costs, by_graph.collect::<Vec<_>>());
            // The second constraint demands no more than the first.
            assert_eq!(costs[1].cost.at_most, Some(0));
            let first_cost = u32::from(sense == Sense::Maximize);
            assert_eq!(costs[0].cost.exact(), Some(first_cost));
        }
    }

    #[test]
    fn without_time_there_are_no_costs() {
        let instance = Instance::builder(3, 3, Sense::Maximize).place_at(5, 9);
        let instance = instance.build().expect("valid");
        let settings = Settings::default();
        let answer = solve(&instance, Method::Auto, &settings).expect("small");
        let no_time = settings.within(Some(Duration::ZERO));
        let costs = individual_costs(&instance, &answer, &no_time).expect("small");
        assert_eq!(costs, []);
    }

    #[test]
    fn a_cost_is_as_exact_as_the_verdicts_behind_it() {
        let solution = |score| Solution {
            order: Vec::new().into(),
            score,
        };
        let proof = Proof::Fixed;
        let optimal = |score| Verdict::Optimal {
            solution: solution(score),
            proof: proof.clone(),
        };
        let unfinished = Unfinished::Stopped;
        let feasible =
            |score, bound| Verdict::stopped(Some(solution(score)), bound, unfinished.clone());
        let unknown = Verdict::stopped(None, 40, unfinished.clone());
        let proof = proof.clone();
        let infeasible = Verdict::Infeasible { proof };
        let [max, min] = [Sense::Maximize, Sense::Minimize];
        for (sense, without, with, cost) in [
            (max, optimal(33), optimal(30), Some((3, Some(3)))),
            (min, optimal(89), optimal(90), Some((1, Some(1)))),
            (max, optimal(33), feasible(29, 31), Some((2, Some(4)))),
            (max, feasible(32, 33), optimal(30), Some((2, Some(3)))),
            (max, optimal(33), unknown, Some((0, None))),
            (max, optimal(33), infeasible, None),
        ] {
            let result = Cost::between(sense, &without, &with);
            let result = result.map(|cost| (cost.at_least, cost.at_most));
            assert_eq!(result, cost, "{without:?} {with:?}");
        }
    }
}
