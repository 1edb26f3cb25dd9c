//! The sense of an MPS file that stands only in a comment, of which HiGHS does not tell.

use super::lp::Fault;

/// Sections and comments of an MPS file, as far as they speak of its sense.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// Whether a section says the sense.
    pub(super) has_sense: bool,
    /// Whether the comments speak of a maximum, and not of a minimum: PuLP and glpsol write the sense there.
    pub(super) speaks_of_maximum: bool,
}

/// Reads the sections and the comments of a file.
pub(super) fn told(text: &str) -> Result<Told, Fault> {
    let mut told = Told::default();
    let (mut has_rows, mut maximum, mut minimum) = (false, false, false);
    for (index, line) in text.lines().enumerate() {
        if let Some(comment) = line.strip_prefix('*') {
            let comment = comment.to_lowercase();
            let mut words = comment.split(|one: char| !one.is_ascii_alphabetic());
            maximum |= words
                .clone()
                .any(|word| word == "max" || word.starts_with("maxim"));
            minimum |= words.any(|word| word == "min" || word.starts_with("minim"));
        } else if !line.starts_with(char::is_whitespace) {
            let word = line.split_whitespace().next().unwrap_or_default();
            let word = word.to_uppercase();
            told.has_sense |= ["OBJSENSE", "MAX", "MIN"].contains(&&*word);
            has_rows |= word == "ROWS";
            if word == "COLUMNS" && !has_rows {
                // HiGHS may come to no end with it.
                let says = "COLUMNS comes before ROWS".into();
                return Err(Fault {
                    line: index + 1,
                    says,
                });
            }
        }
    }
    told.speaks_of_maximum = maximum && !minimum;
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sense_is_found_in_sections_and_in_comments() {
        for (text, has_sense, speaks_of_maximum) in [
            ("*SENSE:Maximize\nNAME a\nROWS\n N f\n", false, true),
            ("* Objective:  score (MAXimum)\nROWS\n", false, true),
            (
                "* the minimum of the negated score, a maximum\nROWS\n",
                false,
                false,
            ),
            (
                "NAME minimum_1\nOBJSENSE\n MAX\nROWS\nCOLUMNS\n",
                true,
                false,
            ),
            ("OBJSENSE MAX\nROWS\n", true, false),
            ("ROWS\n L maximum\n", false, false),
        ] {
            let wanted = Told {
                has_sense,
                speaks_of_maximum,
            };
            assert_eq!(told(text), Ok(wanted), "{text}");
        }
        let fault = told("\nCOLUMNS\n x 2 y 1\n").expect_err("no rows");
        assert_eq!(fault.to_string(), "line 2: COLUMNS comes before ROWS");
    }
}
