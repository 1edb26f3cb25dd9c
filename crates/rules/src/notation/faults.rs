use crate::counted::counted;
use std::fmt;

/// One fault of a position's text, and the field that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    place: String,
    message: String,
}

impl Fault {
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            message: message.into(),
        }
    }

    /// The field: `factory 3`, `centre`, `board 2, line 4`, `mover`, `bag`; `token` and `tiles` for what several
    /// fields say together.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong there, and what would be right.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A text that is no position, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidPosition {
    faults: Vec<Fault>,
}

impl InvalidPosition {
    pub(crate) fn new(faults: Vec<Fault>) -> Self {
        Self { faults }
    }

    /// All the faults, in the order of the fields; what several fields say together comes last.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, faults) = ("position", &self.faults[..]);
        write!(f, "{}", Faults { what, faults })
    }
}

/// Faults as a message: how many there are, then one a line.
pub(super) struct Faults<'a> {
    pub(super) what: &'a str,
    pub(super) faults: &'a [Fault],
}

impl Faults<'_> {
    /// At most this many are written out.
    const SHOWN: usize = 20;
}

impl fmt::Display for Faults<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, faults } = self;
        let count = faults.len();
        write!(f, "the {what} has {}", counted(count, "fault"))?;
        for fault in faults.iter().take(Self::SHOWN) {
            write!(f, "\n  {fault}")?;
        }
        match count.saturating_sub(Self::SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  … and {more} more"),
        }
    }
}
