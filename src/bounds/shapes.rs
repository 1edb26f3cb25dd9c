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

/// How many steps a search for a shape may take.
const STEPS: usize = 1 << 25;

/// How many shapes may be gone through for each number of complete colours.
const SHAPES: usize = 1 << 18;

/// The shape of so many tiles that scores the most on an empty wall, the bonuses of complete rows and columns included:
/// no order of as many tiles scores more, if the bonus of a colour is 0. None where the wall has too few cells, or too
/// many for this search: 30×30 is not too large.
///
/// ```
/// use azulejo::{bounds::best_shape, wall::{Bonus, Wall}};
/// let shape = best_shape(Wall::new(5, 5)?, 6, Bonus::default()).expect("small");
/// assert_eq!((shape.rows, shape.score), (vec![5, 1], 18));
/// # Ok::<(), azulejo::wall::WallError>(())
/// ```
pub fn best_shape(wall: Wall, tiles: usize, bonus: Bonus) -> Option<Shape> {
    let apart = wall.rows().min(wall.columns());
    let states = (wall.rows() + 1) * (wall.columns() + 1) * (tiles + 1);
    if tiles > wall.len() || states.saturating_mul(apart + 1) > STEPS {
        return None;
    }
    let tables = (0..=apart).map(|apart| Shapes::new(wall, tiles, bonus, apart));
    let best = tables.filter_map(|table| Some((table.best()?, table.apart)));
    let (_, apart) = best.max_by_key(|&(score, apart)| (score, std::cmp::Reverse(apart)))?;
    Shapes::new(wall, tiles, bonus, apart).shape()
}

/// What no order of so many tiles scores more than on an empty wall, bonuses included; none where
/// [`best_shape`] has none. It is the maximum if the bonus of a colour is 0.
///
/// If m colours are complete at the end on an n×n wall, each row and each column has m of their cells. Of the other
/// tiles a row or a column has n − m at most, and the columns share them out as evenly, or more so, as a shape with
/// these rows does that is cut off at n − m.
pub fn maximum_after(wall: Wall, tiles: usize, bonus: Bonus) -> Option<u64> {
    let without = best_shape(wall, tiles, bonus)?.score;
    let colours = match bonus.colour {
        0 => 0,
        _ => (tiles / wall.rows()).min(wall.colours()),
    };
    let with = (1..=colours).map(|complete| with_colours(wall, tiles, bonus, complete));
    let points = u64::from(bonus.colour);
    with.enumerate()
        .map(|(before, bound)| bound.unwrap_or(without + points * (before as u64 + 1)))
        .chain([without])
        .max()
}

/// The best paths along the edges of shapes, from the upper right corner of the wall to the left edge: down beside
/// a row, left below a column.
struct Shapes {
    wall: Wall,
    tiles: usize,
    bonus: Bonus,
    /// Shapes of which no t rows and s columns with t + s less than this cover all tiles: by König's theorem, as many
    /// tiles have no two in one line.
    apart: usize,
    /// By rows above, columns to the left, and tiles above: the best of what is above and to the right.
    best: Vec<Option<i64>>,
}

impl Shapes {
    fn new(wall: Wall, tiles: usize, bonus: Bonus, apart: usize) -> Self {
        let states = (wall.rows() + 1) * (wall.columns() + 1) * (tiles + 1);
        let mut this = Self {
            wall,
            tiles,
            bonus,
            apart,
            best: vec![None; states],
        };
        let first = this.state(0, wall.columns(), 0);
        this.best[first] = Some(apart as i64);
        for row in 0..=wall.rows() {
            for column in (1..=wall.columns()).rev() {
                for tiles in 0..=this.tiles {
                    let Some(score) = this.best[this.state(row, column, tiles)] else {
                        continue;
                    };
                    if this.has_row(row, column) && tiles + column <= this.tiles {
                        let next = this.state(row + 1, column, tiles + column);
                        let score = score + this.of_row(column);
                        this.best[next] = this.best[next].max(Some(score));
                    }
                    let next = this.state(row, column - 1, tiles);
                    let score = score + this.of_column(row);
                    this.best[next] = this.best[next].max(Some(score));
                }
            }
        }
        this
    }

    fn state(&self, row: usize, column: usize, tiles: usize) -> usize {
        (row * (self.wall.columns() + 1) + column) * (self.tiles + 1) + tiles
    }

    /// Whether the row after so many may have so many tiles.
    fn has_row(&self, row: usize, tiles: usize) -> bool {
        row < self.wall.rows() && row + tiles >= self.apart
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
        let rows = self.apart..=self.wall.rows();
        let ends = rows.filter_map(|row| Some((row, self.best[self.state(row, 0, self.tiles)]?)));
        ends.max_by_key(|&(row, score)| (score, std::cmp::Reverse(row)))
    }

    fn best(&self) -> Option<i64> {
        self.end().map(|(_, score)| score)
    }

    /// Back along the best path.
    fn shape(&self) -> Option<Shape> {
        let (mut row, score) = self.end()?;
        let (mut column, mut tiles) = (0, self.tiles);
        let mut rows = Vec::new();
        while (row, column) != (0, self.wall.columns()) {
            let here = self.best[self.state(row, column, tiles)]?;
            let is_row = row > 0
                && column > 0
                && tiles >= column
                && self.has_row(row - 1, column)
                && self.best[self.state(row - 1, column, tiles - column)]
                    .is_some_and(|before| before + self.of_row(column) == here);
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

/// The most points and starts of a line with so many tiles.
fn of_line(tiles: usize) -> i64 {
    (tiles * (tiles + 1) / 2) as i64
}

/// What no order scores more than if so many colours are complete at the end; none where there are too many shapes.
fn with_colours(wall: Wall, tiles: usize, bonus: Bonus, complete: usize) -> Option<u64> {
    let n = wall.rows();
    let (rest, room) = (tiles - n * complete, n - complete);
    // As many shapes of all sizes fit into n rows of so many cells.
    let shapes = (1..=room).try_fold(1usize, |shapes, k| Some(shapes.checked_mul(n + k)? / k))?;
    if shapes > SHAPES {
        return None;
    }
    let of = |tiles: &usize, bonus: u32| {
        let whole = *tiles == room;
        of_line(complete + tiles) + if whole { bonus.into() } else { 0 }
    };
    let mut best = None;
    for_each_shape(rest, n, room, &mut Vec::new(), &mut |rows| {
        let columns = (0..room).map(|column| rows.iter().filter(|&&row| row > column).count());
        let mut beyond = 0;
        // What is beyond the end of a column goes to the next ones: that is as uneven as it can be.
        let columns = columns
            .pad_using(n, |_| 0)
            .map(|column| {
                let tiles = room.min(column + beyond);
                beyond = column + beyond - tiles;
                of(&tiles, bonus.column)
            })
            .sum::<i64>();
        let rows = rows.iter().copied().pad_using(n, |_| 0);
        let rows = rows.map(|row| of(&row, bonus.row)).sum::<i64>();
        best = best.max(Some(rows + columns));
    });
    // At least n tiles are starts.
    let score = best? - n as i64 + complete as i64 * i64::from(bonus.colour);
    u64::try_from(score).ok()
}

/// Every shape of so many tiles in so many rows, none longer than `longest`.
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
