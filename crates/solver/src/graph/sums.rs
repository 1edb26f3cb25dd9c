//! Partial sums of rows about more than one turn.

use crate::instance::{Inequality, Quantity, Requirement, RowClass, Turn};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};

/// Partial sums of a state; none without rows about more than one turn, as the comparison of empty slices takes longer than a move.
pub(super) type Sums = Option<Box<[i64]>>;

/// The rows about more than one turn.
///
/// A state has a number for each sum of the rows: the value with all other cells empty while the sum can change, then
/// 1 if the sum is small enough, else 0.
#[derive(Debug)]
pub(super) struct RowSums<'a> {
    rows: Vec<&'a Requirement>,
    turns: usize,
}

impl<'a> RowSums<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let rows = problem.rows().iter();
        Self {
            rows: rows.filter(|row| row.class() == RowClass::Order).collect(),
            turns: problem.horizon(),
        }
    }

    /// The sums before turn 1.
    pub(super) fn start(&self) -> Sums {
        let sums = self.rows.iter().flat_map(|row| row.inequalities());
        let values = sums.map(|row| row.value(|quantity| self.empty_value(quantity)));
        (!self.rows.is_empty()).then(|| values.collect())
    }

    /// The value of a quantity if no further cell is filled.
    fn empty_value(&self, quantity: Quantity) -> i64 {
        match quantity {
            Quantity::Turn(_) => self.turns as i64 + 1,
            Quantity::Before(..) => 1,
            Quantity::Filled { .. } | Quantity::Earned(_) | Quantity::Points(_) => 0,
        }
    }

    /// The sums after a turn with a cell and its points, or a pass, after a covering; none if a row is broken.
    pub(super) fn successor(
        &self,
        previous: &Sums,
        covering: Covering,
        (cell, points): (Option<Cell>, u32),
        turn: Turn,
    ) -> Option<Sums> {
        let Some(previous) = previous else {
            return Some(None);
        };
        let filled = cell.map_or(covering, |cell| covering.with(cell));
        let time = turn.number();
        let change = |quantity: Quantity| match quantity {
            Quantity::Filled {
                cell: other,
                time: last,
            } => i64::from(cell == Some(other) && time <= last),
            Quantity::Turn(other) if cell == Some(other) => {
                time as i64 - self.empty_value(quantity)
            }
            Quantity::Before(first, then) => {
                -i64::from(cell == Some(then) && !covering.contains(first))
            }
            Quantity::Earned(other) if other == time => i64::from(points),
            Quantity::Points(other) if cell == Some(other) => i64::from(points),
            Quantity::Turn(_) | Quantity::Earned(_) | Quantity::Points(_) => 0,
        };
        let is_decided_before = |row: &Inequality| self.is_decided(row, covering, time - 1);
        let mut sums = Vec::with_capacity(previous.len());
        let mut values = previous.iter();
        for row in &self.rows {
            let mut may_hold = false;
            for clause in &row.clauses {
                let mut clause_may_hold = true;
                for sum in clause {
                    let old_value = *values.next()?;
                    let value = match is_decided_before(sum) {
                        true => old_value,
                        false => {
                            let value = old_value + sum.value(change);
                            match self.is_decided(sum, filled, time) {
                                true => i64::from(value <= sum.at_most),
                                false => value,
                            }
                        }
                    };
                    let is_broken = value == 0 && self.is_decided(sum, filled, time);
                    clause_may_hold &= !is_broken;
                    sums.push(value);
                }
                may_hold |= clause_may_hold;
            }
            if !may_hold {
                return None;
            }
        }
        Some(Some(sums.into()))
    }

    /// Whether no later turn changes a sum.
    fn is_decided(&self, row: &Inequality, filled: Covering, time: usize) -> bool {
        time == self.turns
            || row.terms.iter().all(|&(quantity, _)| match quantity {
                Quantity::Filled { cell, time: last } => filled.contains(cell) || last <= time,
                Quantity::Turn(cell) | Quantity::Points(cell) => filled.contains(cell),
                Quantity::Before(first, then) => filled.contains(first) || filled.contains(then),
                Quantity::Earned(turn) => turn <= time,
            })
    }
}
