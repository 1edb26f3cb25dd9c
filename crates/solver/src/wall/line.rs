use super::{Cell, Wall};

/// The two axes of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

impl Axis {
    /// Both axes.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// The two directions along this axis.
    pub fn directions(self) -> [Direction; 2] {
        match self {
            Self::Horizontal => [Direction::Left, Direction::Right],
            Self::Vertical => [Direction::Up, Direction::Down],
        }
    }

    /// The other axis.
    pub fn other(self) -> Self {
        match self {
            Self::Horizontal => Self::Vertical,
            Self::Vertical => Self::Horizontal,
        }
    }
}

/// A direction from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards column 1.
    Left,
    /// Towards the last column.
    Right,
    /// Towards row 1.
    Up,
    /// Towards the last row.
    Down,
}

/// One row or one column, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    /// A row.
    Row(u32),
    /// A column.
    Column(u32),
}

impl Line {
    /// The axis along which the line's runs are counted.
    pub fn axis(self) -> Axis {
        match self {
            Self::Row(_) => Axis::Horizontal,
            Self::Column(_) => Axis::Vertical,
        }
    }

    /// The word for the line, `row` or `column`, and its number from 1.
    pub(crate) fn word_and_number(self) -> (&'static str, u32) {
        match self {
            Self::Row(row) => ("row", row + 1),
            Self::Column(column) => ("column", column + 1),
        }
    }
}

impl std::fmt::Display for Line {
    /// With its number from 1: `row 1`, `column 3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (word, number) = self.word_and_number();
        write!(f, "{word} {number}")
    }
}

impl Wall {
    /// Every row from the top, then every column from the left.
    pub fn lines(self) -> impl Iterator<Item = Line> + Clone {
        (0..self.rows)
            .map(Line::Row)
            .chain((0..self.columns).map(Line::Column))
    }

    /// The cells of a line, from the left or from the top.
    pub(crate) fn line_cells(self, line: Line) -> impl ExactSizeIterator<Item = Cell> + Clone {
        let length = match line {
            Line::Row(_) => self.columns(),
            Line::Column(_) => self.rows(),
        };
        (0..length).map(move |place| self.line_cell(line, place))
    }

    /// The cell at a place of a line, from 0.
    pub(super) fn line_cell(self, line: Line, place: usize) -> Cell {
        Cell::from_index(match line {
            Line::Row(row) => row as usize * self.columns() + place,
            Line::Column(column) => place * self.columns() + column as usize,
        })
    }

    /// The line through a cell along an axis, and the cell's place in it, from 0.
    pub(crate) fn line_through(self, cell: Cell, axis: Axis) -> (Line, usize) {
        let (row, column) = (self.row_of(cell), self.column_of(cell));
        match axis {
            Axis::Horizontal => (Line::Row(row as u32), column),
            Axis::Vertical => (Line::Column(column as u32), row),
        }
    }

    /// The cells beyond a cell in a direction, nearest first.
    pub fn toward(self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> + Clone {
        let (row, column) = (self.row_of(cell), self.column_of(cell));
        let (step, count) = match direction {
            Direction::Left => (-1, column),
            Direction::Right => (1, self.columns() - 1 - column),
            Direction::Up => (-(self.columns() as isize), row),
            Direction::Down => (self.columns() as isize, self.rows() - 1 - row),
        };
        (1..=count)
            .map(move |k| Cell::from_index(cell.index().wrapping_add_signed(step * k as isize)))
    }

    /// The nearest cells on both sides of a cell along an axis: none, one or two.
    pub fn neighbours(self, cell: Cell, axis: Axis) -> impl Iterator<Item = Cell> + Clone {
        axis.directions()
            .into_iter()
            .filter_map(move |direction| self.toward(cell, direction).next())
    }
}
