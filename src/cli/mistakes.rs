//! Advice on command lines that no command takes.

use crate::flags::{self, CellsArg, SizeArg};
use crate::instance::Sense;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use itertools::Itertools;
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;

/// Maximum number of commands in advice on a flag.
const MAX_COMMANDS: usize = 4;

/// Solvers outside azulejo that read its model files.
const OTHER_SOLVERS: [&str; 7] = ["cbc", "copt", "cplex", "glpk", "gurobi", "scip", "xpress"];

/// Error of a command line of this program, with advice.
pub(super) fn with_advice(mut error: Error, program: &Command, words: &[String]) -> Error {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    let word = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let advice = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            command_for(program, &context(ContextKind::InvalidSubcommand))
        }
        ErrorKind::UnknownArgument => match argument_for(program, &word, words) {
            None if error.get(ContextKind::SuggestedArg).is_none() => {
                match as_value(program, &word, words) {
                    Ok(advice) => advice,
                    Err(value_error) => return with_advice(value_error, program, words),
                }
            }
            advice => advice,
        },
        ErrorKind::InvalidValue if word.starts_with("--method") => method_for(&value),
        ErrorKind::ValueValidation => return without_jargon(error, &word, &value),
        _ => None,
    };
    if !Path::new(&word).exists() {
        without_trailing(&mut error);
    }
    if let Some(advice) = advice {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        let advice = ContextValue::StyledStrs(vec![StyledStr::from(advice)]);
        error.insert(ContextKind::Suggested, advice);
    }
    error
}

/// Advice on a word in the place of a command.
fn command_for(program: &Command, word: &str) -> Option<String> {
    if cfg!(not(feature = "highs")) && word == "grade" {
        let needs = "grade needs HiGHS, which is not built into this azulejo";
        return Some(format!("{needs}: cargo install --path . builds it in"));
    }
    if word == "version" {
        return Some("azulejo --version prints it".to_owned());
    }
    if let Some(sense) = sense_flag(word) {
        return Some(format!("azulejo solve {sense} finds such an order"));
    }
    let below = program.get_subcommands().find(|group| {
        let mut commands = group.get_subcommands();
        commands.any(|command| command.get_name() == word)
    });
    below.map(|group| format!("it is azulejo {} {word}", group.get_name()))
}

/// Advice on an argument that the command does not take.
fn argument_for(program: &Command, word: &str, words: &[String]) -> Option<String> {
    if let Some(flag) = word.strip_prefix("--") {
        let name = flag.split('=').next()?;
        return commands_of_flag(program, name)
            .or_else(|| sense_flag(name).map(|flag| format!("write {flag}")))
            .or_else(|| value_of(program, name));
    }
    if word.starts_with('-') {
        let is_flag = |name: &str| !commands_with(program, name).is_empty();
        let mut names = words.iter().filter_map(|word| word.strip_prefix('-'));
        let name = names.find(|name| name.starts_with(&word[1..]) && is_flag(name))?;
        return Some(format!("a flag has two dashes: --{name}"));
    }
    let are_cells = word.parse::<CellsArg>().is_ok();
    are_cells
        .then(|| "several cells are one value, in quotes, as in --order \"1 4 2 3\"".to_owned())
}

/// Advice on a word that clap takes for a flag, as the value of the flag before the word, if there is one.
///
/// # Errors
/// When the flag does not take this value.
fn as_value(program: &Command, word: &str, words: &[String]) -> Result<Option<String>, Error> {
    let is_pair = |(flag, value): &(&String, &String)| {
        flag.starts_with("--") && !flag.contains('=') && is_dashed(value, word)
    };
    let Some((flag, value)) = words.iter().tuple_windows().find(is_pair) else {
        return Ok(None);
    };
    let joined = format!("{flag}={value}");
    let words = words.iter().take_while(|word| !std::ptr::eq(*word, flag));
    let words = words.chain([&joined]);
    match program.clone().try_get_matches_from(words) {
        Err(error) if is_of_value(error.kind()) => Err(error),
        Err(error) if error.kind() == ErrorKind::TooManyValues => Ok(None),
        _ => Ok(Some(format!("write {joined}"))),
    }
}

