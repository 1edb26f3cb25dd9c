//! The rows of an instance, each built from its name, and linear combinations of rows.
//!
//! Every order satisfies every row. So every order satisfies a linear combination of rows, too, with any multipliers; a
//! wrong multiplier makes the bound weak, and never false.

use super::facts::Facts;
use super::line::{Line, Prices};
use super::names::{Axis, Column, Row};
use crate::refusal::{Refusal, need};
use crate::row::{Part, Sign};
use crate::statement::all_differ;
use std::cell::Cell;
use std::collections::HashMap;

/// The limit of the price of a line's column, so that sums of prices fit in 63 bits.
const MOST_PRICE: i128 = 1 << 48;

/// The limit of the parts of a row `given`, so that many such rows are built fast.
const MOST_PARTS: usize = 1_000;

/// The program of an instance: its facts, and the subproblem of each line.
pub struct Program {
    pub(super) facts: Facts,
    lines: Vec<Line>,
    steps: Cell<u64>,
}

/// A summand of the bound that a combination of rows proves.
pub(super) enum Summand<'a> {
    /// A row with its multiplier.
    Row(&'a Row, i128),
    /// A column that is in no line, with its price.
    Column(Column, i128),
    /// A line with the prices of its columns.
    Line(usize, Prices),
}

/// A row: the sum of its terms is at most the right side, or equal to it.
#[derive(Debug)]
pub struct Linear {
    /// Columns with their coefficients.
    pub terms: Vec<(Column, i128)>,
    /// Whether the sum is equal to the right side.
    pub equal: bool,
    /// The right side.
    pub right: i128,
}

impl Linear {
    fn at_most(right: usize) -> Self {
        Self {
            terms: Vec::new(),
            equal: false,
            right: right as i128,
        }
    }

    fn exactly(mut self) -> Self {
        self.equal = true;
        self
    }

    fn plus(mut self, terms: impl IntoIterator<Item = (Column, i128)>) -> Self {
        self.terms.extend(terms);
        self
    }

    /// Adds a term that is 1 in every order.
    fn plus_one(mut self, factor: i128) -> Self {
        self.right -= factor;
        self
    }

    /// Adds the term "`first` comes before `then`", which is 1 less "`then` comes before `first`".
    fn plus_before(self, first: usize, then: usize, factor: i128) -> Self {
        if first < then {
            return self.plus([(Column::Before(first, then), factor)]);
        }
        let opposite = [(Column::Before(then, first), -factor)];
        self.plus_one(factor).plus(opposite)
    }
}

impl Program {
    pub(super) fn new(facts: Facts) -> Result<Self, Refusal> {
        let lines = (0..facts.wall.lines()).map(|line| Line::new(&facts, line));
        Ok(Self {
            lines: lines.collect::<Result<_, _>>()?,
            steps: Cell::default(),
            facts,
        })
    }

    /// The upper bound that a combination of rows proves for the score times the denominator (for a minimum, the
    /// negative score). None if the fixed columns leave some line without an order, or if there is no order at all.
    ///
    /// # Errors
    /// When a row is none of the program, or the multiplier of an inequality is negative.
    pub fn sum<'a>(
        &self,
        denominator: u32,
        rows: impl IntoIterator<Item = (&'a Row, i32)>,
        fixed: &[(Column, bool)],
    ) -> Result<Option<i128>, Refusal> {
        let summands = self.summands(denominator, rows, fixed)?;
        Ok(summands.map(|all| all.iter().map(|(_, adds)| adds).sum()))
    }

