//! Inequalities that hold always or never, and plainer ones for the others.

use super::Frame;
use super::inequality::{Inequality, Quantity};
use crate::wall::Cell;

/// Whether something holds for every order, for none, or for some.
pub(super) enum Truth {
    Always,
    Never,
    Open,
}

impl Frame {
    /// Whether an inequality holds, by the least and the greatest value of each quantity.
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
        let dearest = (wall.rows() + wall.columns()) as i64;
        let factor = |cell: Cell| i64::from(self.factors.of(cell));
        let free = || {
            let cells = wall.cells();
            cells.filter(|cell| !self.initial.contains(*cell) && !self.holes.contains(*cell))
        };
        let whole = self.fills_the_wall();
        match quantity {
            Quantity::Filled { .. } | Quantity::Before(..) => (0, 1),
            Quantity::Turn(_) => (1, turns as i64 + i64::from(!whole)),
            Quantity::Earned(_) => {
                let [least, most] = [free().map(factor).min(), free().map(factor).max()];
                let least = least.filter(|_| !self.passes);
                (least.unwrap_or(0), most.unwrap_or(0) * dearest)
            }
            Quantity::Points(cell) => (i64::from(whole) * factor(cell), dearest * factor(cell)),
        }
    }

    pub(super) fn fills_the_wall(&self) -> bool {
        !self.passes && self.turns + self.initial.len() + self.holes.len() == self.wall.len()
    }

    /// Inequalities by quantities of fewer times that say as much, where there are such.
    pub(super) fn plainer(&self, row: Inequality) -> Vec<Inequality> {
        let turns = self.turns;
        let filled = |cell, time, factor| (Quantity::Filled { cell, time }, factor);
        // The second cell is filled by no time by which the first one is not.
        let waits = |first: Cell, then: Cell| {
            let times = 1..=turns - usize::from(self.fills_the_wall());
            times.map(move |time| {
                Inequality::new([filled(then, time, 1), filled(first, time, -1)], 0)
            })
        };
        let is_filled = |cell: Cell| {
            let at_end = Inequality::new([filled(cell, turns, -1)], -1);
            (!self.fills_the_wall()).then_some(at_end)
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
            [(Quantity::Turn(one), factor), (Quantity::Turn(other), back)]
                if factor == -back && matches!(row.at_most.div_euclid(factor.abs()), -1 | 0) =>
            {
                let (first, then) = if factor > 0 {
                    (one, other)
                } else {
                    (other, one)
                };
                let strictly = row.at_most.div_euclid(factor.abs()) == -1;
                let filled = is_filled(first).filter(|_| strictly);
                waits(first, then).chain(filled).collect()
            }
            // o(a,b) = 0, or o(a,b) = 1.
            [(Quantity::Before(first, then), factor)] => match factor > 0 {
                true => waits(then, first).chain(is_filled(then)).collect(),
                false => waits(first, then).collect(),
            },
            _ => vec![row],
        }
    }
}
