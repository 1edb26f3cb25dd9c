//! The solution of a linear relaxation: the columns that are not 0, and what they claim.

use super::document::plain;
use super::json::{SCHEMA, pretty};
use crate::formulation::{Column, ColumnKind, Fact, Family, Kind, Program, Variable};
use crate::instance::{Instance, Sense, Turn};
use crate::milp::Relaxation;
use crate::wall::Cell;
use itertools::Itertools;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// So close are two values that are the same.
const TOLERANCE: f64 = 1e-9;

/// The largest denominator of a fraction that is shown as one.
const LARGEST_DENOMINATOR: u32 = 60;

/// About as many columns fit on a screen.
const SCREENFUL: usize = 24;

/// A relaxation and where it comes from.
#[derive(Debug)]
pub struct Relaxed<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// The formulation.
    pub kind: Kind,
    /// The families of cuts that it is without.
    pub without: &'a BTreeSet<Family>,
    /// Its program.
    pub program: &'a Program,
    /// The kinds of its columns.
    pub columns: &'a [ColumnKind],
    /// What came of it.
    pub relaxation: &'a Relaxation,
    /// The best score of an order, if it is known.
    pub optimum: Option<u32>,
    /// How long it took.
    pub seconds: f64,
}

/// For people: at most a screenful of columns, or all of them.
pub fn text(relaxed: &Relaxed<'_>, all: bool) -> String {
    let without = relaxed
        .without
        .iter()
        .map(|family| format!(" without {family}"));
    let mut text = format!(
        "relaxation  {} formulation{}, {} columns, {} rows, {:.3} s\n",
        relaxed.kind,
        without.collect::<String>(),
        relaxed.program.columns().len(),
        relaxed.program.rows().len(),
        relaxed.seconds,
    );
    let (bound, values) = match relaxed.relaxation {
        Relaxation::Solved { bound, values, .. } => (*bound, values),
        Relaxation::Infeasible => {
            return text + "infeasible: not even fractions satisfy the rows, so no order does";
        }
        Relaxation::Stopped => return text + "stopped before it was solved",
    };
    let _ = writeln!(text, "bound       {}", number(bound));
    if let Some(optimum) = relaxed.optimum {
        let beyond = (bound - f64::from(optimum)).abs();
        let (more, best) = match relaxed.instance.sense() {
            Sense::Maximize => ("more", "most"),
            Sense::Minimize => ("less", "least"),
        };
        let _ = match beyond < TOLERANCE * bound.abs().max(1.0) {
            true => writeln!(text, "optimum     {optimum}: the bound is tight"),
            false => writeln!(
                text,
                "optimum     {optimum}: the fractions promise {} {more} than the {best} that an order earns",
                number(beyond)
            ),
        };
    }
    text += &fakes(relaxed, values);
    let entries = entries(relaxed, values);
    let most = if all { usize::MAX } else { screenful(&entries) };
    for (kind, entries) in entries {
        let points: f64 = entries.iter().map(|entry| entry.points * entry.value).sum();
        let _ = write!(
            text,
            "\n{}: {}\n  {} of {} not 0, points {}\n",
            plain(&kind.name),
            plain(&kind.says),
            entries.len(),
            counted(relaxed, kind),
            number(points + 0.0),
        );
        let width = |of: fn(&Entry<'_>) -> usize| entries.iter().map(of).max().unwrap_or(0);
        let name = width(|entry| entry.name.len());
        let value = width(|entry| number(entry.value).len());
        for entry in entries.iter().take(most) {
            let fake = entry
                .limit
                .iter()
                .map(|(part, value)| format!(" (faked: {part} to {})", number(*value)));
            let _ = writeln!(
                text,
                "  {:name$} = {:value$}   {}{}",
                entry.name,
                number(entry.value),
                entry.fact,
                fake.collect::<String>()
            );
        }
        if entries.len() > most {
            let _ = writeln!(text, "  … and {} more (--all)", entries.len() - most);
        }
    }
    match relaxed.program.objective().offset() {
        0 => text,
        points => text + &format!("\nconstant of the objective: points {points}\n"),
    }
}

/// The columns that are larger than a true statement could be.
fn fakes(relaxed: &Relaxed<'_>, values: &[f64]) -> String {
    let entries = entries(relaxed, values);
    let entries = entries.iter().flat_map(|(_, entries)| entries);
    let beyond = entries.filter_map(|entry| Some((entry, entry.limit.as_ref()?.1)));
    let (mut count, mut points) = (0, 0.0);
    for (entry, limit) in beyond {
        count += 1;
        points += entry.points * (entry.value - limit);
    }
    match count {
        0 => String::new(),
        _ => format!(
            "faked       by {count} columns that are more than a part of what they say: points {}\n",
            number(points)
        ),
    }
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

fn entries<'a>(relaxed: &Relaxed<'a>, values: &[f64]) -> Vec<(&'a ColumnKind, Vec<Entry<'a>>)> {
    let parts = Parts::new(relaxed.program, values);
    let points: HashMap<usize, i64> = relaxed
        .program
        .objective()
        .terms()
        .map(|(column, points): (Column, i64)| (column.index(), points))
        .collect();
    let columns = relaxed.program.columns().iter().zip(values).enumerate();
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

fn counted(relaxed: &Relaxed<'_>, kind: &ColumnKind) -> usize {
    let columns = relaxed.program.columns().iter();
    columns
        .filter(|column| column.kind() == kind.prefix)
        .count()
}

/// How many columns of each kind fit on a screen.
fn screenful(entries: &[(&ColumnKind, Vec<Entry<'_>>)]) -> usize {
    let fits = |most: &usize| {
        let shown = entries.iter().map(|(_, entries)| entries.len().min(*most));
        shown.sum::<usize>() <= SCREENFUL
    };
    (1..=SCREENFUL).rev().find(fits).unwrap_or(1)
}

/// `1/3` where a value is within [`TOLERANCE`] of a fraction with a small denominator, and also in decimals
/// where it is more than 1; else in decimals.
fn number(value: f64) -> String {
    let fraction = (1..=LARGEST_DENOMINATOR).find_map(|denominator| {
        let numerator = (value * f64::from(denominator)).round();
        let near = (value - numerator / f64::from(denominator)).abs() <= TOLERANCE;
        near.then_some((numerator, denominator))
    });
    match fraction {
        Some((numerator, 1)) => format!("{}", numerator + 0.0), // no −0
        Some((numerator, denominator)) if value.abs() < 1.0 => format!("{numerator}/{denominator}"),
        Some((numerator, denominator)) => format!("{value:.4} ({numerator}/{denominator})"),
        None => format!("{value:.4}"),
    }
}

#[derive(Serialize)]
struct Json<'a> {
    schema: u32,
    instance: &'a Instance,
    method: &'static str,
    without: Vec<&'static str>,
    status: &'static str,
    bound: Option<f64>,
    optimum: Option<u32>,
    /// Those that are not 0.
    columns: Vec<Entry<'a>>,
    stats: Figures,
}

#[derive(Serialize)]
struct Figures {
    columns: usize,
    rows: usize,
    nonzeros: usize,
    iterations: Option<u64>,
    seconds: f64,
}

/// For programs: every column that is not 0, with plain numbers.
pub fn json(relaxed: &Relaxed<'_>) -> String {
    let program = relaxed.program;
    let (status, bound, iterations, columns) = match relaxed.relaxation {
        Relaxation::Solved {
            bound,
            values,
            iterations,
        } => {
            let entries = entries(relaxed, values).into_iter();
            let columns = entries.flat_map(|(_, entries)| entries).collect();
            ("optimal", Some(*bound), Some(*iterations), columns)
        }
        Relaxation::Infeasible => ("infeasible", None, None, Vec::new()),
        Relaxation::Stopped => ("unknown", None, None, Vec::new()),
    };
    pretty(&Json {
        schema: SCHEMA,
        instance: relaxed.instance,
        method: relaxed.kind.name(),
        without: relaxed.without.iter().map(|family| family.name()).collect(),
        status,
        bound,
        optimum: relaxed.optimum,
        columns,
        stats: Figures {
            columns: program.columns().len(),
            rows: program.rows().len(),
            nonzeros: program.nonzeros(),
            iterations,
            seconds: relaxed.seconds,
        },
    })
}
