use super::{Axis, Cell, Wall};

/// Points for what is complete when the last tile is placed. All zero by default; the game itself
/// gives 2 a row, 7 a column and 10 a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bonus {
    /// Points a complete row.
    pub row: u32,
    /// Points a complete column.
    pub column: u32,
    /// Points a complete colour diagonal; only a square wall has them.
    pub colour: u32,
}

impl Bonus {
    /// The largest bonus a line may carry.
    pub const MAX: u32 = 1_000_000;
}

/// Points for a set of cells when all of it is filled at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BonusSet {
    /// The cells, by number.
    pub cells: Vec<Cell>,
    /// The points.
    pub points: u32,
}

impl BonusSet {
    /// The most sets of an instance.
    pub const MAX_SETS: usize = 1_000;
}

/// The colours of the cells of a square wall, each of which is once in each row and in each column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Colours {
    /// The cells with the same (column − row) mod n, as on the game's wall.
    #[default]
    Cyclic,
    /// A Latin square: the colour of each cell, row by row, as a letter.
    Square(Vec<char>),
    /// Each tile has the colour that its player gives it, so that as many colours as possible are complete at the end.
    Free,
}

impl Colours {
    /// The most rows of a wall with free colours.
    pub const MAX_FREE: usize = 8;
}

/// The most colours that can be complete on a wall of n rows and n columns where each tile is given its colour: the most perfect
/// matchings of rows with columns that have no filled cell in common.
///
/// There are k of them if and only if each set A of rows and each set B of columns have at least k(|A| + |B| − n) filled cells in
/// common (a k-factor of a bipartite graph, by König's theorem and the theorem of max-flow and min-cut). The tiles that are left
/// over can be given the other colours: a row or a column has at most n − k of them.
///
/// `rows` has a byte for each row, bit k for column k; a side has at most [`Colours::MAX_FREE`] cells.
pub(crate) fn free_colours(rows: &[u8]) -> usize {
    let side = rows.len();
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

impl Wall {
    /// Every set of cells that earns points when all of it is filled at the end, with those points: rows from the top,
    /// columns from the left, then the colour diagonals of a square wall. Sets that earn nothing are left out.
    pub fn bonus_lines(self, bonus: Bonus) -> Vec<(Vec<Cell>, u32)> {
        let lines = self.lines().map(|line| {
            let points = match line.axis() {
                Axis::Horizontal => bonus.row,
                Axis::Vertical => bonus.column,
            };
            (self.line_cells(line).collect(), points)
        });
        let colours = 0..self.colours();
        let diagonals = colours.map(|colour| (self.colour_cells(colour).collect(), bonus.colour));
        lines
            .chain(diagonals)
            .filter(|(_, points)| *points > 0)
            .collect()
    }
}
