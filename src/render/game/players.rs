//! Players and their options.

use crate::players::{KINDS, Limits, OptionValues, PlayerKind};
use crate::render::caption::bold;
use itertools::Itertools;

/// Width of the table, equal to that of the help text around it.
const WIDTH: usize = 100;

/// Names of the players with their descriptions.
pub fn table() -> String {
    let names = KINDS.iter().map(|kind| kind.name.len());
    let width = names.max().unwrap_or(0);
    let indent = " ".repeat(width + 4);
    let row = |kind: &PlayerKind| {
        let name = format!("  {:width$}  ", kind.name);
        let options = textwrap::Options::new(WIDTH).initial_indent(&name);
        textwrap::fill(kind.about, options.subsequent_indent(&indent))
    };
    KINDS.iter().map(row).join("\n")
}

/// Players with their options.
pub fn list(kinds: &[PlayerKind]) -> String {
    let kinds = kinds.iter().map(|kind| {
        let lines = options(kind).map(|line| format!("\n{line}")).join("");
        format!("{}  {}{lines}", bold(kind.name), kind.about)
    });
    kinds.collect_vec().join("\n\n")
}

fn options(kind: &PlayerKind) -> impl Iterator<Item = String> {
    let own = kind.options.iter().flat_map(|option| {
        let mut lines = vec![format!("    {}=…  {}", option.name, option.about)];
        match option.values {
            OptionValues::Words(words) => {
                let width = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
                lines.extend(words.iter().enumerate().map(|(number, (word, about))| {
                    let default = if number as u64 == option.default {
                        " (default)"
                    } else {
                        ""
                    };
                    format!("        {word:width$}  {about}{default}")
                }));
            }
            OptionValues::Number(least, most) => lines.push(format!(
                "        a whole number from {least} to {most}; {} by default",
                option.default
            )),
        }
        lines
    });
    let limits = Limits::OPTIONS.iter().filter(|_| kind.searches);
    let limits =
        limits.map(|(name, limit)| format!("    {name}=…  the search ends after this: {limit}"));
    let default = kind.searches.then(|| {
        let nodes = Limits::DEFAULT_NODES;
        format!("        without any of these limits, nodes={nodes}")
    });
    own.chain(limits).chain(default)
}
