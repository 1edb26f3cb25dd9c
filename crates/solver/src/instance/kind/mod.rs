//! The kinds of constraints: a file for each, and below a line of the registry and a variant.
//!
//! The table of a [`Kind`] has its fields, its texts, and its form on the command line. The reader, the checks, the writer, the
//! words and the flags use only that table: none of them names a kind.

mod before;
mod first;
mod last;
mod last_round;
mod only;
mod place_at;
mod rounds;
mod subject_to;
mod table;
mod window;

pub(super) use table::ConstraintDraft;
pub use table::{Field, Flag, Form, Kind, Mark, ValidValue, Value, ValueSpec};

use super::{SubjectTo, Turn};
use crate::wall::Cell;
use std::fmt;

/// Every kind once: the list of all kinds, and the kind of each constraint.
macro_rules! registry {
    ($($variant:ident => $file:ident,)+) => {
        /// Every kind of constraint, in the order of messages and help texts.
        pub static KINDS: &[&Kind] = &[$(&$file::KIND),+];

        impl Constraint {
            /// Kind of the constraint.
            pub fn kind(&self) -> &'static Kind {
                match self {
                    $(Self::$variant { .. } => &$file::KIND,)+
                }
            }
        }
    };
}

registry! {
    PlaceAt => place_at,
    Window => window,
    Before => before,
    First => first,
    Last => last,
    Only => only,
    Rounds => rounds,
    LastRound => last_round,
    SubjectTo => subject_to,
}

/// A constraint on the order, with the meaning it has for a person.
///
/// A constraint speaks of the turns that are played. Where the horizon is shorter than the wall,
/// only [`PlaceAt`](Self::PlaceAt), [`First`](Self::First), [`Last`](Self::Last) and [`SubjectTo`](Self::SubjectTo)
/// make a cell be filled at all; the others hold for a cell that stays empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell is filled in that turn.
    PlaceAt {
        /// The cell.
        cell: Cell,
        /// Turn of the cell.
        turn: Turn,
    },
    /// The cell is filled in none but the turns `from..=to`.
    Window {
        /// The cell.
        cell: Cell,
        /// The earliest turn.
        from: Turn,
        /// The latest turn.
        to: Turn,
    },
    /// `then` is filled only when `first` is.
    Before {
        /// The earlier cell.
        first: Cell,
        /// The later cell.
        then: Cell,
    },
    /// The first tiles fill these cells, in any order.
    First {
        /// The cells, by number, without repetition.
        cells: Vec<Cell>,
    },
    /// The last tiles fill these cells, in any order.
    Last {
        /// The cells, by number, without repetition.
        cells: Vec<Cell>,
    },
    /// The turns `from..=to` fill none but these cells: the general form, of which [`First`](Self::First),
    /// [`Last`](Self::Last) and [`Rounds`](Self::Rounds) are cases.
    Only {
        /// The cells, by number, without repetition.
        cells: Vec<Cell>,
        /// The first of the turns.
        from: Turn,
        /// The last of them.
        to: Turn,
    },
    /// Turn t fills a cell of row ((t − 1) mod rows) + 1: the thesis's second constraint (3.4).
    Rounds,
    /// The last `rows` turns fill row 1, row 2, … in that order: the thesis's first constraint (3.3).
    LastRound,
    /// A row over quantities of the order.
    SubjectTo {
        /// The row.
        row: SubjectTo,
    },
}

impl Constraint {
    /// The row of a [`SubjectTo`](Self::SubjectTo); none for the other kinds.
    pub fn row(&self) -> Option<&SubjectTo> {
        match self {
            Self::SubjectTo { row } => Some(row),
            _ => None,
        }
    }

    /// The values of the [fields](Kind::fields) of the kind, in their order.
    pub fn values(&self) -> Vec<ValidValue> {
        match self.clone() {
            Self::PlaceAt { cell, turn } => vec![Value::Cell(cell), Value::Turn(turn)],
            Self::Window { cell, from, to } => {
                vec![Value::Cell(cell), Value::Turn(from), Value::Turn(to)]
            }
            Self::Before { first, then } => vec![Value::Cell(first), Value::Cell(then)],
            Self::First { cells } | Self::Last { cells } => vec![Value::Cells(cells)],
            Self::Only { cells, from, to } => {
                vec![Value::Cells(cells), Value::Turn(from), Value::Turn(to)]
            }
            Self::Rounds | Self::LastRound => Vec::new(),
            Self::SubjectTo { row } => vec![Value::Row(row)],
        }
    }

    /// The constraint as a sentence.
    pub fn sentence(&self) -> String {
        self.substitute(self.kind().sentence)
    }

    /// A text of the kind with the values in place of the fields' names.
    fn substitute(&self, text: &str) -> String {
        let values = self.kind().fields.iter().zip(self.values());
        values.fold(text.to_owned(), |words, (field, value)| {
            words.replace(&format!("{{{}}}", field.name), &value.to_string())
        })
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.substitute(self.kind().words))
    }
}
