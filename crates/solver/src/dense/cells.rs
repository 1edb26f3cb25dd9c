use super::DenseError;
use crate::instance::Sense;
use crate::problem::{Features, Problem, RowTests, Unfit};
use crate::wall::{Axis, Cell, Covering, FreeColours, Scorer, Wall};

/// Maximum number of empty cells of a problem: 2^25 sets of them.
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
    /// Cells open to each turn.
    pub(super) domains: Vec<u32>,
    /// Whether each turn may pass.
    pub(super) may_pass: Vec<bool>,
    /// The number of tiles.
    pub(super) tiles: usize,
    /// Cells that precede each cell.
    pub(super) predecessors: Vec<u32>,
    /// Other cells in the row and the column of each cell.
    pub(super) lines: Vec<u32>,
    /// Lines with the points that they earn when they are complete at the end.
    bonus_lines: Vec<(u32, u32)>,
    /// Free colours, if the colours of the problem are free.
    free_colours: Option<FreeColours>,
    /// Rows that constrain single moves, if there are any.
    pub(super) rows: Option<RowTests<u32>>,
}

impl EmptyCells {
    /// Empty cells of a problem without passes.
    pub(super) fn without_passes(problem: &Problem) -> Result<Self, DenseError> {
        match problem.passes() {
            true => Err(DenseError::Passes),
            false => Self::new(problem),
        }
    }

    pub(super) fn new(problem: &Problem) -> Result<Self, DenseError> {
        check_size(problem)?;
        let wall = problem.wall();
        let cells: Vec<Cell> = problem.free().collect();
        let set = |contains: &dyn Fn(Cell) -> bool| {
            let numbered = cells.iter().enumerate();
            numbered.fold(0, |set, (index, &cell)| {
                set | u32::from(contains(cell)) << index
            })
        };
        let share_line = |cell: Cell, other: Cell| {
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
            domains: problem
                .turns()
                .map(|turn| set(&|cell| problem.allowed(turn).contains(cell)))
                .collect(),
            may_pass: problem.turns().map(|turn| problem.may_pass(turn)).collect(),
            tiles: problem.tiles(),
            predecessors: cells
                .iter()
                .map(|&cell| set(&|other| problem.before(cell).contains(other)))
                .collect(),
            lines: cells
                .iter()
                .map(|&cell| set(&|other| share_line(cell, other)))
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
        self.domains.len()
    }

    /// The cell of a number.
    pub(super) fn cell(&self, index: usize) -> Cell {
        self.cells[index]
    }

    /// The cells by number.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Points of the last cell of a covering.
    pub(super) fn points_of_last(&self, covering: Covering, index: usize) -> u32 {
        let cell = self.cells[index];
        self.scorer.points(covering.without(cell), cell)
    }

    /// Points of a cell that follows a set.
    #[inline]
    pub(super) fn points(&self, set: u32, index: usize) -> u32 {
        self.scorer.points(self.covering(set), self.cells[index])
    }

    /// Cells of a set that the run through a cell reaches when the whole set is filled: no other cell of the set counts for
    /// the cell, with any further cells of its lines.
    #[inline]
    pub(super) fn within_reach(&self, set: u32, index: usize) -> u32 {
        let (covering, cell) = (self.covering(set), self.cells[index]);
        let runs = Axis::ALL.map(|axis| {
            let run = self.wall.run(cell, axis, |other| covering.contains(other));
            let line = self.wall.line_through(cell, axis).0;
            self.wall.line_cells(line).skip(run.start).take(run.len())
        });
        let reach: Covering = runs.into_iter().flatten().collect();
        ones(set)
            .filter(|&other| reach.contains(self.cells[other]))
            .fold(0, |subset, other| subset | 1 << other)
    }

    /// Whether a turn, from 0, may fill a cell after a set without the cell.
    #[inline]
    pub(super) fn may_follow(&self, set: u32, turn: usize, index: usize) -> bool {
        self.domains[turn] >> index & 1 == 1
            && self.predecessors[index] & !set == 0
            && self.rows.as_ref().is_none_or(|rows| {
                let next = set | 1 << index;
                rows.holds_at(next, turn + 1)
                    && rows.holds_in((set, next), turn, &|| self.points(set, index))
            })
    }

    /// Whether a turn, from 0, may pass after a set.
    pub(super) fn may_pass(&self, set: u32, turn: usize) -> bool {
        self.may_pass[turn] && self.pass_holds(set, turn) && self.level_holds(set, turn + 1)
    }

    /// Whether the rows of a turn, from 0, hold for a pass.
    pub(super) fn pass_holds(&self, set: u32, turn: usize) -> bool {
        let rows = self.rows.as_ref();
        rows.is_none_or(|rows| rows.holds_in((set, set), turn, &|| 0))
    }

    /// Whether the rows of a time hold of a set.
    pub(super) fn level_holds(&self, set: u32, time: usize) -> bool {
        let rows = self.rows.as_ref();
        rows.is_none_or(|rows| rows.holds_at(set, time))
    }

    /// The bonus of a set at the end.
    pub(super) fn bonus(&self, set: u32) -> u32 {
        let complete_lines = self.bonus_lines.iter().filter(|(line, _)| line & !set == 0);
        let colours = self.free_colours;
        complete_lines.map(|(_, points)| points).sum::<u32>()
            + colours.map_or(0, |colours| {
                let covering = self.covering(set);
                colours.bonus(|cell| covering.contains(cell))
            })
    }

    /// Covering of a set and the initial cells.
    pub(super) fn covering(&self, set: u32) -> Covering {
        ones(set).fold(self.initial, |covering, index| {
            covering.with(self.cells[index])
        })
    }
}

/// Refuses too many empty cells and too large walls.
fn check_size(problem: &Problem) -> Result<(), DenseError> {
    if let Some(feature) = TAKES.lacks(problem.features()) {
        return Err(DenseError::UnsupportedFeature { feature });
    }
    let cells = ("cells", Covering::MAX_CELLS, problem.wall().len());
    let empty_cells = ("empty cells", MAX_FREE, problem.free_len());
    Ok(Unfit::unless("dense layers take", &[empty_cells, cells])?)
}

/// Numbers of the cells of a set, the least first.
#[inline]
pub(super) fn ones(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        index
    })
}
