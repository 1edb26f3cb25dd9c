//! The maximum of an empty wall after any number of tiles, over the shapes that the tiles can have.
//!
//! A score is the sum over all lines of their points and starts, less 1 for each tile that is a start, one way or both.
//! A line with n tiles has n·(n + 1)/2 points and starts at most. Each line with tiles has a start, and one tile is the
//! start of a row and of a column at most. So a set of tiles scores no more than
//!
//! ```text
//! Φ = Σ_rows r·(r + 1)/2 + Σ_columns c·(c + 1)/2 − (rows with tiles + columns with tiles − ν),
//! ```
//!
//! with r and c for the numbers of tiles in the rows and the columns, and ν for the size of the largest subset with no
//! two tiles in one line. Of all sets of as many tiles, one has the largest Φ whose rows all begin at the left edge and
//! become no longer from the top to the bottom: a *shape*. And each shape has an order that scores its Φ. `docs/proofs.md`
//! has the proofs.

use crate::wall::{Bonus, Wall};
use itertools::Itertools;

/// A set of tiles whose rows begin at the left edge and become no longer from the top to the bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The tiles of each row that has some.
    pub rows: Vec<usize>,
    /// The score of its best order, with the bonuses of the rows and the columns that it completes.
    pub score: u64,
}

/// The most steps of a search for a shape.
const STEPS: usize = 1 << 25;

/// Largest number of shapes to enumerate for each number of complete colours.
const SHAPES: usize = 1 << 18;

/// The shape of `tiles` tiles with the largest score on an empty wall, the bonuses of complete rows and columns included:
/// no order of as many tiles scores more, if the bonus of a colour is 0. None where the wall has too few cells, or too
/// many for this search: 30×30 is not too large.
///
/// ```
/// use azulejo_solver::{bounds::best_shape, wall::{Bonus, Wall}};
/// let shape = best_shape(Wall::new(5, 5)?, 6, Bonus::default()).expect("small");
/// assert_eq!((shape.rows, shape.score), (vec![5, 1], 18));
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn best_shape(wall: Wall, tiles: usize, bonus: Bonus) -> Option<Shape> {
    let matching = wall.rows().min(wall.columns());
    let states = (wall.rows() + 1) * (wall.columns() + 1) * (tiles + 1);
    if tiles > wall.len() || states.saturating_mul(matching + 1) > STEPS {
        return None;
    }
    let tables = (0..=matching).map(|matching| Shapes::new(wall, tiles, bonus, matching));
    let best = tables.filter_map(|table| Some((table.best()?, table.matching)));
    let (_, matching) =
        best.max_by_key(|&(score, matching)| (score, std::cmp::Reverse(matching)))?;
    Shapes::new(wall, tiles, bonus, matching).shape()
}

/// Upper bound on the score of the orders of `tiles` tiles on an empty wall, bonuses included; none where [`best_shape`] has none.
/// The bound is the maximum if the bonus of a colour is 0.
///
/// If m colours are complete at the end on an n×n wall, each row and each column has m of their cells. Of the other
/// tiles a row or a column has n − m at most, and the columns share them out as evenly, or more so, as a shape with
/// these rows does that is cut off at n − m.
pub fn maximum_after(wall: Wall, tiles: usize, bonus: Bonus) -> Option<u64> {
    let plain_score = best_shape(wall, tiles, bonus)?.score;
    let colours = match bonus.colour {
        0 => 0,
        _ => (tiles / wall.rows()).min(wall.colours()),
    };
    let bounds = (1..=colours).map(|complete| with_colours(wall, tiles, bonus, complete));
    let points = u64::from(bonus.colour);
    bounds
        .enumerate()
        .map(|(index, bound)| bound.unwrap_or(plain_score + points * (index as u64 + 1)))
        .chain([plain_score])
        .max()
}

/// The best paths along the edges of shapes, from the upper right corner of the wall to the left edge: down beside
/// a row, left below a column.
struct Shapes {
    wall: Wall,
    tiles: usize,
    bonus: Bonus,
    /// Number of tiles with no two in one line: no t rows and s columns with t + s less than it cover all tiles (König's theorem).
    matching: usize,
    /// Best sum of the shape above and to the right, by rows above, columns to the left, and tiles above.
    best: Vec<Option<i64>>,
}

