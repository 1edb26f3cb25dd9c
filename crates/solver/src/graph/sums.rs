//! The sums of rows about more than one turn, as far as they are known on the way.

use crate::instance::{Inequality, Quantity, Requirement, RowClass, Turn};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};

/// The rows about more than one turn.
///
/// A state has a number for each sum of them: what is known of it, as if nothing more were filled; and where it cannot
/// change any more, 0 or 1 for whether it is small enough.
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
    pub(super) fn start(&self) -> Box<[i64]> {
        let sums = self.rows.iter().flat_map(|row| row.inequalities());
        sums.map(|row| row.value(|quantity| self.if_empty(quantity)))
            .collect()
    }

    /// The value of a quantity where no more is filled.
    fn if_empty(&self, quantity: Quantity) -> i64 {
        match quantity {
            Quantity::Turn(_) => self.turns as i64 + 1,
            Quantity::Before(..) => 1,
            Quantity::Filled { .. } | Quantity::Earned(_) | Quantity::Points(_) => 0,
        }
    }

    /// The sums after a turn that fills a cell after a covering, or none, and earns so much; none where a row is broken.
    pub(super) fn after(
        &self,
        before: &[i64],
        covering: Covering,
        (cell, earned): (Option<Cell>, u32),
        turn: Turn,
    ) -> Option<Box<[i64]>> {
        let filled = cell.map_or(covering, |cell| covering.with(cell));
        let now = turn.number();
        let change = |quantity: Quantity| match quantity {
            Quantity::Filled { cell: own, time } => i64::from(cell == Some(own) && now <= time),
            Quantity::Turn(own) if cell == Some(own) => now as i64 - self.if_empty(quantity),
            Quantity::Before(first, then) => {
                -i64::from(cell == Some(then) && !covering.contains(first))
            }
            Quantity::Earned(of) if of == now => i64::from(earned),
            Quantity::Points(own) if cell == Some(own) => i64::from(earned),
            Quantity::Turn(_) | Quantity::Earned(_) | Quantity::Points(_) => 0,
        };
        let was_decided = |row: &Inequality| self.is_decided(row, covering, now - 1);
        let mut after = Vec::with_capacity(before.len());
        let mut known = before.iter();
        for row in &self.rows {
            let mut may_hold = false;
            for clause in &row.clauses {
                let mut clause_may_hold = true;
                for sum in clause {
                    let known = *known.next()?;
                    let value = match was_decided(sum) {
                        true => known,
                        false => {
                            let value = known + sum.value(change);
                            match self.is_decided(sum, filled, now) {
                                true => i64::from(value <= sum.at_most),
                                false => value,
                            }
                        }
                    };
                    let is_broken = value == 0 && self.is_decided(sum, filled, now);
                    clause_may_hold &= !is_broken;
                    after.push(value);
                }
                may_hold |= clause_may_hold;
            }
            if !may_hold {
                return None;
            }
        }
        Some(after.into())
    }

    /// Whether nothing that comes after a covering changes a sum.
    fn is_decided(&self, row: &Inequality, filled: Covering, time: usize) -> bool {
        time == self.turns
            || row.terms.iter().all(|&(quantity, _)| match quantity {
                Quantity::Filled { cell, time: by } => filled.contains(cell) || by <= time,
                Quantity::Turn(cell) | Quantity::Points(cell) => filled.contains(cell),
                Quantity::Before(first, then) => filled.contains(first) || filled.contains(then),
                Quantity::Earned(turn) => turn <= time,
            })
    }
}
