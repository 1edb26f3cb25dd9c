//! Orders that end in a given cell: the best of these for the maximum and for the minimum, of any wall.

use super::balanced::heights;
use super::greedy::ranked;
use crate::bounds::{maximum_ending_in, minimum_ending_in};
use crate::instance::Sense;
use crate::order::Solution;
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use azulejo_control::Control;
use itertools::{Itertools, chain, iproduct};

/// A cell by its row and column, from 0.
type Place = (usize, usize);

/// An optimal order, if the problem fills a whole wall that is empty at first, has a [last cell](Problem::last_cell), and admits the
/// order of this construction.
///
/// The score is that of [`minimum_ending_in`] or [`maximum_ending_in`], which no order beats, and all bonuses.
pub(super) fn order_of(problem: &Problem) -> Option<Solution> {
    let (wall, last) = (problem.wall(), problem.last_cell()?);
    if !problem.fills_an_empty_wall() {
        return None;
    }
    let points = match problem.sense() {
        Sense::Maximize => maximum_ending_in(wall, last),
        Sense::Minimize => minimum_ending_in(wall, last),
    };
    let score = u32::try_from(points)
        .ok()?
        .checked_add(problem.full_bonus())?;
    let order = cells(wall, last, problem.sense());
    problem.admits(&order).then(|| Solution {
        order: order.into(),
        score,
    })
}

/// The order for the minimum as far as other constraints and initial cells leave room for it; none where the
/// last cell is not known.
pub(super) fn near(problem: &Problem, control: &Control) -> Option<Solution> {
    if problem.sense() == Sense::Maximize || !problem.fills_the_wall() {
        return None;
    }
    let mut turns = vec![0; problem.wall().len()];
    let cells = cells(problem.wall(), problem.last_cell()?, problem.sense());
    for (turn, cell) in cells.into_iter().enumerate() {
        turns[cell.index()] = turn;
    }
    let order = ranked(problem, |_, cell| turns[cell.index()], control)?;
    Some(Solution::new(problem, order))
}

/// The best order of a whole wall, empty at first, that ends in a cell.
pub(super) fn cells(wall: Wall, last: Cell, sense: Sense) -> Vec<Cell> {
    let size = (wall.rows(), wall.columns());
    let last = (wall.row_of(last), wall.column_of(last));
    let places = match sense {
        Sense::Maximize => growing(size, last),
        Sense::Minimize => by_trees(size, last),
    };
    let cells = places.into_iter();
    cells
        .filter_map(|(row, column)| wall.cell(row, column))
        .collect()
}

/// First the neighbours of the last cell and the cells at their corners, in this order. These cells make a box, which then
/// grows by a row and a column at once: their corner first, and from it along both. When the box has all rows or all
/// columns, it grows by the other lines, one by one.
///
/// Every tile of a line continues the tiles of the line, but for the first one of each part of the last cell's
/// lines. The box begins with as many starts as its longer side needs, and grows by one start each time.
fn growing((rows, columns): Place, last: Place) -> Vec<Place> {
    let around = |place: usize, lines: usize| place.saturating_sub(1)..(place + 2).min(lines);
    let (mut filled_rows, mut filled_columns) = (around(last.0, rows), around(last.1, columns));
    let distance = |&(row, column): &Place| row.abs_diff(last.0) + column.abs_diff(last.1);
    let mut order = iproduct!(filled_rows.clone(), filled_columns.clone())
        .filter(|&place| place != last)
        .sorted_by_key(distance)
        .collect_vec();
    loop {
        let (row, column) = (
            next_line(&filled_rows, rows),
            next_line(&filled_columns, columns),
        );
        let along_row = |row| nearest_first(&filled_columns, column).map(move |at| (row, at));
        let along_column = |column| nearest_first(&filled_rows, row).map(move |at| (at, column));
        match (row, column) {
            (None, None) => break,
            (Some(row), None) => order.extend(along_row(row)),
            (None, Some(column)) => order.extend(along_column(column)),
            (Some(row), Some(column)) => order.extend(chain!(
                [(row, column)],
                along_row(row),
                along_column(column)
            )),
        }
        filled_rows = extend(filled_rows, row);
        filled_columns = extend(filled_columns, column);
    }
    order.push(last);
    order
}

