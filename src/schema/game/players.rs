use crate::players::{self, Limits, OptionValues, PlayerKind};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game players`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Players {
    /// The version of the outputs.
    pub schema: Version,
    /// The players.
    pub players: Vec<Player>,
}

/// A player.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// A description of its play.
    pub about: String,
    /// Whether it searches.
    pub searches: bool,
    /// Its options.
    pub options: Vec<PlayerOption>,
}

/// An option of a player.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PlayerOption {
    /// Its name.
    pub name: String,
    /// A description of its effect.
    pub about: String,
    /// Its values.
    #[serde(flatten)]
    pub values: Values,
}

/// The values of an option.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Values {
    /// One of these.
    Words {
        /// The word where none is given.
        default: String,
        /// The words.
        values: Vec<Word>,
    },
    /// A number.
    Number {
        /// The number where none is given.
        default: u64,
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A limit of a search, which has none otherwise.
    Limit {
        /// The quantity that is limited.
        what: String,
    },
}

/// A word that an option can be.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Word {
    /// The word.
    pub value: String,
    /// Its meaning.
    pub about: String,
}

impl From<&[PlayerKind]> for Players {
    fn from(kinds: &[PlayerKind]) -> Self {
        Self {
            schema: Version,
            players: kinds.iter().map(Player::from).collect(),
        }
    }
}

impl From<&PlayerKind> for Player {
    fn from(kind: &PlayerKind) -> Self {
        let options = kind.options.iter().map(PlayerOption::from);
        let limits = Limits::OPTIONS.iter().filter(|_| kind.searches);
        let limits = limits.map(|(name, quantity)| PlayerOption {
            name: (*name).to_owned(),
            about: "when a search ends".to_owned(),
            values: Values::Limit {
                what: (*quantity).to_owned(),
            },
        });
        Self {
            name: kind.name.to_owned(),
            about: kind.about.to_owned(),
            searches: kind.searches,
            options: options.chain(limits).collect(),
        }
    }
}

impl From<&players::PlayerOption> for PlayerOption {
    fn from(option: &players::PlayerOption) -> Self {
        let word = |&(value, about): &(&str, &str)| Word {
            value: value.to_owned(),
            about: about.to_owned(),
        };
        Self {
            name: option.name.to_owned(),
            about: option.about.to_owned(),
            values: match option.values {
                OptionValues::Words(words) => Values::Words {
                    default: words[option.default as usize].0.to_owned(),
                    values: words.iter().map(word).collect(),
                },
                OptionValues::Number(least, most) => Values::Number {
                    default: option.default,
                    least,
                    most,
                },
            },
        }
    }
}
