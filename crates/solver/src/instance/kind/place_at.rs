//! A cell in its turn.

use super::{Constraint, Field, Flag, Kind, Mark, Value};
use crate::instance::{Builder, CellSpec, Instance, Turn};
use crate::wall::Cell;

pub(super) static KIND: Kind = Kind {
    name: "place-at",
    fields: &[Field::free_cell("cell"), Field::turn("turn")],
    flag: Flag::Own {
        name: "fix",
        value: "CELL@TURN",
        help: "Fill a cell in a turn, such as 5@9 or 2,2@9; can be repeated",
        example: "5@9",
        repeated: true,
    },
    words: "cell {cell} in turn {turn}",
    sentence: "Cell {cell} comes in turn {turn}.",
    marks: &[Mark::new("cell", "={turn}", "in turn {turn}")],
    fault: |_| None,
    constraint: |values| match *values {
        [Value::Cell(cell), Value::Turn(turn)] => Some(Constraint::PlaceAt { cell, turn }),
        _ => None,
    },
};

impl Builder {
    /// The cell is filled in that turn.
    pub fn place_at(self, cell: impl Into<CellSpec>, turn: u64) -> Self {
        self.constraint(&KIND, vec![Value::Cell(cell.into()), Value::Turn(turn)])
    }
}

impl Instance {
    /// The instance with a cell fixed to a turn; none if the constraint is trivially infeasible: the cell is filled before turn 1,
    /// the turn comes after the last one, or another constraint fixes the cell or the turn otherwise.
    #[must_use]
    pub fn with_place_at(&self, cell: Cell, turn: Turn) -> Option<Self> {
        if self.initial.contains(&cell) || turn.index() >= self.horizon {
            return None;
        }
        let constraint = Constraint::PlaceAt { cell, turn };
        let contradicts = |other: &Constraint| match other {
            Constraint::PlaceAt {
                cell: other_cell,
                turn: other_turn,
            } => (*other_cell == cell || *other_turn == turn) && *other != constraint,
            _ => false,
        };
        if self.constraints.iter().any(contradicts) {
            return None;
        }
        let mut instance = self.clone();
        if !instance.constraints.contains(&constraint) {
            instance.constraints.push(constraint);
        }
        Some(instance)
    }
}
