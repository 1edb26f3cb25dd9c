use super::{Problem, RowTests};
use crate::instance::Turn;
use crate::wall::{Cell, Covering, FreeColours, Scorer};

/// A problem on a wall of at most [`Covering::MAX_CELLS`] cells, with tables for fast moves.
#[derive(Debug, Clone)]
pub struct Moves {
    initial: Covering,
    /// The number of tiles.
    tiles: usize,
    /// Whether each turn may pass.
    may_pass: Vec<bool>,
    allowed: Vec<Covering>,
    before: Vec<Covering>,
    /// Whether any cell has predecessors.
    has_precedence: bool,
    bonus_lines: Vec<(Covering, u32)>,
    /// The free colours, if the colours are free.
    free_colours: Option<FreeColours>,
    /// The rows that constrain single moves, and the scorer of moves.
    rows: Option<(RowTests<Covering>, Scorer)>,
}

impl Moves {
    /// The moves of a problem; none if its wall is too large. Rows about more than one turn are not among the
    /// conditions.
    pub fn new(problem: &Problem) -> Option<Self> {
        (problem.wall.len() <= Covering::MAX_CELLS).then(|| Self {
            rows: rows_of_moves(problem),
            initial: Covering::from(&problem.initial),
            tiles: problem.tiles(),
            may_pass: problem.turns().map(|turn| problem.may_pass(turn)).collect(),
            allowed: problem.allowed.iter().map(Covering::from).collect(),
            before: problem.before.iter().map(Covering::from).collect(),
            has_precedence: problem.before.iter().any(|set| !set.is_empty()),
            free_colours: problem.free_colours(),
            bonus_lines: problem
                .bonus_lines()
                .into_iter()
                .map(|(cells, points)| (cells.into_iter().collect(), points))
                .collect(),
        })
    }

    /// The covering before turn 1.
    pub fn initial(&self) -> Covering {
        self.initial
    }

    /// The cells that a turn may fill, without the conditions on the covering.
    pub fn allowed(&self, turn: Turn) -> Covering {
        self.allowed[turn.index()]
    }

    /// Whether a covering has the predecessors of all its cells.
    pub(crate) fn is_closed(&self, covering: Covering) -> bool {
        !self.has_precedence
            || covering
                .cells()
                .all(|cell| covering.includes(self.before[cell.index()]))
    }

    /// Whether the rows of a time hold of a covering.
    pub(crate) fn holds_at(&self, covering: Covering, time: usize) -> bool {
        let rows = self.rows.as_ref();
        rows.is_none_or(|(rows, _)| rows.holds_at(covering, time))
    }

    /// Whether the rows of a turn, and of the time after it, hold for a cell after a covering.
    pub(crate) fn rows_permit(&self, covering: Covering, cell: Cell, turn: Turn) -> bool {
        self.rows.as_ref().is_none_or(|(rows, scorer)| {
            let next = covering.with(cell);
            let points = || scorer.points(covering, cell);
            rows.holds_at(next, turn.number())
                && rows.holds_in((covering, next), turn.index(), &points)
        })
    }

    /// The number of tiles after a covering.
    fn tiles_left(&self, covering: Covering) -> usize {
        let placed = covering.len() - self.initial.len();
        self.tiles.saturating_sub(placed)
    }

    /// Whether a turn may pass after a covering: enough turns for the other tiles follow.
    pub fn may_pass(&self, covering: Covering, turn: Turn) -> bool {
        self.may_pass[turn.index()]
            && self.tiles_left(covering) <= self.may_pass.len() - turn.number()
            && self.rows.as_ref().is_none_or(|(rows, _)| {
                rows.holds_at(covering, turn.number())
                    && rows.holds_in((covering, covering), turn.index(), &|| 0)
            })
    }

    /// The legal cells of a turn after a covering; none if all tiles are placed.
    pub fn legal(&self, covering: Covering, turn: Turn) -> Covering {
        if self.tiles_left(covering) == 0 {
            return Covering::EMPTY;
        }
        let candidates = self.allowed(turn).minus(covering);
        if !self.has_precedence && self.rows.is_none() {
            return candidates;
        }
        candidates
            .cells()
            .filter(|cell| covering.includes(self.before[cell.index()]))
            .filter(|&cell| self.rows_permit(covering, cell, turn))
            .collect()
    }

    /// The bonus of a covering at the end.
    pub fn bonus(&self, covering: Covering) -> u32 {
        let complete_lines = self
            .bonus_lines
            .iter()
            .filter(|(line, _)| covering.includes(*line));
        let colours = self.free_colours;
        complete_lines.map(|(_, points)| points).sum::<u32>()
            + colours.map_or(0, |colours| colours.bonus(|cell| covering.contains(cell)))
    }
}

/// The rows of a problem on a small wall that constrain single moves, if there are any.
fn rows_of_moves(problem: &Problem) -> Option<(RowTests<Covering>, Scorer)> {
    let rows = RowTests::new(problem, |cell| Covering::EMPTY.with(cell));
    (!rows.is_empty()).then(|| (rows, problem.scorer()))
}
