//! Models in GMPL that access files: `table` reads and writes them, and `printf … > file` writes them.

/// Whether a model in GMPL would read or write a file while it is read.
pub(super) fn accesses_files(model: &str) -> bool {
    let code = code(model);
    code.split(';').any(|statement| {
        let statement = statement.trim_start();
        let word: String = statement
            .chars()
            .take_while(|symbol| symbol.is_ascii_alphanumeric() || *symbol == '_')
            .collect();
        match &*word {
            "table" => true,
            // `if … then { printf … }` and `for {…} printf …` contain a printf.
            _ => statement
                .match_indices("printf")
                .any(|(at, _)| is_redirected(&statement[at..])),
        }
    })
}

/// Whether a printf has a `>` outside of brackets; inside of brackets, `>` compares.
fn is_redirected(printf: &str) -> bool {
    let mut depth = 0;
    printf.chars().any(|symbol| {
        match symbol {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        symbol == '>' && depth <= 0
    })
}

/// A model without comments and without quoted text.
fn code(model: &str) -> String {
    let mut code = String::with_capacity(model.len());
    let mut rest = model;
    while let Some(symbol) = rest.chars().next() {
        let end = match symbol {
            '#' => rest.find('\n'),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map(|at| at + 4),
            '"' | '\'' => rest[1..].find(symbol).map(|at| at + 2),
            other => {
                code.push(other);
                Some(other.len_utf8())
            }
        };
        rest = &rest[end.unwrap_or(rest.len())..];
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_that_access_files_are_recognized() {
        for model in [
            r#"solve; printf "a" > "b";"#,
            "printf{i in S}: \"%d\", i >> 'b';",
            "for {i in S} { printf \"a\" > name; }",
            "param n; table t OUT \"CSV\" \"b\" : a ~ a;",
            "/* x */ table t IN \"CSV\" \"b\" : [a];",
            "printf \"#\" > \"b\"; # a comment",
        ] {
            assert!(accesses_files(model), "{model}");
        }
        for model in [
            "param table_size; var x >= 0;",
            "s.t. c{i in S: i > 3}: x[i] >= 1;",
            "printf{i in S: i > 3}: \" > %d\", i; # > no",
            "# table t;\nvar x;",
            "printf \"%d\", (if a > b then a else b);",
            include_str!("../../../../models/case_study.mod"),
            include_str!("../../../../models/disaggregated.mod"),
            include_str!("../../../../models/ordering.mod"),
        ] {
            assert!(!accesses_files(model), "{model}");
        }
    }
}
