//! The decoder of a text's bytes: a byte order mark is dropped, and UTF-16 becomes UTF-8.

use std::io::{self, BufRead, Chain, Cursor, Read};

/// The decoded beginning of a file, followed by its rest.
pub(super) type Text<R> = Chain<Cursor<Vec<u8>>, R>;

/// A file as UTF-8. A file in UTF-16 is decoded up to `longest` bytes.
pub(super) fn as_utf8<R: BufRead>(mut file: R, longest: u64) -> io::Result<Text<R>> {
    let mut head = Vec::new();
    file.by_ref().take(3).read_to_end(&mut head)?;
    // A game begins with a letter of ASCII, which has a byte 0 in UTF-16.
    let unit: Option<fn([u8; 2]) -> u16> = match head[..] {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        [1..=255, 0, ..] => Some(u16::from_le_bytes),
        [0, 1..=255, ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    if let Some(unit) = unit {
        file.by_ref().take(longest).read_to_end(&mut head)?;
        let (pairs, _) = head.as_chunks();
        let units = pairs.iter().map(|&pair| unit(pair));
        let letters =
            char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER));
        let text: String = letters.collect();
        head = text.into_bytes();
    }
    if head.starts_with(MARK) {
        head.drain(..MARK.len());
    }
    Ok(Cursor::new(head).chain(file))
}

/// The byte order mark in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();
