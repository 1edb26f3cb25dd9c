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