impl Shapes {
    fn new(wall: Wall, tiles: usize, bonus: Bonus, matching: usize) -> Self {
        let states = (wall.rows() + 1) * (wall.columns() + 1) * (tiles + 1);
        let mut shapes = Self {
            wall,
            tiles,
            bonus,
            matching,
            best: vec![None; states],
        };
        let first = shapes.state(0, wall.columns(), 0);
        shapes.best[first] = Some(matching as i64);
        for row in 0..=wall.rows() {
            for column in (1..=wall.columns()).rev() {
                for tiles in 0..=shapes.tiles {
                    let Some(score) = shapes.best[shapes.state(row, column, tiles)] else {
                        continue;
                    };
                    if shapes.has_row(row, column) && tiles + column <= shapes.tiles {
                        let next = shapes.state(row + 1, column, tiles + column);
                        let score = score + shapes.of_row(column);
                        shapes.best[next] = shapes.best[next].max(Some(score));
                    }
                    let next = shapes.state(row, column - 1, tiles);
                    let score = score + shapes.of_column(row);
                    shapes.best[next] = shapes.best[next].max(Some(score));
                }
            }
        }
        shapes
    }

    fn state(&self, row: usize, column: usize, tiles: usize) -> usize {
        (row * (self.wall.columns() + 1) + column) * (self.tiles + 1) + tiles
    }

    /// Whether the row after `row` rows may have `tiles` tiles.
    fn has_row(&self, row: usize, tiles: usize) -> bool {
        row < self.wall.rows() && row + tiles >= self.matching
    }

    fn of_row(&self, tiles: usize) -> i64 {
        let whole = tiles == self.wall.columns();
        of_line(tiles) - 1 + if whole { self.bonus.row.into() } else { 0 }
    }

    fn of_column(&self, tiles: usize) -> i64 {
        let whole = tiles == self.wall.rows();
        of_line(tiles) - i64::from(tiles > 0) + if whole { self.bonus.column.into() } else { 0 }
    }

    /// The number of rows of the best shape, and its score.
    fn end(&self) -> Option<(usize, i64)> {
        let rows = self.matching..=self.wall.rows();
        let ends = rows.filter_map(|row| Some((row, self.best[self.state(row, 0, self.tiles)]?)));
        ends.max_by_key(|&(row, score)| (score, std::cmp::Reverse(row)))
    }

    fn best(&self) -> Option<i64> {
        self.end().map(|(_, score)| score)
    }

    /// The shape of the best path.
    fn shape(&self) -> Option<Shape> {
        let (mut row, score) = self.end()?;
        let (mut column, mut tiles) = (0, self.tiles);
        let mut rows = Vec::new();
        while (row, column) != (0, self.wall.columns()) {
            let current = self.best[self.state(row, column, tiles)]?;
            let is_row = row > 0
                && column > 0
                && tiles >= column
                && self.has_row(row - 1, column)
                && self.best[self.state(row - 1, column, tiles - column)]
                    .is_some_and(|before| before + self.of_row(column) == current);
            if is_row {
                row -= 1;
                tiles -= column;
                rows.push(column);
            } else {
                column += 1;
            }
        }
        rows.reverse();
        Some(Shape {
            rows,
            score: u64::try_from(score).ok()?,
        })
    }
}

/// Largest sum of points and starts of a line.
fn of_line(tiles: usize) -> i64 {
    (tiles * (tiles + 1) / 2) as i64
}

