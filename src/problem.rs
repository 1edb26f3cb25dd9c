//! A problem: an instance compiled to the few primitives that the solvers know.
//!
//! Every kind of constraint becomes `allowed` (which cells a turn may fill) or `before` (which
//! cells must be filled before a cell), so that a new kind touches no solver.

use crate::instance::{Constraint, Instance, Sense, Turn};
use crate::wall::{Bonus, Cell, CellSet, Covering, Line, Symmetry, Wall};
use itertools::Itertools;

/// An ordering problem in primitives.
#[derive(Debug, Clone)]
pub struct Problem {
    wall: Wall,
    sense: Sense,
    initial: CellSet,
    bonus: Bonus,
    allowed: Vec<CellSet>,
    before: Vec<CellSet>,
}

/// A phase: a longest sequence of turns that may fill the same cells.
#[derive(Debug, Clone, Copy)]
pub struct Phase<'a> {
    /// How many turns it has, at least one.
    pub turns: usize,
    /// The number of its last turn, from 1.
    pub end: usize,
    /// The cells that its turns may fill.
    pub cells: &'a CellSet,
}

impl From<&Instance> for Problem {
    fn from(instance: &Instance) -> Self {
        let wall = instance.wall();
        let initial = CellSet::of(wall, instance.initial().iter().copied());
        let mut free = CellSet::full(wall);
        free.subtract(&initial);
        let mut problem = Self {
            wall,
            sense: instance.sense(),
            initial,
            bonus: instance.bonus(),
            allowed: vec![free; instance.horizon()],
            before: vec![CellSet::empty(wall); wall.len()],
        };
        for constraint in instance.constraints() {
            problem.impose(constraint);
        }
        problem
    }
}

impl Problem {
    fn impose(&mut self, constraint: &Constraint) {
        let (wall, horizon) = (self.wall, self.horizon());
        match constraint {
            Constraint::PlaceAt { cell, turn } => {
                self.close(*cell, |other| other != *turn);
                self.only(*turn, &CellSet::of(wall, [*cell]));
            }
            Constraint::Window { cell, from, to } => {
                self.close(*cell, |turn| turn < *from || turn > *to);
            }
            Constraint::Before { first, then } => self.before[then.index()].insert(*first),
            Constraint::First { cells } => {
                let set = CellSet::of(wall, cells.iter().copied());
                for index in 0..cells.len() {
                    self.only(Turn::from_index(index), &set);
                }
            }
            Constraint::Last { cells } => {
                let set = CellSet::of(wall, cells.iter().copied());
                for index in horizon - cells.len()..horizon {
                    self.only(Turn::from_index(index), &set);
                }
            }
            Constraint::Rounds => {
                for index in 0..horizon {
                    self.only(Turn::from_index(index), &self.row(index % wall.rows()));
                }
            }
            Constraint::LastRound => {
                for row in 0..wall.rows() {
                    let turn = Turn::from_index(horizon - wall.rows() + row);
                    self.only(turn, &self.row(row));
                }
            }
        }
    }

    fn row(&self, row: usize) -> CellSet {
        CellSet::of(self.wall, self.wall.line_cells(Line::Row(row as u32)))
    }

    fn only(&mut self, turn: Turn, cells: &CellSet) {
        self.allowed[turn.index()].keep(cells);
    }

    fn close(&mut self, cell: Cell, closed: impl Fn(Turn) -> bool) {
        for (index, allowed) in self.allowed.iter_mut().enumerate() {
            if closed(Turn::from_index(index)) {
                allowed.remove(cell);
            }
        }
    }

    /// The wall.
    pub fn wall(&self) -> Wall {
        self.wall
    }

    /// Whether the most or the least is asked for.
    pub fn sense(&self) -> Sense {
        self.sense
    }

    /// The cells filled before turn 1.
    pub fn initial(&self) -> &CellSet {
        &self.initial
    }

    /// The points for what is complete at the end.
    pub fn bonus(&self) -> Bonus {
        self.bonus
    }

    /// The cells that are empty before turn 1, by number.
    pub fn free(&self) -> impl Iterator<Item = Cell> + Clone {
        self.wall
            .cells()
            .filter(|cell| !self.initial.contains(*cell))
    }

    /// How many cells are empty before turn 1.
    pub fn free_len(&self) -> usize {
        self.wall.len() - self.initial.len()
    }

    /// The number of turns.
    pub fn horizon(&self) -> usize {
        self.allowed.len()
    }

