//! What a person may have meant who wrote something that no command takes.

use crate::flags::CellsArg;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use itertools::Itertools;

/// At most so many commands are named that take a flag.
const NAMED: usize = 4;

/// The error of a command line of this program, with what helps if another command takes its flag, or cells lack their
/// quotes.
pub(super) fn with_advice(mut error: Error, program: &Command) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let advice = match word.strip_prefix("--") {
        Some(flag) => elsewhere(program, flag),
        None => word.parse::<CellsArg>().is_ok().then(|| {
            "several cells are one value, in quotes, as in --order \"1 4 2 3\"".to_owned()
        }),
    };
    if let Some(advice) = advice {
        let advice = ContextValue::StyledStrs(vec![StyledStr::from(advice)]);
        error.insert(ContextKind::Suggested, advice);
    }
    error
}

/// Which commands take a flag, if any does.
fn elsewhere(program: &Command, flag: &str) -> Option<String> {
    let name = flag.split('=').next()?;
    let commands = taking(program, name);
    let more = match commands.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let commands = commands.iter().take(NAMED).join(", ");
    let take = format!("--{name} belongs to {commands}{more}");
    (!commands.is_empty()).then_some(take)
}

/// The commands below this one that have the flag, such as `azulejo check`.
fn taking(command: &Command, flag: &str) -> Vec<String> {
    let below = command.get_subcommands().flat_map(|below| {
        let has = below
            .get_arguments()
            .any(|one| one.get_long() == Some(flag));
        let own = has.then(|| below.get_name().to_owned());
        own.into_iter().chain(taking(below, flag))
    });
    let name = command.get_name();
    below.map(|below| format!("{name} {below}")).collect()
}
