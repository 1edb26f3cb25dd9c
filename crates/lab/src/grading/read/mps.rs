//! The sense of an MPS file, of which HiGHS passes over some spellings, and over all comments.

use super::lp::{Fault, fault};

/// Sections and comments of an MPS file, as far as they speak of its sense.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SenseHints {
    /// Whether a section says that the objective is maximized or minimized; none without such a section.
    pub(super) maximizes: Option<bool>,
    /// Whether the comments speak of a maximum, and not of a minimum: PuLP and glpsol write the sense there.
    pub(super) has_maximum_comment: bool,
}

/// Reads the sections and the comments of a file.
pub(super) fn hints(text: &str) -> Result<SenseHints, Fault> {
    let mut hints = SenseHints::default();
    let (mut has_rows, mut maximum, mut minimum) = (false, false, false);
    let mut is_sense_next = false;
    for (index, line) in text.lines().enumerate() {
        if let Some(comment) = line.strip_prefix('*') {
            let comment = comment.to_lowercase();
            let mut words = comment.split(|symbol: char| !symbol.is_ascii_alphabetic());
            maximum |= words
                .clone()
                .any(|word| word == "max" || word.starts_with("maxim"));
            minimum |= words.any(|word| word == "min" || word.starts_with("minim"));
            continue;
        }
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            continue;
        };
        let (word, second) = (first.to_uppercase(), words.next());
        if is_sense_next {
            hints.maximizes = Some(sense(&word, index)?);
            is_sense_next = false;
        } else if word == "OBJSENSE" || word == "OBJSENSE:" {
            hints.maximizes = second.map(|word| sense(word, index)).transpose()?;
            is_sense_next = second.is_none();
        } else if !has_rows && second.is_none() {
            hints.maximizes = sense(&word, index).ok().or(hints.maximizes);
        }
        if !line.starts_with(char::is_whitespace) {
            has_rows |= word == "ROWS";
            if word == "COLUMNS" && !has_rows {
                // HiGHS may not terminate on such a file.
                return Err(fault(index + 1, "COLUMNS comes before ROWS"));
            }
        }
    }
    hints.has_maximum_comment = maximum && !minimum && hints.maximizes.is_none();
    Ok(hints)
}

/// Whether a word means that the objective is maximized.
fn sense(word: &str, index: usize) -> Result<bool, Fault> {
    match &*word.to_uppercase() {
        "MAX" | "MAXIMIZE" | "MAXIMISE" | "MAXIMUM" => Ok(true),
        "MIN" | "MINIMIZE" | "MINIMISE" | "MINIMUM" => Ok(false),
        _ => Err(fault(
            index + 1,
            format!("{word:?} stands here, but OBJSENSE is MAX or MIN"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_comments_give_the_sense() {
        for (text, maximizes, has_maximum_comment) in [
            ("*SENSE:Maximize\nNAME a\nROWS\n N f\n", None, true),
            ("* Objective:  score (MAXimum)\nROWS\n", None, true),
            (
                "* the minimum of the negated score, a maximum\nROWS\n",
                None,
                false,
            ),
            (
                "NAME minimum_1\nOBJSENSE\n MAX\nROWS\nCOLUMNS\n",
                Some(true),
                false,
            ),
            ("OBJSENSE MAX\nROWS\n", Some(true), false),
            (
                "OBJSENSE:\n* a maximum\n Maximise\nROWS\n",
                Some(true),
                false,
            ),
            ("NAME a\nMAX\nROWS\n", Some(true), false),
            ("* maximize\nobjsense minimize\nROWS\n", Some(false), false),
            ("ROWS\n L maximum\nRHS\n", None, false),
        ] {
            let expected = SenseHints {
                maximizes,
                has_maximum_comment,
            };
            assert_eq!(hints(text), Ok(expected), "{text}");
        }
        let fault = hints("OBJSENSE\nROWS\n").expect_err("no sense");
        assert_eq!(
            fault.to_string(),
            "line 2: \"ROWS\" stands here, but OBJSENSE is MAX or MIN"
        );
        let fault = hints("\nCOLUMNS\n x 2 y 1\n").expect_err("no rows");
        assert_eq!(fault.to_string(), "line 2: COLUMNS comes before ROWS");
    }
}
