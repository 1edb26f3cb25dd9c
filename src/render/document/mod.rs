//! Documents of words and formulas, as text, Markdown and LaTeX.
//!
//! Words may hold formulas between dollar signs; formulas are written as those of an
//! [`Equation`](crate::formulation::Equation).

mod latex;
mod markdown;
mod math;
mod text;

pub use latex::latex;
pub use markdown::markdown;
pub(crate) use math::{formula_html, words_html};
pub(super) use text::paragraph;
pub use text::{plain, text};

/// A document.
#[derive(Debug, Clone)]
pub struct Document {
    /// Subject, without markup.
    pub title: String,
    /// Parts below the title.
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Debug, Clone)]
pub enum Block {
    /// Title of the parts below.
    Heading(&'static str),
    /// Words.
    Paragraph(String),
    /// Names and numbers.
    Figures(Vec<(&'static str, String)>),
    /// Formulas with their meanings.
    List(Vec<Item>),
    /// A numbered equation.
    Equation(NumberedEquation),
}

/// An entry of a list.
#[derive(Debug, Clone)]
pub struct Item {
    /// A formula.
    pub term: String,
    /// Words.
    pub words: String,
    /// Members of the entry, without markup.
    pub members: Members,
}

/// First members of a sequence, and the number of the others.
#[derive(Debug, Clone)]
pub struct Members<T = String> {
    /// The first members.
    pub items: Vec<T>,
    /// The number of the others.
    pub left_out: usize,
}

impl<T> Members<T> {
    /// First members of a sequence, at most `maximum` of them.
    pub fn first(members: impl IntoIterator<Item = T>, maximum: usize) -> Self {
        let mut members = members.into_iter();
        let items = members.by_ref().take(maximum).collect();
        let left_out = members.count();
        Self { items, left_out }
    }

    /// No members.
    pub fn none() -> Self {
        Self::first([], 0)
    }

    /// Results of a function for the members.
    pub fn map<U>(self, function: impl FnMut(T) -> U) -> Members<U> {
        Members {
            items: self.items.into_iter().map(function).collect(),
            left_out: self.left_out,
        }
    }
}

/// An equation and its rows.
#[derive(Debug, Clone)]
pub struct NumberedEquation {
    /// The number.
    pub number: String,
    /// Words.
    pub words: String,
    /// The formula in general.
    pub formula: String,
    /// The formulas in an instance, each with a name, which may be empty.
    pub rows: Members<(String, String)>,
}

/// `and 12 more`, unless nothing is left out.
fn more(left_out: usize) -> Option<String> {
    (left_out > 0).then(|| format!("and {left_out} more"))
}