/// Upper bound on the score if `complete` colours are complete at the end; none where there are too many shapes.
fn with_colours(wall: Wall, tiles: usize, bonus: Bonus, complete: usize) -> Option<u64> {
    let n = wall.rows();
    let (rest, room) = (tiles - n * complete, n - complete);
    // Number of shapes of all sizes in n rows of `room` cells.
    let shapes = (1..=room).try_fold(1usize, |shapes, k| Some(shapes.checked_mul(n + k)? / k))?;
    if shapes > SHAPES {
        return None;
    }
    let gain = |tiles: &usize, bonus: u32| {
        let whole = *tiles == room;
        of_line(complete + tiles) + if whole { bonus.into() } else { 0 }
    };
    let mut best = None;
    for_each_shape(rest, n, room, &mut Vec::new(), &mut |rows| {
        let columns = (0..room).map(|column| rows.iter().filter(|&&row| row > column).count());
        let mut excess = 0;
        // Tiles after the end of a column go to the next ones: the most uneven numbers.
        let columns = columns
            .pad_using(n, |_| 0)
            .map(|column| {
                let tiles = room.min(column + excess);
                excess = column + excess - tiles;
                gain(&tiles, bonus.column)
            })
            .sum::<i64>();
        let rows = rows.iter().copied().pad_using(n, |_| 0);
        let rows = rows.map(|row| gain(&row, bonus.row)).sum::<i64>();
        best = best.max(Some(rows + columns));
    });
    // At least n tiles are starts.
    let score = best? - n as i64 + complete as i64 * i64::from(bonus.colour);
    u64::try_from(score).ok()
}