    /// The summands of a combination's bound, each with its amount.
    pub(super) fn summands<'a>(
        &self,
        denominator: u32,
        rows: impl IntoIterator<Item = (&'a Row, i32)>,
        fixed: &[(Column, bool)],
    ) -> Result<Option<Vec<(Summand<'a>, i128)>>, Refusal> {
        let (facts, mut summands) = (&self.facts, Vec::new());
        let weight = facts.statement.sense.sign() * i64::from(denominator);
        let mut prices_left: HashMap<Column, i128> = HashMap::new();
        for (row, number) in rows {
            let linear = self.build(row)?;
            let is_valid = number >= 0 || linear.equal;
            need(is_valid, row, "an inequality times a negative number")?;
            let number = i128::from(number);
            summands.push((Summand::Row(row, number), number * linear.right));
            for (column, factor) in linear.terms {
                *prices_left.entry(column).or_default() -= number * factor;
            }
        }
        for cell in facts.free() {
            *prices_left.entry(Column::Single(cell)).or_default() += i128::from(weight);
        }
        for colour in facts.statement.colours() {
            let points = i128::from(weight) * i128::from(facts.statement.bonus.colour);
            *prices_left.entry(Column::Full(colour)).or_default() += points;
        }
        let mut prices = vec![Prices::new(); self.lines.len()];
        for (column, price) in prices_left {
            if let Some(line) = self.line_of(column) {
                let is_valid = price.abs() < MOST_PRICE;
                need(is_valid, "sum", "a coefficient is too large")?;
                prices[line].extend((price != 0).then_some((column, price as i64)));
            } else {
                let maximum = self.free_column(column, price, fixed);
                summands.push((Summand::Column(column, price), maximum));
            }
        }
        let mut fixings = vec![Vec::new(); self.lines.len()];
        for &(column, value) in fixed {
            // A cell is filled in its row and in its column at once.
            let other_line = match column {
                Column::Filled(_, cell, _) => Some(self.along(Axis::Vertical, cell)),
                _ => None,
            };
            for line in self.line_of(column).into_iter().chain(other_line) {
                fixings[line].push((column, value));
            }
        }
        if facts.is_impossible {
            return Ok(None);
        }
        for (number, prices) in prices.into_iter().enumerate() {
            let line = &self.lines[number];
            match line.best(weight, &prices, &fixings[number], &self.steps)? {
                Some(best) => summands.push((Summand::Line(number, prices), i128::from(best))),
                None => return Ok(None),
            }
        }
        Ok(Some(summands))
    }

    /// The number of sets of cells of lines that all sums so far have enumerated.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// The column with a name, if a tree can split on it.
    ///
    /// # Errors
    /// When a tree cannot split on it.
    pub fn column(&self, name: &str) -> Result<Column, Refusal> {
        let facts = &self.facts;
        let free = |cell| facts.is_free(cell);
        let parts: Row = name.parse()?;
        match (parts.family.as_str(), parts.indices.as_slice()) {
            ("o", &[a, b]) if a < b && free(a) && free(b) => Ok(Column::Before(a, b)),
            ("y", &[cell, turn]) if free(cell) && turn <= facts.turns => {
                Ok(Column::Filled(Axis::Horizontal, cell, turn))
            }
            _ => Err(Refusal::at(name, "not a column of this instance")),
        }
    }

    /// The maximum contribution of a column of no line at a price.
    fn free_column(&self, column: Column, price: i128, fixed: &[(Column, bool)]) -> i128 {
        let value = match column {
            Column::Before(a, b) if self.facts.earlier[b][a] => Some(true),
            Column::Before(a, b) if self.facts.earlier[a][b] => Some(false),
            // The wall is full in the end.
            Column::Full(_) if self.facts.is_full => Some(true),
            _ => {
                let mut fixed = fixed.iter().filter(|(other, _)| *other == column);
                fixed.next().map(|(_, value)| *value)
            }
        };
        match value {
            Some(true) => price,
            Some(false) => 0,
            None => price.max(0),
        }
    }

    /// The line whose orders determine a column.
    fn line_of(&self, column: Column) -> Option<usize> {
        let (axis, cell) = match column {
            Column::Before(a, b) => return self.facts.wall.common(a, b),
            Column::Filled(axis, cell, _) | Column::Start(axis, cell) => (axis, cell),
            Column::Single(_) | Column::Full(_) => return None,
        };
        Some(self.along(axis, cell))
    }

