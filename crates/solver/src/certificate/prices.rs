//! Integer multipliers of the referee's rows from the multipliers of a linear program.
//!
//! The referee visits all orders of a line, so it needs no row about a single line. Multipliers of the ordering formulation's
//! other rows are kept. The rows about a column of the wall become prices of the column's turns: the multiplier of `same(c,t)`.

use super::given::RefereeRows;
use crate::bounds::blocks;
use crate::formulation::{Fact, Formulation, Linear, OrderingFormulation, Relation, Row};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use azulejo_check::Row as Name;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::iter;

/// Points that a line loses for each tile that a phase lacks.
const LACK: i64 = 200;

/// The referee's rows for a row of the formulation, each with its factor. There are none for a row about one row of
/// the wall or about one cell, and for a row that the referee has no name for.
type Meaning = Vec<(Name, f64)>;

/// The referee's names for the rows of a program.
pub(super) struct Prices<'a> {
    formulation: &'a OrderingFormulation,
    problem: &'a Problem,
    referee_rows: RefereeRows,
    meanings: Vec<Meaning>,
    /// The last turn of each phase.
    ends: Vec<usize>,
    /// Rows for constant quantities, which have no column, each with the factor of the denominator.
    constant_rows: Vec<(Name, i64)>,
    /// The singles without a column.
    singles: Vec<Single>,
}

/// A cell whose single is constant, or equal to one of its starts, with the starts that are constant: along its row, and along its
/// column.
struct Single {
    cell: usize,
    starts: [Option<i64>; 2],
}

impl Single {
    /// The row that bounds the single at a price other than 0; none where the single is 0, and costs.
    fn row(&self, price: f64) -> Option<Name> {
        let family = match self.starts {
            [Some(0), _] | [_, Some(0)] if price < 0.0 => return None,
            _ if price < 0.0 => "both",
            [Some(0), _] => "singleh",
            [_, Some(0)] | [Some(1), _] => "singlev",
            _ => "singleh",
        };
        Some(Name::new(family, [self.cell]))
    }
}

impl<'a> Prices<'a> {
    pub(super) fn new(
        formulation: &'a OrderingFormulation,
        problem: &'a Problem,
        referee_rows: RefereeRows,
    ) -> Self {
        let ends = problem.phases_of_rows();
        let ends = ends.iter().map(|phase| phase.end).collect();
        let mut prices = Self {
            formulation,
            problem,
            referee_rows,
            meanings: Vec::new(),
            ends,
            constant_rows: Vec::new(),
            singles: Vec::new(),
        };
        prices.add(formulation.program().rows());
        prices.add_constant_rows();
        prices
    }

