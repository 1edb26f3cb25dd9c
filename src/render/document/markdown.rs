//! Markdown for documents on GitHub and elsewhere, with formulas between dollar signs.

use super::{Block, Document, Item, NumberedEquation, math, more};
use std::fmt::Write;

/// Document as Markdown.
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n", escape(&document.title.replace('\n', " ")));
    for block in &document.blocks {
        text.push('\n');
        match block {
            Block::Heading(heading) => {
                let _ = writeln!(text, "## {heading}");
            }
            Block::Paragraph(paragraph) => text += &(words(paragraph) + "\n"),
            Block::Figures(figures) => {
                text += "| | |\n|---|---|\n";
                for (name, figure) in figures {
                    let _ = writeln!(text, "| {name} | {figure} |");
                }
            }
            Block::List(items) => {
                for item in items {
                    text += &entry(item);
                }
            }
            Block::Equation(equation) => text += &numbered_equation(equation),
        }
    }
    text
}

fn entry(item: &Item) -> String {
    let mut text = format!("- {}: {}", inline(&item.term), words(&item.words));
    let mut members = item.members.items.join(", ");
    if let Some(more) = more(item.members.left_out) {
        let _ = write!(members, ", … {more}");
    }
    if !members.is_empty() {
        let _ = write!(text, "\\\n  {members}");
    }
    text + "\n"
}

fn numbered_equation(equation: &NumberedEquation) -> String {
    let mut text = format!(
        "**({})** {}\n\n$$\n{}\n$$\n",
        equation.number,
        words(&equation.words),
        math::latex(&equation.formula)
    );
    let rows = equation
        .rows
        .items
        .iter()
        .map(|(name, formula)| match &**name {
            "" => format!("- {}", inline(formula)),
            name => format!("- `{name}`: {}", inline(formula)),
        });
    let more = more(equation.rows.left_out).map(|more| format!("- … {more}"));
    for (index, row) in rows.chain(more).enumerate() {
        let _ = writeln!(text, "{}{row}", if index == 0 { "\n" } else { "" });
    }
    text
}

fn words(words: &str) -> String {
    math::words(words, escape, inline)
}

/// Formula between marks whose content GitHub leaves as it is.
fn inline(formula: &str) -> String {
    format!("$`{}`$", math::latex(formula))
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if "\\`*_{}[]<>#|$".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
