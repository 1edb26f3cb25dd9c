//! A reader of the part of free MPS that GLPK and azulejo write for these programs.

use std::collections::BTreeMap;
use std::str::FromStr;

/// A mixed-integer program of an MPS file, with its parts by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Mps {
    /// The coefficients of the objective, by column; the constant has an empty name.
    pub(crate) objective: BTreeMap<String, i64>,
    pub(crate) columns: BTreeMap<String, Column>,
    pub(crate) rows: BTreeMap<String, Row>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) integer: bool,
    pub(crate) lower: i64,
    /// None: infinite.
    pub(crate) upper: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Row {
    /// `L`, `G` or `E`.
    pub(crate) relation: String,
    pub(crate) right: i64,
    pub(crate) coefficients: BTreeMap<String, i64>,
}

impl Mps {
    /// Reads a file, and renames every name.
    pub(crate) fn read(text: &str, rename: impl Fn(&str) -> String) -> Self {
        let mut program = Self::default();
        let (mut section, mut objective, mut integer) = (String::new(), String::new(), false);
        for line in text.lines().filter(|line| !line.starts_with('*')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if line.starts_with(|first: char| !first.is_whitespace()) {
                section = words[0].to_owned();
                continue;
            }
            match (section.as_str(), &words[..]) {
                (_, []) => {}
                ("ROWS", ["N", name]) => objective = (*name).to_owned(),
                ("ROWS", [relation, name]) => {
                    let row = program.rows.entry(rename(name)).or_default();
                    assert_eq!(row.relation, "", "{name} is there twice");
                    row.relation = (*relation).to_owned();
                }
                ("COLUMNS", [_, "'MARKER'", kind]) => integer = *kind == "'INTORG'",
                ("COLUMNS", [name, entries @ ..]) => {
                    let column = Column {
                        integer,
                        lower: 0,
                        upper: None,
                    };
                    program.columns.entry(rename(name)).or_insert(column);
                    for (row, value) in pairs(entries).filter(|(_, value)| *value != 0) {
                        let coefficients = if row == objective {
                            &mut program.objective
                        } else {
                            &mut program.row(&rename(row)).coefficients
                        };
                        let previous = coefficients.insert(rename(name), value);
                        assert_eq!(previous, None, "{name} is there twice in {row}");
                    }
                }
                ("RHS", [_, entries @ ..]) => {
                    for (row, value) in pairs(entries) {
                        if row == objective {
                            program.objective.insert(String::new(), -value);
                        } else {
                            program.row(&rename(row)).right = value;
                        }
                    }
                }
                ("BOUNDS", [kind, _, name, value @ ..]) => {
                    let name = rename(name);
                    let column = program.columns.get_mut(&name);
                    let column = column.unwrap_or_else(|| panic!("no column {name}"));
                    match (*kind, value) {
                        ("UP", [value]) => column.upper = Some(number(value)),
                        ("LO", [value]) => column.lower = number(value),
                        ("BV", []) => (column.integer, column.upper) = (true, Some(1)),
                        _ => panic!("an unknown bound: {line}"),
                    }
                }
                _ => panic!("an unknown line in {section}: {line}"),
            }
        }
        program
    }

    fn row(&mut self, name: &str) -> &mut Row {
        let row = self.rows.get_mut(name);
        row.unwrap_or_else(|| panic!("no row {name}"))
    }
}

fn pairs<'a>(entries: &'a [&str]) -> impl Iterator<Item = (&'a str, i64)> {
    assert_eq!(entries.len() % 2, 0, "{entries:?}");
    entries.chunks(2).map(|pair| (pair[0], number(pair[1])))
}

fn number(word: &str) -> i64 {
    let value = f64::from_str(word).unwrap_or_else(|_| panic!("{word} is no number"));
    assert_eq!(value.fract(), 0.0, "{word} is no integer");
    value as i64
}
