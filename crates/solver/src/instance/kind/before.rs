//! A cell before another.

use super::{Constraint, Field, Flag, Kind, Mark, Value};
use crate::instance::{Builder, CellSpec, Instance};
use crate::wall::Cell;

pub(super) static KIND: Kind = Kind {
    name: "before",
    fields: &[Field::any_cell("first"), Field::free_cell("then")],
    flag: Flag::Own {
        name: "before",
        value: "FIRST:THEN",
        help: "Fill a cell before another, such as 1:9; can be repeated",
        example: "1:9",
        repeated: true,
    },
    words: "cell {first} before cell {then}",
    sentence: "Cell {first} comes before cell {then}.",
    marks: &[
        Mark::new("first", "<{then}", "before cell {then}"),
        Mark::new("then", ">{first}", "after cell {first}"),
    ],
    fault: |draft| match draft.valid_values {
        [Some(Value::Cell(first)), Some(Value::Cell(then))] if first == then => {
            Some(format!("cell {first} cannot come before itself"))
        }
        _ => None,
    },
    constraint: |values| match *values {
        [Value::Cell(first), Value::Cell(then)] => Some(Constraint::Before { first, then }),
        _ => None,
    },
};

impl Builder {
    /// `then` is filled only when `first` is.
    pub fn before(self, first: impl Into<CellSpec>, then: impl Into<CellSpec>) -> Self {
        let values = vec![Value::Cell(first.into()), Value::Cell(then.into())];
        self.constraint(&KIND, values)
    }
}

impl Instance {
    /// The instance with a cell that must be filled before another; none if both are the same cell.
    #[must_use]
    pub fn with_before(&self, first: Cell, then: Cell) -> Option<Self> {
        let mut instance = self.clone();
        let constraint = Constraint::Before { first, then };
        if !instance.constraints.contains(&constraint) {
            instance.constraints.push(constraint);
        }
        (first != then).then_some(instance)
    }
}