/// A line right before or right after an interval of lines, if there is one.
fn next_line(filled: &std::ops::Range<usize>, lines: usize) -> Option<usize> {
    let after = (filled.end < lines).then_some(filled.end);
    filled.start.checked_sub(1).or(after)
}

/// The lines of an interval, from the end next to a neighbour; from the first line without a neighbour.
fn nearest_first(
    filled: &std::ops::Range<usize>,
    neighbour: Option<usize>,
) -> impl Iterator<Item = usize> + use<> {
    let (first, end) = (filled.start, filled.end);
    let backwards = neighbour.is_some_and(|line| line >= end);
    (first..end).map(move |line| match backwards {
        true => first + end - 1 - line,
        false => line,
    })
}

/// An interval with one more line.
fn extend(filled: std::ops::Range<usize>, line: Option<usize>) -> std::ops::Range<usize> {
    match line {
        Some(line) => filled.start.min(line)..filled.end.max(line + 1),
        None => filled,
    }
}

/// Every line in the order of a balanced tree, and the lines of the last cell in the orders of trees with this cell as their root.
///
/// Count the places of a line from 1. There are two cases.
///
/// - *The last cell is not in an even place with an even one at each end, along its row or along its column*: say along
///   its row. Then a balanced tree of a row has the cell's place as a leaf. So its column may be filled first, in any
///   order, and then the other cells, row by row in the order of a tree of the columns. In each row they follow the
///   tree of the rows; in the row of the last cell they follow its own trees, left and right.
/// - *An odd number of cells is on each of its four sides*: the trees of all lines have their leaves in odd places.
///   Leaves of both trees come first, then leaves of one. The rest is the same task for the cells that are in even
///   places both ways, a wall of half the size.
fn by_trees((rows, columns): Place, last: Place) -> Vec<Place> {
    let odd = |lines: usize, place: usize| place % 2 == 1 && (lines - 1 - place) % 2 == 1;
    match (odd(rows, last.0), odd(columns, last.1)) {
        (true, true) => half_wall((rows, columns), last),
        (false, true) => {
            let places = by_trees((columns, rows), (last.1, last.0)).into_iter();
            places.map(|(column, row)| (row, column)).collect()
        }
        (_, false) => column_first((rows, columns), last),
    }
}

/// The second case of [`by_trees`].
fn half_wall((rows, columns): Place, last: Place) -> Vec<Place> {
    let (of_rows, of_columns) = (heights(rows), heights(columns));
    let [leaves, row_inner, column_inner] = [(0, 0), (0, 1), (1, 0)].map(|(row, column)| {
        let places = iproduct!((row..rows).step_by(2), (column..columns).step_by(2));
        places.sorted_by_key(|&(row, column)| of_rows[row] + of_columns[column])
    });
    let inner = by_trees((rows / 2, columns / 2), (last.0 / 2, last.1 / 2)).into_iter();
    let inner = inner.map(|(row, column)| (2 * row + 1, 2 * column + 1));
    chain!(leaves, row_inner, column_inner, inner).collect()
}

/// The first case of [`by_trees`].
fn column_first((rows, columns): Place, last: Place) -> Vec<Place> {
    // Leaves are in the places 0, 2, 4, …; turned round, if the length is even, in 1, 3, 5, ….
    let mut of_columns = heights(columns);
    if last.1 % 2 == 1 {
        of_columns.reverse();
    }
    // The row of the last cell should be no leaf, if that can be: the cell is not one.
    let mut of_rows = heights(rows);
    if last.0.is_multiple_of(2) && rows.is_multiple_of(2) {
        of_rows.reverse();
    }
    let parts = |place: usize, lines: usize| [heights(place), vec![0], heights(lines - 1 - place)];
    let own_row = parts(last.1, columns).concat();
    let own_column = parts(last.0, rows).concat();
    let first = (0..rows).filter(|&row| row != last.0);
    let first = first.sorted_by_key(|&row| own_column[row]);
    let rest = iproduct!(0..rows, (0..columns).filter(|&column| column != last.1));
    let rest = rest.sorted_by_key(|&(row, column)| match row == last.0 {
        true => (of_rows[row], own_row[column]),
        false => (of_rows[row], of_columns[column]),
    });
    let first = first.map(|row| (row, last.1));
    chain!(first, rest, [last]).collect()
}
