//! The last tiles.

use super::{Constraint, Field, Flag, Kind, Mark, Value};
use crate::instance::{Builder, CellSpec};

pub(super) static KIND: Kind = Kind {
    name: "last",
    fields: &[Field::cells("cells")],
    flag: Flag::Own {
        name: "last",
        value: "CELLS",
        help: "Fill these cells last, in any order",
        example: "1 5 9",
        repeated: false,
    },
    words: "{cells} last",
    sentence: "The last tiles fill {cells}, in any order.",
    marks: &[Mark::new("cells", "L", "among the last")],
    fault: |_| None,
    constraint: |values| match values {
        [Value::Cells(cells)] => Some(Constraint::Last {
            cells: cells.clone(),
        }),
        _ => None,
    },
};

impl Builder {
    /// Cells of the last tiles, in any order.
    pub fn last<C: Into<CellSpec>>(self, cells: impl IntoIterator<Item = C>) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        self.constraint(&KIND, vec![Value::Cells(cells)])
    }
}
