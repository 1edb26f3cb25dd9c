use super::{Cell, Colours, Wall};

/// Points for each complete colour of a square wall on which each tile is given its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FreeColours {
    wall: Wall,
    points: u32,
}

impl FreeColours {
    /// Free colours of a square wall with at most [`Colours::MAX_FREE`] rows.
    pub(super) fn new(wall: Wall, points: u32) -> Self {
        Self { wall, points }
    }

    /// The number of colours.
    pub(crate) fn len(self) -> usize {
        self.wall.rows()
    }

    /// The points for each complete colour.
    pub(crate) fn points(self) -> u32 {
        self.points
    }

    /// The points for all colours that can be complete when these cells are filled.
    pub(crate) fn bonus(self, filled: impl Fn(Cell) -> bool) -> u32 {
        self.filled(filled).complete() as u32 * self.points
    }

    /// The filled cells.
    pub(crate) fn filled(self, filled: impl Fn(Cell) -> bool) -> FilledSquare {
        let mut rows = [0; Colours::MAX_FREE];
        for cell in self.wall.cells().filter(|&cell| filled(cell)) {
            rows[self.wall.row_of(cell)] |= 1 << self.wall.column_of(cell);
        }
        FilledSquare {
            side: self.len(),
            rows,
        }
    }
}

/// The filled cells of a square wall: a byte for each row, bit k for column k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FilledSquare {
    side: usize,
    rows: [u8; Colours::MAX_FREE],
}

impl FilledSquare {
    fn rows(&self) -> &[u8] {
        &self.rows[..self.side]
    }

    /// Whether a cell is filled.
    pub(crate) fn has(&self, row: usize, column: usize) -> bool {
        self.rows[row] >> column & 1 == 1
    }

    /// The most colours that can be complete: the most perfect matchings of rows with columns that have no filled cell in common.
    ///
    /// There are k of them if and only if each set A of n rows and each set B of n columns have at least k(|A| + |B| − n) filled
    /// cells in common (a k-factor of a bipartite graph, by König's theorem and the theorem of max-flow and min-cut). The tiles
    /// that are left over can be given the other colours: a row or a column has at most n − k of them.
    pub(crate) fn complete(&self) -> usize {
        let (rows, side) = (self.rows(), self.side);
        // By set of rows, the number of filled cells in each column, a byte a column.
        let mut counts = [0_u64; 1 << Colours::MAX_FREE];
        let mut most = side;
        for set in 1..1_usize << side {
            let row = rows[set.trailing_zeros() as usize];
            let of_row = (0..side).map(|column| u64::from(row >> column & 1) << (8 * column));
            counts[set] = counts[set & (set - 1)] + of_row.sum::<u64>();
            // Of the sets of so many columns, that with the fewest filled cells.
            let mut of_columns = counts[set].to_le_bytes();
            of_columns[..side].sort_unstable();
            let (mut common, mut over) = (0, set.count_ones() as usize);
            for count in &of_columns[..side] {
                common += usize::from(*count);
                over += 1;
                if over > side {
                    most = most.min(common / (over - side));
                }
            }
            if most == 0 {
                break;
            }
        }
        most
    }

    /// A set A of rows and a set B of columns, as bits, that have fewer than k(|A| + |B| − n) filled cells in common: why k colours
    /// cannot be complete. None where they can.
    pub(crate) fn scarce(&self, colours: usize) -> Option<(u8, u8)> {
        let bits = |set: u8| (0..self.side).filter(move |place| set >> place & 1 == 1);
        (0..1_u16 << self.side).find_map(|rows| {
            let rows = rows as u8;
            let common = |column: &usize| bits(rows).filter(|&row| self.has(row, *column)).count();
            // A column with k filled cells or more does not help.
            let few = (0..self.side).map(|column| (column, common(&column)));
            let few = few.filter(|(_, common)| *common < colours);
            let (mut columns, mut sum, mut lines) = (0, 0, rows.count_ones() as usize);
            for (column, common) in few {
                columns |= 1 << column;
                sum += common;
                lines += 1;
            }
            (sum < colours * lines.saturating_sub(self.side)).then_some((rows, columns))
        })
    }

    /// Filled cells, k in each row and in each column, which k complete colours have. There are some where so many colours can be
    /// complete: each row takes one cell more, k times, along an alternating path.
    pub(crate) fn factor(&self, colours: usize) -> Self {
        let mut chosen = Self {
            side: self.side,
            rows: [0; Colours::MAX_FREE],
        };
        for row in 0..self.side {
            for _ in 0..colours {
                self.extend(&mut chosen, colours, row, &mut 0);
            }
        }
        chosen
    }

    /// Chooses one more cell of a row, and moves those of other rows to make room in its column.
    fn extend(&self, chosen: &mut Self, colours: usize, row: usize, seen: &mut u8) -> bool {
        for column in 0..self.side {
            let is_open = self.has(row, column) && !chosen.has(row, column);
            if !is_open || *seen >> column & 1 == 1 {
                continue;
            }
            *seen |= 1 << column;
            let owners = (0..self.side).filter(|&other| chosen.has(other, column));
            let owners: Vec<usize> = owners.collect();
            if owners.len() < colours {
                chosen.rows[row] |= 1 << column;
                return true;
            }
            for other in owners {
                if self.extend(chosen, colours, other, seen) {
                    chosen.rows[other] &= !(1 << column);
                    chosen.rows[row] |= 1 << column;
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of cells of 4×4: as many colours as are complete have that many cells in each line, and rows and columns say why
    /// there are no more.
    #[test]
    fn as_many_colours_are_complete_as_have_cells_and_no_more() {
        let mut complete = [0; 5];
        for set in 0..1_u32 << 16 {
            let rows = |row: usize| {
                if row < 4 {
                    (set >> (4 * row)) as u8 & 15
                } else {
                    0
                }
            };
            let filled = FilledSquare {
                side: 4,
                rows: std::array::from_fn(rows),
            };
            let colours = filled.complete();
            complete[colours] += 1;
            let factor = filled.factor(colours);
            for line in 0..4 {
                let of_row = (0..4).filter(|&column| factor.has(line, column));
                let of_column = (0..4).filter(|&row| factor.has(row, line));
                assert_eq!((of_row.count(), of_column.count()), (colours, colours));
                assert_eq!(factor.rows[line] & !filled.rows[line], 0);
            }
            assert_eq!(filled.scarce(colours), None);
            if colours < 4 {
                let (rows, columns) = filled.scarce(colours + 1).expect("there are no more");
                let common = (0..4).filter(|row| rows >> row & 1 == 1);
                let common: u32 = common
                    .map(|row| (filled.rows[row] & columns).count_ones())
                    .sum();
                let lines = rows.count_ones() + columns.count_ones();
                assert!(common < (colours as u32 + 1) * (lines - 4));
            }
        }
        assert_eq!(complete.iter().sum::<u32>(), 1 << 16);
        assert!(complete.iter().all(|&sets| sets > 0), "{complete:?}");
    }
}
