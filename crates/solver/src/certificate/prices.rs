//! Integer multipliers of the referee's rows from the multipliers of a linear program.
//!
//! The referee visits all orders of a line, so it needs no row about a single line. Multipliers of the ordering formulation's
//! other rows are kept. The rows about a column of the wall become prices of the column's turns: the multiplier of `same(c,t)`.

use super::constants::{Constants, agreements, colour_of, is_wall_column};
use super::given::RefereeRows;
use crate::formulation::{Fact, Formulation, OrderingFormulation, Relation, Row};
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use azulejo_check::Row as Name;
use rustc_hash::FxHashMap;
use std::iter;

/// The referee's rows for a row of the formulation, each with its factor. There are none for a row about one row of
/// the wall or about one cell, and for a row that the referee has no name for.
type Meaning = Vec<(Name, f64)>;

/// The referee's names for the rows of a program.
pub(super) struct Prices<'a> {
    formulation: &'a OrderingFormulation,
    wall: Wall,
    referee_rows: RefereeRows,
    meanings: Vec<Meaning>,
    /// The last turn of each phase.
    ends: Vec<usize>,
    constants: Constants,
}

impl<'a> Prices<'a> {
    pub(super) fn new(
        formulation: &'a OrderingFormulation,
        problem: &Problem,
        referee_rows: RefereeRows,
    ) -> Self {
        let ends = problem.phases_of_rows();
        let ends = ends.iter().map(|phase| phase.end).collect();
        let mut prices = Self {
            formulation,
            wall: problem.wall(),
            referee_rows,
            meanings: Vec::new(),
            ends,
            constants: Constants::new(formulation, problem),
        };
        prices.add(formulation.program().rows());
        prices
    }

    /// Adds the meanings of further rows of the program.
    pub(super) fn add(&mut self, rows: &[Row]) {
        let meanings: Vec<Meaning> = rows.iter().map(|row| self.meaning(row)).collect();
        self.meanings.extend(meanings);
    }

    fn meaning(&self, row: &Row) -> Meaning {
        let number = row.equation.within();
        let label = row
            .name
            .strip_prefix('c')
            .and_then(|name| name.strip_prefix(number));
        let label = label.unwrap_or(&row.name);
        let indices = numbers(label);
        // The referee's rows are `at most` rows.
        let sign = match row.relation {
            Relation::AtLeast => -1.0,
            Relation::AtMost | Relation::Equal => 1.0,
        };
        let with_name = |family: &str, indices: &[usize]| vec![(Name::new(family, indices), sign)];
        match (number, indices.as_slice()) {
            ("8", &[first, then, phase]) if !self.in_line(first, then) => {
                with_name("pair", &[first, then, self.ends[phase - 1]])
            }
            ("9", &[first, then]) if !self.in_line(first, then) => {
                with_name("after", &[first, then])
            }
            ("1" | "8" | "9", &[first, then, ..]) => {
                let [first, then] = [first, then].map(Cell::from_number);
                self.axis_meaning(row, self.wall.row_of(first) != self.wall.row_of(then))
            }
            ("3a" | "3b", _) => {
                self.axis_meaning(row, label.contains(",U,") || label.contains(",D,"))
            }
            ("4a" | "4b", _) => self.axis_meaning(row, label.starts_with("_sv")),
            ("5a", &[cell, part]) => {
                with_name(if part == 1 { "singleh" } else { "singlev" }, &[cell])
            }
            ("5b", &[cell]) => with_name("both", &[cell]),
            ("6", _) | ("14a" | "14b" | "14c", _) => {
                self.axis_meaning(row, label.starts_with("_column"))
            }
            ("7", &[end]) => {
                let previous = self.ends.iter().rev().find(|&&other| other < end);
                let ends = iter::once((end, 1.0)).chain(previous.map(|&end| (end, -1.0)));
                ends.map(|(end, sign)| (Name::new("size", [end]), sign))
                    .collect()
            }
            ("10a" | "10b", _) => self.bonus(row, number == "10a"),
            ("13", &[cell]) => with_name("block", &[cell]),
            ("16", &[number]) => {
                let (name, times) = self.referee_rows.row(number);
                vec![(name.clone(), sign * times)]
            }
            _ if label.starts_with("_cycle(") => with_name("cycle", &indices),
            // The referee has no names for the other rows.
            _ => Meaning::new(),
        }
    }

    fn in_line(&self, left: usize, right: usize) -> bool {
        let [left, right] = [left, right].map(Cell::from_number);
        self.wall.row_of(left) == self.wall.row_of(right)
            || self.wall.column_of(left) == self.wall.column_of(right)
    }

    /// The meaning of a row about one line: for a column of the wall, multiples of `same(c,t)`.
    fn axis_meaning(&self, row: &Row, is_column: bool) -> Meaning {
        let agreements = agreements(self.formulation, &row.expression).filter(|_| is_column);
        agreements
            .map(|(name, factor)| (name, factor as f64))
            .collect()
    }

    /// The meaning of a row about a bonus: the referee has rows for colours, and other sets are lines of the wall.
    fn bonus(&self, row: &Row, is_part: bool) -> Meaning {
        let columns = self.formulation.program().columns();
        let facts = || {
            row.expression
                .terms()
                .map(|(column, _)| &columns[column.index()].fact)
        };
        let complete = facts().find_map(|fact| match fact {
            Fact::Complete { cells } => Some(cells),
            _ => None,
        });
        let Some(cells) = complete else {
            return Meaning::new();
        };
        let Some(colour) = colour_of(self.wall, cells) else {
            return self.axis_meaning(row, is_wall_column(self.wall, cells));
        };
        let part = facts().find_map(|fact| match fact {
            Fact::By { cell, .. } => Some(cell.number()),
            _ => None,
        });
        match (is_part, part) {
            (true, Some(cell)) => vec![(Name::new("colour", [colour, cell]), 1.0)],
            (true, None) => Meaning::new(),
            (false, _) => vec![(Name::new("colour", [colour]), -1.0)],
        }
    }

    /// The referee's rows with their multipliers, times the scale and rounded. The scale is the denominator of a proof of a score; a
    /// proof of infeasibility has no denominator.
    pub(super) fn numbers(
        &self,
        multipliers: &[f64],
        scale: f64,
        has_score: bool,
    ) -> Vec<(Name, i32)> {
        let mut sums: FxHashMap<Name, f64> = FxHashMap::default();
        let meanings = self.meanings.iter().zip(multipliers);
        for (rows, &multiplier) in meanings.filter(|(_, multiplier)| **multiplier != 0.0) {
            for (name, factor) in rows {
                *sums.entry(name.clone()).or_default() += multiplier * factor;
            }
        }
        self.constants.add_to(&mut sums, has_score);
        let is_equation = |name: &Name| match name.family.as_str() {
            "given" => self.referee_rows.is_equal(name),
            family => matches!(family, "size" | "same"),
        };
        let mut rows: Vec<(Name, i32)> = sums
            .into_iter()
            .map(|(name, multiplier)| {
                let number = (multiplier * scale).round();
                let number = if is_equation(&name) {
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
