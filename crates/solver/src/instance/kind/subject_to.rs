//! A linear row over quantities of the order.

use super::{Constraint, Field, Flag, Kind, Value};
use crate::instance::Builder;

pub(super) static KIND: Kind = Kind {
    name: "subject-to",
    fields: &[Field::row("row")],
    flag: Flag::Own {
        name: "subject-to",
        value: "ROW",
        help: "A linear row that every order satisfies, such as \"turn(9) - turn(5) <= 3\" or \"count(row, t) <= 4 for t in \
               1..20\"; can be repeated",
        example: "turn(9) - turn(5) <= 3",
        repeated: true,
    },
    words: "{row}",
    sentence: "Every order satisfies {row}.",
    marks: &[],
    fault: |_| None,
    constraint: |values| match values {
        [Value::Row(row)] => Some(Constraint::SubjectTo { row: row.clone() }),
        _ => None,
    },
};

impl Builder {
    /// Every order satisfies this row, such as `count(row 3, 6) >= 2`: see [`SubjectTo`](crate::instance::SubjectTo).
    pub fn subject_to(self, row: impl Into<String>) -> Self {
        self.constraint(&KIND, vec![Value::Row(row.into())])
    }
}
