use std::fmt;

/// A turn, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(u32);

impl Turn {
    /// The turn at an index from 0.
    ///
    /// # Panics
    /// Above 4,294,967,294, which no horizon reaches.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index + 1).expect("no horizon is so long"))
    }

    /// The index from 0.
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The number from 1.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
