//! The fields of an address or of a form, as they may be shown. All that people write passes here, so that no page, label or
//! message has to ask.

use super::refusal::Refusal;
use crate::harmless::harmless;
use form_urlencoded::Serializer;
use std::str::FromStr;

/// The fields of an address or a form, in their order. A field that was left empty says nothing.
pub(super) fn pairs(text: &str) -> impl Iterator<Item = (String, String)> {
    let fields = form_urlencoded::parse(text.as_bytes());
    let fields = fields.map(|(name, value)| (harmless_line(&name), harmless_line(&value)));
    fields.filter(|(_, value)| !value.is_empty())
}

/// A text without what could do harm; what only parts words is a space.
fn harmless_line(text: &str) -> String {
    harmless(&text.replace(['\t', '\r', '\n'], " "))
}

/// Names with values, in their order. A field that was left empty is none.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    pairs: Vec<(String, String)>,
    chance: u64,
}

/// The most characters of a wrong value that a message repeats.
const REPEATED: usize = 40;

impl Fields {
    /// The fields of a text, with a number by chance for what they do not say.
    pub(super) fn read(text: &str, chance: u64) -> Self {
        Self {
            pairs: pairs(text).collect(),
            chance,
        }
    }

    /// A seed by chance. Every browser can hold and write it exactly.
    pub(super) fn chance(&self) -> u64 {
        self.chance >> 32
    }

    /// The first field of a name.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All fields of a name.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.pairs.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.as_str())
    }

    /// The first field of a name as a number, or as another value with a text.
    pub(super) fn value<T: FromStr>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(text) = self.one(name) else {
            return Ok(None);
        };
        let value = text.parse().map_err(|_| wrong(name, text));
        value.map(Some)
    }

    pub(super) fn push(&mut self, name: &str, value: impl ToString) {
        self.pairs.push((name.to_owned(), value.to_string()));
    }

    /// The text of an address, after its question mark.
    pub(super) fn write(&self) -> String {
        written(&self.pairs, "/:,=")
    }
}

/// Fields as the text of an address, after its question mark. The `plain` signs have no escape, so that people can read
/// the text.
pub(super) fn written(pairs: &[(String, String)], plain: &str) -> String {
    let text = Serializer::new(String::new()).extend_pairs(pairs).finish();
    plain.chars().fold(text, |text, sign| {
        text.replace(&format!("%{:02X}", u32::from(sign)), &sign.to_string())
    })
}

/// The refusal of a value.
pub(super) fn wrong(name: &str, value: &str) -> Refusal {
    let beginning: String = value.chars().take(REPEATED).collect();
    Refusal::wrong(format!("{name} cannot be {beginning:?}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_can_be_shown() {
        let read: Vec<_> = pairs("only=%E2%80%AEa&%00=1&from=a%0D%0Ab&empty=").collect();
        let expected = [("only", "\u{fffd}a"), ("\u{fffd}", "1"), ("from", "a  b")];
        assert_eq!(
            read,
            expected.map(|(name, value)| (name.into(), value.into()))
        );
    }

    #[test]
    fn fields_are_read_as_they_are_written() {
        let mut fields = Fields::default();
        fields.push("round", "BBRR/-:1B2.CR-");
        fields.push("from", "a b|c&d=e%2F%3D+é");
        let text = fields.write();
        assert!(
            text.starts_with("round=BBRR/-:1B2.CR-&from=a+b%7Cc"),
            "{text}"
        );
        assert_eq!(Fields::read(&text, 0).pairs, fields.pairs);
    }

    #[test]
    fn empty_fields_are_none() {
        let fields = Fields::read("seed=&players=3&players=4", 0);
        assert_eq!(
            (fields.one("seed"), fields.one("players")),
            (None, Some("3"))
        );
        assert!(fields.value::<u64>("players").is_ok_and(|it| it == Some(3)));
        assert!(Fields::read("seed=-1", 0).value::<u64>("seed").is_err());
    }
}
