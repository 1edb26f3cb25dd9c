//! What the constraints of an instance say of every order, as far as proofs use it.

use crate::statement::{Bonus, Constraint, Sense, Statement};

/// What is true of every order that satisfies the constraints. Cells and turns are counted from 1.
///
/// Every order is continued to an order of all cells: those that are filled at first come before it, those that stay empty
/// after it, and both are sorted by their numbers.
pub(super) struct Facts {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) sense: Sense,
    pub(super) turns: usize,
    pub(super) bonus: Bonus,
    /// Whether every cell is full in the end.
    pub(super) whole: bool,
    initial: Vec<bool>,
    /// Per cell and turn, whether the turn may fill the cell.
    allowed: Vec<Vec<bool>>,
    /// Which cells every order fills.
    must: Vec<bool>,
    /// Cells that wait for another: the earlier one and the later one.
    pub(super) waits: Vec<(usize, usize)>,
    /// Per cell, those that come before it in every order, as bits.
    earlier: Vec<Vec<u64>>,
}

impl Facts {
    pub(super) fn new(statement: &Statement) -> Self {
        let cells = statement.rows * statement.columns;
        let mut initial = vec![false; cells + 1];
        statement
            .initial
            .iter()
            .for_each(|&cell| initial[cell] = true);
        let whole = statement.turns + statement.initial.len() == cells;
        let allowed = initial
            .iter()
            .map(|&initial| vec![!initial; statement.turns + 1]);
        let mut this = Self {
            rows: statement.rows,
            columns: statement.columns,
            sense: statement.sense,
            turns: statement.turns,
            bonus: statement.bonus,
            whole,
            allowed: allowed.collect(),
            must: initial.iter().map(|initial| whole && !initial).collect(),
            initial,
            waits: Vec::new(),
            earlier: vec![vec![0; cells / 64 + 1]; cells + 1],
        };
        for constraint in &statement.constraints {
            this.impose(constraint);
        }
        this.compare();
        this
    }

    fn impose(&mut self, constraint: &Constraint) {
        let turns = self.turns;
        match constraint {
            Constraint::PlaceAt { cell, turn } => {
                self.only(&[*cell], *turn, *turn);
                self.fill(&[*cell], *turn, *turn);
            }
            Constraint::Window { cell, from, to } => self.within(*cell, *from, *to),
            Constraint::Before { first, then } => self.waits.push((*first, *then)),
            Constraint::First { cells } => {
                self.only(cells, 1, cells.len());
                self.fill(cells, 1, cells.len());
            }
            Constraint::Last { cells } => {
                let from = (turns + 1).saturating_sub(cells.len());
                self.only(cells, from, turns);
                self.fill(cells, from, turns);
            }
            Constraint::Only { cells, from, to } => self.only(cells, *from, *to),
            Constraint::Rounds => {
                (1..=turns).for_each(|turn| self.only_row((turn - 1) % self.rows, turn))
            }
            Constraint::LastRound => {
                for row in 0..self.rows {
                    // Where there are fewer turns than rows nothing holds, and nothing is used.
                    let turn = (turns + row + 1).checked_sub(self.rows);
                    turn.into_iter().for_each(|turn| self.only_row(row, turn));
                }
            }
        }
    }

    /// No turn but these fills the cell.
    fn within(&mut self, cell: usize, from: usize, to: usize) {
        for turn in 1..=self.turns {
            self.allowed[cell][turn] &= (from..=to).contains(&turn);
        }
    }

    /// Every order fills the cells in these turns.
    fn fill(&mut self, cells: &[usize], from: usize, to: usize) {
        for &cell in cells {
            self.must[cell] = true;
            self.within(cell, from, to);
        }
    }

    /// These turns fill no other cell.
    fn only(&mut self, cells: &[usize], from: usize, to: usize) {
        for cell in (1..=self.cells()).filter(|cell| !cells.contains(cell)) {
            for turn in from.max(1)..=to.min(self.turns) {
                self.allowed[cell][turn] = false;
            }
        }
    }

