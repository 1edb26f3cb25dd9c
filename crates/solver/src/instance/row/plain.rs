//! Truth of inequalities by bounds of their quantities, and simpler forms of the open ones.

use super::Frame;
use super::inequality::{Inequality, Quantity};
use crate::wall::Cell;

/// Truth of a statement: it holds for every order, for none, or for some.
pub(super) enum Truth {
    Always,
    Never,
    Open,
}

impl Frame {
    /// Truth of an inequality, by the least and the greatest value of each quantity.
    pub(super) fn truth(&self, row: &Inequality) -> Truth {
        let (mut least, mut most) = (0, 0);
        for &(quantity, factor) in &row.terms {
            let (low, high) = self.range(quantity);
            least += (factor * low).min(factor * high);
            most += (factor * low).max(factor * high);
        }
        match (most <= row.at_most, least > row.at_most) {
            (true, _) => Truth::Always,
            (_, true) => Truth::Never,
            _ => Truth::Open,
        }
    }

    fn range(&self, quantity: Quantity) -> (i64, i64) {
        let Frame { wall, turns, .. } = *self;
        let max_points = (wall.rows() + wall.columns()) as i64;
        let factor = |cell: Cell| i64::from(self.factors.of(cell));
        let free = || {
            let cells = wall.cells();
            cells.filter(|cell| !self.initial.contains(*cell) && !self.holes.contains(*cell))
        };
        let fills_wall = self.fills_the_wall();
        match quantity {
            Quantity::Filled { .. } | Quantity::Before(..) => (0, 1),
            Quantity::Turn(_) => (1, turns as i64 + i64::from(!fills_wall)),
            Quantity::Earned(_) => {
                let [least, most] = [free().map(factor).min(), free().map(factor).max()];
                let least = least.filter(|_| !self.passes);
                (least.unwrap_or(0), most.unwrap_or(0) * max_points)
            }
            Quantity::Points(cell) => (
                i64::from(fills_wall) * factor(cell),
                max_points * factor(cell),
            ),
        }
    }

    pub(super) fn fills_the_wall(&self) -> bool {
        !self.passes && self.turns + self.initial.len() + self.holes.len() == self.wall.len()
    }

    /// Equivalent inequalities by quantities of fewer times, if there are any; else the inequality.
    pub(super) fn simplify(&self, row: Inequality) -> Vec<Inequality> {
        let turns = self.turns;
        let filled = |cell, time, factor| (Quantity::Filled { cell, time }, factor);
        // The second cell is filled at no time before the first one.
        let precedence = |first: Cell, then: Cell| {
            let times = 1..=turns - usize::from(self.fills_the_wall());
            times.map(move |time| {
                Inequality::new([filled(then, time, 1), filled(first, time, -1)], 0)
            })
        };
        let filled_at_end = |cell: Cell| {
            let row = Inequality::new([filled(cell, turns, -1)], -1);
            (!self.fills_the_wall()).then_some(row)
        };
        match row.terms[..] {
            // turn(c) ≤ k, or turn(c) ≥ k.
            [(Quantity::Turn(cell), factor)] => {
                let most = row.at_most.div_euclid(factor.abs());
                let row = match factor > 0 {
                    true => Inequality::new([filled(cell, most as usize, -1)], -1),
                    false => Inequality::new([filled(cell, (-most - 1) as usize, 1)], 0),
                };
                vec![row]
            }
            // turn(a) ≤ turn(b), or turn(a) < turn(b).
            [
                (Quantity::Turn(left), factor),
                (Quantity::Turn(right), opposite),
            ] if factor == -opposite && matches!(row.at_most.div_euclid(factor.abs()), -1 | 0) => {
                let (first, then) = if factor > 0 {
                    (left, right)
                } else {
                    (right, left)
                };
                let is_strict = row.at_most.div_euclid(factor.abs()) == -1;
                let end = filled_at_end(first).filter(|_| is_strict);
                precedence(first, then).chain(end).collect()
            }
            // o(a,b) = 0, or o(a,b) = 1.
            [(Quantity::Before(first, then), factor)] => match factor > 0 {
                true => precedence(then, first).chain(filled_at_end(then)).collect(),
                false => precedence(first, then).collect(),
            },
            _ => vec![row],
        }
    }
}