    fn along(&self, axis: Axis, cell: usize) -> usize {
        let (row, column) = self.facts.wall.place(cell);
        match axis {
            Axis::Horizontal => row,
            Axis::Vertical => self.facts.wall.rows + column,
        }
    }

    /// The row with a name. The comment at each family shows why every order satisfies it.
    ///
    /// # Errors
    /// When the instance has no such row.
    pub fn build(&self, row: &Row) -> Result<Linear, Refusal> {
        let (facts, last) = (&self.facts, self.facts.turns);
        let free = |cells: &[usize]| cells.iter().all(|&cell| facts.is_free(cell));
        let block_cells = |first| -> Vec<usize> {
            let block = facts.wall.block(first).into_iter().flatten();
            block.filter(|&cell| facts.is_free(cell)).collect()
        };
        let earns = |colour| facts.statement.colours().contains(&colour) && last > 0;
        let cells_of = |colour| -> Vec<usize> {
            let cells = facts.wall.colour(colour).into_iter();
            cells.filter(|&cell| facts.is_free(cell)).collect()
        };
        let waits = |first, then| free(&[first, then]) && facts.arcs.contains(&(first, then));
        let by = |cell, turn, factor| (Column::Filled(Axis::Horizontal, cell, turn), factor);
        let fault = || Refusal::at(row, "not a row of this instance");
        let filled = |cell, factor| by(cell, last, factor);
        Ok(match (row.family.as_str(), row.indices.as_slice()) {
            // Of cells that each come before the next one, the last does not come before the first.
            ("cycle", cells) if cells.len() > 1 && free(cells) && all_differ(cells) => {
                let row = Linear::at_most(cells.len() - 1);
                let pairs = cells.iter().zip(cells.iter().cycle().skip(1));
                pairs.fold(row, |row, (&first, &then)| row.plus_before(first, then, 1))
            }
            // A single is a start along both axes,
            ("singleh", &[cell]) if free(&[cell]) => single(cell, Axis::Horizontal),
            ("singlev", &[cell]) if free(&[cell]) => single(cell, Axis::Vertical),
            // and a start along both axes is a single; an empty cell is neither.
            ("both", &[cell]) if free(&[cell]) && (facts.is_forced[cell] || last > 0) => {
                let empty = (!facts.is_forced[cell]).then(|| filled(cell, -1));
                let row = Linear::at_most(usize::from(facts.is_forced[cell]));
                row.plus(starts(cell)).plus(empty)
            }
            // In a 2×2 block, the last cell has filled neighbours both ways, or a cell stays empty: a cell is no start.
            ("block", &[first]) if !block_cells(first).is_empty() => {
                let cells = block_cells(first);
                Linear::at_most(cells.len() - 1).plus(cells.into_iter().flat_map(starts))
            }
            // By turn t, t cells are filled.
            ("size", &[turn]) if turn <= last => {
                let cells = facts.free().map(|cell| by(cell, turn, 1));
                Linear::at_most(turn).exactly().plus(cells)
            }
            // A cell is filled in its row when it is filled in its column.
            ("same", &[cell, turn]) if free(&[cell]) && turn <= last => {
                let in_column = Column::Filled(Axis::Vertical, cell, turn);
                let terms = [by(cell, turn, 1), (in_column, -1)];
                Linear::at_most(0).exactly().plus(terms)
            }
            // A cell filled by turn t has its predecessors filled by the turn before; no cell is filled by turn 0.
            ("wait", &[first, then, turn]) if waits(first, then) && turn <= last => {
                let before = (turn > 1).then(|| by(first, turn - 1, -1));
                Linear::at_most(0).plus([by(then, turn, 1)]).plus(before)
            }
            // A filled cell comes after its predecessors.
            ("after", &[first, then]) if waits(first, then) && first != then && last > 0 => {
                let row = Linear::at_most(0).plus([filled(then, 1)]);
                row.plus_before(first, then, -1)
            }
            // A cell filled by turn t comes before all others.
            ("pair", &[first, then, turn])
                if free(&[first, then]) && first != then && turn <= last =>
            {
                let terms = [by(first, turn, 1), by(then, turn, -1)];
                Linear::at_most(0).plus(terms).plus_before(first, then, -1)
            }
            // A colour is full only if each of its cells is,
            ("colour", &[colour, cell]) if earns(colour) && cells_of(colour).contains(&cell) => {
                Linear::at_most(0).plus([(Column::Full(colour), 1), filled(cell, -1)])
            }
            // and if all of them are.
            ("colour", &[colour]) if earns(colour) => {
                let cells = cells_of(colour);
                let mut row = Linear::at_most(cells.len()).plus([(Column::Full(colour), -1)]);
                row.right -= 1;
                row.plus(cells.into_iter().map(|cell| filled(cell, 1)))
            }
            // The row is a constraint.
            ("given", &[index, place]) => return self.constraint(index, place).ok_or_else(fault),
            _ => return Err(fault()),
        })
    }

