//! The solution of a linear relaxation: the columns that are not 0, and what they claim.

mod json;
mod text;

pub use json::json;
#[cfg(feature = "serve")]
pub(crate) use text::number;
pub use text::text;

use crate::formulation::{Column, ColumnKind, Fact, Family, Kind, Program, Variable};
use crate::instance::{Instance, Turn};
use crate::milp::Relaxation;
use crate::solve::Validity;
use crate::wall::Cell;
use itertools::Itertools;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// So close are two values that are the same.
const TOLERANCE: f64 = 1e-9;

/// A relaxation and where it comes from.
#[derive(Debug)]
pub struct Relaxed<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// The formulation.
    pub kind: Kind,
    /// The families of cuts that it is without.
    pub without: &'a BTreeSet<Family>,
    /// Its program, if there was time to write it down.
    pub program: Option<&'a Program>,
    /// The kinds of its columns.
    pub columns: &'a [ColumnKind],
    /// What came of it.
    pub relaxation: &'a Relaxation,
    /// The best score of an order, if it is known.
    pub optimum: Option<u32>,
    /// How long it took.
    pub seconds: f64,
    /// What was changed in the program to try something, if anything was.
    pub tried: Option<&'a Tried<'a>>,
}

/// Rows that were added to a program or left out of it.
#[derive(Debug)]
pub struct Tried<'a> {
    /// The relaxation without the change.
    pub before: Relaxation,
    /// The rows that were added.
    pub rows: Vec<TriedRow<'a>>,
    /// The names of the rows that were left out.
    pub left_out: &'a [String],
}

/// A row that was added.
#[derive(Debug)]
pub struct TriedRow<'a> {
    /// The number of the text that it comes from: a text can give a row for each line.
    pub given: usize,
    /// The row as it was written, for one line of the wall.
    pub text: &'a str,
    /// Whether every order satisfies it.
    pub validity: Validity,
    /// The score of the order that it cuts off, if it cuts one off.
    pub score: Option<u32>,
}

/// A column that is not 0.
#[derive(Debug, Serialize)]
struct Entry<'a> {
    name: &'a str,
    value: f64,
    /// Its coefficient in the objective.
    points: f64,
    #[serde(serialize_with = "in_words")]
    fact: &'a Fact,
    /// A part of what it says that is so to less than it, and to how much.
    #[serde(skip)]
    limit: Option<(String, f64)>,
}

fn in_words<S: serde::Serializer>(fact: &Fact, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(fact)
}

/// A kind of columns, and those of it that are not 0.
type Group<'a> = (&'a ColumnKind, Vec<Entry<'a>>);

fn entries<'a>(relaxed: &Relaxed<'a>, values: &[f64]) -> Vec<Group<'a>> {
    let Some(program) = relaxed.program else {
        return Vec::new();
    };
    let parts = Parts::new(program, values);
    let points: HashMap<usize, i64> = program
        .objective()
        .terms()
        .map(|(column, points): (Column, i64)| (column.index(), points))
        .collect();
    let columns = program.columns().iter().zip(values).enumerate();
    let entries = columns.filter(|(_, (_, value))| value.abs() > TOLERANCE);
    let mut by_kind = entries
        .map(|(index, (column, &value))| {
            let entry = Entry {
                name: &column.name,
                value,
                points: points.get(&index).map_or(0.0, |&points| points as f64),
                fact: &column.fact,
                limit: parts
                    .least(&column.fact)
                    .filter(|(_, least)| value > least + TOLERANCE),
            };
            (column.kind(), entry)
        })
        .into_group_map();
    let kinds = relaxed.columns.iter();
    kinds
        .filter_map(|kind| Some((kind, by_kind.remove(&*kind.prefix)?)))
        .collect()
}

/// To which part each cell is filled in each turn, and before each other cell.
struct Parts {
    at: HashMap<Cell, Vec<(Turn, f64)>>,
    before: HashMap<(Cell, Cell), f64>,
}

impl Parts {
    fn new(program: &Program, values: &[f64]) -> Self {
        let mut parts = Self {
            at: HashMap::new(),
            before: HashMap::new(),
        };
        for (Variable { fact, .. }, &value) in program.columns().iter().zip(values) {
            match *fact {
                Fact::At { cell, turn } => parts.at.entry(cell).or_default().push((turn, value)),
                Fact::Before { first, then } => {
                    parts.before.insert((first, then), value);
                    parts.before.insert((then, first), 1.0 - value);
                }
                _ => {}
            }
        }
        parts
    }

    /// Of the parts of a fact, that one cell is filled and others before it, the one that is so to the
    /// least degree.
    fn least(&self, fact: &Fact) -> Option<(String, f64)> {
        let Fact::After { cell, turn, set } = fact else {
            return None;
        };
        let then = turn.and_then(|turn| {
            let (_, value) = self.at.get(cell)?.iter().find(|(at, _)| *at == turn)?;
            Some((format!("cell {cell} is filled in turn {turn}"), *value))
        });
        let before = set.iter().filter_map(|&other| {
            let value = match turn {
                Some(turn) => {
                    let earlier = self.at.get(&other)?.iter().filter(|(at, _)| at < turn);
                    earlier.map(|(_, value)| value).sum()
                }
                None => *self.before.get(&(other, *cell))?,
            };
            Some((format!("cell {other} is filled before"), value))
        });
        let parts = then.into_iter().chain(before);
        parts.min_by(|(_, one), (_, other)| one.total_cmp(other))
    }
}
