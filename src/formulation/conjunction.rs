use super::program::Relation::{AtLeast, AtMost};
use super::{Fact, Linear, Program};
use crate::problem::Problem;
use crate::wall::Cell;

impl Program {
    /// The 0–1 expression that is 1 iff all `parts` are, each of them a 0–1 expression:
    /// (a) z ≤ x for every part x, (b) z ≥ Σ x − (number of parts − 1).
    ///
    /// Parts that are constant take no column: without a variable part the result is constant, with
    /// one it is that part.
    pub(super) fn and(
        &mut self,
        equation: &str,
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
            [only] => only.clone(),
            _ => {
                let z = self.implied(name.into(), fact);
                for (index, part) in open.iter().enumerate() {
                    let row = format!("{equation}a_{name}_{}", index + 1);
                    self.row(row, z, AtMost, (*part).clone());
                }
                let sum: Linear = open.iter().map(|part| (*part).clone()).sum();
                let slack = open.len() as i64 - 1;
                self.row(format!("{equation}b_{name}"), z, AtLeast, sum - slack);
                z.into()
            }
        }
    }

    /// The end bonus: for every line with points, a column that is 1 iff all its cells are filled
    /// at the end; `filled` gives the 0–1 expression of that for one cell.
    pub(super) fn add_bonus(
        &mut self,
        equation: &str,
        problem: &Problem,
        filled: impl Fn(Cell) -> Linear,
    ) {
        for (index, (cells, points)) in problem.bonus_lines().into_iter().enumerate() {
            let parts: Vec<Linear> = cells.iter().map(|&cell| filled(cell)).collect();
            let name = format!("full({})", index + 1);
            let complete = self.and(equation, &name, Fact::Complete { cells }, &parts);
            self.reward(i64::from(points), complete);
        }
    }
}
