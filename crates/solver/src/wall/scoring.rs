use super::{Cell, Covering, Factors, PointsByKind, Wall};

/// Points of tiles by run tables: for every set of filled cells of a line and every place of the line, the length of the run
/// through that place.
#[derive(Debug, Clone)]
pub struct Scorer {
    wall: Wall,
    row_runs: RunTable,
    column_runs: RunTable,
    factors: Factors,
}

impl Scorer {
    /// The scorer of a wall of at most [`Covering::MAX_CELLS`] cells.
    ///
    /// # Panics
    /// When the wall is larger.
    pub fn new(wall: Wall) -> Self {
        assert!(
            wall.len() <= Covering::MAX_CELLS,
            "{wall} is larger than a covering"
        );
        Self {
            wall,
            row_runs: RunTable::new(wall.columns()),
            column_runs: RunTable::new(wall.rows()),
            factors: Factors::default(),
        }
    }

    /// The scorer with factors of cells.
    #[must_use]
    pub fn with_factors(self, factors: Factors) -> Self {
        Self { factors, ..self }
    }

    /// The points of `cell` after `covering`: the length of the horizontal run
    /// through it if it has a horizontal neighbour, likewise vertically, and 1 if it has neither
    /// (game rules, "Scoring"; case study III.D.7), multiplied by the cell's factor.
    ///
    /// ```
    /// use azulejo_solver::wall::{Covering, Scorer, Wall};
    /// let wall = Wall::new(3, 3)?;
    /// let cell = |number: usize| wall.cells().nth(number - 1).expect("on the wall");
    /// let filled: Covering = [5, 7, 3].map(cell).into_iter().collect();
    /// assert_eq!(Scorer::new(wall).points(filled, cell(4)), 4); // case study, table 2, turn 4
    /// # Ok::<(), azulejo_solver::wall::WallError>(())
    /// ```
    pub fn points(&self, covering: Covering, cell: Cell) -> u32 {
        self.by_kind(covering, cell).total()
    }

    /// The points by kind: along the row, along the column, and as a single; each multiplied by the cell's factor.
    pub fn by_kind(&self, covering: Covering, cell: Cell) -> PointsByKind {
        let (row, column) = (self.wall.row_of(cell), self.wall.column_of(cell));
        let row_bits = row_bits(self.wall, covering, row);
        let column_bits = column_bits(self.wall, covering, column);
        self.points_by_lines(row_bits, column, column_bits, row) * self.factors.of(cell)
    }

    /// The points of a tile in `row` and `column` with these filled cells of that row and of that column, without the factor of
    /// its cell. The bit of the cell itself does not matter.
    pub(crate) fn points_by_lines(
        &self,
        row_bits: u128,
        column: usize,
        column_bits: u128,
        row: usize,
    ) -> PointsByKind {
        let horizontal = self.row_runs.run(row_bits, column);
        let vertical = self.column_runs.run(column_bits, row);
        PointsByKind::from([horizontal, vertical])
    }
}

/// The filled cells of a row, bit `k` for column `k`.
pub(crate) fn row_bits(wall: Wall, covering: Covering, row: usize) -> u128 {
    covering.bits() >> (row * wall.columns()) & low_bits(wall.columns())
}

/// The filled cells of a column, bit `k` for row `k`.
fn column_bits(wall: Wall, covering: Covering, column: usize) -> u128 {
    let bits = covering.bits() >> column;
    (0..wall.rows()).fold(0, |line, row| {
        line | (bits >> (row * wall.columns()) & 1) << row
    })
}

/// The lowest `count` bits set; `count` is at most 128.
fn low_bits(count: usize) -> u128 {
    if count == 128 {
        u128::MAX
    } else {
        (1 << count) - 1
    }
}

/// The length of the run through each place of a line, for each set of filled cells in it.
#[derive(Debug, Clone)]
struct RunTable {
    length: usize,
    /// `runs[bits * length + place]`; empty for a line without a table.
    runs: Box<[u8]>,
}

impl RunTable {
    /// Greatest length of a line with a table: the table of 16 cells is 1 MiB, and doubles with each cell.
    const MAX_LENGTH: usize = 16;

    fn new(length: usize) -> Self {
        let sets: u128 = if length <= Self::MAX_LENGTH {
            1 << length
        } else {
            0
        };
        let runs = (0..sets)
            .flat_map(|bits| (0..length).map(move |place| count_run(bits, place) as u8))
            .collect();
        Self { length, runs }
    }

    /// The run through `place` when `bits` are filled, `place` itself counted: at least 1.
    fn run(&self, bits: u128, place: usize) -> u32 {
        if self.length <= Self::MAX_LENGTH {
            u32::from(self.runs[bits as usize * self.length + place])
        } else {
            count_run(bits, place)
        }
    }
}

fn count_run(bits: u128, place: usize) -> u32 {
    let after = (bits >> place >> 1).trailing_ones();
    let before = if place == 0 {
        0
    } else {
        (bits << (128 - place)).leading_ones()
    };
    before + 1 + after
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rule as written, cell by cell.
    fn naive(wall: Wall, covering: Covering, cell: Cell) -> PointsByKind {
        let filled = |row: isize, column: isize| {
            let on_wall = row >= 0 && column >= 0;
            on_wall
                && wall
                    .cell(row as usize, column as usize)
                    .is_some_and(|cell| covering.contains(cell))
        };
        let (row, column) = (wall.row_of(cell) as isize, wall.column_of(cell) as isize);
        let count = |down: isize, right: isize| {
            (1..)
                .take_while(|k| filled(row + down * k, column + right * k))
                .count() as u32
        };
        let (across, along) = (count(0, 1) + count(0, -1), count(1, 0) + count(-1, 0));
        PointsByKind {
            horizontal: u32::from(across > 0) + across,
            vertical: u32::from(along > 0) + along,
            single: u32::from(across + along == 0),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        /// The tables and the walk along the runs against the rule, also on lines without a table.
        #[test]
        fn tables_and_walks_agree_with_a_naive_scan(
            (rows, columns) in prop_oneof![
                2 => (1u64..=11, 1u64..=11),
                1 => (Just(1u64), 17u64..=128),
                1 => (17u64..=128, Just(1u64)),
            ],
            bits: u128, other: u128, place in 0usize..128,
        ) {
            let wall = Wall::new(rows, columns).expect("small");
            // The union of two random words has long runs, which single words rarely have.
            let covering = Covering::from_bits((bits | other) & low_bits(wall.len()));
            let cell = Cell::from_index(place % wall.len());
            let points = naive(wall, covering, cell);
            prop_assert_eq!(Scorer::new(wall).by_kind(covering, cell), points);
            prop_assert_eq!(wall.points(cell, |other| covering.contains(other)), points);
        }
    }
}
