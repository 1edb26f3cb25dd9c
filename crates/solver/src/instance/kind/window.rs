//! A cell in none but some turns.

use super::{Constraint, Field, Flag, Kind, Mark, Value};
use crate::instance::{Builder, CellSpec};
use std::ops::RangeInclusive;

pub(super) static KIND: Kind = Kind {
    name: "window",
    fields: &[
        Field::free_cell("cell"),
        Field::turn("from"),
        Field::turn("to"),
    ],
    flag: Flag::Own {
        name: "window",
        value: "CELL@FROM-TO",
        help: "Fill a cell in none but these turns, such as 5@3-7; can be repeated",
        example: "5@3-7",
        repeated: true,
    },
    words: "cell {cell} in turns {from} to {to}",
    sentence: "Cell {cell} comes in one of the turns {from} to {to}.",
    marks: &[Mark::new(
        "cell",
        "{from}–{to}",
        "in one of the turns {from} to {to}",
    )],
    fault: |draft| match draft.values {
        [_, Value::Turn(from), Value::Turn(to)] if from > to => {
            Some(format!("the window from turn {from} to turn {to} is empty"))
        }
        _ => None,
    },
    constraint: |values| match *values {
        [Value::Cell(cell), Value::Turn(from), Value::Turn(to)] => {
            Some(Constraint::Window { cell, from, to })
        }
        _ => None,
    },
};

impl Builder {
    /// The cell is filled in none but these turns.
    pub fn window(self, cell: impl Into<CellSpec>, turns: RangeInclusive<u64>) -> Self {
        let (cell, (from, to)) = (cell.into(), turns.into_inner());
        let values = vec![Value::Cell(cell), Value::Turn(from), Value::Turn(to)];
        self.constraint(&KIND, values)
    }
}
