//! From the multipliers of a linear program to numbers for the referee's rows.
//!
//! The referee goes through all orders of a line, so it needs no row that speaks of one line alone. Of the multipliers of the
//! ordering formulation those of other rows are kept. What the rows of columns of the wall say of turns is what a column
//! pays for them: the multiplier of `same(c,t)`.

use super::given::RefereeRows;
use crate::formulation::{Fact, Formulation, OrderingFormulation, Relation, Row};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use azulejo_check::Row as Name;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// Meaning of a row of the formulation for the referee.
enum Meaning {
    /// Nothing: the row speaks of one row of the wall, or of one cell, or the referee has no name for it.
    OfRow,
    /// Coefficients of cells by turns, of a row that speaks of one column of the wall.
    OfColumn(Vec<(usize, usize, f64)>),
    /// Rows of the referee, each with its factor.
    Rows(Vec<(Name, f64)>),
}

/// The referee's names for the rows of a program.
pub(super) struct Prices<'a> {
    formulation: &'a OrderingFormulation,
    problem: &'a Problem,
    given: RefereeRows,
    meanings: Vec<Meaning>,
    /// The last turn of each phase.
    ends: Vec<usize>,
    /// Rows for what is settled, so that it has no column: each as often as the denominator says.
    settled: Vec<(Name, u32)>,
}

impl<'a> Prices<'a> {
    pub(super) fn new(
        formulation: &'a OrderingFormulation,
        problem: &'a Problem,
        given: RefereeRows,
    ) -> Self {
        let ends = problem.phases_of_rows();
        let ends = ends.iter().map(|phase| phase.end).collect();
        let mut this = Self {
            formulation,
            problem,
            given,
            meanings: Vec::new(),
            ends,
            settled: Vec::new(),
        };
        this.add(formulation.program().rows());
        this.settle();
        this
    }

    /// Further rows of the program.
    pub(super) fn add(&mut self, rows: &[Row]) {
        let meanings: Vec<Meaning> = rows.iter().map(|row| self.meaning(row)).collect();
        self.meanings.extend(meanings);
    }

    fn wall(&self) -> Wall {
        self.problem.wall()
    }

    fn meaning(&self, row: &Row) -> Meaning {
        let number = row.equation.within();
        let label = row
            .name
            .strip_prefix('c')
            .and_then(|name| name.strip_prefix(number));
        let label = label.unwrap_or(&row.name);
        let indices = numbers(label);
        // The referee's rows are at most their right side.
        let sign = match row.relation {
            Relation::AtLeast => -1.0,
            Relation::AtMost | Relation::Equal => 1.0,
        };
        let named = |family: &str, indices: &[usize]| {
            Meaning::Rows(vec![(Name::new(family, indices), sign)])
        };
        match (number, indices.as_slice()) {
            ("1", &[a, b, _]) => self.of_line(row, a, b),
            ("3a" | "3b", _) => self.along(row, label.contains(",U,") || label.contains(",D,")),
            ("4a" | "4b", _) => self.along(row, label.starts_with("_sv")),
            ("5a", &[cell, part]) => named(if part == 1 { "singleh" } else { "singlev" }, &[cell]),
            ("5b", &[cell]) => named("both", &[cell]),
            ("6", _) | ("14a" | "14b" | "14c", _) => self.along(row, label.starts_with("_column")),
            ("7", &[end]) => {
                let before = self.ends.iter().rev().find(|&&other| other < end);
                let row = |turn: usize, sign| (Name::new("size", [turn]), sign);
                Meaning::Rows(
                    [Some(row(end, 1.0)), before.map(|&before| row(before, -1.0))]
                        .into_iter()
                        .flatten()
                        .collect(),
                )
            }
            ("8", &[first, then, phase]) => match self.in_line(first, then) {
                true => self.of_line(row, first, then),
                false => named("pair", &[first, then, self.ends[phase - 1]]),
            },
            ("9", &[first, then]) => match self.in_line(first, then) {
                true => self.of_line(row, first, then),
                false => named("after", &[first, then]),
            },
            ("10a" | "10b", _) => self.bonus(row, number == "10a"),
            ("13", &[cell]) => named("block", &[cell]),
            ("16", &[number]) => {
                let (name, times) = self.given.row(number);
                Meaning::Rows(vec![(name.clone(), sign * times)])
            }
            _ if label.starts_with("_cycle(") => named("cycle", &indices),
            // What the referee has no name for, it does without.
            _ => Meaning::OfRow,
        }
    }

    fn in_line(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(Cell::from_number);
        self.wall().row_of(one) == self.wall().row_of(other)
            || self.wall().column_of(one) == self.wall().column_of(other)
    }

    fn of_line(&self, row: &Row, one: usize, other: usize) -> Meaning {
        let [one, other] = [one, other].map(Cell::from_number);
        self.along(row, self.wall().row_of(one) != self.wall().row_of(other))
    }

    fn along(&self, row: &Row, of_column: bool) -> Meaning {
        if !of_column {
            return Meaning::OfRow;
        }
        let columns = self.formulation.program().columns();
        let by = row.expression.terms().filter_map(|(column, factor)| {
            match columns[column.index()].fact {
                Fact::By { cell, turn } => Some((cell.number(), turn.number(), factor as f64)),
                _ => None,
            }
        });
        Meaning::OfColumn(by.collect())
    }

