use crate::Result;
use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

/// A formula in LaTeX as MathML in one line, which a browser draws without a script.
///
/// # Errors
/// When the formula cannot be read.
pub fn mathml(latex: &str, display_mode: DisplayMode) -> Result<String> {
    // The parser loses a bracket that has a size of its own.
    let latex = &with_number(latex).replace(r"\big", "").replace(r"\Big", "");
    let storage = Storage::new();
    let config = RenderConfig {
        display_mode,
        ..RenderConfig::default()
    };
    let mut markup = String::new();
    push_mathml(&mut markup, Parser::new(latex, &storage), config)?;
    if markup.contains("<merror") {
        return Err(format!("a formula that cannot be read: {latex}").into());
    }
    // Characters with a meaning in Markdown, even between tags.
    Ok(["|", "*", "_", "[", "]", "\\", "`", "~"].into_iter().fold(
        markup.replace('\n', " "),
        |text, sign| {
            let escaped = format!("&#{};", u32::from(sign.as_bytes()[0]));
            text.replace(sign, &escaped)
        },
    ))
}

/// A formula with its number beside it, as the parser does not know `\tag`.
fn with_number(latex: &str) -> String {
    match latex.split_once(r"\tag{") {
        None => latex.into(),
        Some((formula, tag)) => format!(r"{formula}\qquad\text{{({}", tag.replacen('}', ")}", 1)),
    }
}
