/// A place on a wall: an index from 0, row by row from the top left.
///
/// The user's notation is the number from 1 ([`Cell::number`]) or `row,column` from 1; only a
/// [`Wall`](super::Wall) knows its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The cell with an index from 0.
    ///
    /// # Panics
    /// Above 4,294,967,295, which no [`Wall`](super::Wall) reaches.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("no wall has so many cells"))
    }

    /// The cell with a number from 1, as in the case study and on the command line.
    ///
    /// # Panics
    /// For 0, and above 4,294,967,296, which no [`Wall`](super::Wall) reaches.
    pub fn from_number(number: usize) -> Self {
        Self::from_index(number.checked_sub(1).expect("cells are numbered from 1"))
    }

    /// The index from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number from 1, as in the case study and on the command line.
    pub fn number(self) -> usize {
        self.index() + 1
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.number())
    }
}
