use super::{Axis, Cell, FreeColours, Wall};

/// Points for complete lines after the last tile. All zero by default; the game itself
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

/// The colours of the cells of a square wall: each row and each column has each colour once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Colours {
    /// The cells with the same (column − row) mod n, as on the game's wall.
    #[default]
    Cyclic,
    /// A Latin square: the colour of each cell, row by row, as a letter.
    Square(Vec<char>),
    /// Each tile has a colour of the player's choice, so that as many colours as possible are complete at the end.
    Free,
}

impl Colours {
    /// The most rows of a wall with free colours.
    pub const MAX_FREE: usize = 8;

    /// Free colours of a wall, with these points for each; none if the colours are not free or earn nothing.
    pub(crate) fn free(&self, wall: Wall, points: u32) -> Option<FreeColours> {
        (*self == Self::Free && points > 0).then(|| FreeColours::new(wall, points))
    }
}

impl Wall {
    /// Sets of cells that earn points when they are complete at the end, with those points: rows from the top,
    /// columns from the left, then the colour diagonals of a square wall. Sets without points are left out.
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
