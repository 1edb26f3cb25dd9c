use crate::quantity::quantity;
use std::fmt;

/// A fault of a position's text, and the field that has it.
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

    /// The field: `factory 3`, `centre`, `board 2, line 4`, `mover`, `bag`; `token` and `tiles` for a contradiction
    /// between several fields.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The fault, with the valid values.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// The error of a text that is no position, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidPosition {
    faults: Vec<Fault>,
}

impl InvalidPosition {
    pub(crate) fn new(faults: Vec<Fault>) -> Self {
        Self { faults }
    }

    /// All the faults, in the order of the fields; contradictions between several fields come last.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, faults) = ("position", &self.faults[..]);
        write!(f, "{}", Faults { subject, faults })
    }
}

/// Faults as a message: their number, then one a line.
pub(super) struct Faults<'a> {
    pub(super) subject: &'a str,
    pub(super) faults: &'a [Fault],
}

impl Faults<'_> {
    /// The most faults in a message.
    const MOST_LINES: usize = 20;
}

impl fmt::Display for Faults<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, faults } = self;
        let count = faults.len();
        write!(f, "the {subject} has {}", quantity(count, "fault"))?;
        for fault in faults.iter().take(Self::MOST_LINES) {
            write!(f, "\n  {fault}")?;
        }
        match count.saturating_sub(Self::MOST_LINES) {
            0 => Ok(()),
            more => write!(f, "\n  … and {more} more"),
        }
    }
}