/// Whether `word` is clap's name of `argument`: of letters after one dash, the first that is no flag.
fn is_dashed(argument: &str, word: &str) -> bool {
    let letter = word.strip_prefix('-').unwrap_or(word);
    let is_cluster = !argument.starts_with("--") && argument.starts_with('-');
    argument.starts_with(word) || is_cluster && argument.contains(letter)
}

/// Whether an error is about the value of a flag.
fn is_of_value(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ValueValidation | ErrorKind::InvalidValue)
}

/// Removes clap's tip on words after `--`, which is for files with such names.
fn without_trailing(error: &mut Error) {
    let is_trailing = |tip: &StyledStr| tip.to_string().contains("as a value, use '");
    if let Some(ContextValue::StyledStrs(tips)) = error.remove(ContextKind::Suggested) {
        let tips = tips
            .into_iter()
            .filter(|tip| !is_trailing(tip))
            .collect_vec();
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
}

/// Flag of a sense, such as `--sense min`.
fn sense_flag(word: &str) -> Option<&'static str> {
    flags::sense(word).ok().map(|sense| match sense {
        Sense::Maximize => "--sense max",
        Sense::Minimize => "--sense min",
    })
}

/// Advice with the names of the commands that take a flag, if there are any.
fn commands_of_flag(program: &Command, name: &str) -> Option<String> {
    let commands = commands_with(program, name);
    let more = match commands.len().saturating_sub(MAX_COMMANDS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let commands = commands.iter().take(MAX_COMMANDS).join(", ");
    let advice = format!("--{name} belongs to {commands}{more}");
    (!commands.is_empty()).then_some(advice)
}

/// Commands below `command` that take the flag, such as `azulejo check`.
fn commands_with(command: &Command, flag: &str) -> Vec<String> {
    let below = command.get_subcommands().flat_map(|below| {
        let has_flag = below
            .get_arguments()
            .any(|argument| argument.get_long() == Some(flag));
        let own = has_flag.then(|| below.get_name().to_owned());
        own.into_iter().chain(commands_with(below, flag))
    });
    let name = command.get_name();
    below.map(|below| format!("{name} {below}")).collect()
}

/// Advice on a value in the place of a flag: `--format json` for `--json`.
fn value_of(command: &Command, word: &str) -> Option<String> {
    let own = command.get_arguments().find_map(|flag| {
        let mut values = flag.get_possible_values().into_iter();
        let has_value = values.any(|value| value.get_name() == word);
        let name = flag.get_long().filter(|_| has_value)?;
        Some(format!("write --{name} {word}"))
    });
    own.or_else(|| {
        let mut below = command.get_subcommands();
        below.find_map(|below| value_of(below, word))
    })
}

/// Advice on the name of a solver in the place of a method.
fn method_for(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let advice = match &*word {
        "highs" | "mip" | "milp" | "ip" | "ilp" => {
            "the integer programs are the methods ordering, disaggregated and case-study; HiGHS solves them"
        }
        solver if OTHER_SOLVERS.contains(&solver) => {
            "azulejo formulate --format lp writes a file for other solvers"
        }
        _ => return None,
    };
    Some(advice.to_owned())
}

/// Error of a value that is no number, without words of programmers.
fn without_jargon(error: Error, flag: &str, value: &str) -> Error {
    use std::error::Error as _;
    let source = error.source().and_then(|source| source.downcast_ref());
    let advice = match source.map(ParseIntError::kind) {
        None => return error,
        Some(IntErrorKind::Zero) => "use a whole number from 1",
        Some(_) if value.starts_with('-') => "use a whole number that is not negative",
        Some(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => "use a smaller number",
        Some(_) => "use a whole number",
    };
    let help = "For more information, try '--help'.\n";
    let message = format!("invalid value '{value}' for '{flag}': {advice}\n\n{help}");
    Error::raw(error.kind(), message)
}

/// Advice on the name of a file that does not exist.
pub(super) fn no_such_file(path: &Path) -> Option<String> {
    let word = path.to_str().filter(|_| !path.exists())?;
    let size = word.parse::<SizeArg>().ok();
    let size = size.map(|_| format!("--size {word}"));
    let flag = size.or_else(|| sense_flag(word).map(str::to_owned))?;
    Some(format!("there is no file {word}: write {flag}"))
}