    fn only_row(&mut self, row: usize, turn: usize) {
        let cells: Vec<usize> = (row * self.columns + 1..=(row + 1) * self.columns).collect();
        self.only(&cells, turn, turn);
    }

    /// Finds out who comes before whom: by turns, by waiting, and through others.
    fn compare(&mut self) {
        let cells = self.cells();
        let ends: Vec<(usize, usize)> = (0..=cells).map(|cell| self.window(cell)).collect();
        for (first, then) in
            (1..=cells).flat_map(|first| (1..=cells).map(move |then| (first, then)))
        {
            // What every order fills is filled before what it fills later or never.
            let by_turns = self.must[first] && !self.initial[then] && ends[first].1 < ends[then].0;
            if first != then && (self.initial[first] && !self.initial[then] || by_turns) {
                self.earlier[then][first / 64] |= 1 << (first % 64);
            }
        }
        for (first, then) in self.waits.clone() {
            if self.must[then] {
                self.earlier[then][first / 64] |= 1 << (first % 64);
            }
        }
        for middle in 1..=cells {
            let through = self.earlier[middle].clone();
            for then in (1..=cells).filter(|&then| then != middle) {
                if self.comes(middle, then) {
                    let words = self.earlier[then].iter_mut().zip(&through);
                    words.for_each(|(word, through)| *word |= through);
                }
            }
        }
    }

    /// The first and the last turn that may fill a cell; where there is none, a first turn that never comes.
    fn window(&self, cell: usize) -> (usize, usize) {
        let mut turns = (1..=self.turns).filter(|&turn| self.allowed[cell][turn]);
        let first = turns.next().unwrap_or(self.turns + 1);
        (first, turns.next_back().unwrap_or(first))
    }

    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    pub(super) fn is_initial(&self, cell: usize) -> bool {
        self.initial[cell]
    }

    /// The cells that are empty at first.
    pub(super) fn free(&self) -> impl Iterator<Item = usize> {
        (1..=self.cells()).filter(|&cell| !self.initial[cell])
    }

    pub(super) fn must(&self, cell: usize) -> bool {
        self.must[cell]
    }

    /// Whether a turn may fill a cell.
    pub(super) fn may(&self, cell: usize, turn: usize) -> bool {
        self.allowed[cell][turn]
    }

    /// Whether one cell comes before another in every order.
    pub(super) fn comes(&self, first: usize, then: usize) -> bool {
        self.earlier[then][first / 64] >> (first % 64) & 1 == 1
    }

    /// The row and the column of a cell, from 0.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        ((cell - 1) / self.columns, (cell - 1) % self.columns)
    }

    /// The cells of a line; the rows come first, then the columns.
    pub(super) fn line(&self, line: usize) -> Vec<usize> {
        match line.checked_sub(self.rows) {
            None => (line * self.columns + 1..=(line + 1) * self.columns).collect(),
            Some(column) => (0..self.rows)
                .map(|row| row * self.columns + column + 1)
                .collect(),
        }
    }

    /// The line that two cells have in common, if there is one.
    pub(super) fn common(&self, one: usize, other: usize) -> Option<usize> {
        let ((row, column), (row_, column_)) = (self.place(one), self.place(other));
        match (row == row_, column == column_) {
            (true, false) => Some(row),
            (false, true) => Some(self.rows + column),
            _ => None,
        }
    }

    /// The colours that earn a bonus, from 1.
    pub(super) fn colours(&self) -> std::ops::Range<usize> {
        match self.rows == self.columns && self.bonus.colour > 0 {
            true => 1..self.rows + 1,
            false => 1..1,
        }
    }

    /// The cells of a colour; none if it earns no bonus.
    pub(super) fn of_colour(&self, colour: usize) -> Vec<usize> {
        let side = if self.colours().contains(&colour) {
            self.rows
        } else {
            0
        };
        (0..side)
            .map(|row| row * side + (row + colour - 1) % side + 1)
            .collect()
    }
}
