//! Rows of a time or a turn as tests of moves, on sets of cells as bits.

use crate::instance::{Inequality, Quantity, Requirement, RowClass};
use crate::problem::Problem;
use crate::wall::{Cell, CellBits};
use rustc_hash::FxHashMap;

/// The rows of a time or a turn.
#[derive(Debug, Clone)]
pub(crate) struct RowTests<S> {
    /// Tests by time.
    level: Vec<Vec<Test<S>>>,
    /// Tests by turn, from 0.
    step: Vec<Vec<Test<S>>>,
}

/// A row in disjunctive form: every sum of some clause is small enough.
#[derive(Debug, Clone)]
pub(crate) struct Test<S> {
    pub(crate) clauses: Vec<Vec<Sum<S>>>,
}

/// Multiples of the numbers of filled cells in sets, plus a multiple of the points of a turn.
#[derive(Debug, Clone)]
pub(crate) struct Sum<S> {
    before: Vec<(i64, S)>,
    after: Vec<(i64, S)>,
    /// Factor of the points of the turn.
    pub(crate) points_factor: i64,
    pub(crate) at_most: i64,
}

impl<S: CellBits> RowTests<S> {
    /// The tests of a problem's rows; `singleton` is the set of one cell that is empty at first.
    pub(crate) fn new(problem: &Problem, singleton: impl Fn(Cell) -> S) -> Self {
        let turns = problem.horizon();
        let mut tests = Self {
            level: (0..=turns).map(|_| Vec::new()).collect(),
            step: (0..turns).map(|_| Vec::new()).collect(),
        };
        for row in problem.rows() {
            match (row.class(), row.span()) {
                (RowClass::Level, Some((time, _))) => {
                    tests.level[time].push(Test::new(row, time, &singleton));
                }
                (RowClass::Step, Some((_, turn))) => {
                    tests.step[turn - 1].push(Test::new(row, turn, &singleton));
                }
                _ => {}
            }
        }
        tests
    }

    /// The number of turns.
    pub(crate) fn turns(&self) -> usize {
        self.step.len()
    }

    /// The rows of a time, from 0.
    pub(crate) fn level(&self, time: usize) -> &[Test<S>] {
        self.level.get(time).map_or(&[], |tests| tests)
    }

    /// The rows of a turn, from 0.
    pub(crate) fn step(&self, turn: usize) -> &[Test<S>] {
        self.step.get(turn).map_or(&[], |tests| tests)
    }

    /// Whether there is no test.
    pub(crate) fn is_empty(&self) -> bool {
        self.level.iter().chain(&self.step).all(Vec::is_empty)
    }

    /// Whether the rows of a time hold for a set.
    pub(crate) fn holds_at(&self, set: S, time: usize) -> bool {
        let mut tests = self.level(time).iter();
        tests.all(|test| test.holds((S::default(), set), &|| 0))
    }

    /// Whether the rows of a turn, from 0, hold for its sets before and after, and its points.
    pub(crate) fn holds_in(
        &self,
        (before, after): (S, S),
        turn: usize,
        points: &dyn Fn() -> u32,
    ) -> bool {
        let mut tests = self.step[turn].iter();
        tests.all(|test| test.holds((before, after), points))
    }
}

impl<S: CellBits> Test<S> {
    fn new(row: &Requirement, last: usize, singleton: &impl Fn(Cell) -> S) -> Self {
        let clauses = row.clauses.iter();
        let clauses = clauses.map(|clause| clause.iter().map(|row| Sum::new(row, last, singleton)));
        Self {
            clauses: clauses.map(Iterator::collect).collect(),
        }
    }

    /// Whether the row holds for the sets before and after a turn, and its points.
    pub(crate) fn holds(&self, sets: (S, S), points: &dyn Fn() -> u32) -> bool {
        let mut clauses = self.clauses.iter();
        clauses.any(|clause| clause.iter().all(|sum| sum.holds(sets, points)))
    }
}

impl<S: CellBits> Sum<S> {
    fn new(row: &Inequality, last: usize, singleton: &impl Fn(Cell) -> S) -> Self {
        let (mut before, mut after) = (FxHashMap::default(), FxHashMap::default());
        let mut points_factor = 0;
        for &(quantity, factor) in &row.terms {
            match quantity {
                Quantity::Filled { cell, time } => {
                    let sets = if time == last {
                        &mut after
                    } else {
                        &mut before
                    };
                    let set: &mut S = sets.entry(factor).or_default();
                    *set = set.union(singleton(cell));
                }
                Quantity::Earned(_) => points_factor += factor,
                // Rows of more than a turn have no tests of moves.
                Quantity::Turn(_) | Quantity::Before(..) | Quantity::Points(_) => {}
            }
        }
        Self {
            before: before.into_iter().collect(),
            after: after.into_iter().collect(),
            points_factor,
            at_most: row.at_most,
        }
    }

    /// Sum over the sets before and after a turn, without the points of the turn.
    pub(crate) fn cell_sum(&self, (before, after): (S, S)) -> i64 {
        let sum = |sets: &[(i64, S)], filled: S| -> i64 {
            let sums = sets
                .iter()
                .map(|&(factor, set)| factor * i64::from(set.common(filled)));
            sums.sum()
        };
        sum(&self.before, before) + sum(&self.after, after)
    }

    fn holds(&self, sets: (S, S), points: &dyn Fn() -> u32) -> bool {
        let points = match self.points_factor {
            0 => 0,
            factor => factor * i64::from(points()),
        };
        self.cell_sum(sets) + points <= self.at_most
    }
}
