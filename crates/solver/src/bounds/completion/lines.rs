use super::LineBounds;
use crate::wall::{Cell, Covering, Wall, row_bits, run};
use itertools::Itertools;

/// The filled cells of every row and of every column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineBits {
    pub(crate) rows: [u16; LineBounds::LONGEST],
    pub(crate) columns: [u16; LineBounds::LONGEST],
}

impl LineBits {
    /// The bits of cells of a wall whose lines have at most [`LineBounds::LONGEST`] cells.
    pub(crate) fn of_cells(wall: Wall, cells: impl Iterator<Item = Cell>) -> Self {
        let mut rows = [0; LineBounds::LONGEST];
        for cell in cells {
            rows[wall.row_of(cell)] |= 1 << wall.column_of(cell);
        }
        Self::of_rows(wall, |row| rows[row])
    }

    /// The bits of a covering of a wall whose lines have at most [`LineBounds::LONGEST`] cells.
    pub(crate) fn of(wall: Wall, covering: Covering) -> Self {
        Self::of_rows(wall, |row| row_bits(wall, covering, row) as u16)
    }

    /// The bits by the filled cells of each row.
    pub(crate) fn of_rows(wall: Wall, filled: impl Fn(usize) -> u16) -> Self {
        let mut bits = Self {
            rows: [0; LineBounds::LONGEST],
            columns: [0; LineBounds::LONGEST],
        };
        for row in 0..wall.rows() {
            let in_row = filled(row);
            bits.rows[row] = in_row;
            for column in 0..wall.columns() {
                bits.columns[column] |= (in_row >> column & 1) << row;
            }
        }
        bits
    }

    /// The filled cells, by number.
    pub(crate) fn cells(&self, wall: Wall) -> impl Iterator<Item = Cell> {
        wall.cells().filter(move |&cell| self.contains(wall, cell))
    }

    /// Whether a cell is filled.
    pub(crate) fn contains(&self, wall: Wall, cell: Cell) -> bool {
        self.rows[wall.row_of(cell)] >> wall.column_of(cell) & 1 == 1
    }
}

/// The places of some cells, of a line or of several, that are in a set, as bits.
pub(crate) fn places_of(cells: &[Cell], is_in: impl Fn(Cell) -> bool) -> usize {
    let places = cells.iter().positions(|&cell| is_in(cell));
    places.map(|place| 1 << place).sum()
}

/// Line points of a tile in an empty place of a line: the length of its run, or 0 for a start.
pub(crate) fn line_points(bits: usize, place: usize) -> u32 {
    match run(LineBounds::LONGEST, place, |neighbour| {
        bits >> neighbour & 1 == 1
    })
    .len()
    {
        1 => 0,
        run => run as u32,
    }
}

/// The empty places of a line, in ascending order.
pub(crate) fn empty_places(bits: usize, length: usize) -> impl Iterator<Item = usize> + Clone {
    (0..length).filter(move |place| bits >> place & 1 == 0)
}
