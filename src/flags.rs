//! Instances in the words of flags and of addresses: sizes, cells, constraints.

use crate::instance::{
    BonusSetSpec, CellSpec, Constraint, ConstraintSpec, FactorSpec, Flag, Form, Instance, Kind,
    Sense, Value,
};
use crate::wall::{Bonus, Cell, Colours};
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

/// `2,7,10`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BonusArg(pub(crate) Bonus);

impl FromStr for BonusArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let points: Vec<u32> = text
            .split(',')
            .filter_map(|points| points.parse().ok())
            .collect();
        match points[..] {
            [row, column, colour] if text.split(',').count() == 3 => Ok(Self(Bonus {
                row,
                column,
                colour,
            })),
            _ => Err("use ROW,COLUMN,COLOUR, as in 2,7,10".into()),
        }
    }
}

/// Cells and a number of a text with `@` between them; `usage` is the message of an error.
fn cells_at(text: &str, usage: &str) -> Result<(Vec<CellSpec>, u64), String> {
    let error = || usage.to_owned();
    let (cells, number) = text.rsplit_once('@').ok_or_else(error)?;
    let CellsArg(cells) = cells.parse()?;
    let number = number.trim().parse().map_err(|_| error())?;
    Ok((cells, number))
}

/// `3 10@2`.
#[derive(Debug, Clone)]
pub(crate) struct FactorArg(pub(crate) FactorSpec);

impl FromStr for FactorArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cells, factor) = cells_at(text, "use CELLS@FACTOR, as in \"3 10@2\"")?;
        Ok(Self(FactorSpec { cells, factor }))
    }
}

/// `1 5 21 25@12`.
#[derive(Debug, Clone)]
pub(crate) struct BonusSetArg(pub(crate) BonusSetSpec);

impl FromStr for BonusSetArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cells, points) = cells_at(text, "use CELLS@POINTS, as in \"1 5 21 25@12\"")?;
        Ok(Self(BonusSetSpec { cells, points }))
    }
}

impl Display for BonusSetArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", spaced(&self.0.cells), self.0.points)
    }
}

impl Display for FactorArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", spaced(&self.0.cells), self.0.factor)
    }
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
pub(crate) fn flag(constraint: &Constraint) -> (&'static str, String) {
    let kind = constraint.kind();
    let Flag::Own { name, value, .. } = kind.flag else {
        return (RULE, kind.name.into());
    };
    let cell_spec = |cell: &Cell| CellSpec::from(*cell);
    let values = constraint.values().into_iter().map(|value| match value {
        Value::Cell(cell) => Value::Cell(cell_spec(&cell)),
        Value::Turn(turn) => Value::Turn(turn.number() as u64),
        Value::Cells(cells) => Value::Cells(cells.iter().map(cell_spec).collect()),
        Value::Row(row) => Value::Row(row.text().to_owned()),
    });
    let spec = ConstraintSpec::new(kind, values.collect());
    (
        name,
        spec.map_or_else(String::new, |spec| self::value(&spec, value)),
    )
}

/// An instance as flags with their values, in the order of the help text.
pub(crate) fn flags(instance: &Instance) -> Vec<(&'static str, String)> {
    let wall = instance.wall();
    let sense = match instance.sense() {
        Sense::Maximize => "max",
        Sense::Minimize => "min",
    };
    let size = format!("{}x{}", wall.rows(), wall.columns());
    let mut flags = vec![("size", size), ("sense", sense.into())];
    for (flag, cells) in [("initial", instance.initial()), ("holes", instance.holes())] {
        if !cells.is_empty() {
            flags.push((flag, cells.iter().join(" ")));
        }
    }
    if instance.horizon() < instance.empty_len() {
        flags.push(("turns", instance.horizon().to_string()));
    }
    if instance.passes() {
        flags.push(("tiles", instance.tiles().to_string()));
    }
    let Bonus {
        row,
        column,
        colour,
    } = instance.bonus();
    if instance.bonus() != Bonus::default() {
        flags.push(("bonus", format!("{row},{column},{colour}")));
    }
    let sets = instance.bonus_sets().iter();
    flags.extend(sets.map(|set| {
        let cells = set.cells.iter().copied().map(CellSpec::from).collect();
        let points = set.points.into();
        let argument = BonusSetArg(BonusSetSpec { cells, points });
        ("bonus-set", argument.to_string())
    }));
    match instance.colours() {
        Colours::Cyclic => {}
        Colours::Free => flags.push(("colours", "free".into())),
        Colours::Square(letters) => {
            let rows = letters.chunks(wall.columns());
            let mut rows = rows.map(|row| row.iter().collect::<String>());
            flags.push(("colours", rows.join("/")));
        }
    }
    let factors = instance.factors().by_factor().into_iter();
    flags.extend(factors.map(|(factor, cells)| {
        let cells = cells.into_iter().map(CellSpec::from).collect();
        let factor = factor.into();
        let argument = FactorArg(FactorSpec { cells, factor });
        ("factor", argument.to_string())
    }));
    flags.extend(instance.constraints().iter().map(flag));
    flags
}
