//! The words of flags: sizes, cells, and what is made of them.

use crate::instance::CellSpec;
use crate::wall::Bonus;
use std::str::FromStr;

/// `5` or `4x5`.
#[derive(Debug, Clone, Copy)]
pub(super) struct SizeArg {
    pub(super) rows: u64,
    pub(super) columns: u64,
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
        cell.map(Self).ok_or_else(|| {
            format!("{text:?} is no cell: use a number, or ROW,COLUMN; spaces between cells")
        })
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
    pub(super) cell: CellArg,
    pub(super) turn: u64,
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
    pub(super) cell: CellArg,
    pub(super) from: u64,
    pub(super) to: u64,
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
    pub(super) first: CellArg,
    pub(super) then: CellArg,
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
pub(super) struct BonusArg(pub(super) Bonus);

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
