use super::{Cell, Colours, Wall};

/// Points for each complete colour of a square wall with free colours.
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

    /// The points for the most colours that can be complete with these filled cells.
    pub(crate) fn bonus(self, filled: impl Fn(Cell) -> bool) -> u32 {
        self.square(filled).complete_colours() as u32 * self.points
    }

    /// The filled cells.
    pub(crate) fn square(self, filled: impl Fn(Cell) -> bool) -> FilledSquare {
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
    pub(crate) fn contains(&self, row: usize, column: usize) -> bool {
        self.rows[row] >> column & 1 == 1
    }

    /// The most colours that can be complete: the most disjoint perfect matchings of rows with columns in the filled cells.
    ///
    /// There are k of them if and only if each set A of n rows and each set B of n columns have at least k(|A| + |B| − n) filled
    /// cells in common (a k-factor of a bipartite graph, by König's theorem and the theorem of max-flow and min-cut). The other
    /// tiles can have the other colours: a row or a column has at most n − k of them.
    pub(crate) fn complete_colours(&self) -> usize {
        let (rows, side) = (self.rows(), self.side);
        // Number of filled cells in each column by set of rows, a byte for each column.
        let mut counts = [0_u64; 1 << Colours::MAX_FREE];
        let mut maximum = side;
        for set in 1..1_usize << side {
            let row = rows[set.trailing_zeros() as usize];
            let row_counts = (0..side).map(|column| u64::from(row >> column & 1) << (8 * column));
            counts[set] = counts[set & (set - 1)] + row_counts.sum::<u64>();
            // Of the sets of equally many columns, the one with the fewest filled cells.
            let mut column_counts = counts[set].to_le_bytes();
            column_counts[..side].sort_unstable();
            let (mut common, mut lines) = (0, set.count_ones() as usize);
            for count in &column_counts[..side] {
                common += usize::from(*count);
                lines += 1;
                if lines > side {
                    maximum = maximum.min(common / (lines - side));
                }
            }
            if maximum == 0 {
                break;
            }
        }
        maximum
    }

    /// A set A of rows and a set B of columns, as bits, with fewer than k(|A| + |B| − n) filled cells in common: a proof that k
    /// colours cannot be complete. None if they can.
    pub(crate) fn deficient_lines(&self, colours: usize) -> Option<(u8, u8)> {
        let bits = |set: u8| (0..self.side).filter(move |place| set >> place & 1 == 1);
        (0..1_u16 << self.side).find_map(|rows| {
            let rows = rows as u8;
            let common = |column: &usize| {
                bits(rows)
                    .filter(|&row| self.contains(row, *column))
                    .count()
            };
            // A column with k filled cells or more does not reduce the deficit.
            let candidates = (0..self.side).map(|column| (column, common(&column)));
            let candidates = candidates.filter(|(_, common)| *common < colours);
            let (mut columns, mut sum, mut lines) = (0, 0, rows.count_ones() as usize);
            for (column, common) in candidates {
                columns |= 1 << column;
                sum += common;
                lines += 1;
            }
            (sum < colours * lines.saturating_sub(self.side)).then_some((rows, columns))
        })
    }

    /// A k-factor: filled cells of k complete colours, k in each row and in each column. It exists if k colours can be
    /// complete. Each row gets one cell more, k times, along an alternating path.
    pub(crate) fn factor(&self, colours: usize) -> Self {
        let mut factor = Self {
            side: self.side,
            rows: [0; Colours::MAX_FREE],
        };
        for row in 0..self.side {
            for _ in 0..colours {
                self.augment(&mut factor, colours, row, &mut 0);
            }
        }
        factor
    }

    /// Adds a cell of a row to the factor, and moves cells of other rows to free its column.
    fn augment(&self, factor: &mut Self, colours: usize, row: usize, visited: &mut u8) -> bool {
        for column in 0..self.side {
            let is_open = self.contains(row, column) && !factor.contains(row, column);
            if !is_open || *visited >> column & 1 == 1 {
                continue;
            }
            *visited |= 1 << column;
            let owners = (0..self.side).filter(|&other| factor.contains(other, column));
            let owners: Vec<usize> = owners.collect();
            if owners.len() < colours {
                factor.rows[row] |= 1 << column;
                return true;
            }
            for other in owners {
                if self.augment(factor, colours, other, visited) {
                    factor.rows[other] &= !(1 << column);
                    factor.rows[row] |= 1 << column;
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

    /// Every set of cells of 4×4: a factor has a cell of each complete colour in each line, and deficient lines exclude further
    /// colours.
    #[test]
    fn complete_colours_match_factors_and_deficient_lines() {
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
            let colours = filled.complete_colours();
            complete[colours] += 1;
            let factor = filled.factor(colours);
            for line in 0..4 {
                let row_cells = (0..4).filter(|&column| factor.contains(line, column));
                let column_cells = (0..4).filter(|&row| factor.contains(row, line));
                assert_eq!(
                    (row_cells.count(), column_cells.count()),
                    (colours, colours)
                );
                assert_eq!(factor.rows[line] & !filled.rows[line], 0);
            }
            assert_eq!(filled.deficient_lines(colours), None);
            if colours < 4 {
                let (rows, columns) = filled
                    .deficient_lines(colours + 1)
                    .expect("there are no more");
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
