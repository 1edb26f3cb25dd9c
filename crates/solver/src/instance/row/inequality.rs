//! Sums that are at most a number.

use crate::wall::Cell;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fmt;

/// A quantity of an order. A time is a number of finished turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantity {
    /// 1 if a cell that is empty at first is filled by a time, else 0.
    Filled {
        /// The cell.
        cell: Cell,
        /// The time, at least 1; less than the number of turns if every order fills the wall.
        time: usize,
    },
    /// The turn of a cell that is empty at first; the number of turns plus 1 if it stays empty.
    Turn(Cell),
    /// 1 if the first cell comes before the second one, which has a greater number; also if both stay empty.
    Before(Cell, Cell),
    /// The points of the tile of a turn, by its number.
    Earned(usize),
    /// The points of the tile in a cell that is empty at first; 0 if it stays empty.
    Points(Cell),
}

impl Quantity {
    /// The cells of the quantity.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let [first, second] = match self {
            Self::Filled { cell, .. } | Self::Turn(cell) | Self::Points(cell) => [Some(cell), None],
            Self::Before(first, then) => [Some(first), Some(then)],
            Self::Earned(_) => [None, None],
        };
        first.into_iter().chain(second)
    }

    /// The times of the coverings that determine the quantity; none if there are more than two.
    pub(super) fn times(self) -> Option<[usize; 2]> {
        match self {
            Self::Filled { time, .. } => Some([time, time]),
            Self::Earned(turn) => Some([turn - 1, turn]),
            Self::Turn(_) | Self::Before(..) | Self::Points(_) => None,
        }
    }
}

/// A sum of quantities that is at most a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inequality {
    /// The quantities, each once, in their order, with coefficients that are not 0.
    pub terms: Vec<(Quantity, i64)>,
    /// The number.
    pub at_most: i64,
}

impl Inequality {
    /// The inequality with the sum of these terms on its left side.
    pub(crate) fn new(terms: impl IntoIterator<Item = (Quantity, i64)>, at_most: i64) -> Self {
        let mut sum: BTreeMap<Quantity, i64> = BTreeMap::new();
        for (quantity, coefficient) in terms {
            *sum.entry(quantity).or_default() += coefficient;
        }
        let terms = sum.into_iter().filter(|(_, coefficient)| *coefficient != 0);
        Self {
            terms: terms.collect(),
            at_most,
        }
    }

    /// Whether the inequality holds for these values of the quantities.
    pub fn holds(&self, value: impl Fn(Quantity) -> i64) -> bool {
        self.value(value) <= self.at_most
    }

    /// The value of the sum.
    pub fn value(&self, value: impl Fn(Quantity) -> i64) -> i64 {
        let terms = self.terms.iter();
        terms
            .map(|&(quantity, factor)| factor * value(quantity))
            .sum()
    }
}

/// The part of an order that determines whether a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowClass {
    /// The covering at one time.
    Level,
    /// A turn: the covering before it, and its tile.
    Step,
    /// More than one turn.
    Order,
}

impl RowClass {
    /// The word for the class.
    pub fn name(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Step => "step",
            Self::Order => "order",
        }
    }
}

impl fmt::Display for RowClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An instance of a row for one turn and one line: a disjunction of clauses, each a conjunction of inequalities.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Requirement {
    /// The clauses.
    pub clauses: Vec<Vec<Inequality>>,
}

impl Requirement {
    /// The disjunction of these clauses, in a canonical order of clauses and inequalities.
    pub(crate) fn any_of(mut clauses: Vec<Vec<Inequality>>) -> Self {
        for clause in &mut clauses {
            clause.sort_unstable();
        }
        clauses.sort_unstable();
        Self { clauses }
    }

    /// The inequalities of all clauses.
    pub fn inequalities(&self) -> impl Iterator<Item = &Inequality> {
        self.clauses.iter().flatten()
    }

    /// Whether the row holds for these values of the quantities.
    pub fn holds(&self, value: impl Fn(Quantity) -> i64) -> bool {
        let mut clauses = self.clauses.iter();
        clauses.any(|clause| clause.iter().all(|row| row.holds(&value)))
    }

    /// The part of an order that determines whether the row holds.
    pub fn class(&self) -> RowClass {
        match self.span() {
            None => RowClass::Order,
            Some((first, last)) if first == last => RowClass::Level,
            Some((first, last)) if first + 1 == last => RowClass::Step,
            Some(_) => RowClass::Order,
        }
    }

    /// The first and the last time of the coverings that determine the row; none for a row about the whole order.
    pub(crate) fn span(&self) -> Option<(usize, usize)> {
        let terms = self.inequalities().flat_map(|row| row.terms.iter());
        let times: Option<Vec<[usize; 2]>> = terms.map(|(quantity, _)| quantity.times()).collect();
        let times = times?.into_iter().flatten();
        Some(times.minmax().into_option().unwrap_or((0, 0)))
    }
}
