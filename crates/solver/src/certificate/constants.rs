//! Quantities of the referee that have no column in the program, because they are constant or equal to a column.
//!
//! The program states the points of a line by runs and starts. Where one of these is the same as "the cell is filled", it has the column
//! of the cell in its place, which the row and the column of the wall share. The referee has that column once along each axis, and gives
//! the quantity to its line. So the multiplier of the cell's agreement, `same(c,t)`, moves the term to the column of the wall.

use crate::bounds::blocks;
use crate::formulation::{Fact, Formulation, Linear, OrderingFormulation};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use azulejo_check::Row as Name;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// Points that a line loses for each tile that a phase lacks.
const LACK: i64 = 200;

/// Multiples of the referee's rows for quantities without a column.
pub(super) struct Constants {
    /// 1 for the maximum, and −1 for the minimum.
    sign: f64,
    /// Rows of a proof of a score, each with its multiplier.
    rows: Vec<(Name, i64)>,
    singles: Vec<Single>,
    /// Per cell, the terms of its start along its column.
    starts: FxHashMap<usize, Vec<(Name, i64)>>,
    /// Per first cell of a 2×2 block, its cells that are empty at first.
    blocks: FxHashMap<usize, Vec<usize>>,
}

/// A cell whose single is constant, or equal to one of its starts, with the starts that are constant: along its row, and along its
/// column.
struct Single {
    cell: usize,
    starts: [Option<i64>; 2],
    /// The rows of the 2×2 blocks with the cell.
    blocks: Vec<Name>,
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

impl Constants {
    pub(super) fn new(formulation: &OrderingFormulation, problem: &Problem) -> Self {
        let quantity = |name: String| formulation.quantity(&name).unwrap_or_default();
        let gain = |points: i64| problem.sense().gain(points);
        let columns = formulation.program().columns().iter();
        let names: FxHashSet<&str> = columns.map(|column| column.name.as_str()).collect();
        let blocks = blocks(problem.wall()).map(|block| {
            let free = block.into_iter().filter(|&cell| problem.is_free(cell));
            let free = free.map(|cell| cell.number());
            (block[0].number(), free.collect_vec())
        });
        let blocks: FxHashMap<usize, Vec<usize>> = blocks.collect();
        let free = || problem.free().map(|cell| cell.number());
        let singles = free().filter(|cell| !names.contains(format!("u({cell})").as_str()));
        let singles = singles.map(|cell| {
            let starts = ["sh", "sv"].map(|start| {
                let start = quantity(format!("{start}({cell})"));
                (start.terms().len() == 0).then(|| start.offset())
            });
            let blocks = blocks.iter().filter(|(_, cells)| cells.contains(&cell));
            let blocks = blocks.map(|(&first, _)| Name::new("block", [first]));
            Single {
                cell,
                starts,
                blocks: blocks.collect(),
            }
        });
        let starts = free().map(|cell| {
            let start = quantity(format!("sv({cell})"));
            (cell, agreements(formulation, &start).collect_vec())
        });
        let starts = starts.filter(|(_, agreements)| !agreements.is_empty());
        let points = free().flat_map(|cell| {
            let points = quantity(format!("v({cell})"));
            agreements(formulation, &points).collect_vec()
        });
        let mut rows = points
            .map(|(name, points)| (name, -gain(points)))
            .collect_vec();
        let mut equations = formulation.program().rows().iter();
        if equations.any(|row| row.equation.within() == "14a") {
            rows.extend(schedules(problem));
        }
        if !problem.fills_the_wall() && problem.horizon() > 0 {
            rows.extend(bonus_rows(problem, &names));
        }
        Self {
            sign: gain(1) as f64,
            rows,
            singles: singles.collect(),
            starts: starts.collect(),
            blocks,
        }
    }

    /// Adds the multiples of rows to the multipliers of a proof.
    pub(super) fn add_to(&self, sums: &mut FxHashMap<Name, f64>, has_score: bool) {
        let mut score_price = 0.0;
        if has_score {
            score_price = self.sign;
            for (name, factor) in &self.rows {
                *sums.entry(name.clone()).or_default() += *factor as f64;
            }
        }
        for single in &self.singles {
            // The rows of blocks subtract a single.
            let blocks = single.blocks.iter().filter_map(|block| sums.get(block));
            let price = score_price + blocks.sum::<f64>();
            if let Some(name) = single.row(price).filter(|_| price != 0.0) {
                *sums.entry(name).or_default() += price.abs();
            }
        }
        let starts = sums.iter().flat_map(|(name, &sum)| {
            let cells = self.column_starts(name);
            let terms = cells.flat_map(|(cell, factor)| {
                let terms = self.starts.get(&cell).into_iter().flatten();
                terms.map(move |(name, times)| (name.clone(), factor * times))
            });
            terms.map(move |(name, factor)| (name, sum * factor as f64))
        });
        for (name, number) in starts.collect_vec() {
            *sums.entry(name).or_default() += number;
        }
    }

