//! Rows of the ordering formulation on 3×3: is each of them valid? All orders are gone through.

use super::chance::Chance;
use itertools::Itertools;
use std::fmt;

/// A cell of the 3×3 wall, from 1.
type Cell = usize;

/// A column of the ordering formulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    /// The first cell comes before the second.
    Before(Cell, Cell),
    /// The cell has no filled neighbour in its row, or in its column.
    Start(Axis, Cell),
    /// The cell is a start both ways.
    Single(Cell),
    /// The two cells on one side of the first, the last of which is the other, come before it.
    Run(Axis, Cell, Cell),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Axis {
    Row,
    Column,
}

/// A sum of columns that is at most, or at least, a number or another column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    left: Vec<Column>,
    relation: Relation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    UpTo(i64),
    AtLeast(i64),
    UpToColumn(Column),
}

impl Column {
    /// Value of the column in an order, by the turn of each cell.
    fn value(self, turns: &[usize; 10]) -> i64 {
        let before = |one: Cell, other: Cell| turns[one] < turns[other];
        let is_start = |axis: Axis, cell: Cell| {
            let (step, place) = match axis {
                Axis::Row => (1, (cell - 1) % 3),
                Axis::Column => (3, (cell - 1) / 3),
            };
            (place == 0 || before(cell, cell - step)) && (place == 2 || before(cell, cell + step))
        };
        i64::from(match self {
            Self::Before(one, other) => before(one, other),
            Self::Start(axis, cell) => is_start(axis, cell),
            Self::Single(cell) => is_start(Axis::Row, cell) && is_start(Axis::Column, cell),
            Self::Run(_, cell, end) => before((cell + end) / 2, cell) && before(end, cell),
        })
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(one, other) => write!(f, "o({one},{other})"),
            Self::Start(Axis::Row, cell) => write!(f, "sh({cell})"),
            Self::Start(Axis::Column, cell) => write!(f, "sv({cell})"),
            Self::Single(cell) => write!(f, "u({cell})"),
            Self::Run(Axis::Row, cell, _) => write!(f, "r({cell},R,2)"),
            Self::Run(Axis::Column, cell, _) => write!(f, "r({cell},D,2)"),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.left.iter().format(" + "))?;
        match self.relation {
            Relation::UpTo(right) => write!(f, "<= {right}"),
            Relation::AtLeast(right) => write!(f, ">= {right}"),
            Relation::UpToColumn(right) => write!(f, "<= {right}"),
        }
    }
}

impl Row {
    /// Whether every order satisfies it.
    pub(super) fn is_valid(&self) -> bool {
        let mut orders = (0..9).permutations(9);
        orders.all(|order| {
            let mut turns = [0; 10];
            turns[1..].copy_from_slice(&order);
            let left: i64 = self.left.iter().map(|column| column.value(&turns)).sum();
            match self.relation {
                Relation::UpTo(right) => left <= right,
                Relation::AtLeast(right) => left >= right,
                Relation::UpToColumn(right) => left <= right.value(&turns),
            }
        })
    }

    /// One of a kind, along a line at random.
    fn of_kind(kind: usize, chance: &mut Chance) -> Self {
        let (axis, [a, b, c]) = match (chance.below(2), chance.below(3)) {
            (0, line) => (Axis::Row, [1, 2, 3].map(|place| 3 * line + place)),
            (_, line) => (Axis::Column, [1, 4, 7].map(|place| line + place)),
        };
        let (before, start) = (Column::Before, |cell| Column::Start(axis, cell));
        let cycle = vec![before(a, b), before(b, c), before(c, a)];
        let starts = [a, b, c].map(start).to_vec();
        let (left, relation) = match kind {
            1 => (cycle, Relation::UpTo(2)),
            2 => (cycle, Relation::UpTo(1)),
            3 => (cycle[..2].to_vec(), Relation::UpTo(1)),
            4 => (starts, Relation::AtLeast(1)),
            5 => (starts, Relation::AtLeast(2)),
            6 => (vec![start(a), start(b)], Relation::UpTo(1)),
            7 => (vec![start(a), start(c)], Relation::UpTo(1)),
            8 => (
                vec![Column::Single(a), Column::Single(c)],
                Relation::UpTo(1),
            ),
            9 => (
                vec![Column::Run(axis, a, c)],
                Relation::UpToColumn(before(c, a)),
            ),
            _ => (
                vec![Column::Run(axis, a, c)],
                Relation::UpToColumn(before(b, c)),
            ),
        };
        Self { left, relation }
    }
}

/// How many kinds of rows there are.
const KINDS: usize = 10;

/// Six rows of different kinds, of which two at least are valid, and two at least are not.
pub(super) fn six(chance: &mut Chance) -> Vec<(Row, bool)> {
    loop {
        let kinds = chance.some(6, KINDS).into_iter();
        let rows = kinds.map(|kind| Row::of_kind(kind, chance)).collect_vec();
        let rows = rows.into_iter().map(|row| {
            let is_valid = row.is_valid();
            (row, is_valid)
        });
        let rows = rows.collect_vec();
        let valid = rows.iter().filter(|(_, is_valid)| *is_valid).count();
        if (2..=4).contains(&valid) {
            return rows;
        }
    }
}
