//! Flags with one of several words as their value.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Parser of one of the values `all`, by its name.
pub(in crate::cli) fn by_name<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    one_of(
        all.iter()
            .map(move |&value| (value, PossibleValue::new(name(value)))),
    )
}

/// Parser of one of the values `all`, each with its name and its help text.
pub(in crate::cli) fn with_help<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (T, &'static str, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let all = all.into_iter();
    one_of(all.map(|(value, name, help)| (value, PossibleValue::new(name).help(help))))
}

fn one_of<T: Copy + Send + Sync + 'static>(
    all: impl Iterator<Item = (T, PossibleValue)>,
) -> impl TypedValueParser<Value = T> {
    let (all, words): (Vec<T>, Vec<PossibleValue>) = all.unzip();
    let names: Vec<String> = words
        .iter()
        .map(|word| word.get_name().to_owned())
        .collect();
    PossibleValuesParser::new(words).try_map(move |text| {
        let index = names.iter().position(|name| *name == text);
        index.map(|index| all[index]).ok_or("none of these names")
    })
}
