//! LaTeX for papers: a complete document with amsmath alone.

use super::{Block, Document, Item, NumberedEquation, math, more};
use std::fmt::Write;

const HEAD: &str = "\\documentclass{article}
\\usepackage[utf8]{inputenc}
\\usepackage[T1]{fontenc}
\\usepackage{amsmath}
\\usepackage[margin=25mm]{geometry}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{1ex}
\\raggedright
\\begin{document}
";

/// Document as LaTeX.
pub fn latex(document: &Document) -> String {
    let title = document.title.replace('\n', " ");
    let mut text = format!("{HEAD}\n\\section*{{{}}}\n", escape(&title));
    for block in &document.blocks {
        text.push('\n');
        match block {
            Block::Heading(heading) => {
                let _ = writeln!(text, "\\subsection*{{{heading}}}");
            }
            Block::Paragraph(paragraph) => text += &(words(paragraph) + "\n"),
            Block::Figures(figures) => {
                text += "\\begin{tabular}{ll}\n";
                for (name, figure) in figures {
                    let _ = writeln!(text, "{name} & {} \\\\", escape(figure));
                }
                text += "\\end{tabular}\n";
            }
            // LaTeX has no list without items.
            Block::List(items) if items.is_empty() => {}
            Block::List(items) => {
                text += "\\begin{description}\n";
                for item in items {
                    text += &entry(item);
                }
                text += "\\end{description}\n";
            }
            Block::Equation(equation) => text += &numbered_equation(equation),
        }
    }
    text + "\n\\end{document}\n"
}

fn entry(item: &Item) -> String {
    let mut text = format!("\\item[{}] {}", inline(&item.term), words(&item.words));
    let mut members = escape(&item.members.items.join(", "));
    if let Some(more) = more(item.members.left_out) {
        let _ = write!(members, ", \\dots\\ {more}");
    }
    if !members.is_empty() {
        let _ = write!(text, "\\\\\n{members}");
    }
    text + "\n"
}

fn numbered_equation(equation: &NumberedEquation) -> String {
    let NumberedEquation {
        number, formula, ..
    } = equation;
    let mut text = format!(
        "{}\n\\begin{{equation*}}\n{} \\tag{{{number}}}\n\\end{{equation*}}\n",
        words(&equation.words),
        math::latex(formula)
    );
    for (name, formula) in &equation.rows.items {
        if !name.is_empty() {
            let _ = write!(text, "\\texttt{{{}}}: ", escape(name));
        }
        // In a line, a formula is broken where it is too long.
        let _ = writeln!(text, "{}\\par", inline(formula));
    }
    if let Some(more) = more(equation.rows.left_out) {
        let _ = writeln!(text, "\\dots\\ {more}\\par");
    }
    text
}

fn words(words: &str) -> String {
    math::words(words, escape, inline)
}

fn inline(formula: &str) -> String {
    format!("${}$", math::latex(formula))
}

/// Letters of Latin alphabets that T1 fonts lack; pdfLaTeX stops at such a letter.
const MISSING: [char; 9] = ['Ħ', 'ħ', 'ĸ', 'Ŀ', 'ŀ', 'ŉ', 'Ŧ', 'ŧ', 'ſ'];

/// Text with commands for special letters. Letters beyond European languages become question marks, as pdfLaTeX has none.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '×' => escaped += "$\\times$",
            '…' => escaped += "\\dots{}",
            '−' => escaped.push('-'),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            ' '..='~' => escaped.push(letter),
            '\u{a0}'..='\u{17f}' if !MISSING.contains(&letter) => escaped.push(letter),
            _ => escaped.push('?'),
        }
    }
    escaped
}
