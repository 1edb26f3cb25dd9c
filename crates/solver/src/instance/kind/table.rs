//! The table of a kind of constraint.

use super::Constraint;
use crate::instance::row::Frame;
use crate::instance::{CellSpec, SubjectTo, Turn};
use crate::wall::Cell;
use itertools::Itertools;
use std::fmt;

/// A kind of constraint.
#[derive(Debug)]
pub struct Kind {
    /// The `type` of the instance format.
    pub name: &'static str,
    /// Fields of the kind, in the order in which they are written.
    pub fields: &'static [Field],
    /// The form of the kind on the command line.
    pub flag: Flag,
    /// Template of the words for a constraint, with `{cell}` for the value of the field `cell`.
    pub words: &'static str,
    /// Template of the sentence for a constraint, for people without knowledge of the flags.
    pub sentence: &'static str,
    /// The marks of its cells on a wall; empty for a kind without cells.
    pub marks: &'static [Mark],
    /// The fault of a constraint as a whole, beside the faults of its single fields.
    pub(in crate::instance) fault: fn(&ConstraintDraft<'_>) -> Option<String>,
    /// The constraint with these values of its fields; none for values of other forms.
    pub(in crate::instance) constraint: fn(&[ValidValue]) -> Option<Constraint>,
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The mark of a constraint on the cells of one of its fields. `{turn}` stands for the value of another field, `turn`.
#[derive(Debug)]
pub struct Mark {
    /// The name of the field.
    pub field: &'static str,
    /// Template short enough for a cell of the wall.
    pub sign: &'static str,
    /// Template of words after *it comes*.
    pub words: &'static str,
}

impl Mark {
    /// Mark of the cells of a field, as a sign and in words.
    pub(super) const fn new(field: &'static str, sign: &'static str, words: &'static str) -> Self {
        Self { field, sign, words }
    }
}

/// A field of a kind of constraint.
#[derive(Debug)]
pub struct Field {
    /// Name of the field.
    pub name: &'static str,
    /// The form of its value.
    pub form: Form,
    /// Whether its cells must be empty before turn 1, so that each of several cells has a turn of its own.
    pub(in crate::instance) free: bool,
}

impl Field {
    /// A cell that is empty before turn 1.
    pub(super) const fn free_cell(name: &'static str) -> Self {
        Self::new(name, Form::Cell, true)
    }

    /// A cell that may be filled before turn 1.
    pub(super) const fn any_cell(name: &'static str) -> Self {
        Self::new(name, Form::Cell, false)
    }

    /// A turn.
    pub(super) const fn turn(name: &'static str) -> Self {
        Self::new(name, Form::Turn, false)
    }

    /// Cells that are empty before turn 1, each in a turn of its own.
    pub(super) const fn cells(name: &'static str) -> Self {
        Self::new(name, Form::Cells, true)
    }

    /// Candidate cells of turns; they may be filled before turn 1.
    pub(super) const fn choice(name: &'static str) -> Self {
        Self::new(name, Form::Cells, false)
    }

    /// A row.
    pub(super) const fn row(name: &'static str) -> Self {
        Self::new(name, Form::Row, false)
    }

    const fn new(name: &'static str, form: Form, free: bool) -> Self {
        Self { name, form, free }
    }
}

/// The form of a field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One cell.
    Cell,
    /// One turn.
    Turn,
    /// Cells, at least one, none of them twice.
    Cells,
    /// A row over quantities of the order, as text.
    Row,
}

impl Form {
    /// Every form.
    pub(in crate::instance) const ALL: [Self; 4] = [Self::Cell, Self::Turn, Self::Cells, Self::Row];
}

/// Form of a kind on the command line.
#[derive(Debug)]
pub enum Flag {
    /// A flag of its own, with the values of its fields: `--fix 5@9`.
    Own {
        /// Name of the flag, without the dashes.
        name: &'static str,
        /// The placeholder of its value: the names of the fields in capitals, and what stands between them, `CELL@TURN`.
        value: &'static str,
        /// Help text of the flag.
        help: &'static str,
        /// An example of a value.
        example: &'static str,
        /// Whether the flag can be given more than once.
        repeated: bool,
    },
    /// A word of `--rule`, its name, for a kind without fields.
    Rule {
        /// Help text of the word.
        help: &'static str,
    },
}

/// The value of a field, of cells `C`, turns `T` and rows `R`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<C, T, R> {
    /// One cell.
    Cell(C),
    /// One turn.
    Turn(T),
    /// Cells.
    Cells(Vec<C>),
    /// A row.
    Row(R),
}

/// A value of a spec, not checked yet.
pub type ValueSpec = Value<CellSpec, u64, String>;

/// A value of a constraint; cells by number.
pub type ValidValue = Value<Cell, Turn, SubjectTo>;

impl<C, T, R> Value<C, T, R> {
    /// The form of the value.
    pub fn form(&self) -> Form {
        match self {
            Self::Cell(_) => Form::Cell,
            Self::Turn(_) => Form::Turn,
            Self::Cells(_) => Form::Cells,
            Self::Row(_) => Form::Row,
        }
    }
}

impl fmt::Display for ValidValue {
    /// The number of a cell or a turn; `cells 1, 2` for cells; the text of a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => write!(f, "{cell}"),
            Self::Turn(turn) => write!(f, "{turn}"),
            Self::Cells(cells) => {
                let noun = if cells.len() == 1 { "cell" } else { "cells" };
                write!(f, "{noun} {}", cells.iter().join(", "))
            }
            Self::Row(row) => write!(f, "{row}"),
        }
    }
}

/// A constraint with its checked fields, before the check of the whole constraint.
#[derive(Debug)]
pub(in crate::instance) struct ConstraintDraft<'a> {
    /// The instance of the constraint.
    pub(in crate::instance) frame: &'a Frame,
    /// The values of its fields, not checked.
    pub(in crate::instance) values: &'a [ValueSpec],
    /// The valid values of its fields; none for a field with a fault.
    pub(in crate::instance) valid_values: &'a [Option<ValidValue>],
}
