use crate::wall::Cell;
use itertools::Itertools;
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

/// A constraint on the order, with the meaning it has for a person.
///
/// A constraint speaks of the turns that are played. Where the horizon is shorter than the wall,
/// only [`PlaceAt`](Self::PlaceAt), [`First`](Self::First) and [`Last`](Self::Last) make a cell
/// be filled at all; the others hold for a cell that stays empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell is filled in that turn.
    PlaceAt {
        /// The cell.
        cell: Cell,
        /// Its turn.
        turn: Turn,
    },
    /// The cell is filled in none but the turns `from..=to`.
    Window {
        /// The cell.
        cell: Cell,
        /// The earliest turn.
        from: Turn,
        /// The latest turn.
        to: Turn,
    },
    /// `then` is filled only when `first` is.
    Before {
        /// The earlier cell.
        first: Cell,
        /// The later cell.
        then: Cell,
    },
    /// The first tiles fill these cells, in any order.
    First {
        /// The cells, by number, without repetition.
        cells: Vec<Cell>,
    },
    /// The last tiles fill these cells, in any order.
    Last {
        /// The cells, by number, without repetition.
        cells: Vec<Cell>,
    },
    /// Turn t fills a cell of row ((t − 1) mod rows) + 1: the thesis's second constraint (3.4).
    Rounds,
    /// The last `rows` turns fill row 1, row 2, … in that order: the thesis's first constraint (3.3).
    LastRound,
}

impl Constraint {
    /// The `type` of the instance format.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::PlaceAt { .. } => "place-at",
            Self::Window { .. } => "window",
            Self::Before { .. } => "before",
            Self::First { .. } => "first",
            Self::Last { .. } => "last",
            Self::Rounds => "rounds",
            Self::LastRound => "last-round",
        }
    }
}

fn names(cells: &[Cell]) -> String {
    let noun = if cells.len() == 1 { "cell" } else { "cells" };
    format!("{noun} {}", cells.iter().join(", "))
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlaceAt { cell, turn } => write!(f, "cell {cell} in turn {turn}"),
            Self::Window { cell, from, to } => write!(f, "cell {cell} in turns {from} to {to}"),
            Self::Before { first, then } => write!(f, "cell {first} before cell {then}"),
            Self::First { cells } => write!(f, "{} first", names(cells)),
            Self::Last { cells } => write!(f, "{} last", names(cells)),
            Self::Rounds => write!(f, "rounds: every round fills the rows from top to bottom"),
            Self::LastRound => write!(
                f,
                "last round: the last tiles of the rows from top to bottom"
            ),
        }
    }
}