    /// The turns, first to last.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn> + ExactSizeIterator + Clone {
        (0..self.horizon()).map(Turn::from_index)
    }

    /// Whether the last turn fills the last cell.
    pub fn fills_the_wall(&self) -> bool {
        self.horizon() == self.free_len()
    }

    /// The cells that may be filled in a turn; never an initial one.
    pub fn allowed(&self, turn: Turn) -> &CellSet {
        &self.allowed[turn.index()]
    }

    /// The cell that every order ends in, if the last turn may fill only one.
    pub fn last_cell(&self) -> Option<Cell> {
        let last = self.turns().next_back()?;
        self.allowed(last).iter().exactly_one().ok()
    }

    /// The phases, first to last; none where there is no turn.
    pub fn phases(&self) -> Vec<Phase<'_>> {
        let mut phases: Vec<Phase<'_>> = Vec::new();
        for turn in self.turns() {
            let (cells, end) = (self.allowed(turn), turn.number());
            match phases.last_mut() {
                Some(phase) if phase.cells == cells => {
                    phase.turns += 1;
                    phase.end = end;
                }
                _ => phases.push(Phase {
                    turns: 1,
                    end,
                    cells,
                }),
            }
        }
        phases
    }

    /// Per cell, the first and the last turn that may fill it; none where no turn may.
    pub(crate) fn windows(&self) -> Vec<Option<(Turn, Turn)>> {
        let mut windows: Vec<Option<(Turn, Turn)>> = vec![None; self.wall.len()];
        for turn in self.turns() {
            for cell in self.allowed(turn).iter() {
                let window = &mut windows[cell.index()];
                *window = Some((window.map_or(turn, |(first, _)| first), turn));
            }
        }
        windows
    }

    /// The cells that must be filled before a cell is.
    pub fn before(&self, cell: Cell) -> &CellSet {
        &self.before[cell.index()]
    }

    /// The symmetries of the wall that map the problem onto itself, the identity first: the image of
    /// an order that the problem admits is one too, and has the same score.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let wall = self.wall;
        let bonus_lines = |symmetry: &Symmetry| {
            let lines = self.bonus_lines().into_iter().map(|(cells, points)| {
                let image = cells.into_iter().map(|cell| symmetry.image(cell));
                (image.sorted().collect::<Vec<Cell>>(), points)
            });
            lines.sorted().collect::<Vec<_>>()
        };
        let symmetries = wall.symmetries();
        let unmoved = symmetries.first().map(bonus_lines);
        let keeps = |symmetry: &Symmetry| {
            let fixed = |set: &CellSet| symmetry.image_of_set(wall, set) == *set;
            let waits = |cell: Cell| {
                symmetry.image_of_set(wall, self.before(cell)) == *self.before(symmetry.image(cell))
            };
            fixed(&self.initial)
                && self.allowed.iter().all(fixed)
                && wall.cells().all(waits)
                && Some(bonus_lines(symmetry)) == unmoved
        };
        symmetries
            .iter()
            .filter(|symmetry| keeps(symmetry))
            .cloned()
            .collect()
    }

    /// Whether an order fills each turn a cell that may be filled then.
    pub fn admits(&self, order: &[Cell]) -> bool {
        let mut filled = self.initial.clone();
        order.len() == self.horizon()
            && self.turns().zip(order).all(|(turn, &cell)| {
                let free = !filled.contains(cell) && self.allowed(turn).contains(cell);
                filled.insert(cell);
                free && self
                    .before(cell)
                    .iter()
                    .all(|first| first != cell && filled.contains(first))
            })
    }

    /// What no score can beat, whatever the order: a tile earns at least 1 and at most the lengths
    /// of its row and its column.
    pub fn trivial_bound(&self) -> u32 {
        let turns = self.horizon() as u32;
        let dearest = (self.wall.rows() + self.wall.columns()) as u32;
        let bonuses: u32 = self.bonus_lines().iter().map(|(_, points)| points).sum();
        match self.sense {
            Sense::Maximize => turns * dearest + bonuses,
            Sense::Minimize => turns,
        }
    }

    /// Every set of cells that earns points when it is complete at the end, with those points.
    pub fn bonus_lines(&self) -> Vec<(Vec<Cell>, u32)> {
        self.wall.bonus_lines(self.bonus)
    }
}

/// A problem on a wall of at most [`Covering::MAX_CELLS`] cells, ready for quick moves.
#[derive(Debug, Clone)]
pub struct Moves {
    initial: Covering,
    allowed: Vec<Covering>,
    before: Vec<Covering>,
    /// Whether any cell has to wait for another.
    precedence: bool,
    bonus_lines: Vec<(Covering, u32)>,
}

impl Moves {
    /// The moves of a problem; none where its wall is too large.
    pub fn new(problem: &Problem) -> Option<Self> {
        (problem.wall.len() <= Covering::MAX_CELLS).then(|| Self {
            initial: Covering::from(&problem.initial),
            allowed: problem.allowed.iter().map(Covering::from).collect(),
            before: problem.before.iter().map(Covering::from).collect(),
            precedence: problem.before.iter().any(|set| !set.is_empty()),
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

    /// The cells that may be filled in a turn that begins with a covering.
    pub fn legal(&self, covering: Covering, turn: Turn) -> Covering {
        let open = self.allowed[turn.index()].minus(covering);
        if !self.precedence {
            return open;
        }
        open.cells()
            .filter(|cell| covering.includes(self.before[cell.index()]))
            .collect()
    }

    /// The bonus of a covering at the end.
    pub fn bonus(&self, covering: Covering) -> u32 {
        let complete = self
            .bonus_lines
            .iter()
            .filter(|(line, _)| covering.includes(*line));
        complete.map(|(_, points)| points).sum()
    }
}