    /// Adds the meanings of further rows of the program.
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
                self.axis_meaning(row, self.wall().row_of(first) != self.wall().row_of(then))
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
        self.wall().row_of(left) == self.wall().row_of(right)
            || self.wall().column_of(left) == self.wall().column_of(right)
    }

    /// The meaning of a row about one line: for a column of the wall, multiples of `same(c,t)`.
    fn axis_meaning(&self, row: &Row, is_column: bool) -> Meaning {
        let agreements = self.agreements_of(&row.expression).filter(|_| is_column);
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
        let Some(colour) = self.colour_of(cells) else {
            return self.axis_meaning(row, self.is_wall_column(cells));
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

    /// The number of the colour of these cells, if they are one.
    fn colour_of(&self, cells: &[Cell]) -> Option<usize> {
        let wall = self.wall();
        let mut colours = cells.iter().map(|&cell| wall.colour_of(cell));
        let colour = colours.all_equal_value().ok()??;
        (wall.rows() > 1).then_some(colour + 1)
    }

    /// Whether the cells are a column of the wall.
    fn is_wall_column(&self, cells: &[Cell]) -> bool {
        let wall = self.wall();
        let mut columns = cells.iter().map(|&cell| wall.column_of(cell));
        columns.all_equal() && cells.len() == wall.rows()
    }

    /// Finds the quantities without a column, and their rows.
    fn add_constant_rows(&mut self) {
        let maximizes = self.problem.sense() == Sense::Maximize;
        let columns = self.formulation.program().columns().iter();
        let names: FxHashSet<&str> = columns.map(|column| column.name.as_str()).collect();
        let is_column = |name: &str| names.contains(name);
        let constant = |name: &str| {
            let quantity = self.formulation.quantity(name)?;
            (quantity.terms().len() == 0).then(|| quantity.offset())
        };
        let free = self.problem.free().map(|cell| cell.number());
        let singles = free.filter(|cell| !is_column(&format!("u({cell})")));
        let singles = singles.map(|cell| {
            let starts = ["sh", "sv"].map(|start| constant(&format!("{start}({cell})")));
            Single { cell, starts }
        });
        let singles = singles.collect();
        (self.constant_rows, self.singles) = (Vec::new(), singles);
        let gain = |points: i64| self.problem.sense().gain(points);
        // The points of a cell along its column are in the column of the wall.
        let points = self.problem.free();
        let points = points.flat_map(|cell| self.agreements(&format!("v({cell})")));
        self.constant_rows = points.map(|(name, points)| (name, -gain(points))).collect();
        self.add_schedules();
        let last = self.problem.horizon();
        if self.problem.fills_the_wall() || last == 0 {
            return;
        }
        let mut rows = Vec::new();
        for (index, (cells, points)) in self.problem.bonus_lines().into_iter().enumerate() {
            if is_column(&format!("full({})", index + 1)) {
                continue;
            }
            let points = i64::from(points);
            let free = cells
                .iter()
                .filter(|cell| !self.problem.initial().contains(**cell))
                .map(|cell| cell.number());
            let has_column = |cell: &usize| is_column(&format!("y({cell},{last})"));
            let cell = free.clone().min_by_key(has_column);
            match (self.colour_of(&cells), cell) {
                (Some(colour), Some(cell)) if maximizes => {
                    rows.push((Name::new("colour", [colour, cell]), points));
                }
                (Some(_), _) if maximizes => {}
                (Some(colour), _) => rows.push((Name::new("colour", [colour]), points)),
                // A line with one free cell is full when the cell is filled.
                (None, Some(cell)) if self.is_wall_column(&cells) && has_column(&cell) => {
                    rows.push((Name::new("same", [cell, last]), -gain(points)));
                }
                (None, _) => {}
            }
        }
        self.constant_rows.extend(rows);
    }

    /// Adds what the program's schedules know of a line beyond its own orders: a phase that fills no other cells fills as many of the
    /// line as it has turns. Each tile that such a phase lacks costs the line more than all of its orders differ by.
    fn add_schedules(&mut self) {
        let rows = self.formulation.program().rows().iter();
        let mut equations = rows.map(|row| row.equation.within());
        if !equations.contains("14a") {
            return;
        }
        let wall = self.wall();
        for phase in self.problem.phases_of_rows() {
            let cells = || phase.cells.iter();
            let is_in_row = cells().map(|cell| wall.row_of(cell)).all_equal();
            let is_in_column = cells().map(|cell| wall.column_of(cell)).all_equal();
            let ends = [(phase.end, LACK), (phase.end - phase.turns, -LACK)];
            for (end, points) in ends.into_iter().filter(|(end, _)| *end > 0) {
                if is_in_row || is_in_column {
                    self.constant_rows.push((Name::new("size", [end]), -points));
                }
                if is_in_column && !is_in_row {
                    let agreements = cells().map(|cell| Name::new("same", [cell.number(), end]));
                    self.constant_rows
                        .extend(agreements.map(|name| (name, points)));
                }
            }
        }
    }

    /// The terms of a quantity that say whether a cell is filled, each as the row about the cell's agreement, with its factor.
    fn agreements(&self, quantity: &str) -> Vec<(Name, i64)> {
        let quantity = self.formulation.quantity(quantity).unwrap_or_default();
        self.agreements_of(&quantity).collect()
    }

    fn agreements_of(&self, expression: &Linear) -> impl Iterator<Item = (Name, i64)> {
        let columns = self.formulation.program().columns();
        let terms = expression.terms();
        terms.filter_map(move |(column, factor)| match columns[column.index()].fact {
            Fact::By { cell, turn } => {
                Some((Name::new("same", [cell.number(), turn.number()]), factor))
            }
            _ => None,
        })
    }

    /// The starts of columns of the wall in a row of the referee, each with its factor.
    fn column_starts(&self, name: &Name) -> Vec<(Cell, i64)> {
        match (name.family.as_str(), name.indices.as_slice()) {
            ("singlev", &[cell]) => vec![(Cell::from_number(cell), -1)],
            ("both", &[cell]) => vec![(Cell::from_number(cell), 1)],
            ("block", &[first]) => {
                let block = blocks(self.wall()).find(|block| block[0].number() == first);
                let cells = block.into_iter().flatten();
                cells
                    .filter(|&cell| self.problem.is_free(cell))
                    .map(|cell| (cell, 1))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The rows of the 2×2 blocks with a cell.
    fn blocks_of(&self, cell: usize) -> impl Iterator<Item = Name> {
        let cell = Cell::from_number(cell);
        let blocks = blocks(self.wall()).filter(move |block| block.contains(&cell));
        blocks.map(|block| Name::new("block", [block[0].number()]))
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
        if has_score {
            for (name, factor) in &self.constant_rows {
                *sums.entry(name.clone()).or_default() += *factor as f64;
            }
        }
        let score_price = match has_score {
            true => self.problem.sense().gain(1.0),
            false => 0.0,
        };
        for single in &self.singles {
            // The rows of blocks subtract a single.
            let blocks = self.blocks_of(single.cell);
            let sum: f64 = blocks.filter_map(|block| sums.get(&block)).sum();
            let price = score_price + sum;
            if let Some(name) = single.row(price).filter(|_| price != 0.0) {
                *sums.entry(name).or_default() += price.abs();
            }
        }
        let starts = sums.iter().flat_map(|(name, sum)| {
            let starts = self.column_starts(name).into_iter();
            let starts = starts.flat_map(|(cell, factor)| {
                let agreements = self.agreements(&format!("sv({cell})")).into_iter();
                agreements.map(move |(name, times)| (name, factor * times))
            });
            starts.map(move |(name, factor)| (name, sum * factor as f64))
        });
        for (name, number) in starts.collect_vec() {
            *sums.entry(name).or_default() += number;
        }
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
