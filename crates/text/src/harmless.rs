//! Harmless text: names, sources and paths of people, which can command no terminal, turn no direction of the text around
//! them, and hide nothing.
//!
//! Every output takes such text from here. For people, [`harmless`] replaces each harmful character by U+FFFD. In JSON, [`escaped`]
//! writes it as `\uXXXX`, so that a program reads the original text.

use itertools::Itertools;
use std::path::Path;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// One line of text, without harmful characters.
pub fn harmless(text: &str) -> String {
    let replacement = |letter| match is_harmful(letter) {
        true => char::REPLACEMENT_CHARACTER,
        false => letter,
    };
    text.chars().map(replacement).collect()
}

/// Lines of text, without harmful characters; a tab becomes a space.
pub fn harmless_lines(text: &str) -> String {
    let lines = text.lines().map(|line| harmless(&line.replace('\t', " ")));
    lines.collect_vec().join("\n")
}

/// The harmless text of a path.
pub fn harmless_path(path: &Path) -> String {
    harmless(&path.to_string_lossy())
}

/// JSON of the same value, with escapes for harmful characters. Outside of strings, line ends are the only ones in JSON.
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

/// Whether a character is a control character, a line or paragraph separator, a noncharacter, or one of Unicode's format
/// characters (marks of direction, invisible characters, tags). The two joiners of scripts and of emoji are harmless.
fn is_harmful(letter: char) -> bool {
    const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
    let is_noncharacter = letter as u32 & 0xfffe == 0xfffe;
    is_noncharacter
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

    fn characters() -> impl Iterator<Item = char> {
        '\0'..=char::MAX
    }

    #[test]
    fn harmful_characters_are_replaced_and_letters_stay() {
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

    /// Rust's escapes, with which messages about a file quote a text, are harmless, too.
    #[test]
    fn rusts_escapes_leave_nothing_harmful() {
        let leaks = characters().filter(|&letter| {
            is_harmful(letter) && letter.to_string().escape_debug().any(is_harmful)
        });
        assert_eq!(leaks.collect_vec(), []);
    }

    #[test]
    fn escaped_json_has_the_same_value_and_no_harmful_character() {
        let text: String = characters().collect();
        let json = serde_json::to_string_pretty(&[&text]).expect("JSON");
        let escaped = escaped(&json);
        assert_ne!(escaped, json);
        let letters = escaped.chars().filter(|&letter| letter != '\n');
        assert_eq!(
            letters.filter(|&letter| is_harmful(letter)).collect_vec(),
            []
        );
        let value: [String; 1] = serde_json::from_str(&escaped).expect("JSON");
        assert_eq!(value, [text]);
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(
            harmless_lines("a\tb\n\u{1b}[2Jc\r\nd"),
            "a b\n\u{fffd}[2Jc\nd"
        );
    }
}
