//! The kinds of players with their options, and the reader of options in a contestant's text.

use super::invalid::{InvalidContestant, list};
use super::limits::Limits;
use super::player::Player;
use std::fmt;

/// A kind of player, which a contestant's text names before its colon.
#[derive(Debug, Clone, Copy)]
pub struct PlayerKind {
    /// The name.
    pub name: &'static str,
    /// The description of the kind in one line.
    pub about: &'static str,
    /// The options of the kind; a kind that searches has the limits besides.
    pub options: &'static [PlayerOption],
    /// Whether the kind takes the limits `time`, `depth` and `nodes`.
    pub searches: bool,
    pub(super) build: fn(&Options) -> Box<dyn Player>,
}

/// An option of a player.
#[derive(Debug, Clone, Copy)]
pub struct PlayerOption {
    /// The name.
    pub name: &'static str,
    /// The description of the option in one line.
    pub about: &'static str,
    /// The valid values.
    pub values: OptionValues,
    /// The default value: the index of a word from 0, or the number itself.
    pub default: u64,
}

/// The valid values of an option.
#[derive(Debug, Clone, Copy)]
pub enum OptionValues {
    /// A set of words, each with its description.
    Words(&'static [(&'static str, &'static str)]),
    /// The whole numbers from the first to the second, both included.
    Number(u64, u64),
}

/// The options of a contestant's text, validated by its kind.
#[derive(Debug)]
pub(super) struct Options {
    /// The value of each option of the kind, by the option's name: the index of a word from 0, or the number itself.
    values: Vec<(&'static str, u64)>,
}

impl Options {
    /// Reads the pairs of names and values of a text for a kind. Options that the text does not have get their
    /// defaults.
    pub(super) fn read<'a>(
        kind: &PlayerKind,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidContestant> {
        let defaults = kind
            .options
            .iter()
            .map(|option| (option.name, option.default));
        let mut options = Self {
            values: defaults.collect(),
        };
        for (name, text) in pairs {
            let number = kind.options.iter().position(|option| option.name == name);
            let number = number.ok_or_else(|| InvalidContestant::NoSuchOption {
                kind: kind.name,
                option: name.to_owned(),
                known: kind.option_names(),
            })?;
            options.values[number].1 = kind.options[number].read(text)?;
        }
        Ok(options)
    }

    /// The value of an option: the index of a word, or the number itself; 0 where the kind has no such option.
    pub(super) fn get(&self, name: &str) -> u64 {
        let entry = self.values.iter().find(|(option, _)| *option == name);
        entry.map_or(0, |(_, value)| *value)
    }
}

impl PlayerOption {
    fn read(&self, text: &str) -> Result<u64, InvalidContestant> {
        let value = match self.values {
            OptionValues::Words(words) => words
                .iter()
                .position(|(word, _)| *word == text)
                .map(|number| number as u64),
            OptionValues::Number(least, most) => text
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number)),
        };
        value.ok_or_else(|| InvalidContestant::NoSuchValue {
            option: self.name,
            value: text.to_owned(),
            known: self.values.to_string(),
        })
    }
}

impl PlayerKind {
    fn option_names(&self) -> String {
        let limits = Limits::OPTIONS.iter().filter(|_| self.searches);
        let limits = limits.map(|(name, _)| *name);
        list(self.options.iter().map(|option| option.name).chain(limits))
    }
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(&list(words.iter().map(|(word, _)| *word))),
            Self::Number(least, most) => write!(f, "a whole number from {least} to {most}"),
        }
    }
}
