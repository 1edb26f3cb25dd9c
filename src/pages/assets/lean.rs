//! Styles and scripts as they are sent: without what is for those who read the source.

/// A style or a script without its comments and its indentation. Every line stays one, so that nothing changes its meaning.
fn lean(text: &str) -> String {
    let (mut code, mut is_comment) = (String::new(), false);
    for line in text.lines().map(str::trim) {
        let begins = !is_comment && line.starts_with("/*");
        let ends = line.ends_with("*/");
        let is_read = is_comment || line.is_empty() || line.starts_with("//") || begins && ends;
        is_comment = (is_comment || begins && !line.contains("*/")) && !ends;
        if !is_read && !is_comment {
            code.extend([line, "\n"]);
        }
    }
    code
}

/// Modules as one script: what they import stands before them, under the same name. So a page loads one file, and needs no
/// network to follow the imports.
pub(super) fn bundled(modules: &str) -> String {
    let text = lean(modules);
    let lines = text.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| untyped(line.strip_prefix("export ").unwrap_or(line)));
    let text = lines.flat_map(|line| [line, "\n".to_owned()]).collect();
    OPERATORS.iter().fold(text, |text: String, operator| {
        text.replace(&format!(" {operator} "), operator)
    })
}

/// Operators around which a script that is sent has no spaces. `web/eslint.config.js` forbids texts that have them so.
const OPERATORS: [&str; 7] = ["=", "=>", "===", "!==", "&&", "||", "??"];

/// A line of a script without the types that it states in comments.
fn untyped(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some((code, comment)) = rest.split_once("/** @type {") {
        text += code;
        rest = comment.split_once("*/ ").map_or("", |(_, code)| code);
    }
    text + rest
}

/// A style in the same way, and without the spaces around its signs.
pub(super) fn lean_style(text: &str) -> String {
    let signs = [
        ("; ", ";"),
        (": ", ":"),
        (", ", ","),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";}", "}"),
    ];
    signs.iter().fold(lean(text), |text, (wide, narrow)| {
        text.replace(wide, narrow)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_readers_is_left_out() {
        let text = "/* Why. */\n.a {\n  --b: 1;\n}\n\n// Why.\nconst c = \"// d\";\n";
        assert_eq!(lean(text), ".a {\n--b: 1;\n}\nconst c = \"// d\";\n");
        let style = ".a :is(b, c) { d: e f; g: calc(1px + 2px); }\n@media (h: 1rem) { i { j: k } }";
        assert_eq!(
            lean_style(style),
            ".a :is(b,c){d:e f;g:calc(1px + 2px)}\n@media (h:1rem){i{j:k}}\n"
        );
        let script = "/** Why. */\n/**\n * Why.\n * @param {A} a\n */\nexport const b = (a) => /** @type {B} */ (a);\n/** @type {C} */ (c).d();\n";
        assert_eq!(bundled(script), "const b=(a)=>(a);\n(c).d();\n");
    }
}
