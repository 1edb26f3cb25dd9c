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
    pub(super) is_full: bool,
    /// Whether a constraint is infeasible by itself: it fills a full cell, or fills rows in turns that do not exist.
    pub(super) is_impossible: bool,
    pub(super) initial: Vec<bool>,
    /// Whether a turn may fill a cell, by cell and turn.
    pub(super) domain: Vec<Vec<bool>>,
    /// Whether every order fills a cell, by cell.
    pub(super) is_forced: Vec<bool>,
    /// The precedences of the constraints: pairs of an earlier and a later cell.
    pub(super) arcs: Vec<(usize, usize)>,
    /// Whether another cell comes before a cell in every order, by the later and the earlier cell.
    pub(super) earlier: Vec<Vec<bool>>,
}

impl Facts {
    pub(super) fn new(statement: &Statement) -> Self {
        let (wall, turns) = (statement.wall, statement.turns);
        let is_initial = |cell| statement.initial.contains(&cell);
        let initial: Vec<bool> = (0..=wall.size()).map(is_initial).collect();
        let is_full = turns + statement.initial.len() == wall.size();
        let turns_of = |initial: &bool| (0..=turns).map(|turn| turn > 0 && !initial).collect();
        let mut facts = Self {
            statement: statement.clone(),
            wall,
            turns,
            is_full,
            is_impossible: false,
            domain: initial.iter().map(turns_of).collect(),
            is_forced: initial.iter().map(|initial| is_full && !initial).collect(),
            earlier: vec![vec![false; wall.size() + 1]; wall.size() + 1],
            initial,
            arcs: Vec::new(),
        };
        for constraint in &statement.constraints {
            facts.impose(constraint);
        }
        facts.compare();
        facts
    }

    fn impose(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Filled(cells, turns) => {
                self.is_impossible |= cells.iter().any(|&cell| self.initial[cell]);
                self.only(cells, turns);
                for &cell in cells {
                    self.is_forced[cell] = true;
                    self.within(cell, turns);
                }
            }
            Constraint::Window(cell, turns) => self.within(*cell, turns),
            // A full cell waits for nothing.
            Constraint::Before(_, then) if self.initial[*then] => {}
            Constraint::Before(first, then) => self.arcs.push((*first, *then)),
            Constraint::Only(cells, turns) => self.only(cells, turns),
            // Rows only exclude orders: a proof without them is a proof with them.
            Constraint::SubjectTo(_) => {}
            Constraint::Rows(None) => self.is_impossible = true,
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
        let all = self.domain[cell].iter_mut().enumerate();
        all.for_each(|(turn, domain)| *domain &= turns.contains(&turn));
    }

    /// Restricts the given turns to the given cells.
    fn only(&mut self, cells: &[usize], turns: &Turns) {
        for cell in self.wall.cells().filter(|cell| !cells.contains(cell)) {
            for turn in *turns.start()..=*turns.end().min(&self.turns) {
                self.domain[cell][turn] = false;
            }
        }
    }

    /// Derives the precedences: from turns, from constraints, and by transitivity.
    fn compare(&mut self) {
        let cells = self.wall.cells();
        let windows: Vec<_> = (0..=*cells.end()).map(|cell| self.window(cell)).collect();
        for then in cells.clone().filter(|&then| !self.initial[then]) {
            for first in cells.clone().filter(|&first| first != then) {
                // A cell of every order comes before each cell that is filled later or never.
                let is_earlier = self.is_forced[first] && windows[first].1 < windows[then].0;
                self.earlier[then][first] = self.initial[first] || is_earlier;
            }
        }
        for &(first, then) in &self.arcs {
            self.earlier[then][first] |= self.is_forced[then];
        }
        for middle in cells.clone() {
            let before_middle = self.earlier[middle].clone();
            for then in cells.clone().filter(|&then| then != middle) {
                if self.earlier[then][middle] {
                    let firsts = self.earlier[then].iter_mut().zip(&before_middle);
                    firsts.for_each(|(before_then, before_middle)| *before_then |= before_middle);
                }
            }
        }
    }

    /// The first and the last turn that may fill a cell; for a cell that no turn may fill, a first turn after the last.
    fn window(&self, cell: usize) -> (usize, usize) {
        let mut turns = (1..=self.turns).filter(|&turn| self.domain[cell][turn]);
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
