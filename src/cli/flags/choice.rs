//! Words of which a flag takes one.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// One of these, by its name.
pub(in crate::cli) fn named<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    one_of(
        all.iter()
            .map(move |&one| (one, PossibleValue::new(name(one)))),
    )
}

/// One of these, each with its name and its help text.
pub(in crate::cli) fn described<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (T, &'static str, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let all = all.into_iter();
    one_of(all.map(|(one, name, help)| (one, PossibleValue::new(name).help(help))))
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
        let place = names.iter().position(|name| *name == text);
        place.map(|place| all[place]).ok_or("none of these names")
    })
}
