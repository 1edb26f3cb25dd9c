//! The first tiles.

use super::{Constraint, Field, Flag, Kind, Mark, Value};
use crate::instance::{Builder, CellSpec};

pub(super) static KIND: Kind = Kind {
    name: "first",
    fields: &[Field::cells("cells")],
    flag: Flag::Own {
        name: "first",
        value: "CELLS",
        help: "Fill these cells first, in any order, such as \"1 5 9\"",
        example: "1 5 9",
        repeated: false,
    },
    words: "{cells} first",
    sentence: "The first tiles fill {cells}, in any order.",
    marks: &[Mark::new("cells", "F", "among the first")],
    fault: |_| None,
    constraint: |values| match values {
        [Value::Cells(cells)] => Some(Constraint::First {
            cells: cells.clone(),
        }),
        _ => None,
    },
};

impl Builder {
    /// Cells of the first tiles, in any order.
    pub fn first<C: Into<CellSpec>>(self, cells: impl IntoIterator<Item = C>) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        self.constraint(&KIND, vec![Value::Cells(cells)])
    }
}
