//! Characters that could trick a reader: control characters, marks of direction, separators, invisible characters, tags.
//! The list is independent of the library, which goes by the categories of Unicode.

/// Characters that trick, without NUL, which no argument of a program can contain.
pub(crate) fn tricks() -> Vec<char> {
    let ranges = [
        '\u{1}'..='\u{1f}',
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
        '\u{e0001}'..='\u{e0001}',
        '\u{e0020}'..='\u{e007f}',
    ];
    ranges.into_iter().flatten().collect()
}
