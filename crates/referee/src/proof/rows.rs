//! The rows of an instance, each built from its name, and sums of them.
//!
//! Every order satisfies every row. So for any multipliers, a sum of rows is a row that every order satisfies, too; a
//! wrong multiplier makes it weak, and never false.

use super::facts::Facts;
use super::line::{Fixed, Line, Prices, Steps};
use super::names::{Axis, Column, Row};
use super::{Refusal, Statement};
use std::collections::HashMap;

/// The facts of an instance, and its lines.
pub struct Program {
    pub(super) facts: Facts,
    lines: Vec<Line>,
    steps: Steps,
}

/// What adds to a sum.
pub(super) enum Summand<'a> {
    /// A row, this often.
    Row(&'a Row, i128),
    /// A column that no line decides, at this price.
    Column(Column, i128),
    /// A line, at the prices of its columns.
    Line(usize, &'a Prices),
}

/// A row: the sum of its terms is at most the right side, or equal to it.
pub(super) struct Built {
    pub(super) terms: Vec<(Column, i128)>,
    pub(super) equal: bool,
    pub(super) right: i128,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({}×{})", self.facts.rows, self.facts.columns)
    }
}

impl Program {
    /// The program of an instance.
    ///
    /// # Errors
    /// When a line is too long for its orders to be gone through, or the wall too large.
    pub fn of(statement: &Statement) -> Result<Self, Refusal> {
        super::limits(statement)?;
        Self::new(Facts::new(statement))
    }

    pub(super) fn new(facts: Facts) -> Result<Self, Refusal> {
        let lines = (0..facts.rows + facts.columns).map(|line| Line::new(&facts, line));
        let lines = lines.collect::<Result<_, _>>()?;
        let steps = Steps::default();
        Ok(Self {
            facts,
            lines,
            steps,
        })
    }

    /// What these rows times these numbers add up to: a number that the score, times the denominator, does not exceed
    /// (of a minimum, the score below zero). None if the fixed columns leave some line no order.
    ///
    /// # Errors
    /// When a row is not one of the program, or a number of an inequality is negative.
    pub fn sum<'a>(
        &self,
        denominator: u32,
        rows: impl IntoIterator<Item = (&'a Row, i32)>,
        fixed: &[(Column, bool)],
    ) -> Result<Option<i128>, Refusal> {
        let mut total = 0;
        let some = self.add_up(denominator, rows, fixed, &mut |_, more| total += more)?;
        Ok(some.then_some(total))
    }

