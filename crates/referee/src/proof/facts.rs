//! Facts that follow from the constraints of an instance for every order, as far as proofs use them.

use crate::statement::{Constraint, Statement, Turns};
use crate::wall::Wall;

/// The facts that hold for every order that satisfies the constraints. Cells and turns are counted from 1.
///
/// Every order is extended to an order of all cells: the cells that are filled at first come before it, the cells that
/// stay empty after it, and both are sorted by their numbers.
pub(super) struct Facts {
    pub(super) statement: Statement,
    pub(super) wall: Wall,
    pub(super) turns: usize,
    /// Whether every cell is full at the end.
    pub(super) whole: bool,
    /// Whether a constraint is infeasible by itself: it fills a full cell, or fills rows in turns that do not exist.
    pub(super) impossible: bool,
    pub(super) initial: Vec<bool>,
    /// Whether a turn may fill a cell, by cell and turn.
    pub(super) may: Vec<Vec<bool>>,
    /// Whether every order fills a cell, by cell.
    pub(super) must: Vec<bool>,
    /// The precedences of the constraints: pairs of an earlier and a later cell.
    pub(super) waits: Vec<(usize, usize)>,
    /// Whether another cell comes before a cell in every order, by the later and the earlier cell.
    pub(super) earlier: Vec<Vec<bool>>,
}

impl Facts {
    pub(super) fn new(statement: &Statement) -> Self {
        let (wall, turns) = (statement.wall, statement.turns);
        let mut initial = vec![false; wall.size() + 1];
        let filled = statement.initial.iter();
        filled.for_each(|&cell| initial[cell] = true);
        let whole = turns + statement.initial.len() == wall.size();
        let may = |initial: &bool| (0..=turns).map(|turn| turn > 0 && !initial).collect();
        let mut this = Self {
            statement: statement.clone(),
            wall,
            turns,
            whole,
            impossible: false,
            may: initial.iter().map(may).collect(),
            must: initial.iter().map(|initial| whole && !initial).collect(),
            earlier: vec![vec![false; wall.size() + 1]; wall.size() + 1],
            initial,
            waits: Vec::new(),
        };
        for constraint in &statement.constraints {
            this.impose(constraint);
        }
        this.compare();
        this
    }

    fn impose(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Filled(cells, turns) => {
                self.impossible |= cells.iter().any(|&cell| self.initial[cell]);
                self.only(cells, turns);
                for &cell in cells {
                    self.must[cell] = true;
                    self.within(cell, turns);
                }
            }
            Constraint::Window(cell, turns) => self.within(*cell, turns),
            // What is full waits for nothing.
            Constraint::Before(_, then) if self.initial[*then] => {}
            Constraint::Before(first, then) => self.waits.push((*first, *then)),
            Constraint::Only(cells, turns) => self.only(cells, turns),
            // Rows rule orders out: what is proven without what they say holds with it.
            Constraint::SubjectTo(_) => {}
            Constraint::Rows(None) => self.impossible = true,
            Constraint::Rows(Some(after)) => {
                let rows = (0..self.wall.rows).cycle();
                for (turn, row) in (after + 1..=self.turns).zip(rows) {
                    self.only(&self.wall.line(row), &(turn..=turn));
                }
            }
        }
    }

    /// Restricts a cell to the given turns.
    fn within(&mut self, cell: usize, turns: &Turns) {
        let all = self.may[cell].iter_mut().enumerate();
        all.for_each(|(turn, may)| *may &= turns.contains(&turn));
    }

    /// Restricts the given turns to the given cells.
    fn only(&mut self, cells: &[usize], turns: &Turns) {
        for cell in self.wall.cells().filter(|cell| !cells.contains(cell)) {
            for turn in *turns.start()..=*turns.end().min(&self.turns) {
                self.may[cell][turn] = false;
            }
        }
    }

    /// Derives the precedences: from turns, from constraints, and by transitivity.
    fn compare(&mut self) {
        let cells = self.wall.cells();
        let windows: Vec<_> = (0..=*cells.end()).map(|cell| self.window(cell)).collect();
        for then in cells.clone().filter(|&then| !self.initial[then]) {
            for first in cells.clone().filter(|&first| first != then) {
                // What every order fills is filled before what it fills later or never.
                let by_turns = self.must[first] && windows[first].1 < windows[then].0;
                self.earlier[then][first] = self.initial[first] || by_turns;
            }
        }
        for &(first, then) in &self.waits {
            self.earlier[then][first] |= self.must[then];
        }
        for middle in cells.clone() {
            let through = self.earlier[middle].clone();
            for then in cells.clone().filter(|&then| then != middle) {
                if self.earlier[then][middle] {
                    let firsts = self.earlier[then].iter_mut().zip(&through);
                    firsts.for_each(|(first, through)| *first |= through);
                }
            }
        }
    }

    /// The first and the last turn that may fill a cell; for a cell that no turn may fill, a first turn after the last.
    fn window(&self, cell: usize) -> (usize, usize) {
        let mut turns = (1..=self.turns).filter(|&turn| self.may[cell][turn]);
        let first = turns.next().unwrap_or(self.turns + 1);
        (first, turns.next_back().unwrap_or(first))
    }

    /// Whether a cell is on the wall, and empty at first.
    pub(super) fn is_free(&self, cell: usize) -> bool {
        self.wall.cells().contains(&cell) && !self.initial[cell]
    }

    /// The cells that are empty at first.
    pub(super) fn free(&self) -> impl Iterator<Item = usize> {
        self.wall.cells().filter(|&cell| self.is_free(cell))
    }
}
