//! A document of words and formulas, and what it becomes as text, Markdown and LaTeX.
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
pub(super) use text::wrapped;
pub use text::{plain, text};

/// A document.
#[derive(Debug, Clone)]
pub struct Document {
    /// The subject, as it is.
    pub title: String,
    /// The rest.
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Debug, Clone)]
pub enum Block {
    /// A title of what follows.
    Heading(&'static str),
    /// Words.
    Paragraph(String),
    /// Names and numbers.
    Figures(Vec<(&'static str, String)>),
    /// Formulas, each with what it is.
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
    /// Members of the entry, as they are.
    pub members: Members,
}

/// The first of many, and how many there are.
#[derive(Debug, Clone)]
pub struct Members<T = String> {
    /// The first members.
    pub items: Vec<T>,
    /// The number of the others.
    pub left_out: usize,
}

impl<T> Members<T> {
    /// The first `most` of them.
    pub fn first(all: impl IntoIterator<Item = T>, most: usize) -> Self {
        let mut all = all.into_iter();
        let items = all.by_ref().take(most).collect();
        let left_out = all.count();
        Self { items, left_out }
    }

    /// None.
    pub fn none() -> Self {
        Self::first([], 0)
    }

    /// The members, each made into something else.
    pub fn map<U>(self, made: impl FnMut(T) -> U) -> Members<U> {
        Members {
            items: self.items.into_iter().map(made).collect(),
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

/// `and 12 more`, if it is so.
fn more(left_out: usize) -> Option<String> {
    (left_out > 0).then(|| format!("and {left_out} more"))
}
