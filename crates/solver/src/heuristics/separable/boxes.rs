//! The boxes of a wall that can be completed to a separable permutation.
//!
//! A square box of rows and columns can be completed only if the tiles of its rows are those of its
//! columns. Then it can if it is one cell, or if it can be cut, by either sign, into two squares that
//! can. So all the boxes are decided from the small ones to the whole wall. For each box the set of
//! cuts is an intersection of two bit sets: the ends of the completable boxes that begin in its corner,
//! and the beginnings of those that end in the opposite corner.

use super::{Sign, Square};

/// The square boxes of a wall that can be completed to a separable permutation.
#[derive(Debug)]
pub struct Boxes {
    rows: usize,
    tiles: Vec<(usize, usize)>,
    counts: Counts,
    /// For each sign, the completable boxes by the diagonal that their two meeting corners are on.
    diagonals: [Diagonals; 2],
}

impl Boxes {
    /// The boxes of a wall with these tiles, as (row, column).
    pub fn new(rows: usize, tiles: &[(usize, usize)]) -> Self {
        let mut boxes = Self {
            rows,
            tiles: tiles.to_vec(),
            counts: Counts::new(rows, tiles),
            diagonals: [Diagonals::new(rows), Diagonals::new(rows)],
        };
        for size in 1..=rows as u32 {
            let last = rows as u32 - size;
            for row in 0..=last {
                for column in 0..=last {
                    let square = Square { row, column, size };
                    if boxes.can_be_completed(square) {
                        for (sign, diagonals) in Sign::ALL.into_iter().zip(&mut boxes.diagonals) {
                            diagonals.insert(diagonal(rows, sign, square), square);
                        }
                    }
                }
            }
        }
        boxes
    }

    /// Whether a box can be completed, after all smaller boxes are decided.
    fn can_be_completed(&self, square: Square) -> bool {
        let Some(tiles) = self.counts.tiles_of(square) else {
            return false;
        };
        tiles == 0 || square.size == 1 || Sign::ALL.iter().any(|&sign| self.cut(square, sign) > 0)
    }

    /// The first rows of a box up to a cut into two completable boxes; 0 if there is none.
    fn cut(&self, square: Square, sign: Sign) -> u32 {
        let diagonal = diagonal(self.rows, sign, square);
        let middle = self.diagonals[sign as usize].middle(diagonal, square);
        middle.map_or(0, |middle| middle as u32 - square.row)
    }

    /// The number of rows of the wall.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The tiles, as (row, column).
    pub fn tiles(&self) -> &[(usize, usize)] {
        &self.tiles
    }

    /// The whole wall as a box.
    pub fn whole(&self) -> Square {
        let size = self.rows as u32;
        Square {
            row: 0,
            column: 0,
            size,
        }
    }

    /// Whether a box can be completed.
    pub fn completable(&self, square: Square) -> bool {
        let diagonal = diagonal(self.rows, Sign::Positive, square);
        self.diagonals[0].contains(diagonal, square)
    }

    /// A completion of the whole wall: the column of each row.
    pub fn completion(&self) -> Option<Vec<u32>> {
        if !self.completable(self.whole()) {
            return None;
        }
        let mut columns = vec![0; self.rows];
        let mut open = vec![self.whole()];
        while let Some(square) = open.pop() {
            let Square { row, column, size } = square;
            if size == 1 || self.counts.tiles_of(square) == Some(0) {
                for k in 0..size {
                    columns[(row + k) as usize] = column + k;
                }
                continue;
            }
            let cuts = Sign::ALL.map(|sign| (sign, self.cut(square, sign)));
            let (sign, cut) = cuts.into_iter().find(|(_, cut)| *cut > 0)?;
            open.extend(sign.children(square, cut));
        }
        Some(columns)
    }
}

/// The diagonal of the corners in which the two squares of a box meet after a cut by the sign.
fn diagonal(rows: usize, sign: Sign, square: Square) -> usize {
    let Square { row, column, size } = square;
    match sign {
        Sign::Positive => column as usize + rows - row as usize,
        Sign::Negative => (row + column + size) as usize,
    }
}

