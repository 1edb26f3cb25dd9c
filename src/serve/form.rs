//! What people write in addresses and forms, as it may be shown. All of it passes here, so that no page, label or
//! message has to ask.

use crate::harmless::harmless;

/// The fields of an address or a form, in their order. A field that was left empty says nothing.
pub(super) fn fields(text: &str) -> impl Iterator<Item = (String, String)> {
    let fields = form_urlencoded::parse(text.as_bytes());
    let fields = fields.map(|(name, value)| (shown(&name), shown(&value)));
    fields.filter(|(_, value)| !value.is_empty())
}

/// A text without what could do harm; what only parts words is a space.
fn shown(text: &str) -> String {
    harmless(&text.replace(['\t', '\r', '\n'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_can_be_shown() {
        let read: Vec<_> = fields("only=%E2%80%AEa&%00=1&from=a%0D%0Ab&empty=").collect();
        let expected = [("only", "\u{fffd}a"), ("\u{fffd}", "1"), ("from", "a  b")];
        assert_eq!(
            read,
            expected.map(|(name, value)| (name.into(), value.into()))
        );
    }
}
