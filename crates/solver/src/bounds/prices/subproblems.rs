//! The strips and columns of a problem.

use super::PARTS;
use super::subproblem::{Places, Subproblem};
use crate::bounds::completion::{line_points, places_of};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, CellSet, Line};

/// The subproblem of a strip of at most `height` rows.
pub(super) fn strip(problem: &Problem, tight: &Problem, first: usize, height: usize) -> Subproblem {
    let wall = problem.wall();
    let (columns, last) = (wall.columns(), wall.rows().min(first + height));
    let cells = (first..last).flat_map(|row| wall.line_cells(Line::Row(row as u32)));
    let full = (1 << columns) - 1;
    let bonus = gain(problem, problem.bonus().row);
    let complete = (0..last - first).map(|row| (full << (row * columns), bonus));
    let places = places(problem, tight, cells.collect(), complete.collect());
    let points = |place: usize, bits: usize| {
        let (row, column) = (place / columns, place % columns);
        line_points(bits >> (row * columns) & full, column)
    };
    let partner = |place: usize| match place < columns {
        true => place + columns,
        false => place - columns,
    };
    let looks_single =
        |place: usize, bits: usize| points(place, bits) == 0 && bits >> partner(place) & 1 == 0;
    let by_run = |place: usize, bits: usize| gain(problem, points(place, bits));
    Subproblem::new(places, by_run, looks_single)
}

/// The subproblem of a column beside strips of `height` rows.
pub(super) fn column(
    problem: &Problem,
    tight: &Problem,
    column: usize,
    height: usize,
) -> Subproblem {
    let wall = problem.wall();
    let cells = wall.line_cells(Line::Column(column as u32)).collect();
    let full = (1 << wall.rows()) - 1;
    let complete = vec![(full, gain(problem, problem.bonus().column))];
    let places = places(problem, tight, cells, complete);
    let of_strip = |row: usize| ((1 << height) - 1) << (row / height * height);
    let is_marked = |row: usize, bits: usize| {
        let neighbours = (1 << row << 1 | 1 << row >> 1) & bits;
        match problem.sense() {
            Sense::Maximize => neighbours == 0,
            Sense::Minimize => neighbours & of_strip(row) == 0 && neighbours != 0,
        }
    };
    let by_run = |row: usize, bits: usize| gain(problem, line_points(bits, row));
    Subproblem::new(places, by_run, is_marked)
}

/// The places of cells.
fn places(
    problem: &Problem,
    tight: &Problem,
    cells: Vec<Cell>,
    complete: Vec<(usize, i32)>,
) -> Places {
    let in_set = |set: &CellSet| places_of(&cells, |cell| set.contains(cell));
    let waits = cells.iter().map(|&cell| in_set(tight.before(cell)));
    let open = problem.turns().map(|turn| in_set(tight.allowed(turn)));
    Places {
        initial: in_set(problem.initial()),
        open: open.collect(),
        waits: waits.collect(),
        mandatory: places_of(&cells, |_| problem.fills_the_wall()),
        complete,
        cells: cells.iter().map(|cell| cell.index()).collect(),
    }
}

/// The gain of points, in parts of a point.
fn gain(problem: &Problem, points: u32) -> i32 {
    problem.sense().gain(points as i32) * PARTS
}
