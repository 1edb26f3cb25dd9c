use crate::instance::{Bonus, Instance};

/// What stands above a picture: a title, and what is asked and found.
pub(super) struct Caption {
    pub(super) title: String,
    pub(super) lines: Vec<String>,
}

impl Caption {
    /// Constraints that are named one by one.
    const CONSTRAINTS: usize = 4;

    /// Letters of a line; a longer one is cut.
    const LETTERS: usize = 96;

    /// The instance in words, then what is `found`, a line each.
    pub(super) fn new(instance: &Instance, found: impl IntoIterator<Item = String>) -> Self {
        let asked = asked(instance);
        let (title, mut lines) = match instance.name() {
            Some(name) => (name.to_owned(), vec![asked]),
            None => (asked, Vec::new()),
        };
        lines.extend(bonus(instance));
        let constraints = instance.constraints();
        let named = constraints.iter().take(Self::CONSTRAINTS);
        lines.extend(named.map(ToString::to_string));
        if let more @ 1.. = constraints.len().saturating_sub(Self::CONSTRAINTS) {
            lines.push(format!("and {}", counted(more as u128, "more constraint")));
        }
        lines.extend(found);
        Self {
            title: cut(title),
            lines: lines.into_iter().map(cut).collect(),
        }
    }
}

/// The wall, the turns and the sense.
pub(super) fn asked(instance: &Instance) -> String {
    let (wall, sense) = (instance.wall(), instance.sense().word());
    let turns = counted(instance.horizon() as u128, "turn");
    format!("{wall} wall, {turns}, {sense} the score")
}

/// What is complete at the end earns this, if anything.
pub(super) fn bonus(instance: &Instance) -> Option<String> {
    let Bonus {
        row,
        column,
        colour,
    } = instance.bonus();
    let none = instance.bonus() == Bonus::default();
    (!none).then(|| format!("bonus: {row} a row, {column} a column, {colour} a colour"))
}

/// A number and what it counts.
pub(super) fn counted(count: u128, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

fn cut(text: String) -> String {
    match text.char_indices().nth(Caption::LETTERS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// A text without what XML, HTML and DOT cannot hold: control characters and what is no character.
pub(super) fn harmless(text: &str) -> String {
    let shown = |letter: char| {
        let nothing = letter as u32 & 0xfffe == 0xfffe;
        if letter.is_control() || nothing {
            '\u{fffd}'
        } else {
            letter
        }
    };
    text.chars().map(shown).collect()
}
