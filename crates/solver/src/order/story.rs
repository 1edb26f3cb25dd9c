//! The story of an order: when each line is complete, and what each turn takes from what the lines could still earn.
//!
//! A line whose cells are filled in part can still earn so much and no more, whatever the other lines do. A turn costs what
//! that goes down by, in its row and in its column (or what it goes up by, when minimizing). What the turns cost in a line
//! is together what the line has [lost](super::LineAccount::lost).

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
    /// The turn that completes each line, 0 where it was complete before turn 1; none where it stays open.
    pub complete: Vec<Option<usize>>,
    /// The turns that cost something, from the first.
    pub costs: Vec<TurnCost>,
}

/// Cost of a turn: points that its lines could still earn before it, and cannot after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnCost {
    /// The turn, from 1.
    pub turn: usize,
    /// The cell that is filled.
    pub cell: Cell,
    /// The lines that lose by it, each with the points, the row first.
    pub lines: Vec<(Line, u32)>,
}

impl TurnCost {
    /// The points of all lines.
    pub fn points(&self) -> u32 {
        self.lines.iter().map(|(_, points)| points).sum()
    }
}

impl Story {
    /// The story of an order that has been played.
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

    /// The turn that costs most, the first of those that cost as much; none where no turn costs anything.
    pub fn costliest(&self) -> Option<&TurnCost> {
        self.costs.iter().rev().max_by_key(|cost| cost.points())
    }
}

/// The costs of the turns that cost something. Lines that are too long for their horizon are left out; so are all where the instance
/// has fields that lines do not know.
fn costs(replay: &Replay<'_>, problem: &Problem, accounts: &LineAccounts) -> Vec<TurnCost> {
    let (whole, sense) = (problem.fills_the_wall(), problem.sense());
    let wall = problem.wall();
    if problem.features().meets(Features::FIELDS) {
        return Vec::new();
    }
    let mut known = FxHashMap::default();
    // The best that a line can still earn with so many of its cells, which are filled like this.
    let mut rest = |filled: &[bool], count: usize| -> Option<i64> {
        let points = known
            .entry(filled.to_vec())
            .or_insert_with(|| line_points(filled, whole, sense));
        best_with(points.as_ref(), count, sense)
    };
    let mut open: Vec<(Vec<bool>, usize)> = wall
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
        for (axis, earned) in Axis::ALL
            .into_iter()
            .zip([step.kinds.horizontal, step.kinds.vertical])
        {
            let (line, place) = wall.line_through(cell, axis);
            let index = match line {
                Line::Row(row) => row as usize,
                Line::Column(column) => wall.rows() + column as usize,
            };
            let (filled, left) = &mut open[index];
            let before = rest(filled, *left);
            filled[place] = true;
            *left = left.saturating_sub(1);
            let after = rest(filled, *left).map(|rest| rest + i64::from(earned));
            let lost = before
                .zip(after)
                .map_or(0, |(before, after)| before.abs_diff(after));
            let lost = u32::try_from(lost).unwrap_or(u32::MAX);
            lines.extend((lost > 0).then_some((line, lost)));
        }
        if !lines.is_empty() {
            let turn = step.turn;
            costs.push(TurnCost { turn, cell, lines });
        }
    }
    costs
}
