//! From words on the command line to an instance.

use super::args::{InstanceArgs, InstanceFlags, Rule};
use crate::instance::{Bonus, CellSpec, ConstraintSpec, Instance, Located, Spec, WallSpec};
use anyhow::{Context, bail};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// Reads or makes the instance.
pub(super) fn instance(args: &InstanceArgs) -> anyhow::Result<Instance> {
    match &args.file {
        Some(path) => {
            let text = text(path)?;
            Instance::from_json(&text).with_context(|| format!("{}", path.display()))
        }
        None => Ok(Instance::try_from(spec(&args.flags)?)?),
    }
}

/// The text of a file, or of standard input for `-`, refused beyond the size of an instance.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let shown = path.display();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot open {shown}"))?)
    };
    let limit = Instance::MAX_BYTES as u64;
    let mut bytes = Vec::new();
    source
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() as u64 > limit {
        bail!("{shown} is larger than {limit} bytes");
    }
    String::from_utf8(bytes).with_context(|| format!("{shown} is not UTF-8 text"))
}

fn spec(flags: &InstanceFlags) -> anyhow::Result<Spec> {
    let Some(SizeArg { rows, columns }) = flags.size else {
        bail!("no instance: name a file, or give --size");
    };
    let wall = WallSpec {
        rows,
        columns,
        place: "--size".into(),
    };
    let mut constraints = Vec::new();
    let mut add = |place: String, value| constraints.push(Located::new(place, value));
    for FixArg { cell, turn } in &flags.fix {
        add(
            format!("--fix {cell}@{turn}"),
            ConstraintSpec::PlaceAt {
                cell: cell.0,
                turn: *turn,
            },
        );
    }
    for WindowArg { cell, from, to } in &flags.window {
        let window = ConstraintSpec::Window {
            cell: cell.0,
            from: *from,
            to: *to,
        };
        add(format!("--window {cell}@{from}-{to}"), window);
    }
    for BeforeArg { first, then } in &flags.before {
        let before = ConstraintSpec::Before {
            first: first.0,
            then: then.0,
        };
        add(format!("--before {first}:{then}"), before);
    }
    if let Some(CellsArg(cells)) = &flags.first {
        add(
            "--first".into(),
            ConstraintSpec::First {
                cells: cells.clone(),
            },
        );
    }
    if let Some(CellsArg(cells)) = &flags.last {
        add(
            "--last".into(),
            ConstraintSpec::Last {
                cells: cells.clone(),
            },
        );
    }
    for rule in &flags.rule {
        match rule {
            Rule::Rounds => add("--rule rounds".into(), ConstraintSpec::Rounds),
            Rule::LastRound => add("--rule last-round".into(), ConstraintSpec::LastRound),
        }
    }
    let initial = flags.initial.iter().flat_map(|CellsArg(cells)| cells);
    Ok(Spec {
        initial: initial
            .map(|&cell| Located::new("--initial", cell))
            .collect(),
        turns: flags.turns.map(|turns| Located::new("--turns", turns)),
        bonus: flags
            .bonus
            .map(|BonusArg(bonus)| Located::new("--bonus", bonus)),
        constraints,
        ..Spec::new(wall, flags.sense)
    })
}

/// `5` or `4x5`.
#[derive(Debug, Clone, Copy)]
pub(super) struct SizeArg {
    rows: u64,
    columns: u64,
}

impl FromStr for SizeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (rows, columns) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        match (rows.parse(), columns.parse()) {
            (Ok(rows), Ok(columns)) => Ok(Self { rows, columns }),
            _ => Err("use a number, as in 5, or ROWSxCOLUMNS, as in 4x5".into()),
        }
    }
}

/// `5` or `2,2`.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellArg(pub(super) CellSpec);

impl FromStr for CellArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cell = match text.split_once(',') {
            None => text.parse().ok().map(CellSpec::Number),
            Some((row, column)) => match (row.parse(), column.parse()) {
                (Ok(row), Ok(column)) => Some(CellSpec::At(row, column)),
                _ => None,
            },
        };
        cell.map(Self)
            .ok_or_else(|| format!("{text:?} is no cell: use a number, or ROW,COLUMN"))
    }
}

impl std::fmt::Display for CellArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            CellSpec::Number(number) => write!(f, "{number}"),
            CellSpec::At(row, column) => write!(f, "{row},{column}"),
        }
    }
}

/// Cells with spaces between them.
#[derive(Debug, Clone)]
pub(super) struct CellsArg(pub(super) Vec<CellSpec>);

impl FromStr for CellsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cells = text
            .split_whitespace()
            .map(|cell| Ok(cell.parse::<CellArg>()?.0));
        cells.collect::<Result<_, String>>().map(Self)
    }
}

/// `5@9`.
#[derive(Debug, Clone, Copy)]
pub(super) struct FixArg {
    cell: CellArg,
    turn: u64,
}

impl FromStr for FixArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cell, turn) = text.split_once('@').ok_or("use CELL@TURN, as in 5@9")?;
        Ok(Self {
            cell: cell.parse()?,
            turn: number(turn)?,
        })
    }
}

/// `5@3-7`.
#[derive(Debug, Clone, Copy)]
pub(super) struct WindowArg {
    cell: CellArg,
    from: u64,
    to: u64,
}

impl FromStr for WindowArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('@')
            .and_then(|(cell, turns)| Some((cell, turns.split_once('-')?)));
        let (cell, (from, to)) = parts.ok_or("use CELL@FROM-TO, as in 5@3-7")?;
        Ok(Self {
            cell: cell.parse()?,
            from: number(from)?,
            to: number(to)?,
        })
    }
}

/// `1:9`.
#[derive(Debug, Clone, Copy)]
pub(super) struct BeforeArg {
    first: CellArg,
    then: CellArg,
}

impl FromStr for BeforeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, then) = text.split_once(':').ok_or("use FIRST:THEN, as in 1:9")?;
        Ok(Self {
            first: first.parse()?,
            then: then.parse()?,
        })
    }
}

/// `2,7,10`.
#[derive(Debug, Clone, Copy)]
pub(super) struct BonusArg(Bonus);

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

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is no whole number"))
}
