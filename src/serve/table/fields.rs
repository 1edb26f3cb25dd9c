//! The fields of an address or of a form.

use crate::serve::form;
use crate::serve::refusal::Refusal;
use form_urlencoded::Serializer;
use std::str::FromStr;

/// Names with values, in their order. A field that was left empty is none.
#[derive(Debug, Clone, Default)]
pub(in crate::serve) struct Fields(Vec<(String, String)>);

/// So much of a wrong value is repeated to who sent it.
const REPEATED: usize = 40;

impl Fields {
    pub(in crate::serve) fn read(text: &str) -> Self {
        Self(form::fields(text).collect())
    }

    /// The first field of a name.
    pub(in crate::serve) fn one(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All fields of a name.
    pub(in crate::serve) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.0.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.as_str())
    }

    /// The first field of a name as a number, or as another value with a text.
    pub(in crate::serve) fn value<T: FromStr>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(text) = self.one(name) else {
            return Ok(None);
        };
        let value = text.parse().map_err(|_| wrong(name, text));
        value.map(Some)
    }

    pub(in crate::serve) fn push(&mut self, name: &str, value: impl ToString) {
        self.0.push((name.to_owned(), value.to_string()));
    }

    /// The text of an address, after its question mark. What needs no escape there has none, so that people can read it.
    pub(in crate::serve) fn write(&self) -> String {
        let mut text = Serializer::new(String::new());
        text.extend_pairs(&self.0);
        let plain = [("%2F", "/"), ("%3A", ":"), ("%2C", ","), ("%3D", "=")];
        let text = text.finish();
        plain
            .iter()
            .fold(text, |text, (escaped, plain)| text.replace(escaped, plain))
    }
}

/// The refusal of a value.
pub(in crate::serve) fn wrong(name: &str, value: &str) -> Refusal {
    let beginning: String = value.chars().take(REPEATED).collect();
    Refusal::wrong(format!("{name} cannot be {beginning:?}."))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(Fields::read(&text).0, fields.0);
    }

    #[test]
    fn empty_fields_are_none() {
        let fields = Fields::read("seed=&players=3&players=4");
        assert_eq!(
            (fields.one("seed"), fields.one("players")),
            (None, Some("3"))
        );
        assert!(fields.value::<u64>("players").is_ok_and(|it| it == Some(3)));
        assert!(Fields::read("seed=-1").value::<u64>("seed").is_err());
    }
}
