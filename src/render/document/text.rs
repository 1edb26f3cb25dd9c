//! Text for a terminal.

use super::{Block, Document, Item, NumberedEquation, math, more};
use std::fmt::Write;
use textwrap::{Options, fill};

const WIDTH: usize = 100;

/// Document as text, in lines of at most 100 letters where words are short enough.
pub fn text(document: &Document) -> String {
    let mut text = format!("{}\n", document.title);
    for block in &document.blocks {
        match block {
            Block::Heading(heading) => {
                let _ = write!(text, "\n{heading}\n");
            }
            Block::Paragraph(words) => text += &paragraph("\n  ", &plain(words)),
            Block::Figures(figures) => {
                let name = |(name, _): &(&str, String)| name.chars().count();
                let width = figures.iter().map(name).max().unwrap_or(0) + 2;
                for (name, figure) in figures {
                    let _ = writeln!(text, "  {name:width$}{figure}");
                }
            }
            Block::List(items) => {
                let terms: Vec<String> = items.iter().map(|item| math::plain(&item.term)).collect();
                let width = terms.iter().map(|term| term.chars().count()).max();
                for (item, term) in items.iter().zip(&terms) {
                    text += &entry(item, term, width.unwrap_or(0) + 2);
                }
            }
            Block::Equation(equation) => text += &numbered_equation(equation),
        }
    }
    text
}

/// Words without the marks of their formulas.
pub fn plain(words: &str) -> String {
    math::words(words, str::to_owned, math::plain)
}

fn entry(item: &Item, term: &str, width: usize) -> String {
    let mut text = paragraph(&format!("  {term:width$}"), &plain(&item.words));
    let mut members = item.members.items.join(", ");
    if let Some(more) = more(item.members.left_out) {
        members += &format!(", … {more}");
    }
    if !members.is_empty() {
        text += &paragraph(&" ".repeat(width + 2), &members);
    }
    text
}

fn numbered_equation(equation: &NumberedEquation) -> String {
    let first = format!("\n  {:<9}", format!("({})", equation.number));
    let mut text = paragraph(&first, &plain(&equation.words));
    text += &paragraph("          ", &math::plain(&equation.formula));
    let names = equation
        .rows
        .items
        .iter()
        .map(|(name, _)| name.chars().count());
    let width = names.max().unwrap_or(0) + 2;
    for (name, formula) in &equation.rows.items {
        let first = match name.is_empty() {
            true => "          ".into(),
            false => format!("        {name:width$}"),
        };
        text += &paragraph(&first, &math::plain(formula));
    }
    if let Some(more) = more(equation.rows.left_out) {
        let _ = writeln!(text, "        … {more} (--all)");
    }
    text
}

/// Paragraph after the text `first`, with the further lines indented as far as the first.
pub(in crate::render) fn paragraph(first: &str, words: &str) -> String {
    let indent = " ".repeat(first.trim_start_matches('\n').chars().count());
    let (breaks, first) = first.split_at(first.len() - first.trim_start_matches('\n').len());
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(&indent)
        .break_words(false);
    format!("{breaks}{}\n", fill(words, options))
}
