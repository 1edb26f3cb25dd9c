/// The error of a text that names no contestant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidContestant {
    /// The registry has no kind of player with the name.
    #[error("no player is named {name:?}; there are {known}")]
    NoSuchPlayer {
        /// The unknown name.
        name: String,
        /// The names of the registry, separated by commas.
        known: String,
    },
    /// The kind of player has no such option.
    #[error("{kind} has no option {option:?}; its options: {known}")]
    NoSuchOption {
        /// The name of the kind.
        kind: &'static str,
        /// The unknown option.
        option: String,
        /// The options of the kind, separated by commas.
        known: String,
    },
    /// The option has no such value.
    #[error("{option} cannot be {value:?}; possible: {known}")]
    NoSuchValue {
        /// The name of the option.
        option: &'static str,
        /// The invalid value.
        value: String,
        /// The valid values.
        known: String,
    },
    /// The option has no value.
    #[error("{0:?} has no value: write name:option=value,option=value")]
    NoValue(String),
    /// The option is given twice.
    #[error("option {0:?} is given twice")]
    Twice(String),
}

/// The words of a message, separated by commas; `none` if there are none.
pub(super) fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    if words.is_empty() {
        "none".into()
    } else {
        words.join(", ")
    }
}