    /// The row of a constraint at a place where it is written out, both counted from 0; none unless it is one sum without points.
    ///
    /// Cells that are filled at first come before those that are empty, and are filled by every turn. Both here and in the
    /// columns, of two cells that are filled at first or that stay empty, the one with the lower number comes first.
    fn constraint(&self, index: usize, place: usize) -> Option<Linear> {
        let (facts, last) = (&self.facts, self.facts.turns as i64);
        let row = facts.statement.constraints.get(index)?.row()?;
        let at = row.expansions(facts.wall, last).nth(place)?;
        let mut clauses = row.clauses(facts.wall, last, &at);
        let clause = clauses.pop().filter(|_| clauses.is_empty())?;
        let row = match clause.sign {
            _ if clause.size(facts.turns) > MOST_PARTS => return None,
            Sign::Same => Linear::at_most(0).exactly(),
            Sign::Less | Sign::More => Linear::at_most(0),
        };
        let mut parts = clause.sum();
        parts.try_fold(row, |row, (factor, part)| {
            self.plus(row, part, factor.into())
        })
    }

    /// A row with one quantity more; none for points, and for a time outside of the order.
    fn plus(&self, row: Linear, part: Part, factor: i128) -> Option<Linear> {
        let (facts, last) = (&self.facts, self.facts.turns as i64);
        Some(match part {
            Part::One => row.plus_one(factor),
            // As many as there are times, from 0, at which the cell is empty.
            Part::Turn(cell) => {
                let row = row.plus_one(factor * i128::from(last + 1));
                let by = |row, time| self.plus(row, Part::By(cell, time), -factor);
                (0..=last).try_fold(row, by)?
            }
            Part::By(_, time) if !(0..=last).contains(&time) => return None,
            Part::By(cell, _) if facts.initial[cell] => row.plus_one(factor),
            Part::By(_, 0) => row,
            Part::By(cell, time) => {
                let column = Column::Filled(Axis::Horizontal, cell, time as usize);
                row.plus([(column, factor)])
            }
            Part::Before(first, then) => match [first, then].map(|cell| facts.is_free(cell)) {
                [true, true] if first != then => row.plus_before(first, then, factor),
                [a, b] if (a, first) < (b, then) => row.plus_one(factor),
                _ => row,
            },
            Part::Points(_) | Part::Earned(_) => return None,
        })
    }
}

/// A single is a start along an axis.
fn single(cell: usize, axis: Axis) -> Linear {
    Linear::at_most(0).plus([(Column::Single(cell), 1), (Column::Start(axis, cell), -1)])
}

/// The terms of "the cell is a start, along one axis or both": 1 if it is true.
fn starts(cell: usize) -> [(Column, i128); 3] {
    let start = |axis| (Column::Start(axis, cell), 1);
    let single = (Column::Single(cell), -1);
    [start(Axis::Horizontal), start(Axis::Vertical), single]
}