/// The number of tiles in the rows, in the columns and in both of a box.
#[derive(Debug)]
struct Counts {
    rows: usize,
    in_rows: Vec<u32>,
    in_columns: Vec<u32>,
    /// Number of tiles in the corner box of the first rows and columns, `(rows + 1)` numbers a row.
    in_corner: Vec<u32>,
}

impl Counts {
    fn new(rows: usize, tiles: &[(usize, usize)]) -> Self {
        let side = rows + 1;
        let mut counts = Self {
            rows,
            in_rows: vec![0; side],
            in_columns: vec![0; side],
            in_corner: vec![0; side * side],
        };
        for &(row, column) in tiles {
            counts.in_rows[row + 1] = 1;
            counts.in_columns[column + 1] = 1;
            counts.in_corner[(row + 1) * side + column + 1] = 1;
        }
        for k in 1..side {
            counts.in_rows[k] += counts.in_rows[k - 1];
            counts.in_columns[k] += counts.in_columns[k - 1];
            for index in (1..side).map(|column| k * side + column) {
                let above = counts.in_corner[index - side] + counts.in_corner[index - 1];
                counts.in_corner[index] += above - counts.in_corner[index - side - 1];
            }
        }
        counts
    }

    /// The number of tiles in a box, if its rows and its columns have no others.
    fn tiles_of(&self, square: Square) -> Option<u32> {
        let Square { row, column, size } = square;
        let (top, left, size) = (row as usize, column as usize, size as usize);
        let (bottom, right) = (top + size, left + size);
        let in_rows = self.in_rows[bottom] - self.in_rows[top];
        if in_rows != self.in_columns[right] - self.in_columns[left] {
            return None;
        }
        let corner = |row: usize, column: usize| self.in_corner[row * (self.rows + 1) + column];
        let inside =
            corner(bottom, right) + corner(top, left) - corner(top, right) - corner(bottom, left);
        (inside == in_rows).then_some(inside)
    }
}

/// Completable boxes as intervals of rows, on each diagonal of the wall.
#[derive(Debug)]
struct Diagonals {
    points: usize,
    words: usize,
    /// For each diagonal and first row, the set of rows below the last.
    ends: Vec<u64>,
    /// For each diagonal and row below the last, the set of first rows.
    beginnings: Vec<u64>,
}

impl Diagonals {
    fn new(rows: usize) -> Self {
        let points = rows + 1;
        let words = points.div_ceil(64);
        let empty = vec![0; (2 * rows + 1) * points * words];
        Self {
            points,
            words,
            ends: empty.clone(),
            beginnings: empty,
        }
    }

    fn place(&self, diagonal: usize, point: usize) -> usize {
        (diagonal * self.points + point) * self.words
    }

    fn insert(&mut self, diagonal: usize, square: Square) {
        let (first, end) = interval(square);
        let (ends, beginnings) = (self.place(diagonal, first), self.place(diagonal, end));
        self.ends[ends + end / 64] |= 1 << (end % 64);
        self.beginnings[beginnings + first / 64] |= 1 << (first % 64);
    }

    fn contains(&self, diagonal: usize, square: Square) -> bool {
        let (first, end) = interval(square);
        self.ends[self.place(diagonal, first) + end / 64] >> (end % 64) & 1 == 1
    }

    /// A row at which one box of the diagonal ends and another begins that make `square` together.
    fn middle(&self, diagonal: usize, square: Square) -> Option<usize> {
        let (first, end) = interval(square);
        let (ends, beginnings) = (self.place(diagonal, first), self.place(diagonal, end));
        (first / 64..=end / 64).find_map(|word| {
            let common = self.ends[ends + word] & self.beginnings[beginnings + word];
            (common != 0).then(|| word * 64 + common.trailing_zeros() as usize)
        })
    }
}

/// The first row, and the row below the last.
fn interval(square: Square) -> (usize, usize) {
    let first = square.row as usize;
    (first, first + square.size as usize)
}
