//! Marks of constraints on the wall, and choices of the menu of a cell, by the table of kinds.

use crate::flags::CellArg;
use crate::instance::{CellSpec, ConstraintSpec, Flag, Form, KINDS, Kind, Mark, Value, ValueSpec};
use crate::wall::{Cell, Wall};
use itertools::Itertools;
use serde::Serialize;
use std::slice;

/// Mark of a constraint on a cell: a few signs, and words.
#[derive(Debug)]
pub(super) struct CellMark {
    pub(super) cell: Cell,
    pub(super) sign: String,
    pub(super) words: String,
}

/// Marks of a constraint on each of its cells on the wall.
pub(super) fn cell_marks(wall: Wall, spec: &ConstraintSpec) -> Vec<CellMark> {
    let fields = || spec.kind().fields.iter().zip(spec.values());
    let substituted = |text: &str| {
        fields().fold(text.to_owned(), |text, (field, value)| {
            text.replace(&format!("{{{}}}", field.name), &value_text(wall, value))
        })
    };
    let of_mark = |mark: &Mark| {
        let value = fields().find(|(field, _)| field.name == mark.field);
        let cells: &[CellSpec] = match value {
            Some((_, Value::Cell(cell))) => slice::from_ref(cell),
            Some((_, Value::Cells(cells))) => cells,
            _ => &[],
        };
        let cells = cells.iter().filter_map(|cell| cell.on(wall).ok());
        let marks = cells.map(|cell| CellMark {
            cell,
            sign: substituted(mark.sign),
            words: substituted(mark.words),
        });
        marks.collect_vec()
    };
    spec.kind().marks.iter().flat_map(of_mark).collect()
}

/// Value as text, with cells by their numbers.
fn value_text(wall: Wall, value: &ValueSpec) -> String {
    let number = |cell: &CellSpec| match cell.on(wall) {
        Ok(cell) => cell.number().to_string(),
        Err(_) => CellArg(*cell).to_string(),
    };
    match value {
        Value::Cell(cell) => number(cell),
        Value::Turn(turn) => turn.to_string(),
        Value::Cells(cells) => cells.iter().map(number).join(", "),
        Value::Row(row) => row.clone(),
    }
}

/// Choice of the menu of a cell.
#[derive(Debug, Serialize)]
pub(super) struct Choice {
    /// Name of the address's field, and form of its value, such as `fix` and `CELL@TURN`.
    pub(super) flag: &'static str,
    pub(super) value: &'static str,
    /// Part of the value for the cell, or for a list of cells.
    pub(super) field: &'static str,
    pub(super) is_list: bool,
    /// Whether a drag from the cell to another one states the constraint.
    pub(super) by_drag: bool,
    /// Whether a click alone states the constraint.
    pub(super) is_plain: bool,
    pub(super) parts: Vec<Part>,
}

/// Words, and a number behind them.
#[derive(Debug, Serialize)]
pub(super) struct Part {
    pub(super) words: &'static str,
    /// Name of the number, and its label for a screen reader.
    pub(super) number: Option<(&'static str, String)>,
}

impl Choice {
    /// All choices, in the order of kinds.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let of_kind = |kind: &&'static Kind| {
            let kind = *kind;
            kind.marks
                .iter()
                .enumerate()
                .filter_map(move |(index, mark)| Self::of(kind, mark, index == 0))
        };
        KINDS.iter().flat_map(of_kind)
    }

    fn of(kind: &'static Kind, mark: &'static Mark, is_first: bool) -> Option<Self> {
        let Flag::Own { name, value, .. } = kind.flag else {
            return None;
        };
        let cell_field = kind.fields.iter().find(|field| field.name == mark.field)?;
        let parts = parts(mark.words);
        Some(Self {
            flag: name,
            value,
            field: mark.field,
            is_list: cell_field.form == Form::Cells,
            by_drag: is_first && kind.fields.iter().all(|field| field.form == Form::Cell),
            is_plain: parts.iter().all(|part| part.number.is_none()),
            parts,
        })
    }
}

/// Parts of a text in which `{turn}` stands for a number.
fn parts(words: &'static str) -> Vec<Part> {
    let phrase = words.replace(['{', '}'], "");
    let parts = words.split_inclusive('}').map(|part| {
        let (words, name) = part.split_once('{').unwrap_or((part, ""));
        let name = name.strip_suffix('}');
        Part {
            words: words.trim(),
            number: name.map(|name| (name, format!("It comes {phrase}: {name}"))),
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::address::Address;

    /// Each mark has the words of the table of kinds, and each field of a mark is a field of its kind.
    #[test]
    fn every_kind_marks_cells_in_its_own_words() {
        let query = "size=3x3&fix=5@9&window=6@2-4&before=1:2,1&first=1+2&last=9&only=7+8@3-4";
        let address = Address::read(query);
        let specs = address
            .constraints
            .iter()
            .filter_map(|constraint| constraint.spec.as_ref());
        let marks = specs.flat_map(|spec| cell_marks(address.wall, spec));
        let marks: Vec<String> = marks
            .map(|mark| format!("{} {} {}", mark.cell.number(), mark.sign, mark.words))
            .collect();
        let expected = [
            "5 =9 in turn 9",
            "6 2–4 in one of the turns 2 to 4",
            "1 <4 before cell 4",
            "4 >1 after cell 1",
            "1 F among the first",
            "2 F among the first",
            "9 L among the last",
            "7 3–4→ among the only cells of turns 3 to 4",
            "8 3–4→ among the only cells of turns 3 to 4",
        ];
        assert_eq!(marks, expected);
        for kind in KINDS {
            for mark in kind.marks {
                let is_own = |name: &str| kind.fields.iter().any(|field| field.name == name);
                let numbers = parts(mark.words).into_iter().filter_map(|part| part.number);
                assert!(is_own(mark.field), "{kind}: {}", mark.field);
                assert!(numbers.into_iter().all(|(name, _)| is_own(name)), "{kind}");
            }
            let names_cells = |form| matches!(form, Form::Cell | Form::Cells);
            let has_cells = kind.fields.iter().any(|field| names_cells(field.form));
            assert_eq!(has_cells, !kind.marks.is_empty(), "{kind} names cells");
        }
    }
}
