//! Rows of the ordering formulation on 3×3, valid and invalid.

use super::chance::Chance;
use itertools::Itertools;

/// Kinds of rows along a line of three cells `a`, `b` and `c`, each with whether it is valid: every order satisfies it.
///
/// `S` stands for the name of starts along the line, and `D` for the direction of the line.
const KINDS: [(&str, bool); 10] = [
    ("o(a,b) + o(b,c) + o(c,a) <= 2", true),
    ("o(a,b) + o(b,c) + o(c,a) <= 1", false),
    ("o(a,b) + o(b,c) <= 1", false),
    ("S(a) + S(b) + S(c) >= 1", true),
    ("S(a) + S(b) + S(c) >= 2", false),
    ("S(a) + S(b) <= 1", true),
    ("S(a) + S(c) <= 1", false),
    ("u(a) + u(c) <= 1", false),
    ("r(a,D,2) <= o(c,a)", true),
    ("r(a,D,2) <= o(b,c)", false),
];

/// A row or a column of the wall, by its number from 0.
#[derive(Debug, Clone, Copy)]
enum Line {
    Row(usize),
    Column(usize),
}

impl Line {
    /// Row of a kind along the line.
    fn row(self, kind: &str) -> String {
        let (start, direction, [a, b, c]) = match self {
            Self::Row(line) => ("sh", "R", [1, 2, 3].map(|place| 3 * line + place)),
            Self::Column(line) => ("sv", "D", [1, 4, 7].map(|place| line + place)),
        };
        let signs = kind.chars().map(|sign| match sign {
            'S' => start.to_owned(),
            'D' => direction.to_owned(),
            'a' => a.to_string(),
            'b' => b.to_string(),
            'c' => c.to_string(),
            _ => sign.to_string(),
        });
        signs.collect()
    }
}

/// Six rows of different kinds, at least two of them valid and at least two invalid.
pub(super) fn six_rows(chance: &mut Chance) -> Vec<(String, bool)> {
    loop {
        let kinds = chance.sample(6, KINDS.len()).into_iter();
        let rows = kinds.map(|number| {
            let (kind, is_valid) = KINDS[number - 1];
            let line = match (chance.below(2), chance.below(3)) {
                (0, line) => Line::Row(line),
                (_, line) => Line::Column(line),
            };
            (line.row(kind), is_valid)
        });
        let rows = rows.collect_vec();
        let valid = rows.iter().filter(|(_, is_valid)| *is_valid).count();
        if (2..=4).contains(&valid) {
            return rows;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::formulation::{Families, Kind};
    use crate::instance::{Instance, Sense};
    use crate::problem::Problem;
    use crate::rows::{Validity, inequalities, validity};

    /// Each kind along each line, judged against every order of the wall.
    #[test]
    fn a_row_is_valid_where_every_order_satisfies_it() {
        let instance = Instance::builder(3, 3, Sense::Maximize).build();
        let problem = Problem::from(&instance.expect("a wall"));
        let formulation = Kind::Ordering.formulate(&problem, &Families::new());
        let formulation = formulation.expect("small");
        let lines = (0..3).flat_map(|line| [Line::Row(line), Line::Column(line)]);
        for ((kind, is_valid), line) in KINDS.into_iter().cartesian_product(lines) {
            let text = line.row(kind);
            let rows = inequalities(&text, problem.wall(), |name| formulation.quantity(name));
            let rows = rows.expect("a row");
            let verdict = validity(&*formulation, &problem, &rows[0].1, &Control::default());
            let holds = matches!(verdict.expect("no failure"), Validity::Valid { .. });
            assert_eq!(holds, is_valid, "{text}");
        }
    }
}