    /// The same, with what adds what; false if the fixed columns leave some line no order.
    pub(super) fn add_up<'a>(
        &self,
        denominator: u32,
        rows: impl IntoIterator<Item = (&'a Row, i32)>,
        fixed: &[(Column, bool)],
        add: &mut dyn FnMut(Summand<'_>, i128),
    ) -> Result<bool, Refusal> {
        let weight = match self.facts.sense {
            super::Sense::Maximize => i64::from(denominator),
            super::Sense::Minimize => -i64::from(denominator),
        };
        let mut left: HashMap<Column, i128> = HashMap::new();
        for (row, number) in rows {
            let built = self
                .build(row)
                .map_err(|reason| Refusal::at(row.to_string(), reason))?;
            if number < 0 && !built.equal {
                return Err(Refusal::at(
                    row.to_string(),
                    "an inequality times a negative number",
                ));
            }
            let number = i128::from(number);
            add(Summand::Row(row, number), number * built.right);
            for (column, factor) in built.terms {
                *left.entry(column).or_default() -= number * factor;
            }
        }
        for cell in self.facts.free() {
            *left.entry(Column::Single(cell)).or_default() += i128::from(weight);
        }
        for colour in self.facts.colours() {
            *left.entry(Column::Full(colour)).or_default() +=
                i128::from(weight) * i128::from(self.facts.bonus.colour);
        }
        let mut prices = vec![Prices::default(); self.lines.len()];
        for (column, price) in left {
            match self.line_of(column) {
                Some(line) => prices[line].add(column, price)?,
                None => add(
                    Summand::Column(column, price),
                    self.free_column(column, price, fixed),
                ),
            }
        }
        let mut fixings = vec![Fixed::default(); self.lines.len()];
        for &(column, value) in fixed {
            for line in self.lines_of(column) {
                fixings[line].push((column, value));
            }
        }
        for (number, line) in self.lines.iter().enumerate() {
            match line.best(weight, &prices[number], &fixings[number], &self.steps)? {
                Some(best) => add(Summand::Line(number, &prices[number]), i128::from(best)),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// How many sets of cells of lines its sums have gone through.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// The column of a name, if it is one that a tree can split on.
    ///
    /// # Errors
    /// When it is not.
    pub fn column(&self, name: &str) -> Result<Column, Refusal> {
        let known = |column: &Column| match *column {
            Column::Before(a, b) => self.is_free(a) && self.is_free(b),
            Column::By(_, cell, turn) => self.is_free(cell) && turn <= self.facts.turns,
            _ => false,
        };
        let column = name.parse().ok().filter(known);
        column.ok_or_else(|| Refusal::at(name, "not a column of this instance"))
    }

    fn is_free(&self, cell: usize) -> bool {
        (1..=self.facts.cells()).contains(&cell) && !self.facts.is_initial(cell)
    }

    /// The greatest that a column of no line earns at a price.
    fn free_column(&self, column: Column, price: i128, fixed: &[(Column, bool)]) -> i128 {
        let known = match column {
            Column::Before(a, b) if self.facts.comes(a, b) => Some(true),
            Column::Before(a, b) if self.facts.comes(b, a) => Some(false),
            // The wall is full in the end.
            Column::Full(_) if self.facts.whole => Some(true),
            _ => fixed
                .iter()
                .find(|(other, _)| *other == column)
                .map(|(_, value)| *value),
        };
        match known {
            Some(true) => price,
            Some(false) => 0,
            None => price.max(0),
        }
    }

    /// The line whose orders decide a column.
    fn line_of(&self, column: Column) -> Option<usize> {
        match column {
            Column::Before(a, b) => self.facts.common(a, b),
            Column::By(axis, cell, _) | Column::Start(axis, cell) => Some(self.along(axis, cell)),
            Column::Single(_) | Column::Full(_) => None,
        }
    }

    fn along(&self, axis: Axis, cell: usize) -> usize {
        let (row, column) = self.facts.place(cell);
        match axis {
            Axis::Horizontal => row,
            Axis::Vertical => self.facts.rows + column,
        }
    }

    /// All lines that know of a column that a tree splits on.
    fn lines_of(&self, column: Column) -> Vec<usize> {
        match column {
            Column::By(_, cell, _) => [Axis::Horizontal, Axis::Vertical]
                .map(|axis| self.along(axis, cell))
                .to_vec(),
            column => self.line_of(column).into_iter().collect(),
        }
    }

    /// Adds "first comes before then" to terms; what is constant in it is returned.
    fn before(
        &self,
        first: usize,
        then: usize,
        factor: i128,
        terms: &mut Vec<(Column, i128)>,
    ) -> Result<i128, &'static str> {
        if !(self.is_free(first) && self.is_free(then)) || first == then {
            return Err("these are not two cells that are empty at first");
        }
        match first < then {
            true => {
                terms.push((Column::Before(first, then), factor));
                Ok(0)
            }
            false => {
                terms.push((Column::Before(then, first), -factor));
                Ok(factor)
            }
        }
    }

    /// The row of a name. Each family says why every order satisfies it.
    pub(super) fn build(&self, row: &Row) -> Result<Built, &'static str> {
        let by = |cell, turn| Column::By(Axis::Horizontal, cell, turn);
        let last = self.facts.turns;
        let single = |cell, axis| vec![(Column::Single(cell), 1), (Column::Start(axis, cell), -1)];
        let waits = |first, then| {
            self.facts.waits.contains(&(first, then)) && self.is_free(first) && self.is_free(then)
        };
        let in_time = |turn| turn <= last;
        let at_most = |terms, right| {
            Ok(Built {
                terms,
                equal: false,
                right,
            })
        };
        let equal = |terms, right| {
            Ok(Built {
                terms,
                equal: true,
                right,
            })
        };
        match (row.family.as_str(), row.indices.as_slice()) {
            // Of cells that each come before the next one, the last does not come before the first.
            ("cycle", cells) if cells.len() > 1 => {
                let mut sorted = cells.to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                let next = cells.iter().skip(1).chain(&cells[..1]);
                let mut terms = Vec::with_capacity(cells.len());
                let mut right = cells.len() as i128 - 1;
                for (&first, &then) in cells.iter().zip(next) {
                    right -= self.before(first, then, 1, &mut terms)?;
                }
                match sorted.len() == cells.len() {
                    true => at_most(terms, right),
                    false => Err("a cell is named twice"),
                }
            }
            // A single is a start along both axes,
            ("singleh", &[cell]) if self.is_free(cell) => {
                at_most(single(cell, Axis::Horizontal), 0)
            }
            ("singlev", &[cell]) if self.is_free(cell) => at_most(single(cell, Axis::Vertical), 0),
            // and what is a start along both is a single.
            ("both", &[cell]) if self.is_free(cell) && self.facts.must(cell) => {
                at_most(starts(cell).to_vec(), 1)
            }
            // A cell that stays empty is neither.
            ("both", &[cell]) if self.is_free(cell) && in_time(1) => at_most(
                starts(cell)
                    .into_iter()
                    .chain([(by(cell, last), -1)])
                    .collect(),
                0,
            ),
            // Of the cells of a 2×2 block the last one has filled neighbours both ways, or one stays empty: one is no start.
            ("block", &[first]) if self.begins_block(first) => {
                let below = first + self.facts.columns;
                let block = [first, first + 1, below, below + 1];
                let free: Vec<usize> = block
                    .into_iter()
                    .filter(|&cell| self.is_free(cell))
                    .collect();
                match free.len() {
                    0 => Err("its cells are filled at first"),
                    cells => at_most(
                        free.into_iter().flat_map(starts).collect(),
                        cells as i128 - 1,
                    ),
                }
            }
            // By turn t, t cells are filled.
            ("size", &[turn]) if in_time(turn) => equal(
                self.facts.free().map(|cell| (by(cell, turn), 1)).collect(),
                turn as i128,
            ),
            // A cell is filled in its row when it is filled in its column.
            ("same", &[cell, turn]) if self.is_free(cell) && in_time(turn) => equal(
                vec![
                    (by(cell, turn), 1),
                    (Column::By(Axis::Vertical, cell, turn), -1),
                ],
                0,
            ),
            // What is filled by turn t has what it waits for filled by the turn before; nothing is filled by turn 0.
            ("wait", &[first, then, turn]) if waits(first, then) && in_time(turn) => {
                let before = (turn > 1).then(|| (by(first, turn - 1), -1));
                at_most([(by(then, turn), 1)].into_iter().chain(before).collect(), 0)
            }
            // A filled cell comes after what it waits for.
            ("after", &[first, then]) if waits(first, then) && in_time(1) => {
                let mut terms = vec![(by(then, last), 1)];
                let constant = self.before(first, then, -1, &mut terms)?;
                at_most(terms, -constant)
            }
            // What is filled by turn t comes before what is not.
            ("pair", &[first, then, turn]) if in_time(turn) => {
                let mut terms = vec![(by(first, turn), 1), (by(then, turn), -1)];
                let constant = self.before(first, then, -1, &mut terms)?;
                at_most(terms, -constant)
            }
            // A colour is full only if each of its cells is,
            ("colour", &[colour, cell]) if self.is_free(cell) && in_time(1) => {
                match self.facts.of_colour(colour).contains(&cell) {
                    true => at_most(vec![(Column::Full(colour), 1), (by(cell, last), -1)], 0),
                    false => Err("not a cell of a colour with a bonus"),
                }
            }
            // and if all of them are.
            ("colour", &[colour]) if self.facts.colours().contains(&colour) && in_time(1) => {
                let cells = self
                    .facts
                    .of_colour(colour)
                    .into_iter()
                    .filter(|&cell| self.is_free(cell));
                let mut terms: Vec<_> = cells.map(|cell| (by(cell, last), 1)).collect();
                let right = terms.len() as i128 - 1;
                terms.push((Column::Full(colour), -1));
                at_most(terms, right)
            }
            _ => Err("not a row of this instance"),
        }
    }

    fn begins_block(&self, cell: usize) -> bool {
        (1..=self.facts.cells()).contains(&cell) && {
            let (row, column) = self.facts.place(cell);
            row + 1 < self.facts.rows && column + 1 < self.facts.columns
        }
    }
}

/// 1 for a cell that is a start, one way or both.
fn starts(cell: usize) -> [(Column, i128); 3] {
    let start = |axis| (Column::Start(axis, cell), 1);
    [
        start(Axis::Horizontal),
        start(Axis::Vertical),
        (Column::Single(cell), -1),
    ]
}
