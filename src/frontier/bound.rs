use crate::instance::Sense;
use crate::wall::{Axis, Covering, Wall, row_bits};

/// A bound on what the empty cells of a covering can still earn when the whole wall is filled,
/// line by line: in each line the best points of any order of its empty cells (DESIGN, section 5).
///
/// A tile's points are its horizontal line points, its vertical line points, and 1 more if it is a
/// single. A single is a horizontal start and a vertical start at once, so for the maximum either
/// the rows or the columns may count 1 for each of their starts: the smaller sum holds.
/// For the minimum singles count nothing.
#[derive(Debug, Clone)]
pub struct LineBounds {
    wall: Wall,
    sense: Sense,
    row: LineTable,
    column: LineTable,
}

impl LineBounds {
    /// The bounds of a wall; none where a line is longer than [`LineBounds::LONGEST`] or the wall larger
    /// than a [`Covering`].
    pub fn new(wall: Wall, sense: Sense) -> Option<Self> {
        let fits =
            wall.rows().max(wall.columns()) <= Self::LONGEST && wall.len() <= Covering::MAX_CELLS;
        fits.then(|| Self {
            wall,
            sense,
            row: LineTable::new(wall.columns(), sense),
            column: LineTable::new(wall.rows(), sense),
        })
    }

    /// The longest line that is tabulated: a table has 2^length entries.
    pub const LONGEST: usize = 16;

    /// At most (maximizing) or at least (minimizing) what is still to be earned.
    pub fn rest(&self, covering: Covering) -> u32 {
        self.value(self.sums(&LineBits::of(self.wall, covering)))
    }

    /// The sums over the lines of a covering.
    pub(super) fn sums(&self, bits: &LineBits) -> Sums {
        let mut sums = Sums::default();
        for &row in &bits.rows[..self.wall.rows()] {
            sums.add(Axis::Horizontal, &self.row, row);
        }
        for &column in &bits.columns[..self.wall.columns()] {
            sums.add(Axis::Vertical, &self.column, column);
        }
        sums
    }

    /// The sums after the cell in `row` and `column` has been filled too.
    pub(super) fn sums_with(
        &self,
        mut sums: Sums,
        bits: &LineBits,
        row: usize,
        column: usize,
    ) -> Sums {
        let (in_row, in_column) = (bits.rows[row], bits.columns[column]);
        sums.change(Axis::Horizontal, &self.row, in_row, in_row | 1 << column);
        sums.change(
            Axis::Vertical,
            &self.column,
            in_column,
            in_column | 1 << row,
        );
        sums
    }

    /// The bound that these sums give.
    pub(super) fn value(&self, Sums { plain, with_starts }: Sums) -> u32 {
        match self.sense {
            Sense::Maximize => (with_starts[0] + plain[1]).min(plain[0] + with_starts[1]),
            Sense::Minimize => plain[0] + plain[1],
        }
    }
}

/// The filled cells of every row and of every column.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineBits {
    pub(super) rows: [u16; LineBounds::LONGEST],
    pub(super) columns: [u16; LineBounds::LONGEST],
}

impl LineBits {
    /// Of a wall whose lines have at most [`LineBounds::LONGEST`] cells.
    pub(super) fn of(wall: Wall, covering: Covering) -> Self {
        let mut bits = Self {
            rows: [0; LineBounds::LONGEST],
            columns: [0; LineBounds::LONGEST],
        };
        for row in 0..wall.rows() {
            let in_row = row_bits(wall, covering, row) as u16;
            bits.rows[row] = in_row;
            for column in 0..wall.columns() {
                bits.columns[column] |= (in_row >> column & 1) << row;
            }
        }
        bits
    }
}

/// The best points of what is left of the rows and of the columns, without and with 1 for each start.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    plain: [u32; 2],
    with_starts: [u32; 2],
}

impl Sums {
    fn add(&mut self, axis: Axis, table: &LineTable, bits: u16) {
        self.plain[axis as usize] += table.plain[usize::from(bits)];
        self.with_starts[axis as usize] += table.with_starts[usize::from(bits)];
    }

    fn change(&mut self, axis: Axis, table: &LineTable, from: u16, to: u16) {
        self.plain[axis as usize] -= table.plain[usize::from(from)];
        self.with_starts[axis as usize] -= table.with_starts[usize::from(from)];
        self.add(axis, table, to);
    }
}

/// For each set of filled cells of a line, the best line points of its empty cells.
#[derive(Debug, Clone)]
struct LineTable {
    plain: Box<[u32]>,
    /// The same with 1 more for each start.
    with_starts: Box<[u32]>,
}

impl LineTable {
    fn new(length: usize, sense: Sense) -> Self {
        Self {
            plain: best_rest(length, sense, 0),
            with_starts: best_rest(length, sense, 1),
        }
    }
}

/// Backwards over the sets: the best of every next cell and what the set with it can still earn.
fn best_rest(length: usize, sense: Sense, start_points: u32) -> Box<[u32]> {
    let full = (1usize << length) - 1;
    let mut best = vec![0; full + 1];
    for bits in (0..full).rev() {
        let choices = (0..length)
            .filter(|place| bits >> place & 1 == 0)
            .map(|place| {
                let after = (bits >> place >> 1).trailing_ones();
                let before = (0..place)
                    .rev()
                    .take_while(|at| bits >> at & 1 == 1)
                    .count() as u32;
                let points = match before + after {
                    0 => start_points,
                    neighbours => neighbours + 1,
                };
                points + best[bits | 1 << place]
            });
        best[bits] = match sense {
            Sense::Maximize => choices.max(),
            Sense::Minimize => choices.min(),
        }
        .unwrap_or(0);
    }
    best.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::Scorer;

    /// The exact value of the rest, by trying every order.
    fn exact(wall: Wall, scorer: &Scorer, sense: Sense, covering: Covering) -> u32 {
        let choices = wall
            .cells()
            .filter(|cell| !covering.contains(*cell))
            .map(|cell| {
                scorer.points(covering, cell) + exact(wall, scorer, sense, covering.with(cell))
            });
        match sense {
            Sense::Maximize => choices.max(),
            Sense::Minimize => choices.min(),
        }
        .unwrap_or(0)
    }

    #[test]
    fn never_on_the_wrong_side() {
        for (rows, columns) in [(1, 5), (2, 2), (2, 3), (4, 2)] {
            let wall = Wall::new(rows, columns).expect("small");
            let scorer = Scorer::new(wall);
            for sense in [Sense::Maximize, Sense::Minimize] {
                let bounds = LineBounds::new(wall, sense).expect("short lines");
                for bits in 0..1 << wall.len() {
                    let covering = Covering::from_bits(bits);
                    let (bound, exact) =
                        (bounds.rest(covering), exact(wall, &scorer, sense, covering));
                    assert!(
                        !sense.better(exact, bound),
                        "{wall} {sense:?} {bits:b}: {exact} beats {bound}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_bound_of_an_empty_wall_is_the_thesis_maximum() {
        for n in 1..=8 {
            let wall = Wall::new(n, n).expect("small");
            let bounds = LineBounds::new(wall, Sense::Maximize).expect("short lines");
            let n = n as u32;
            assert_eq!(bounds.rest(Covering::EMPTY), n * n * n + n * n - n);
        }
    }
}
