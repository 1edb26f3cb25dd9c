//! Results to stdout, all else to stderr.
//!
//! Messages repeat what stands in files, flags and paths: they go through here, and nothing harmful with them.

use super::stdout;
use crate::disk;
use crate::harmless::harmless_lines;
use anstream::ColorChoice;
use anyhow::anyhow;
use std::io::{ErrorKind, Write};

pub(super) fn set_colour(choice: clap::ColorChoice) {
    match choice {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Prints a result, with colours where stdout shows them.
pub(super) fn result(text: &str) -> anyhow::Result<()> {
    written(|| writeln!(anstream::stdout().lock(), "{}", text.trim_end_matches('\n')))
}

/// Prints a line of a conversation, at once.
pub(super) fn line(text: &str) -> anyhow::Result<()> {
    written(|| writeln!(std::io::stdout().lock(), "{text}"))
}

/// Writes bytes as they are.
pub(super) fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    written(|| std::io::stdout().lock().write_all(bytes))
}

/// Prints the help that was asked for.
pub(super) fn help(help: &clap::Error) -> anyhow::Result<()> {
    written(|| help.print())
}

/// All that goes to stdout goes through here. A reader that has seen enough, such as `head`, is no error.
fn written(write: impl FnOnce() -> std::io::Result<()>) -> anyhow::Result<()> {
    if stdout::closed() {
        return Err(anyhow!("cannot write to standard output: it is closed"));
    }
    match write().and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other
            .map_err(|error| anyhow!("cannot write to standard output: {}", disk::message(&error))),
    }
}

/// An error and its causes.
pub(super) fn error(error: &anyhow::Error) {
    let style = anstyle::Style::new()
        .bold()
        .fg_color(Some(anstyle::AnsiColor::Red.into()));
    let error = harmless_lines(&format!("{error:#}"));
    say(&format!("{style}error:{style:#} {error}"));
}

/// A word to the person at the terminal.
pub(super) fn note(text: &str) {
    say(&harmless_lines(text));
}

fn say(text: &str) {
    // Nothing is left to tell it to when stderr is closed.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
