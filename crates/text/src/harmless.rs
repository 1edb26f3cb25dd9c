//! Text that people have written, such as names, sources and paths, as it may be shown: nothing in it can
//! command a terminal, change the direction of what stands around it, or be there and not be seen.
//!
//! Every output takes it from here. Where a person reads, [`harmless`] puts U+FFFD in the place of what could do
//! that; in JSON, [`escaped`] writes it as `\uXXXX`, so that a program reads what was written.

use itertools::Itertools;
use std::path::Path;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// One line of text without what could do harm.
pub fn harmless(text: &str) -> String {
    let replacement = |letter| match is_harmful(letter) {
        true => char::REPLACEMENT_CHARACTER,
        false => letter,
    };
    text.chars().map(replacement).collect()
}

/// Lines of text without what could do harm; a tab becomes a space.
pub fn harmless_lines(text: &str) -> String {
    let lines = text.lines().map(|line| harmless(&line.replace('\t', " ")));
    lines.collect_vec().join("\n")
}

/// A path as a person knows it.
pub fn harmless_path(path: &Path) -> String {
    harmless(&path.to_string_lossy())
}

/// A text of JSON that means the same, with escapes for what could do harm. Outside its strings JSON holds
/// nothing of that but line ends.
pub fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter == '\n' || !is_harmful(letter) {
            escaped.push(letter);
            continue;
        }
        let units = letter.encode_utf16(&mut [0; 2]).iter().map(escape).join("");
        escaped.push_str(&units);
    }
    escaped
}

fn escape(unit: &u16) -> String {
    format!("\\u{unit:04x}")
}

/// Control characters, line and paragraph separators, what is no character, and Unicode's format characters:
/// marks of direction, invisible ones, tags. The two joiners of the scripts that need them (and of emoji) are
/// no harm.
fn is_harmful(letter: char) -> bool {
    const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
    let is_nothing = letter as u32 & 0xfffe == 0xfffe;
    is_nothing
        || match letter.general_category() {
            GeneralCategory::Format => !JOINERS.contains(&letter),
            GeneralCategory::Control
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator => true,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = char> {
        '\0'..=char::MAX
    }

    #[test]
    fn what_can_trick_is_replaced_and_letters_stay() {
        let harmful = [
            '\0'..='\u{1f}',
            '\u{7f}'..='\u{9f}',
            '\u{ad}'..='\u{ad}',
            '\u{61c}'..='\u{61c}',
            '\u{180e}'..='\u{180e}',
            '\u{200b}'..='\u{200b}',
            '\u{200e}'..='\u{200f}',
            '\u{2028}'..='\u{202e}',
            '\u{2060}'..='\u{2064}',
            '\u{2066}'..='\u{206f}',
            '\u{feff}'..='\u{feff}',
            '\u{fff9}'..='\u{fffb}',
            '\u{fffe}'..='\u{ffff}',
            '\u{e0001}'..='\u{e0001}',
            '\u{e0020}'..='\u{e007f}',
        ];
        for letter in harmful.into_iter().flatten() {
            assert_eq!(harmless(&letter.to_string()), "\u{fffd}", "{letter:?}");
        }
        let names = "5×5, Zürich – Łódź “Ελλάδα” Москва 東京 ירושלים القاهرة می‌خواهم क्‍ष 👩‍🔬 🏴 e\u{301} a\u{a0}b";
        assert_eq!(harmless(names), names);
    }

    /// Rust's escapes, with which messages about a file quote a text, let nothing through either.
    #[test]
    fn rusts_escapes_leave_nothing_harmful() {
        let through = all().filter(|&letter| {
            is_harmful(letter) && letter.to_string().escape_debug().any(is_harmful)
        });
        assert_eq!(through.collect_vec(), []);
    }

    #[test]
    fn json_means_the_same_and_has_nothing_harmful() {
        let every: String = all().collect();
        let json = serde_json::to_string_pretty(&[&every]).expect("a text");
        let escaped = escaped(&json);
        assert_ne!(escaped, json);
        let letters = escaped.chars().filter(|&letter| letter != '\n');
        assert_eq!(
            letters.filter(|&letter| is_harmful(letter)).collect_vec(),
            []
        );
        let read: [String; 1] = serde_json::from_str(&escaped).expect("JSON");
        assert_eq!(read, [every]);
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(
            harmless_lines("a\tb\n\u{1b}[2Jc\r\nd"),
            "a b\n\u{fffd}[2Jc\nd"
        );
    }
}