    /// Rows and columns of the wall know their bonus; colours have rows.
    fn bonus(&self, row: &Row, of_part: bool) -> Meaning {
        let columns = self.formulation.program().columns();
        let facts = || {
            row.expression
                .terms()
                .map(|(column, _)| &columns[column.index()].fact)
        };
        let complete = facts().find_map(|fact| match fact {
            Fact::Complete { cells } => self.colour_of(cells),
            _ => None,
        });
        let Some(colour) = complete else {
            return Meaning::OfRow;
        };
        let part = facts().find_map(|fact| match fact {
            Fact::By { cell, .. } => Some(cell.number()),
            _ => None,
        });
        match (of_part, part) {
            (true, Some(cell)) => Meaning::Rows(vec![(Name::new("colour", [colour, cell]), 1.0)]),
            (true, None) => Meaning::OfRow,
            (false, _) => Meaning::Rows(vec![(Name::new("colour", [colour]), -1.0)]),
        }
    }

    /// The number of a colour, if cells are one.
    fn colour_of(&self, cells: &[Cell]) -> Option<usize> {
        let wall = self.wall();
        let mut colours = cells.iter().map(|&cell| wall.colour_of(cell));
        let colour = colours.all_equal_value().ok()??;
        (wall.rows() > 1).then_some(colour + 1)
    }

    /// Finds the rows of what has no column.
    fn settle(&mut self) {
        let maximizes = self.problem.sense() == Sense::Maximize;
        let columns = self.formulation.program().columns().iter();
        let known: FxHashSet<&str> = columns.map(|column| column.name.as_str()).collect();
        let is_column = |name: &str| known.contains(name);
        let constant = |name: &str| {
            let quantity = self.formulation.quantity(name)?;
            (quantity.terms().len() == 0).then(|| quantity.offset())
        };
        let mut settled = Vec::new();
        for cell in self.problem.free().map(|cell| cell.number()) {
            if is_column(&format!("u({cell})")) {
                continue;
            }
            let [along, across] = ["sh", "sv"].map(|start| constant(&format!("{start}({cell})")));
            let family = match (maximizes, along, across) {
                (false, Some(0), _) | (false, _, Some(0)) => continue,
                (false, ..) => "both",
                (true, Some(0), _) => "singleh",
                (true, _, Some(0)) | (true, Some(1), _) => "singlev",
                (true, ..) => "singleh",
            };
            settled.push((Name::new(family, [cell]), 1));
        }
        for (index, (cells, points)) in self.problem.bonus_lines().into_iter().enumerate() {
            let Some(colour) = self
                .colour_of(&cells)
                .filter(|_| !is_column(&format!("full({})", index + 1)))
            else {
                continue;
            };
            if self.problem.fills_the_wall() || self.problem.horizon() == 0 {
                continue;
            }
            let last = self.problem.horizon();
            let free = cells
                .iter()
                .filter(|cell| !self.problem.initial().contains(**cell))
                .map(|cell| cell.number());
            let open = free.max_by_key(|cell| !is_column(&format!("y({cell},{last})")));
            match (maximizes, open) {
                (true, Some(cell)) => settled.push((Name::new("colour", [colour, cell]), points)),
                (true, None) => {}
                (false, _) => settled.push((Name::new("colour", [colour]), points)),
            }
        }
        self.settled = settled;
    }

    /// The referee's rows with their multipliers, times the denominator and rounded. Of a proof that there is no order,
    /// the scale is there, and no denominator.
    pub(super) fn numbers(
        &self,
        multipliers: &[f64],
        scale: f64,
        scored: bool,
    ) -> Vec<(Name, i32)> {
        let mut sums: FxHashMap<Name, f64> = FxHashMap::default();
        for (meaning, &multiplier) in self.meanings.iter().zip(multipliers) {
            if multiplier == 0.0 {
                continue;
            }
            match meaning {
                Meaning::OfRow => {}
                Meaning::OfColumn(by) => {
                    for &(cell, turn, factor) in by {
                        *sums.entry(Name::new("same", [cell, turn])).or_default() +=
                            multiplier * factor;
                    }
                }
                Meaning::Rows(rows) => {
                    for (name, factor) in rows {
                        *sums.entry(name.clone()).or_default() += multiplier * factor;
                    }
                }
            }
        }
        if scored {
            for (name, factor) in &self.settled {
                *sums.entry(name.clone()).or_default() += f64::from(*factor);
            }
        }
        let equal = |name: &Name| match name.family.as_str() {
            "given" => self.given.is_equal(name),
            family => matches!(family, "size" | "same"),
        };
        let mut rows: Vec<(Name, i32)> = sums
            .into_iter()
            .map(|(name, multiplier)| {
                let number = (multiplier * scale).round();
                let number = if equal(&name) {
                    number
                } else {
                    number.max(0.0)
                };
                (name, number as i32)
            })
            .filter(|(_, number)| *number != 0)
            .collect();
        rows.sort_unstable();
        rows
    }
}

/// All numbers of a label, in their order.
fn numbers(label: &str) -> Vec<usize> {
    let parts = label.split(|letter: char| !letter.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}
