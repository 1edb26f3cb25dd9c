//! Instances in the words of flags and of addresses: sizes, cells, constraints.

use crate::instance::{
    CellSpec, ColoursSpec, ConstraintSpec, FactorSpec, Flag, Form, Kind, Sense, Spec, Value,
    WallSpec,
};
use crate::wall::Bonus;
use itertools::Itertools;
use std::fmt::{self, Display};
use std::str::FromStr;

/// `5` or `4x5`, also as people write it on paper: `4 x 5`, `4*5`, `4,5`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SizeArg {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
}

impl FromStr for SizeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let signs = ['x', 'X', '×', '*', ',', ' '];
        let (rows, columns) = text.split_once(signs).unwrap_or((text, text));
        let columns = columns.trim_start_matches(signs);
        match (rows.trim().parse(), columns.parse()) {
            (Ok(rows), Ok(columns)) => Ok(Self { rows, columns }),
            _ => Err("use a number, as in 5, or ROWSxCOLUMNS, as in 4x5".into()),
        }
    }
}

/// `5` or `2,2`, also as `(2, 2)`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellArg(pub(crate) CellSpec);

impl FromStr for CellArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let inside = text.trim().strip_prefix('(');
        let inside = inside.and_then(|text| text.strip_suffix(')'));
        let cell = match inside.unwrap_or(text).split_once(',') {
            None => text.trim().parse().ok().map(CellSpec::Number),
            Some((row, column)) => match (row.trim().parse(), column.trim().parse()) {
                (Ok(row), Ok(column)) => Some(CellSpec::At(row, column)),
                _ => None,
            },
        };
        cell.map(Self).ok_or_else(|| {
            format!("{text:?} is no cell: use a number, or ROW,COLUMN; spaces between cells")
        })
    }
}

impl Display for CellArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            CellSpec::Number(number) => write!(f, "{number}"),
            CellSpec::At(row, column) => write!(f, "{row},{column}"),
        }
    }
}

/// Cells with spaces between them, or numbers with commas.
///
/// Two numbers with a comma and without a space are a cell, `ROW,COLUMN`; so are two in parentheses. More numbers are a list.
#[derive(Debug, Clone)]
pub(crate) struct CellsArg(pub(crate) Vec<CellSpec>);

impl FromStr for CellsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let in_brackets = text.trim().strip_prefix('[');
        let text = in_brackets
            .and_then(|text| text.strip_suffix(']'))
            .unwrap_or(text);
        let text = without_parentheses(text);
        let words = text.split_whitespace();
        let words = words.map(|word| word.trim_end_matches([',', ';']));
        let words = words.filter(|word| !word.is_empty()).flat_map(|word| {
            let is_list = word.contains(';') || word.split(',').count() > 2;
            match is_list {
                true => word.split([',', ';']).collect_vec(),
                false => vec![word],
            }
        });
        let cells = words.map(|cell| Ok(cell.parse::<CellArg>()?.0));
        cells.collect::<Result<_, String>>().map(Self)
    }
}

/// The cells without parentheses around them: `(1, 1),(2,2)` is `1,1 , 2,2`.
fn without_parentheses(text: &str) -> String {
    let mut is_inside = false;
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '(' | ')' => {
                is_inside = letter == '(';
                plain.push(' ');
            }
            letter if is_inside && letter.is_whitespace() => {}
            letter => plain.push(letter),
        }
    }
    plain
}

/// Bonus of a text, such as `2,7,10`.
pub(crate) fn bonus(text: &str) -> Result<Bonus, String> {
    let points: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    match points.as_deref() {
        Ok(&[row, column, colour]) => Ok(Bonus {
            row,
            column,
            colour,
        }),
        _ => Err("use ROW,COLUMN,COLOUR, as in 2,7,10".into()),
    }
}

/// Factor of a text, such as `3 10@2`.
pub(crate) fn factor(text: &str) -> Result<FactorSpec, String> {
    let (cells, factor) = cells_at(text, "use CELLS@FACTOR, as in \"3 10@2\"")?;
    Ok(FactorSpec { cells, factor })
}

/// Cells and a number of a text with `@` between them; `usage` is the message of an error.
pub(crate) fn cells_at(text: &str, usage: &str) -> Result<(Vec<CellSpec>, u64), String> {
    let error = || usage.to_owned();
    let (cells, number) = text.rsplit_once('@').ok_or_else(error)?;
    let CellsArg(cells) = cells.parse()?;
    let number = number.trim().parse().map_err(|_| error())?;
    Ok((cells, number))
}

/// Text of cells and a number, with `@` between them.
pub(crate) fn joined(cells: &[CellSpec], number: u64) -> String {
    format!("{}@{number}", spaced(cells))
}

/// Cells with spaces between them.
fn spaced(cells: &[CellSpec]) -> String {
    cells.iter().copied().map(CellArg).join(" ")
}

