//! Formulas of plain text, in HTML and in the mathematics of LaTeX.

/// Token of a formula: `_{…}` is a subscript, other braces are themselves.
enum Token<'a> {
    Word(&'a str),
    SubscriptStart,
    BraceEnd { is_subscript: bool },
    Other(char),
}

fn tokens(formula: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut open = Vec::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let word = rest
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let token = if word > 0 {
            Token::Word(&rest[..word])
        } else if rest.starts_with("_{") {
            open.push(true);
            Token::SubscriptStart
        } else if first == '}' {
            let is_subscript = open.pop().unwrap_or(false);
            Token::BraceEnd { is_subscript }
        } else {
            if first == '{' {
                open.push(false);
            }
            Token::Other(first)
        };
        rest = &rest[match token {
            Token::Word(word) => word.len(),
            Token::SubscriptStart => 2,
            Token::BraceEnd { .. } | Token::Other(_) => first.len_utf8(),
        }..];
        tokens.push(token);
    }
    tokens
}

/// `Σ_{i} A(i,j)` as HTML, with subscripts, and names in italics.
pub(crate) fn formula_html(formula: &str) -> String {
    let mut html = String::from("<span class=\"math\">");
    for token in tokens(formula) {
        match token {
            Token::Word(word) if word.len() == 1 => html += &format!("<i>{word}</i>"),
            Token::Word(word) => html += word,
            Token::SubscriptStart => html += "<sub>",
            Token::BraceEnd { is_subscript: true } => html += "</sub>",
            Token::BraceEnd { .. } => html.push('}'),
            Token::Other(letter) => html += &escape(letter),
        }
    }
    html + "</span>"
}

/// Words with formulas between dollar signs, as HTML.
pub(crate) fn words_html(text: &str) -> String {
    let escape_text = |part: &str| part.chars().map(escape).collect();
    words(text, escape_text, formula_html)
}

fn escape(letter: char) -> String {
    match letter {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        letter => letter.into(),
    }
}

/// `Σ_{i} A(i,j)` as `Σ_i A(i,j)`, and `Σ_{o < i}` as `Σ_{o<i}`, without a place for a line break.
pub(super) fn plain(formula: &str) -> String {
    let mut text = String::new();
    let mut subscript: Option<String> = None;
    for token in tokens(formula) {
        let is_below = subscript.is_some();
        let target = subscript.as_mut().unwrap_or(&mut text);
        match token {
            Token::Word(word) => target.push_str(word),
            Token::Other(' ') if is_below => {}
            Token::Other(letter) => target.push(letter),
            Token::SubscriptStart => subscript = Some(String::new()),
            Token::BraceEnd { is_subscript: true } => {
                let subscript = subscript.take().unwrap_or_default();
                let is_single = subscript.chars().count() == 1;
                text += &if is_single {
                    format!("_{subscript}")
                } else {
                    format!("_{{{subscript}}}")
                };
            }
            Token::BraceEnd { .. } => target.push('}'),
        }
    }
    text
}

/// Formula for the mathematics mode of LaTeX, and of GitHub's Markdown.
pub(super) fn latex(formula: &str) -> String {
    let mut text = String::new();
    for token in tokens(formula) {
        match token {
            Token::Word(letter) if letter.len() == 1 => {
                if ends_with_command(&text) {
                    text.push(' ');
                }
                text.push_str(letter);
            }
            Token::Word(word) => text += &format!("\\mathrm{{{word}}}"),
            Token::SubscriptStart => text += "_{",
            Token::BraceEnd { is_subscript: true } => text.push('}'),
            Token::BraceEnd { .. } => text += "\\}",
            Token::Other(letter) => match command(letter) {
                Some(command) => text += command,
                None => text.push(letter),
            },
        }
    }
    text.replace("   ", " \\quad ")
}

/// Whether the next letter would belong to a command.
fn ends_with_command(text: &str) -> bool {
    let before = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    before.len() < text.len() && before.ends_with('\\')
}

fn command(letter: char) -> Option<&'static str> {
    Some(match letter {
        'Σ' => "\\sum",
        '≤' => "\\le",
        '≥' => "\\ge",
        '∈' => "\\in",
        '·' => "\\cdot",
        '−' => "-",
        '…' => "\\dots",
        'ℓ' => "\\ell",
        'α' => "\\alpha",
        'β' => "\\beta",
        'γ' => "\\gamma",
        'δ' => "\\delta",
        '∅' => "\\emptyset",
        'π' => "\\pi",
        'σ' => "\\sigma",
        'φ' => "\\varphi",
        '×' => "\\times",
        '{' => "\\{",
        '_' => "\\_",
        _ => return None,
    })
}

/// Words with each formula between dollar signs replaced.
pub(super) fn words(
    words: &str,
    outside: impl Fn(&str) -> String,
    formula: impl Fn(&str) -> String,
) -> String {
    let parts = words.split('$').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => outside(part),
            _ => formula(part),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_latex() {
        let formula = "(|S| + 1)·X(i,j,S) ≤ Σ_{k ∈ S} Σ_{o < i} A(o,k) − sh(c_{k})";
        assert_eq!(
            plain(formula),
            "(|S| + 1)·X(i,j,S) ≤ Σ_{k∈S} Σ_{o<i} A(o,k) − sh(c_k)"
        );
        assert_eq!(
            latex(formula),
            "(|S| + 1)\\cdot X(i,j,S) \\le \\sum_{k \\in S} \\sum_{o < i} A(o,k) - \\mathrm{sh}(c_{k})"
        );
        assert_eq!(
            (plain("{1}"), latex("{1}")),
            ("{1}".into(), "\\{1\\}".into())
        );
        assert_eq!(latex("}"), "\\}", "braces that do not match are themselves");
        assert_eq!(
            latex("αP·σ ≤ 2·x(σ,π)"),
            "\\alpha P\\cdot\\sigma \\le 2\\cdot x(\\sigma,\\pi)"
        );
    }
}
