//! The text of a model in MiniZinc: its comments, items and declarations.

/// The text with a blank for each comment.
pub(super) fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let (end, is_comment) = match symbol {
            '%' => (rest.find('\n'), true),
            '/' if rest.starts_with("/*") => (rest[2..].find("*/").map(|at| at + 4), true),
            '"' => (end_of_string(rest), false),
            other => (Some(other.len_utf8()), false),
        };
        let (part, more) = rest.split_at(end.unwrap_or(rest.len()));
        code += if is_comment { " " } else { part };
        rest = more;
    }
    code
}

/// End of the string with which a text begins, if it has one.
fn end_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let mut letters = text.char_indices().skip(1);
    let end = letters.find(|(_, symbol)| {
        let is_end = *symbol == '"' && !is_escaped;
        is_escaped = *symbol == '\\' && !is_escaped;
        is_end
    });
    end.map(|(at, _)| at + 1)
}

/// Whether a text without comments includes a file outside of the library of MiniZinc.
pub(super) fn includes_files(text: &str) -> bool {
    let is_word = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        if symbol == '"' {
            rest = &rest[end_of_string(rest).unwrap_or(rest.len())..];
            continue;
        }
        let end = rest.find(|symbol| !is_word(symbol)).unwrap_or(rest.len());
        let (word, more) = rest.split_at(end.max(symbol.len_utf8()));
        rest = more;
        if word == "include" {
            let name = rest.trim_start().strip_prefix('"').unwrap_or_default();
            let name = name.split('"').next().unwrap_or_default();
            let is_plain = |symbol: char| is_word(symbol) || symbol == '-' || symbol == '.';
            if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
                return true;
            }
        }
    }
    false
}

/// Whether an array of variables has this name.
pub(super) fn declares_array(text: &str, name: &str) -> bool {
    text.split(';').any(|item| {
        let item = item.trim_start();
        item.match_indices(name).any(|(at, _)| {
            let (before, after) = (item[..at].trim_end(), &item[at + name.len()..]);
            let is_whole =
                !after.starts_with(|symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_');
            let kind = before.strip_suffix(':').unwrap_or_default();
            is_whole
                && kind.starts_with("array")
                && kind.split_whitespace().any(|word| word == "var")
                // The first colon of an item is that of its declaration.
                && !kind.contains(':')
        })
    })
}

/// The start of the item with this first word.
pub(super) fn item(text: &str, word: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = line.find(word).filter(|&place| {
            let before = line[..place].trim_end();
            let next = line[place + word.len()..].chars().next();
            (before.is_empty() || before.ends_with(';'))
                && next.is_none_or(|next| !next.is_ascii_alphanumeric() && next != '_')
        });
        if let Some(place) = place {
            return Some(at + place);
        }
        at += line.len();
    }
    None
}

/// The text without its output items.
pub(super) fn without_output(text: &str) -> String {
    let mut rest = text.to_owned();
    while let Some(start) = item(&rest, "output") {
        // A semicolon in a string is part of it.
        let mut inside = false;
        let end = rest[start..].char_indices().find(|&(_, symbol)| {
            inside ^= symbol == '"';
            symbol == ';' && !inside
        });
        let end = end.map_or(rest.len(), |(at, _)| start + at + 1);
        rest.replace_range(start..end, "");
    }
    rest
}

/// Whether a parameter of this name has no value yet.
pub(super) fn declares(text: &str, name: &str) -> bool {
    text.split([';', '\n']).any(|item| {
        let declaration = item.trim().split_once(':');
        declaration.is_some_and(|(_, rest)| rest.trim() == name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_outside_of_the_library_are_recognized() {
        for text in [
            "include \"/etc/passwd\";",
            "int: a; include /* x */ \"../b.mzn\";",
            "include\n\"\\x2fetc/passwd\";",
            "include \"..\";",
            "include\"a/b.mzn\";",
        ] {
            assert!(includes_files(&without_comments(text)), "{text}");
        }
        for text in [
            "include \"globals.mzn\"; include \"all_different.mzn\";",
            "% include \"/etc/passwd\";\nint: a;",
            "output [\"include \\\"/etc/passwd\\\";\"];",
            include_str!("../../../../../models/ordering.mzn"),
        ] {
            assert!(!includes_files(&without_comments(text)), "{text}");
        }
    }

    #[test]
    fn only_arrays_of_variables_declare_the_order() {
        let set = "set of int: turn = 1..4;\narray[turn] of var 1..4: order;\nsolve maximize 1;";
        assert!(!declares_array(set, "turn") && declares_array(set, "order"));
        let parameter = "array[1..4] of int: turn; array[1..4] of var int:order ::x = [1];";
        assert!(!declares_array(parameter, "turn") && declares_array(parameter, "order"));
        let other_name = "array[1..4] of var int: turns; constraint forall(i in 1..4)(x: turn[i]);";
        assert!(!declares_array(other_name, "turn"));
    }

    #[test]
    fn items_are_found_outside_of_comments_and_strings() {
        let text = without_comments(
            "% solve satisfy;\nint: rows; /*\nsolve satisfy; */ var int: x;\nsolve maximize x;\noutput [\"a;b %\"];\n",
        );
        let text = &*text;
        assert_eq!(
            item(text, "solve"),
            Some(text.find("solve maximize").expect("there"))
        );
        assert!(!without_output(text).contains("a;b") && without_output(text).contains("maximize"));
        assert!(declares(text, "rows") && !declares(text, "x = 1"));
    }
}
