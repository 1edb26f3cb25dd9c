use super::DenseError;
use crate::instance::Sense;
use crate::problem::{Features, Problem, RowTests, Unfit};
use crate::wall::{Axis, Cell, Covering, FreeColours, Scorer, Wall};

/// The most empty cells a problem may have: 2^25 sets of them.
pub const MAX_FREE: usize = 25;

/// The features that dense layers take.
pub const TAKES: Features = Features::ROWS_OF_MOVES.or(Features::FIELDS);

/// A problem whose empty cells are numbered from 0, by the cells' own numbers: a set of them is the bits of a `u32`.
#[derive(Debug)]
pub(super) struct EmptyCells {
    wall: Wall,
    scorer: Scorer,
    pub(super) sense: Sense,
    initial: Covering,
    cells: Vec<Cell>,
    /// By turn: the cells that it may fill.
    pub(super) allowed: Vec<u32>,
    /// By turn: whether it may pass.
    pub(super) may_pass: Vec<bool>,
    /// The number of tiles.
    pub(super) tiles: usize,
    /// By cell: the cells that must be filled before it.
    pub(super) before: Vec<u32>,
    /// By cell: the others in its row and its column.
    pub(super) lines: Vec<u32>,
    /// Cells that earn points when they are filled at the end, with those points.
    bonus_lines: Vec<(u32, u32)>,
    /// The free colours, where its colours are free.
    free_colours: Option<FreeColours>,
    /// The rows that are a condition on each move, if there are any.
    pub(super) rows: Option<RowTests<u32>>,
}

impl EmptyCells {
    /// The cells of a problem whose turns do not pass.
    pub(super) fn without_passes(problem: &Problem) -> Result<Self, DenseError> {
        match problem.passes() {
            true => Err(DenseError::Passes),
            false => Self::new(problem),
        }
    }

    pub(super) fn new(problem: &Problem) -> Result<Self, DenseError> {
        fits(problem)?;
        let wall = problem.wall();
        let cells: Vec<Cell> = problem.free().collect();
        let set = |has: &dyn Fn(Cell) -> bool| {
            let numbered = cells.iter().enumerate();
            numbered.fold(0, |set, (index, &cell)| set | u32::from(has(cell)) << index)
        };
        let beside = |cell: Cell, other: Cell| {
            let mut axes = Axis::ALL.into_iter();
            cell != other
                && axes
                    .any(|axis| wall.line_through(cell, axis).0 == wall.line_through(other, axis).0)
        };
        let bonus_lines = problem.bonus_lines().into_iter();
        let rows = RowTests::new(problem, |cell| set(&|other| other == cell));
        Ok(Self {
            rows: (!rows.is_empty()).then_some(rows),
            free_colours: problem.free_colours(),
            wall,
            scorer: problem.scorer(),
            sense: problem.sense(),
            initial: Covering::from(problem.initial()),
            allowed: problem
                .turns()
                .map(|turn| set(&|cell| problem.allowed(turn).contains(cell)))
                .collect(),
            may_pass: problem.turns().map(|turn| problem.may_pass(turn)).collect(),
            tiles: problem.tiles(),
            before: cells
                .iter()
                .map(|&cell| set(&|other| problem.before(cell).contains(other)))
                .collect(),
            lines: cells
                .iter()
                .map(|&cell| set(&|other| beside(cell, other)))
                .collect(),
            bonus_lines: bonus_lines
                .map(|(line, points)| (set(&|cell| line.contains(&cell)), points))
                .collect(),
            cells,
        })
    }

    /// The number of cells that are empty before turn 1.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of turns.
    pub(super) fn horizon(&self) -> usize {
        self.allowed.len()
    }

    /// The cell of a number.
    pub(super) fn cell(&self, index: usize) -> Cell {
        self.cells[index]
    }

    /// The cells by number.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The points of a cell that is the last of a covering.
    pub(super) fn points_of_last(&self, covering: Covering, index: usize) -> u32 {
        let cell = self.cells[index];
        self.scorer.points(covering.without(cell), cell)
    }