    /// The cells whose starts along their columns are in a row of the referee, each with its factor.
    fn column_starts<'a>(&'a self, name: &'a Name) -> impl Iterator<Item = (usize, i64)> {
        let (factor, cells): (i64, &[usize]) = match (name.family.as_str(), &*name.indices) {
            ("singlev", cell) => (-1, cell),
            ("both", cell) => (1, cell),
            ("block", [first]) => (1, self.blocks.get(first).map_or(&[], Vec::as_slice)),
            _ => (0, &[]),
        };
        cells.iter().map(move |&cell| (cell, factor))
    }
}

/// The terms of an expression that say whether a cell is filled, each as the row about the cell's agreement, with its factor.
pub(super) fn agreements(
    formulation: &OrderingFormulation,
    expression: &Linear,
) -> impl Iterator<Item = (Name, i64)> {
    let columns = formulation.program().columns();
    let terms = expression.terms();
    terms.filter_map(move |(column, factor)| match columns[column.index()].fact {
        Fact::By { cell, turn } => {
            Some((Name::new("same", [cell.number(), turn.number()]), factor))
        }
        _ => None,
    })
}

/// The number of the colour of these cells, if they are one.
pub(super) fn colour_of(wall: Wall, cells: &[Cell]) -> Option<usize> {
    let mut colours = cells.iter().map(|&cell| wall.colour_of(cell));
    let colour = colours.all_equal_value().ok()??;
    (wall.rows() > 1).then_some(colour + 1)
}

/// Whether the cells are a column of the wall.
pub(super) fn is_wall_column(wall: Wall, cells: &[Cell]) -> bool {
    let mut columns = cells.iter().map(|&cell| wall.column_of(cell));
    columns.all_equal() && cells.len() == wall.rows()
}

/// Rows for what the program's schedules know of a line beyond its own orders: a phase that fills no other cells fills as many of the line
/// as it has turns. Each tile that such a phase lacks costs the line more than its orders differ by.
fn schedules(problem: &Problem) -> Vec<(Name, i64)> {
    let (wall, mut rows) = (problem.wall(), Vec::new());
    for phase in problem.phases_of_rows() {
        let cells = || phase.cells.iter();
        let is_in_row = cells().map(|cell| wall.row_of(cell)).all_equal();
        let is_in_column = cells().map(|cell| wall.column_of(cell)).all_equal();
        let ends = [(phase.end, LACK), (phase.end - phase.turns, -LACK)];
        for (end, points) in ends.into_iter().filter(|(end, _)| *end > 0) {
            if is_in_row || is_in_column {
                rows.push((Name::new("size", [end]), -points));
            }
            if is_in_column && !is_in_row {
                let agreements = cells().map(|cell| Name::new("same", [cell.number(), end]));
                rows.extend(agreements.map(|name| (name, points)));
            }
        }
    }
    rows
}

/// Rows for the points of colours, and of columns of the wall, that have no column in the program. `names` are the columns of the
/// program.
fn bonus_rows(problem: &Problem, names: &FxHashSet<&str>) -> Vec<(Name, i64)> {
    let (wall, last) = (problem.wall(), problem.horizon());
    let maximizes = problem.sense() == Sense::Maximize;
    let lines = problem.bonus_lines().into_iter().enumerate();
    let lines = lines.filter(|(index, _)| !names.contains(format!("full({})", index + 1).as_str()));
    let rows = lines.filter_map(|(_, (cells, points))| {
        let points = i64::from(points);
        let free = cells.iter().filter(|&&cell| problem.is_free(cell));
        let has_column = |cell: &usize| names.contains(format!("y({cell},{last})").as_str());
        let cell = free.map(|cell| cell.number()).min_by_key(has_column);
        match colour_of(wall, &cells) {
            Some(colour) if maximizes => Some((Name::new("colour", [colour, cell?]), points)),
            Some(colour) => Some((Name::new("colour", [colour]), points)),
            // A line with one free cell is full when the cell is filled.
            None => {
                let cell = cell.filter(|cell| is_wall_column(wall, &cells) && has_column(cell));
                Some((
                    Name::new("same", [cell?, last]),
                    -problem.sense().gain(points),
                ))
            }
        }
    });
    rows.collect()
}
