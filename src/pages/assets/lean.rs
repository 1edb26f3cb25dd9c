//! Styles and scripts without the parts that only readers of the source need.

/// Style or script without comments and indentation. Every line of code stays a line, so that its meaning stays, too.
fn compact(text: &str) -> String {
    let (mut code, mut is_comment) = (String::new(), false);
    for line in text.lines().map(str::trim) {
        let is_opening = !is_comment && line.starts_with("/*");
        let is_closing = line.ends_with("*/");
        let is_dropped =
            is_comment || line.is_empty() || line.starts_with("//") || is_opening && is_closing;
        is_comment = (is_comment || is_opening && !line.contains("*/")) && !is_closing;
        if !is_dropped && !is_comment {
            code.extend([line, "\n"]);
        }
    }
    code
}

/// One script of modules. The imports of a module stand before it under the same names, so a page loads one file and needs no
/// network for imports.
pub(super) fn bundle(modules: &str) -> String {
    let text = compact(modules);
    let lines = text.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| without_types(line.strip_prefix("export ").unwrap_or(line)));
    let text = lines.flat_map(|line| [line, "\n".to_owned()]).collect();
    OPERATORS.iter().fold(text, |text: String, operator| {
        text.replace(&format!(" {operator} "), operator)
    })
}

/// Operators whose spaces are taken away. `web/eslint.config.js` forbids texts with such an operator between spaces.
const OPERATORS: [&str; 7] = ["=", "=>", "===", "!==", "&&", "||", "??"];

/// Line of a script without the comments that state types.
fn without_types(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some((code, comment)) = rest.split_once("/** @type {") {
        text += code;
        rest = comment.split_once("*/ ").map_or("", |(_, code)| code);
    }
    text + rest
}

/// Style without comments, indentation and spaces around its signs.
pub(super) fn compact_style(text: &str) -> String {
    let signs = [
        ("; ", ";"),
        (": ", ":"),
        (", ", ","),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";}", "}"),
    ];
    signs.iter().fold(compact(text), |text, (wide, narrow)| {
        text.replace(wide, narrow)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_types_and_spaces_are_left_out() {
        let text = "/* Why. */\n.a {\n  --b: 1;\n}\n\n// Why.\nconst c = \"// d\";\n";
        assert_eq!(compact(text), ".a {\n--b: 1;\n}\nconst c = \"// d\";\n");
        let style = ".a :is(b, c) { d: e f; g: calc(1px + 2px); }\n@media (h: 1rem) { i { j: k } }";
        assert_eq!(
            compact_style(style),
            ".a :is(b,c){d:e f;g:calc(1px + 2px)}\n@media (h:1rem){i{j:k}}\n"
        );
        let script = "/** Why. */\n/**\n * Why.\n * @param {A} a\n */\nexport const b = (a) => /** @type {B} */ (a);\n/** @type {C} */ (c).d();\n";
        assert_eq!(bundle(script), "const b=(a)=>(a);\n(c).d();\n");
    }
}