    /// The points of a cell when a set is filled.
    #[inline]
    pub(super) fn points(&self, set: u32, index: usize) -> u32 {
        self.scorer.points(self.covering(set), self.cells[index])
    }

    /// The cells of a set that the run through a cell can reach when all of the set is filled: whatever else of the
    /// cell's lines is filled, no other cell of the set counts for it.
    #[inline]
    pub(super) fn within_reach(&self, set: u32, index: usize) -> u32 {
        let (covering, cell) = (self.covering(set), self.cells[index]);
        let runs = Axis::ALL.map(|axis| {
            let run = self.wall.run(cell, axis, |other| covering.contains(other));
            let line = self.wall.line_through(cell, axis).0;
            self.wall.line_cells(line).skip(run.start).take(run.len())
        });
        let reached: Covering = runs.into_iter().flatten().collect();
        ones(set)
            .filter(|&other| reached.contains(self.cells[other]))
            .fold(0, |near, other| near | 1 << other)
    }

    /// Whether a turn, from 0, that begins with a set may fill a cell that is not in it.
    #[inline]
    pub(super) fn may_follow(&self, set: u32, turn: usize, index: usize) -> bool {
        self.allowed[turn] >> index & 1 == 1
            && self.before[index] & !set == 0
            && self.rows.as_ref().is_none_or(|rows| {
                let after = set | 1 << index;
                rows.holds_at(after, turn + 1)
                    && rows.holds_in((set, after), turn, &|| self.points(set, index))
            })
    }

    /// Whether a turn, from 0, that begins with a set may pass.
    pub(super) fn may_pass(&self, set: u32, turn: usize) -> bool {
        self.may_pass[turn] && self.pass_holds(set, turn) && self.level_holds(set, turn + 1)
    }

    /// Whether the rows of a turn, from 0, hold where it passes.
    pub(super) fn pass_holds(&self, set: u32, turn: usize) -> bool {
        let rows = self.rows.as_ref();
        rows.is_none_or(|rows| rows.holds_in((set, set), turn, &|| 0))
    }

    /// Whether the rows of a time hold of a set.
    pub(super) fn level_holds(&self, set: u32, time: usize) -> bool {
        let rows = self.rows.as_ref();
        rows.is_none_or(|rows| rows.holds_at(set, time))
    }

    /// Whether a turn, from 0, has rows of its own.
    pub(super) fn has_step(&self, turn: usize) -> bool {
        self.rows.as_ref().is_some_and(|rows| rows.has_step(turn))
    }

    /// Whether a time has rows of its own.
    pub(super) fn has_level(&self, time: usize) -> bool {
        self.rows.as_ref().is_some_and(|rows| rows.has_level(time))
    }

    /// The bonus of a set at the end.
    pub(super) fn bonus(&self, set: u32) -> u32 {
        let complete = self.bonus_lines.iter().filter(|(line, _)| line & !set == 0);
        let colours = self.free_colours;
        complete.map(|(_, points)| points).sum::<u32>()
            + colours.map_or(0, |colours| {
                let covering = self.covering(set);
                colours.bonus(|cell| covering.contains(cell))
            })
    }

    /// The cells of a set, and those that are filled before turn 1.
    pub(super) fn covering(&self, set: u32) -> Covering {
        ones(set).fold(self.initial, |covering, index| {
            covering.with(self.cells[index])
        })
    }
}

/// Refuses too many empty cells, and walls that are too large.
fn fits(problem: &Problem) -> Result<(), DenseError> {
    if let Some(feature) = TAKES.lacks(problem.features()) {
        return Err(DenseError::Untaken { feature });
    }
    let of_wall = ("cells", Covering::MAX_CELLS, problem.wall().len());
    let empty = ("empty cells", MAX_FREE, problem.free_len());
    Ok(Unfit::unless("dense layers take", &[empty, of_wall])?)
}

/// The numbers of the cells of a set, from the least.
#[inline]
pub(super) fn ones(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        index
    })
}