/// Visits every shape of `tiles` tiles in at most `rows` rows, none longer than `longest`.
fn for_each_shape(
    tiles: usize,
    rows: usize,
    longest: usize,
    before: &mut Vec<usize>,
    visit: &mut impl FnMut(&[usize]),
) {
    if tiles == 0 {
        visit(before);
        return;
    }
    if rows == 0 {
        return;
    }
    for row in tiles.div_ceil(rows)..=longest.min(tiles) {
        before.push(row);
        for_each_shape(tiles - row, rows - 1, row, before, visit);
        before.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::iproduct;

    const BONUS: Bonus = Bonus {
        row: 2,
        column: 7,
        colour: 10,
    };

    fn wall_of(rows: usize, columns: usize) -> Wall {
        Wall::new(rows as u64, columns as u64).expect("allowed")
    }

    /// Φ of a set of cells with the bonus of its lines, by its formula. By König's theorem ν is the least number
    /// of rows and columns that have all tiles.
    fn phi(wall: Wall, set: u32, bonus: Bonus) -> i64 {
        let (rows, columns) = (wall.rows(), wall.columns());
        let filled = |row, column| set >> (row * columns + column) & 1 == 1;
        let in_row = |row| (0..columns).filter(|&column| filled(row, column)).count();
        let in_column = |column| (0..rows).filter(|&row| filled(row, column)).count();
        let gain = |tiles: usize, length: usize, bonus: u32| {
            let points = tiles * (tiles + 1) / 2;
            let whole = if tiles == length { bonus } else { 0 };
            points as i64 - i64::from(tiles > 0) + i64::from(whole)
        };
        let covers = (0u32..1 << rows).map(|row_set| {
            let is_uncovered = |column: &usize| {
                (0..rows).any(|row| row_set >> row & 1 == 0 && filled(row, *column))
            };
            row_set.count_ones() as usize + (0..columns).filter(is_uncovered).count()
        });
        let of_rows: i64 = (0..rows)
            .map(|row| gain(in_row(row), columns, bonus.row))
            .sum();
        let of_columns = (0..columns).map(|column| gain(in_column(column), rows, bonus.column));
        of_rows + of_columns.sum::<i64>() + covers.min().unwrap_or(0) as i64
    }

    #[test]
    fn the_best_shape_has_the_largest_sum_of_all_sets_of_cells() {
        for ((rows, columns), bonus) in iproduct!(
            [(1, 1), (1, 5), (4, 2), (3, 3), (3, 4), (4, 3)],
            [Bonus::default(), BONUS]
        ) {
            let wall = wall_of(rows, columns);
            let mut best = vec![0; wall.len() + 1];
            for set in 0u32..1 << wall.len() {
                let best = &mut best[set.count_ones() as usize];
                *best = phi(wall, set, bonus).max(*best);
            }
            for (tiles, best) in best.into_iter().enumerate() {
                let shape = best_shape(wall, tiles, bonus).expect("small");
                assert_eq!(shape.score as i64, best, "{wall} {tiles}");
                assert_eq!(shape.rows.iter().sum::<usize>(), tiles, "{wall}");
                assert!(
                    shape.rows.is_sorted_by(|row, next| row >= next),
                    "{wall} {tiles}"
                );
                let set = shape.rows.iter().enumerate();
                let set = set
                    .map(|(row, &tiles)| ((1 << tiles) - 1) << (row * columns))
                    .sum();
                assert_eq!(phi(wall, set, bonus), best, "{wall} {tiles}");
            }
            assert_eq!(best_shape(wall, wall.len() + 1, bonus), None, "{wall}");
        }
    }

    #[test]
    fn large_walls_have_a_shape_and_larger_ones_have_none() {
        let whole = |n| best_shape(wall_of(n, n), n * n, Bonus::default());
        let shape = whole(30).expect("30×30 is not too large");
        assert_eq!(shape.score, 30 * 30 * 30 + 30 * 30 - 30);
        assert_eq!(whole(33), None);
    }

    /// All ways to share out `tiles` tiles among `n` lines of at most `room`, the longest first.
    fn shares(tiles: usize, n: usize, room: usize) -> Vec<Vec<usize>> {
        let shares = (0..n).map(|_| 0..=room).multi_cartesian_product();
        let sorted = shares.filter(|share| share.is_sorted_by(|line, next| line >= next));
        sorted
            .filter(|share| share.iter().sum::<usize>() == tiles)
            .collect()
    }

    /// Comparison with all numbers of tiles in rows and columns that go together.
    #[test]
    fn complete_colours_leave_the_best_compatible_numbers() {
        for (n, bonus) in iproduct!(2usize..=4, [BONUS, Bonus { column: 1, ..BONUS }]) {
            let wall = wall_of(n, n);
            for (complete, rest) in iproduct!(1..n, 0..=n * n) {
                let room = n - complete;
                if rest > n * room {
                    continue;
                }
                let gain = |share: &[usize], bonus: u32| -> i64 {
                    let of_line = |tiles: usize| {
                        let (all, whole) = (tiles + complete, tiles == room);
                        (all * (all + 1) / 2) as i64 + if whole { i64::from(bonus) } else { 0 }
                    };
                    share.iter().map(|&tiles| of_line(tiles)).sum()
                };
                let shares = shares(rest, n, room);
                let is_compatible = |rows: &[usize], columns: &[usize]| {
                    (1..=n).all(|lines| {
                        let in_columns: usize = columns[..lines].iter().sum();
                        in_columns <= rows.iter().map(|&row| row.min(lines)).sum()
                    })
                };
                let pairs = iproduct!(&shares, &shares);
                let pairs = pairs.filter(|(rows, columns)| is_compatible(rows, columns));
                let best = pairs
                    .map(|(rows, columns)| gain(rows, bonus.row) + gain(columns, bonus.column));
                let best = best.max().expect("some share") - n as i64 + 10 * complete as i64;
                let bound = with_colours(wall, n * complete + rest, bonus, complete);
                assert_eq!(
                    bound.map(|bound| bound as i64),
                    Some(best),
                    "{n} {complete} {rest}"
                );
            }
        }
    }

    /// From 11×11 on there are too many shapes for one colour, and from 12×12 on for two: the bound adds the points of the colours.
    #[test]
    fn the_bound_adds_the_points_of_colours_where_there_are_too_many_shapes() {
        for (n, tiles, complete) in [(11, 15, 1), (12, 30, 2)] {
            let wall = wall_of(n, n);
            let score = best_shape(wall, tiles, BONUS).expect("small").score;
            assert!(
                (1..=complete).all(|colours| with_colours(wall, tiles, BONUS, colours).is_none())
            );
            let bound = maximum_after(wall, tiles, BONUS);
            assert_eq!(bound, Some(score + 10 * complete as u64), "{n}");
        }
        let (wall, tiles) = (wall_of(10, 10), 15);
        assert!(with_colours(wall, tiles, BONUS, 1).is_some());
    }
}
