//! Turns that fill none but some cells.

use super::{Constraint, ConstraintDraft, Field, Flag, Kind, Mark, Value};
use crate::counted::agreeing;
use crate::instance::{Builder, CellSpec};
use std::ops::RangeInclusive;

pub(super) static KIND: Kind = Kind {
    name: "only",
    fields: &[
        Field::choice("cells"),
        Field::turn("from"),
        Field::turn("to"),
    ],
    flag: Flag::Own {
        name: "only",
        value: "CELLS@FROM-TO",
        help: "Fill none but these cells in these turns, such as \"1 5 9@2-3\"; can be repeated",
        example: "1 5 9@2-3",
        repeated: true,
    },
    words: "none but {cells} in turns {from} to {to}",
    sentence: "Turns {from} to {to} fill none but {cells}.",
    marks: &[Mark::new(
        "cells",
        "{from}–{to}→",
        "among the only cells of turns {from} to {to}",
    )],
    fault,
    constraint: |values| match values {
        [Value::Cells(cells), Value::Turn(from), Value::Turn(to)] => Some(Constraint::Only {
            cells: cells.clone(),
            from: *from,
            to: *to,
        }),
        _ => None,
    },
};

fn fault(draft: &ConstraintDraft<'_>) -> Option<String> {
    let [Value::Cells(cells), Value::Turn(from), Value::Turn(to)] = draft.values else {
        return None;
    };
    if from > to {
        return Some(format!("there are no turns from turn {from} to turn {to}"));
    }
    let is_valid = draft.valid_values.iter().all(Option::is_some);
    let (turns, count) = (to - from + 1, cells.len());
    (is_valid && !draft.frame.passes && turns > count as u64).then(|| {
        let verb = agreeing(count, "is named", "are named");
        match turns {
            1 => format!("turn {from} fills 1 cell, but only {verb}"),
            _ => format!("turns {from} to {to} fill {turns} cells, but only {verb}"),
        }
    })
}

impl Builder {
    /// The only cells that these turns fill.
    pub fn only<C: Into<CellSpec>>(
        self,
        cells: impl IntoIterator<Item = C>,
        turns: RangeInclusive<u64>,
    ) -> Self {
        let (cells, (from, to)) = (cells.into_iter().map(Into::into), turns.into_inner());
        let cells = Value::Cells(cells.collect());
        self.constraint(&KIND, vec![cells, Value::Turn(from), Value::Turn(to)])
    }
}
