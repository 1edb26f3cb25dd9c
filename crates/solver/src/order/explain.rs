//! Accounts of an order's points, line by line, against the best that each line could earn alone.
//!
//! `score = Σ points of all lines + singles + bonus`: a tile's horizontal points belong to its row, its
//! vertical points to its column, and a single earns the 1 that belongs to neither. No order of a wall
//! earns more (or less) in a line than the best order of only that line's cells, so the difference
//! is the price of the other lines. The points of a line include the factors of its cells; its best is unknown
//! with factors.

use super::{Order, Report, verify};
use crate::bounds::{LineCut, line_cuts, line_points};
use crate::instance::{Instance, Sense};
use crate::problem::{Features, Problem};
use crate::wall::{Axis, Cell, Line};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Points of an order by lines.
///
/// ```
/// use azulejo_solver::{instance::Instance, order::LineAccounts, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#,
/// )?;
/// let order = [1, 2, 3, 4].map(Cell::from_number);
/// let lines = LineAccounts::new(&instance, &order);
/// assert_eq!(lines.score(), 9); // four lines of 2 points, and one single
/// assert!(lines.lines.iter().all(|line| line.best == Some(2) && line.points == 2));
/// assert_eq!((lines.singles, lines.lost()), (1, Some(0)));
/// # Ok::<(), azulejo_solver::instance::InvalidInstance>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineAccounts {
    /// The rows from the top, then the columns from the left.
    pub lines: Vec<LineAccount>,
    /// The tiles without a neighbour; they earn 1 each.
    pub singles: u32,
    /// The points for complete lines at the end.
    pub bonus: u32,
}

/// Points of an order in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineAccount {
    /// The line.
    pub line: Line,
    /// The number of its cells that the order fills.
    pub filled: u32,
    /// The number of starts: filled cells without an earlier neighbour in the line.
    pub starts: u32,
    /// The points of these cells along the line.
    pub points: u32,
    /// The best that any order of as many of only the line's cells earns: the most when maximizing, the least when minimizing.
    /// None if the horizon is short and the line too long, or if the instance has fields that the bounds of lines do not
    /// cover.
    pub best: Option<u32>,
    /// The line cuts, each with its slack in this order: 0 for a tight cut.
    pub cuts: Vec<(LineCut, u32)>,
}

impl LineAccount {
    /// The points between the line's points and its best.
    pub fn lost(&self) -> Option<u32> {
        self.best.map(|best| best.abs_diff(self.points))
    }

    /// The cuts that hold with equality.
    pub fn tight(&self) -> impl Iterator<Item = &LineCut> {
        let tight = self.cuts.iter().filter(|(_, slack)| *slack == 0);
        tight.map(|(cut, _)| cut)
    }
}

impl LineAccounts {
    /// The account of an order that satisfies the instance, without cells that cannot be filled.
    pub fn new<T: Copy + Into<Option<Cell>>>(instance: &Instance, order: &[T]) -> Self {
        let order = &Order::from(order);
        let report = verify(instance, order);
        let problem = Problem::from(instance);
        let wall = instance.wall();
        let has_fields = problem.features().meets(Features::FIELDS);
        let (fills_wall, sense) = (problem.fills_the_wall(), problem.sense());
        let line_bounds = |initial: &Vec<bool>| match has_fields {
            true => (None, Vec::new()),
            false => (
                line_points(initial, fills_wall, sense),
                line_cuts(initial, fills_wall, sense),
            ),
        };
        let mut cache = FxHashMap::default();
        let account = |line| {
            let initial = wall.line_cells(line);
            let initial: Vec<bool> = initial
                .map(|cell| problem.initial().contains(cell))
                .collect();
            let (points, cuts) = cache.entry(initial).or_insert_with_key(line_bounds);
            let mut account = LineAccount::of_tiles(&problem, line, order, &report);
            let best = best_with(points.as_ref(), account.filled as usize, sense);
            account.best = best.and_then(|best| u32::try_from(best).ok());
            account.cuts = cuts.iter().map(|cut| (*cut, account.slack(cut))).collect();
            account
        };
        Self {
            lines: wall.lines().map(account).collect(),
            singles: report.kinds.iter().map(|kinds| kinds.single).sum(),
            bonus: report.bonus,
        }
    }

    /// The points of all lines.
    pub fn points(&self) -> u32 {
        self.lines.iter().map(|line| line.points).sum()
    }

    /// The sum of the bests of all lines.
    pub fn best(&self) -> Option<u32> {
        self.lines.iter().map(|line| line.best).sum()
    }

    /// The points between [`points`](Self::points) and [`best`](Self::best).
    pub fn lost(&self) -> Option<u32> {
        self.lines.iter().map(LineAccount::lost).sum()
    }

    /// The score.
    pub fn score(&self) -> u32 {
        self.points() + self.singles + self.bonus
    }
}

/// The best of a line's [points](line_points) with this number of filled cells.
pub(super) fn best_with(
    points: Option<&BTreeMap<(usize, usize), i64>>,
    count: usize,
    sense: Sense,
) -> Option<i64> {
    let candidates = points?.iter().filter(|((filled, _), _)| *filled == count);
    sense.best_of(candidates.map(|(_, &points)| points))
}

impl LineAccount {
    /// The account of the tiles of a line, without its best and its cuts.
    fn of_tiles(problem: &Problem, line: Line, order: &Order, report: &Report) -> Self {
        let (wall, axis) = (problem.wall(), line.axis());
        let mut account = Self {
            line,
            filled: 0,
            starts: 0,
            points: 0,
            best: None,
            cuts: Vec::new(),
        };
        let mut filled = problem.initial().clone();
        for (&turn, kinds) in order.iter().zip(&report.kinds) {
            let Some(cell) = turn else {
                continue;
            };
            if cell.index() >= wall.len() || filled.contains(cell) {
                continue;
            }
            if wall.line_through(cell, axis).0 == line {
                account.filled += 1;
                let run = wall.run(cell, axis, |other| filled.contains(other));
                account.starts += u32::from(run.len() == 1);
                account.points += match axis {
                    Axis::Horizontal => kinds.horizontal,
                    Axis::Vertical => kinds.vertical,
                };
            }
            filled.insert(cell);
        }
        account
    }

    /// The slack of a cut: left side minus right side, never negative for an order.
    fn slack(&self, cut: &LineCut) -> u32 {
        let left = cut.points * i64::from(self.points)
            + cut.starts * i64::from(self.starts)
            + cut.filled * i64::from(self.filled);
        u32::try_from(left - cut.right).unwrap_or(0)
    }
}
