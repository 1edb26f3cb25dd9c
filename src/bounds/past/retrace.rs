use super::PastBounds;
use crate::bounds::rest::LineBits;
use crate::bounds::{By, Known};
use crate::instance::{Sense, Turn};
use crate::problem::Problem;
use crate::wall::{CellSet, Covering, Scorer, Wall};

/// The turns of a problem taken back, each with its points and a bound on what was earned before it.
#[derive(Debug, Clone)]
pub(crate) struct Retracer {
    wall: Wall,
    sense: Sense,
    full: Covering,
    initial: Covering,
    /// Per turn, the cells that it may fill.
    allowed: Vec<Covering>,
    /// Per cell, the cells for which it waits, and the cells that wait for it.
    before: Vec<Covering>,
    waiting: Vec<Covering>,
    scorer: Scorer,
    past: PastBounds,
    bonus_lines: Vec<(Covering, u32)>,
}

/// A turn taken back: the covering before it, the points of its tile, and a bound on what was earned before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepBack {
    pub(crate) covering: Covering,
    pub(crate) points: u32,
    pub(crate) past: u32,
}

impl Retracer {
    /// None where the wall has too many cells, or lines that are too long for bounds.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let wall = problem.wall();
        let past = PastBounds::new(problem)?;
        let mut waiting = vec![Covering::EMPTY; wall.len()];
        for then in problem.free() {
            for first in problem.before(then).iter() {
                waiting[first.index()] = waiting[first.index()].with(then);
            }
        }
        let allowed = problem.turns().map(|turn| problem.allowed(turn));
        let bonus_lines = problem.bonus_lines().into_iter();
        let bonus_lines = bonus_lines.map(|(cells, points)| (cells.into_iter().collect(), points));
        Some(Self {
            wall,
            sense: problem.sense(),
            full: Covering::from(&CellSet::full(wall)),
            initial: Covering::from(problem.initial()),
            allowed: allowed.map(Covering::from).collect(),
            before: problem
                .wall()
                .cells()
                .map(|cell| Covering::from(problem.before(cell)))
                .collect(),
            waiting,
            scorer: Scorer::new(wall),
            past,
            bonus_lines: bonus_lines.collect(),
        })
    }

    /// The covering after the last turn.
    pub(crate) fn full(&self) -> Covering {
        self.full
    }

    /// The covering before turn 1.
    pub(crate) fn initial(&self) -> Covering {
        self.initial
    }

    /// The bonus of a covering at the end.
    pub(crate) fn bonus(&self, end: Covering) -> u32 {
        let complete = self.bonus_lines.iter();
        let complete = complete.filter(|(line, _)| end.includes(*line));
        complete.map(|(_, points)| points).sum()
    }

    pub(in crate::bounds) fn past(&self) -> &PastBounds {
        &self.past
    }

    /// What no order can beat that ends in a covering, with the bonus; none where no order ends so.
    pub(crate) fn end(&self, end: Covering) -> Option<u32> {
        let past = self.past.of(end, self.allowed.len())?;
        Some(past + self.bonus(end))
    }

    /// What no order can beat that fills the wall; none where there is no order.
    pub(crate) fn bound(&self) -> Option<Known> {
        Some(Known {
            score: self.end(self.full)?,
            by: match self.sense {
                Sense::Maximize => By::Lines,
                Sense::Minimize => By::Blocks,
            },
        })
    }

    /// Every way to take a turn back that ends with a covering, but for those to which surely no order comes.
    pub(crate) fn back(&self, covering: Covering, turn: Turn) -> impl Iterator<Item = StepBack> {
        let bits = LineBits::of(self.wall, covering);
        let sums = self.past.sums(&bits, turn.index());
        let cells = covering.within(self.allowed[turn.index()]).cells();
        cells.filter_map(move |cell| {
            let before = covering.without(cell);
            let (first, then) = (self.before[cell.index()], self.waiting[cell.index()]);
            if !before.includes(first) || !then.within(before).is_empty() {
                return None;
            }
            let (row, column) = (self.wall.row_of(cell), self.wall.column_of(cell));
            let at = (&bits, turn.index());
            let past = self.past.without(&sums, at, (row, column), before)?;
            let in_row = u128::from(bits.rows[row] & !(1 << column));
            let in_column = u128::from(bits.columns[column] & !(1 << row));
            Some(StepBack {
                covering: before,
                points: self.scorer.between(in_row, column, in_column, row).total(),
                past,
            })
        })
    }

    /// The turns that a covering may go on with, in the order of the cells: the coverings and the points.
    pub(crate) fn on(
        &self,
        covering: Covering,
        turn: Turn,
    ) -> impl Iterator<Item = (Covering, u32)> {
        let cells = self.allowed[turn.index()].minus(covering).cells();
        let open = cells.filter(move |cell| covering.includes(self.before[cell.index()]));
        open.map(move |cell| (covering.with(cell), self.scorer.points(covering, cell)))
    }
}
