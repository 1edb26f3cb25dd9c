use crate::players::{Limits, OptionValues, PlayerKind, PlayerOption};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// The output of `game players`.
pub fn players(kinds: &[PlayerKind]) -> String {
    #[derive(Serialize)]
    struct Players {
        schema: u32,
        players: Vec<Listed>,
    }
    #[derive(Serialize)]
    struct Listed {
        name: &'static str,
        about: &'static str,
        searches: bool,
        options: Vec<Option>,
    }
    let listed = kinds.iter().map(|kind| {
        let options = kind.options.iter().map(|option| Option {
            name: option.name,
            about: option.about,
            values: Values::from(option),
        });
        let limits = Limits::OPTIONS.iter().filter(|_| kind.searches);
        let limits = limits.map(|(name, what)| Option {
            name,
            about: "when a search ends",
            values: Values::Limit { what },
        });
        Listed {
            name: kind.name,
            about: kind.about,
            searches: kind.searches,
            options: options.chain(limits).collect(),
        }
    });
    pretty(&Players {
        schema: SCHEMA,
        players: listed.collect(),
    })
}

#[derive(Serialize)]
struct Option {
    name: &'static str,
    about: &'static str,
    #[serde(flatten)]
    values: Values,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Values {
    Words {
        default: &'static str,
        values: Vec<Word>,
    },
    Number {
        default: u64,
        least: u64,
        most: u64,
    },
    Limit {
        what: &'static str,
    },
}

#[derive(Serialize)]
struct Word {
    value: &'static str,
    about: &'static str,
}

impl From<&PlayerOption> for Values {
    fn from(option: &PlayerOption) -> Self {
        match option.values {
            OptionValues::Words(words) => Self::Words {
                default: words[option.default as usize].0,
                values: words
                    .iter()
                    .map(|&(value, about)| Word { value, about })
                    .collect(),
            },
            OptionValues::Number(least, most) => Self::Number {
                default: option.default,
                least,
                most,
            },
        }
    }
}
