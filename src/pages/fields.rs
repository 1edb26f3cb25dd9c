//! Fields of an address or of a form, harmless to show. All input of people passes here, so that no page, label or message
//! needs a check of its own.

use super::refusal::Refusal;
use crate::harmless::harmless;
use form_urlencoded::Serializer;
use std::str::FromStr;

/// Fields of an address or a form, in their order, without empty fields.
pub(super) fn pairs(text: &str) -> impl Iterator<Item = (String, String)> {
    let fields = form_urlencoded::parse(text.as_bytes());
    let fields = fields.map(|(name, value)| (harmless_line(&name), harmless_line(&value)));
    fields.filter(|(_, value)| !value.is_empty())
}

/// Harmless text on one line: tabs and line ends are spaces.
fn harmless_line(text: &str) -> String {
    harmless(&text.replace(['\t', '\r', '\n'], " "))
}

/// Names with values, in their order, without empty fields.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    pairs: Vec<(String, String)>,
    chance: u64,
}

/// Most characters of an invalid value that a message repeats.
const QUOTE_LENGTH: usize = 40;

impl Fields {
    /// Fields of a text, with a random number for a seed that the text does not have.
    pub(super) fn read(text: &str, chance: u64) -> Self {
        Self {
            pairs: pairs(text).collect(),
            chance,
        }
    }

    /// Random seed, small enough for the numbers of every browser.
    pub(super) fn chance(&self) -> u64 {
        self.chance >> 32
    }

    /// Value of the first field with a name.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).next()
    }

    /// Values of all fields with a name.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        let of_name = self.pairs.iter().filter(move |(field, _)| field == name);
        of_name.map(|(_, value)| value.as_str())
    }

    /// Parsed value of the first field with a name.
    pub(super) fn value<T: FromStr>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let value = text.parse().map_err(|_| invalid_value(name, text));
        value.map(Some)
    }

    pub(super) fn push(&mut self, name: &str, value: impl ToString) {
        self.pairs.push((name.to_owned(), value.to_string()));
    }

    /// Query of an address.
    pub(super) fn query(&self) -> String {
        query_text(&self.pairs, "/:,=")
    }
}

/// Query of an address with fields. The `plain` signs are not escaped, so that people can read
/// the query.
pub(super) fn query_text(pairs: &[(String, String)], plain: &str) -> String {
    let text = Serializer::new(String::new()).extend_pairs(pairs).finish();
    plain.chars().fold(text, |text, sign| {
        text.replace(&format!("%{:02X}", u32::from(sign)), &sign.to_string())
    })
}

/// Refusal of an invalid value.
pub(super) fn invalid_value(name: &str, value: &str) -> Refusal {
    let beginning: String = value.chars().take(QUOTE_LENGTH).collect();
    Refusal::wrong(format!("{name} cannot be {beginning:?}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_harmless() {
        let fields: Vec<_> = pairs("only=%E2%80%AEa&%00=1&from=a%0D%0Ab&empty=").collect();
        let expected = [("only", "\u{fffd}a"), ("\u{fffd}", "1"), ("from", "a  b")];
        assert_eq!(
            fields,
            expected.map(|(name, value)| (name.into(), value.into()))
        );
    }

    #[test]
    fn fields_are_read_as_they_are_written() {
        let mut fields = Fields::default();
        fields.push("round", "BBRR/-:1B2.CR-");
        fields.push("from", "a b|c&d=e%2F%3D+é");
        let text = fields.query();
        assert!(
            text.starts_with("round=BBRR/-:1B2.CR-&from=a+b%7Cc"),
            "{text}"
        );
        assert_eq!(Fields::read(&text, 0).pairs, fields.pairs);
    }

    #[test]
    fn empty_fields_are_left_out() {
        let fields = Fields::read("seed=&players=3&players=4", 0);
        assert_eq!(
            (fields.text("seed"), fields.text("players")),
            (None, Some("3"))
        );
        assert!(
            fields
                .value::<u64>("players")
                .is_ok_and(|players| players == Some(3))
        );
        assert!(Fields::read("seed=-1", 0).value::<u64>("seed").is_err());
    }
}
