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

/// Name of starts along a line, direction of the line, and its cells.
type Line = (&'static str, &'static str, [char; 3]);

/// Rows of the wall, and then its columns.
const LINES: [Line; 6] = [
    ("sh", "R", ['1', '2', '3']),
    ("sh", "R", ['4', '5', '6']),
    ("sh", "R", ['7', '8', '9']),
    ("sv", "D", ['1', '4', '7']),
    ("sv", "D", ['2', '5', '8']),
    ("sv", "D", ['3', '6', '9']),
];

/// Row of a kind along a line.
fn row(kind: &str, (start, direction, [a, b, c]): Line) -> String {
    let signs = kind.chars().map(|sign| match sign {
        'S' => start.to_owned(),
        'D' => direction.to_owned(),
        'a' => a.into(),
        'b' => b.into(),
        'c' => c.into(),
        _ => sign.into(),
    });
    signs.collect()
}

/// Six rows of different kinds, at least two of them valid and at least two invalid.
pub(super) fn six_rows(chance: &mut Chance) -> Vec<(String, bool)> {
    loop {
        let kinds = chance.sample(6, KINDS.len()).into_iter();
        let rows = kinds.map(|number| {
            let (kind, is_valid) = KINDS[number - 1];
            let line = LINES[3 * chance.below(2) + chance.below(3)];
            (row(kind, line), is_valid)
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
        for ((kind, is_valid), line) in KINDS.into_iter().cartesian_product(LINES) {
            let text = row(kind, line);
            let rows = inequalities(&text, problem.wall(), |name| formulation.quantity(name));
            let rows = rows.expect("a row");
            let verdict = validity(&*formulation, &problem, &rows[0].1, &Control::default());
            let holds = matches!(verdict.expect("no failure"), Validity::Valid { .. });
            assert_eq!(holds, is_valid, "{text}");
        }
    }
}
