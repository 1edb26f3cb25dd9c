//! The story of an order: the turn that completes each line, and the cost of each turn.
//!
//! A line with some filled cells has a best score for its other cells, independent of the other lines. The cost of a turn is the
//! decrease (or the increase, when minimizing) of that best score, in its row and in its column. The sum of the costs in a line
//! is the [loss](super::LineAccount::lost) of the line.

use super::explain::best_with;
use super::{LineAccounts, Replay};
use crate::bounds::line_points;
use crate::problem::{Features, Problem, Timeline};
use crate::wall::{Axis, Cell, Line};
use rustc_hash::FxHashMap;

/// The story of an order that satisfies its instance.
///
/// ```
/// use azulejo_solver::{instance::Instance, order::{Replay, Story}, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 1, "columns": 3}, "sense": "maximize"}"#,
/// )?;
/// // The second tile leaves a gap.
/// let order = [1, 3, 2].map(Cell::from_number);
/// let story = Story::new(&Replay::new(&instance, &order)?);
/// let costliest = story.costliest().expect("the row could earn 5 and earns 3");
/// assert_eq!((costliest.turn, costliest.points()), (2, 2));
/// assert_eq!(story.complete[0], Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// The points of the order in each line.
    pub accounts: LineAccounts,
    /// The turn that completes each line, 0 for a line that is complete before turn 1; none for an incomplete line.
    pub complete: Vec<Option<usize>>,
    /// The turns with a cost, from the first.
    pub costs: Vec<TurnCost>,
}

/// Cost of a turn: the decrease of the best score of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnCost {
    /// The turn, from 1.
    pub turn: usize,
    /// The cell of the turn.
    pub cell: Cell,
    /// The lines with a cost, each with the points, the row first.
    pub lines: Vec<(Line, u32)>,
}

impl TurnCost {
    /// The points of all lines.
    pub fn points(&self) -> u32 {
        self.lines.iter().map(|(_, points)| points).sum()
    }
}

impl Story {
    /// The story of a replay.
    pub fn new(replay: &Replay<'_>) -> Self {
        let instance = replay.instance();
        let wall = instance.wall();
        let order = replay.order();
        let accounts = LineAccounts::new(instance, &order);
        let problem = Problem::from(instance);
        let timeline = Timeline::new(&problem, &order);
        let complete = wall.lines().map(|line| {
            let cells = wall.line_cells(line);
            let cells = cells.filter(|cell| !instance.holes().contains(cell));
            let last = cells.map(|cell| timeline.turn(cell)).max();
            last.filter(|&turn| turn <= order.len())
        });
        Self {
            complete: complete.collect(),
            costs: costs(replay, &problem, &accounts),
            accounts,
        }
    }

    /// The first turn with the greatest cost, if any turn has a cost.
    pub fn costliest(&self) -> Option<&TurnCost> {
        self.costs.iter().rev().max_by_key(|cost| cost.points())
    }
}

/// The turns with a cost. Lines that are too long for their horizon are left out; all lines are left out if the instance has
/// fields that the bounds of lines do not cover.
fn costs(replay: &Replay<'_>, problem: &Problem, accounts: &LineAccounts) -> Vec<TurnCost> {
    let (fills_wall, sense) = (problem.fills_the_wall(), problem.sense());
    let wall = problem.wall();
    if problem.features().meets(Features::FIELDS) {
        return Vec::new();
    }
    let mut cache = FxHashMap::default();
    // The best of a line for this number of further cells after these filled cells.
    let mut rest = |filled: &[bool], count: usize| -> Option<i64> {
        let points = cache
            .entry(filled.to_vec())
            .or_insert_with(|| line_points(filled, fills_wall, sense));
        best_with(points.as_ref(), count, sense)
    };
    let mut states: Vec<(Vec<bool>, usize)> = wall
        .lines()
        .zip(&accounts.lines)
        .map(|(line, account)| {
            let filled = wall
                .line_cells(line)
                .map(|cell| problem.initial().contains(cell));
            (filled.collect(), account.filled as usize)
        })
        .collect();
    let mut costs = Vec::new();
    for step in replay.steps() {
        let Some(cell) = step.cell else {
            continue;
        };
        let mut lines = Vec::new();
        for (axis, points) in Axis::ALL
            .into_iter()
            .zip([step.kinds.horizontal, step.kinds.vertical])
        {
            let (line, place) = wall.line_through(cell, axis);
            let index = match line {
                Line::Row(row) => row as usize,
                Line::Column(column) => wall.rows() + column as usize,
            };
            let (filled, count) = &mut states[index];
            let best_before = rest(filled, *count);
            filled[place] = true;
            *count = count.saturating_sub(1);
            let best_after = rest(filled, *count).map(|rest| rest + i64::from(points));
            let loss = best_before
                .zip(best_after)
                .map_or(0, |(before, after)| before.abs_diff(after));
            let loss = u32::try_from(loss).unwrap_or(u32::MAX);
            lines.extend((loss > 0).then_some((line, loss)));
        }
        if !lines.is_empty() {
            let turn = step.turn;
            costs.push(TurnCost { turn, cell, lines });
        }
    }
    costs
}
