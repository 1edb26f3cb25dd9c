use super::program::Relation::{AtLeast, AtMost};
use super::{Equation, Fact, Linear, Program};
use crate::problem::Problem;
use crate::wall::Cell;

/// The two equations of a column that is 1 iff all its parts are.
#[derive(Debug)]
pub(super) struct Conjunction {
    /// (a) The column is at most each part.
    pub(super) parts: Equation,
    /// (b) The column is at least the sum of the parts, less all but one.
    pub(super) whole: Equation,
}

impl Program {
    /// The 0–1 expression that is 1 iff all `parts` are, each of them a 0–1 expression:
    /// (a) z ≤ x for every part x, (b) z ≥ Σ x − (number of parts − 1).
    ///
    /// Parts that are constant take no column: without a variable part the result is constant, with
    /// a single one the result is that part.
    pub(super) fn and(
        &mut self,
        equations: &'static Conjunction,
        name: &str,
        fact: Fact,
        parts: &[Linear],
    ) -> Linear {
        let mut open: Vec<&Linear> = Vec::new();
        for part in parts {
            match (part.terms().len(), part.offset()) {
                (0, 0) => return Linear::constant(0),
                (0, _) => {}
                _ => open.push(part),
            }
        }
        match open[..] {
            [] => Linear::constant(1),
            [part] => part.clone(),
            _ => {
                let z = self.number(name.into(), fact, 0..=1);
                for (index, part) in open.iter().enumerate() {
                    let label = format!("_{name}_{}", index + 1);
                    self.row(&equations.parts, label, z, AtMost, (*part).clone());
                }
                let sum: Linear = open.iter().map(|part| (*part).clone()).sum();
                let slack = open.len() as i64 - 1;
                let label = format!("_{name}");
                self.row(&equations.whole, label, z, AtLeast, sum - slack);
                z.into()
            }
        }
    }

    /// The end bonus: for every line with points, a column that is 1 iff all its cells are filled
    /// at the end; `filled` is the 0–1 expression of a cell for "filled at the end".
    pub(super) fn add_bonus(
        &mut self,
        equations: &'static Conjunction,
        problem: &Problem,
        filled: impl Fn(Cell) -> Linear,
    ) {
        for (index, (cells, points)) in problem.bonus_lines().into_iter().enumerate() {
            let parts: Vec<Linear> = cells.iter().map(|&cell| filled(cell)).collect();
            let name = format!("full({})", index + 1);
            let complete = self.and(equations, &name, Fact::Complete { cells }, &parts);
            self.reward(i64::from(points), complete);
        }
    }
}
