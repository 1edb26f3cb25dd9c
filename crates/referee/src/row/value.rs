//! Values of rows: both sides, where an order comes closest to breaking the row.

use super::{Replay, Row, Sign};
use crate::statement::Statement;
use crate::verify::place_order;
use crate::wall::Wall;
use std::cmp::Reverse;
use std::fmt;

/// Both sides of a row, where an order comes closest to breaking it: at the first `t`, and for the first line of a bare
/// word, that leaves the least slack. Of clauses between which `or` stands, the one with the most slack counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowValue {
    /// The position of the row among the constraints, from 0.
    pub index: usize,
    /// The value of `t`; none for a row without it.
    pub t: Option<i64>,
    /// The left side.
    pub left: i64,
    /// The sign between the sides: `<=`, `>=` or `=`.
    pub relation: &'static str,
    /// The right side.
    pub right: i64,
    /// The units by which the row could be tightened until it breaks; less than 0 if it does not hold.
    pub slack: i64,
}

/// `2 ≥ 2, tight`.
impl fmt::Display for RowValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(t) = self.t {
            write!(f, "t = {t}: ")?;
        }
        let relation = match self.relation {
            "<=" => "≤",
            ">=" => "≥",
            other => other,
        };
        write!(f, "{} {relation} {}", self.left, self.right)?;
        f.write_str(match self.slack {
            ..0 => ", broken",
            0 => ", tight",
            1.. => "",
        })
    }
}

/// The value of each row of a statement, for an order with the number of a cell for each turn. A row without an
/// expansion has none.
pub fn row_values(statement: &Statement, order: &[usize]) -> Vec<RowValue> {
    let (_, tiles, _) = place_order(statement, order);
    let replay = Replay::of(statement, order, &tiles);
    let constraints = statement.constraints.iter().enumerate();
    let values = constraints.filter_map(|(index, constraint)| {
        let row = constraint.row()?;
        row.value(statement.wall, &replay, index)
    });
    values.collect()
}

impl Row {
    fn value(&self, wall: Wall, replay: &Replay, index: usize) -> Option<RowValue> {
        let mut tightest: Option<RowValue> = None;
        for at in self.expansions(wall, replay.turns as i64) {
            let any = self.clauses(wall, replay.turns as i64, &at);
            let clauses = any.iter().map(|clause| {
                let [left, right] = clause.sides(replay);
                let (relation, slack) = match clause.sign {
                    Sign::Less => ("<=", right - left),
                    Sign::More => (">=", left - right),
                    Sign::Same => ("=", -(left - right).abs()),
                };
                RowValue {
                    index,
                    t: self.moving().next().map(|_| at.t),
                    left,
                    relation,
                    right,
                    slack,
                }
            });
            let value = clauses.min_by_key(|value| Reverse(value.slack));
            // The first of several with the same slack.
            let candidates = tightest.take().into_iter().chain(value);
            tightest = candidates.min_by_key(|value| value.slack);
        }
        tightest
    }
}

#[cfg(test)]
mod tests {
    use super::row_values;
    use crate::statement::Statement;

    /// The value of a row for the order 5, 1, 2, 9, 3 of 3×3, with cell 4 filled at first. The tiles earn 2, 2, 4, 1 and 3.
    fn value(row: &str) -> String {
        let json = format!(
            r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize", "initial": [4], "turns": 5,
                "constraints": [{{"type": "before", "first": 5, "then": 1}}, {{"type": "subject-to", "row": "{row}"}}]}}"#
        );
        let statement = Statement::from_json(&json).expect(row);
        let values = row_values(&statement, &[5, 1, 2, 9, 3]);
        let [value] = &values[..] else {
            panic!("{row}: {values:?}");
        };
        assert_eq!(value.index, 1);
        value.to_string()
    }

    #[test]
    fn values_are_those_of_the_tightest_expansion() {
        for (row, expected) in [
            ("count(row 1, 3) >= 2", "2 ≥ 2, tight"),
            ("count(row 2, 3) >= 1", "2 ≥ 1"),
            ("turn(9) - turn(5) <= 3", "3 ≤ 3, tight"),
            ("turn(9) <= turn(5) + 4", "4 ≤ 5"),
            ("earned(3) <= 3", "4 ≤ 3, broken"),
            ("2 = turn(1)", "2 = 2, tight"),
            ("turn(1) = 4", "2 = 4, broken"),
            ("turn(1) >= 5 or turn(2) <= 4", "3 ≤ 4"),
            // Rows 1 and 2 have 3 and 2 cells in the end.
            ("count(row, end) <= 4", "3 ≤ 4"),
            ("count(row 1, t) <= 3 for t in 2..4", "t = 3: 2 ≤ 3"),
            (
                "count(row 1, t) >= 1 for t in 1..end",
                "t = 1: 0 ≥ 1, broken",
            ),
            ("earned(t) <= 4", "t = 3: 4 ≤ 4, tight"),
        ] {
            assert_eq!(value(row), expected, "{row}");
        }
    }
}
