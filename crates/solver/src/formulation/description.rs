//! A formulation in words and formulas, apart from its rows, which carry their
//! [equations](super::Equation) themselves.

use super::Equation;
use itertools::Itertools;

/// A program in words, beside its rows. Words and formulas are written as those of an [`Equation`].
#[derive(Debug, Clone)]
pub struct Description {
    /// The sets of the indices.
    pub sets: Vec<IndexSet>,
    /// The kinds of columns.
    pub columns: Vec<ColumnKind>,
    /// Further notation of the formulas.
    pub notes: &'static str,
    /// The formulas of the score.
    pub points: Vec<PointsFormula>,
    /// Equations of which rows are added while the program is solved; none of a program that is written down.
    pub later: Vec<&'static Equation>,
}

/// A set that indices run over.
#[derive(Debug, Clone)]
pub struct IndexSet {
    /// Name of the set, a formula.
    pub name: String,
    /// The members in words.
    pub meaning: String,
    /// Members of the set in this instance.
    pub members: Vec<String>,
}

impl IndexSet {
    pub(super) fn new(
        name: impl Into<String>,
        meaning: impl Into<String>,
        members: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            name: name.into(),
            meaning: meaning.into(),
            members: members.into_iter().collect(),
        }
    }
}

/// Columns of one kind.
#[derive(Debug, Clone)]
pub struct ColumnKind {
    /// The prefix of their names, up to the parenthesis.
    pub prefix: String,
    /// Name of the columns in general, a formula.
    pub name: String,
    /// Meaning of the columns.
    pub meaning: String,
}

impl ColumnKind {
    pub(super) fn new(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            prefix: name.split('(').next().unwrap_or_default().to_owned(),
            name,
            meaning: meaning.into(),
        }
    }
}

/// An equation of the score, and what it comes to in this instance.
#[derive(Debug, Clone)]
pub struct PointsFormula {
    /// The equation.
    pub equation: &'static Equation,
    /// The equation, written out for this instance.
    pub expanded: Vec<String>,
}

/// `a + 2·b − c`; 0 without terms.
pub fn sum(terms: impl IntoIterator<Item = (i64, String)>) -> String {
    let signed_term = |(index, (coefficient, name)): (usize, (i64, String))| {
        let sign = match (coefficient < 0, index) {
            (true, 0) => "−",
            (true, _) => " − ",
            (false, 0) => "",
            (false, _) => " + ",
        };
        match (coefficient.unsigned_abs(), name.is_empty()) {
            (size, true) => format!("{sign}{size}"),
            (1, false) => format!("{sign}{name}"),
            (size, false) => format!("{sign}{size}·{name}"),
        }
    };
    let text = terms.into_iter().enumerate().map(signed_term).join("");
    if text.is_empty() { "0".into() } else { text }
}
