use crate::bounds::rest::LineBits;
use crate::bounds::{By, Known, PastBounds};
use crate::instance::{Sense, Turn};
use crate::problem::Problem;
use crate::wall::{CellSet, Covering, Scorer, Wall};

/// The last turn of the coverings that come after it, with bounds on what comes before.
#[derive(Debug)]
pub(super) struct Steps {
    wall: Wall,
    sense: Sense,
    full: Covering,
    initial: Covering,
    /// Per turn, the cells that it may fill.
    allowed: Vec<Covering>,
    /// Per cell, the cells that wait for it.
    waiting: Vec<Covering>,
    scorer: Scorer,
    past: PastBounds,
    /// The points of all bonus lines, which a full wall earns.
    bonuses: u32,
}

/// A turn taken back: the covering before it, the points of its tile, and a bound on what was earned before.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepBack {
    pub(super) covering: Covering,
    pub(super) points: u32,
    pub(super) past: u32,
}

impl Steps {
    /// None where the wall has too many cells, or lines that are too long for bounds.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let wall = problem.wall();
        let past = PastBounds::new(problem)?;
        let mut waiting = vec![Covering::EMPTY; wall.len()];
        for then in problem.free() {
            for first in problem.before(then).iter() {
                waiting[first.index()] = waiting[first.index()].with(then);
            }
        }
        let allowed = problem.turns().map(|turn| problem.allowed(turn));
        let bonuses = problem.bonus_lines().into_iter();
        Some(Self {
            wall,
            sense: problem.sense(),
            full: Covering::from(&CellSet::full(wall)),
            initial: Covering::from(problem.initial()),
            allowed: allowed.map(Covering::from).collect(),
            waiting,
            scorer: Scorer::new(wall),
            past,
            bonuses: bonuses.map(|(_, points)| points).sum(),
        })
    }

    /// The covering after the last turn.
    pub(super) fn full(&self) -> Covering {
        self.full
    }

    /// The covering before turn 1.
    pub(super) fn initial(&self) -> Covering {
        self.initial
    }

    /// The points of all bonus lines.
    pub(super) fn bonuses(&self) -> u32 {
        self.bonuses
    }

    /// What no score can beat; none where there is no order.
    pub(super) fn bound(&self) -> Option<Known> {
        let past = self.past.of(self.full, self.allowed.len())?;
        Some(Known {
            score: past + self.bonuses,
            by: match self.sense {
                Sense::Maximize => By::Lines,
                Sense::Minimize => By::Blocks,
            },
        })
    }

    /// Every way to take a turn back that ends with a covering, but for those to which surely no order comes.
    pub(super) fn back(&self, covering: Covering, turn: Turn) -> impl Iterator<Item = StepBack> {
        let bits = LineBits::of(self.wall, covering);
        let sums = self.past.sums(&bits, turn.index());
        let cells = covering.within(self.allowed[turn.index()]).cells();
        cells.filter_map(move |cell| {
            if !self.waiting[cell.index()].within(covering).is_empty() {
                return None;
            }
            let (row, column) = (self.wall.row_of(cell), self.wall.column_of(cell));
            let before = covering.without(cell);
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
    pub(super) fn on(
        &self,
        covering: Covering,
        turn: Turn,
    ) -> impl Iterator<Item = (Covering, u32)> {
        let cells = self.allowed[turn.index()].minus(covering).cells();
        let open = cells.filter(move |cell| self.waiting[cell.index()].within(covering).is_empty());
        open.map(move |cell| (covering.with(cell), self.scorer.points(covering, cell)))
    }
}
