//! Orders for the maximum of an empty wall after any number of tiles: along the best shape.

use crate::bounds::{best_shape, maximum_after};
use crate::instance::Sense;
use crate::order::Solution;
use crate::problem::Problem;
use crate::wall::Cell;
use itertools::{Itertools, chain, iproduct};

/// An optimal order, if the problem asks for the maximum of a wall that is empty at first, admits the best order of the
/// [best shape](best_shape), and that order scores the [maximum](maximum_after).
pub(super) fn order_of(problem: &Problem) -> Option<Solution> {
    let maximum = maximum_after(problem.wall(), problem.horizon(), problem.bonus());
    near(problem).filter(|solution| Some(u64::from(solution.score)) == maximum)
}

/// The best order of the best shape, if the problem asks for the maximum of a wall that is empty at first and admits it.
/// Another order may be better only where colours earn a bonus.
pub(super) fn near(problem: &Problem) -> Option<Solution> {
    let is_empty = problem.initial().is_empty() && problem.horizon() > 0;
    if problem.sense() == Sense::Minimize || !is_empty {
        return None;
    }
    let wall = problem.wall();
    let shape = best_shape(wall, problem.horizon(), problem.bonus())?;
    let cells = cells(&shape.rows).into_iter();
    let order: Vec<Cell> = cells
        .filter_map(|(row, column)| wall.cell(row, column))
        .collect();
    problem
        .admits(&order)
        .then(|| Solution::new(problem, order.into()))
}

/// The cells of a shape, by row and column from 0, in an order that scores as much as the shape can.
///
/// A largest subset with no two tiles in one line has as many tiles as some first rows and first columns that cover
/// the shape, by König's theorem. These rows and columns meet in a box. To its right the rows alone need a tile of the
/// subset each, and below it the columns do. Both parts are filled first, and then the box, from its lower right corner.
fn cells(rows: &[usize]) -> Vec<(usize, usize)> {
    let length = |row: usize| rows.get(row).copied().unwrap_or(0);
    let cover = (0..=rows.len()).min_by_key(|&row| row + length(row));
    let height = cover.unwrap_or(0);
    let width = length(height);
    let right = rows[..height].iter().map(|row| row - width).collect_vec();
    let below = (0..width)
        .map(|column| rows[height..].iter().filter(|&&row| row > column).count())
        .collect_vec();
    let right = from_the_diagonal(&right).into_iter();
    let below = from_the_diagonal(&below).into_iter();
    let corner = iproduct!(0..height, 0..width);
    chain!(
        right.map(|(row, column)| (row, column + width)),
        below.map(|(column, row)| (row + height, column)),
        corner.sorted_by_key(|(row, column)| std::cmp::Reverse(row + column)),
    )
    .collect()
}

/// The cells of a shape of n rows that has a cell in the diagonal from row n of column 1 to row 1 of column n in each
/// row: first the diagonal, and the cells above it, diagonal after diagonal; then the cells below, in the first n columns;
/// then the other columns, each from the top. So every line grows from one start, and the starts are the diagonal and
/// the top cells of the other columns.
fn from_the_diagonal(rows: &[usize]) -> Vec<(usize, usize)> {
    let n = rows.len();
    let cells = (0..n).flat_map(|row| (0..rows[row]).map(move |column| (row, column)));
    let key = |&(row, column): &(usize, usize)| match (row + column < n, column < n) {
        (true, _) => (0, n - row - column, 0),
        (false, true) => (1, row + column, 0),
        (false, false) => (2, column, row),
    };
    cells.sorted_by_key(key).collect()
}
