/// Why a text is no contestant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidContestant {
    /// No kind has the name.
    #[error("no player is named {name:?}; there are {known}")]
    NoSuchPlayer {
        /// The name.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The kind has no such option.
    #[error("{kind} has no option {option:?}; its options: {known}")]
    NoSuchOption {
        /// The kind.
        kind: &'static str,
        /// The option.
        option: String,
        /// The options that there are.
        known: String,
    },
    /// The option cannot be this.
    #[error("{option} cannot be {value:?}; possible: {known}")]
    NoSuchValue {
        /// The option.
        option: &'static str,
        /// The value.
        value: String,
        /// The values that there are.
        known: String,
    },
    /// An option without a value.
    #[error("{0:?} has no value: write name:option=value,option=value")]
    NoValue(String),
    /// An option that is there already.
    #[error("option {0:?} is given twice")]
    Twice(String),
}

/// Words in a message.
pub(super) fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    if words.is_empty() {
        "none".into()
    } else {
        words.join(", ")
    }
}