/// The separators of the fields of a flag's value: `@` for `CELL@TURN`.
fn separators(value: &'static str) -> impl Iterator<Item = &'static str> {
    let is_name = |letter: char| letter.is_ascii_uppercase();
    value
        .split(is_name)
        .filter(|separator| !separator.is_empty())
}

/// Constraint of a flag whose value has the form `value`, such as `CELL@TURN`; `example` is a value of this form, such as
/// `5@9`.
pub(crate) fn constraint(
    kind: &'static Kind,
    (value, example): (&'static str, &'static str),
    text: &str,
) -> Result<ConstraintSpec, String> {
    let error = || format!("use {value}, as in {example}");
    let mut parts = Vec::with_capacity(kind.fields.len());
    let mut rest = text;
    for separator in separators(value) {
        let (part, tail) = rest.split_once(separator).ok_or_else(error)?;
        parts.push(part);
        rest = tail;
    }
    parts.push(rest);
    let parts = kind.fields.iter().zip(parts);
    let values = parts.map(|(field, part)| {
        Ok(match field.form {
            Form::Cell => Value::Cell(part.parse::<CellArg>()?.0),
            Form::Turn => Value::Turn(number(part)?),
            Form::Cells => Value::Cells(part.parse::<CellsArg>()?.0),
            Form::Row => Value::Row(part.to_owned()),
        })
    });
    let values = values.collect::<Result<_, String>>()?;
    ConstraintSpec::new(kind, values).ok_or_else(error)
}

/// Value of a constraint's flag, as a person would write it.
pub(crate) fn value(constraint: &ConstraintSpec, value: &'static str) -> String {
    let values = constraint.values().iter().map(|value| match value {
        Value::Cell(cell) => CellArg(*cell).to_string(),
        Value::Turn(turn) => turn.to_string(),
        Value::Cells(cells) => spaced(cells),
        Value::Row(row) => row.split_whitespace().join(" "),
    });
    let separators = separators(value).map(String::from);
    Itertools::interleave(values, separators).collect()
}

fn number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| match text.trim() {
        flag @ ("first" | "last") => {
            format!("{text:?} is no whole number; --{flag} CELLS says which cells come {flag}")
        }
        _ => format!("{text:?} is no whole number"),
    })
}

/// Sense by its word: `max` or `min`, or in full.
pub(crate) fn sense(word: &str) -> Result<Sense, String> {
    match &*word.trim().to_lowercase() {
        "max" | "maximum" | "maximize" | "maximise" => Ok(Sense::Maximize),
        "min" | "minimum" | "minimize" | "minimise" => Ok(Sense::Minimize),
        _ => Err("use max or min".into()),
    }
}

/// Flag of the kinds without a flag of their own.
pub(crate) const RULE: &str = "rule";

/// A constraint as a flag and its value: `fix` and `5@9`.
fn flag(constraint: &ConstraintSpec) -> (&'static str, String) {
    match constraint.kind().flag {
        Flag::Own { name, value, .. } => (name, self::value(constraint, value)),
        Flag::Rule { .. } => (RULE, constraint.kind().name.into()),
    }
}

/// A spec as flags with their values, in the order of the help text.
pub(crate) fn flags(spec: &Spec) -> Vec<(&'static str, String)> {
    let WallSpec { rows, columns, .. } = spec.wall;
    let sense = &spec.sense.word()[..3];
    let size = format!("{rows}x{columns}");
    let mut flags = vec![("size", size), ("sense", sense.into())];
    for (flag, cells) in [("initial", &spec.initial), ("holes", &spec.holes)] {
        if !cells.is_empty() {
            let mut cells = cells.iter().map(|cell| CellArg(cell.value));
            flags.push((flag, cells.join(" ")));
        }
    }
    for (flag, number) in [("turns", &spec.turns), ("tiles", &spec.tiles)] {
        flags.extend(number.iter().map(|number| (flag, number.value.to_string())));
    }
    let bonus = spec.bonus.as_ref().map(|bonus| bonus.value);
    flags.extend(bonus.map(|bonus| {
        let Bonus {
            row,
            column,
            colour,
        } = bonus;
        ("bonus", format!("{row},{column},{colour}"))
    }));
    let sets = spec.bonus_sets.iter().map(|set| &set.value);
    flags.extend(sets.map(|set| ("bonus-set", joined(&set.cells, set.points))));
    let colours = spec.colours.as_ref().map(|colours| match &colours.value {
        ColoursSpec::Word(word) => word.clone(),
        ColoursSpec::Rows(rows) => rows.join("/"),
    });
    flags.extend(colours.map(|colours| ("colours", colours)));
    let factors = spec.factors.iter().map(|factor| &factor.value);
    flags.extend(factors.map(|factor| ("factor", joined(&factor.cells, factor.factor))));
    let constraints = spec.constraints.iter();
    flags.extend(constraints.map(|constraint| flag(&constraint.value)));
    flags
}
