//! Results to stdout, all else to stderr.
//!
//! Messages repeat the contents of files, flags and paths, without harmful characters.

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
    write(|| writeln!(anstream::stdout().lock(), "{}", text.trim_end_matches('\n')))
}

/// Prints a line of a conversation, without a buffer.
pub(super) fn line(text: &str) -> anyhow::Result<()> {
    write(|| writeln!(std::io::stdout().lock(), "{text}"))
}

/// Writes bytes as they are.
pub(super) fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    write(|| std::io::stdout().lock().write_all(bytes))
}

/// Prints the help text of a command.
pub(super) fn help(help: &clap::Error) -> anyhow::Result<()> {
    write(|| help.print())
}

/// Writes to stdout, for every function of this module. A reader that closes the pipe, such as `head`, is no error.
fn write(print: impl FnOnce() -> std::io::Result<()>) -> anyhow::Result<()> {
    if stdout::is_closed() {
        return Err(anyhow!("cannot write to standard output: it is closed"));
    }
    match print().and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result
            .map_err(|error| anyhow!("cannot write to standard output: {}", disk::message(&error))),
    }
}

/// Prints an error and its causes.
pub(super) fn error(error: &anyhow::Error) {
    let style = anstyle::Style::new()
        .bold()
        .fg_color(Some(anstyle::AnsiColor::Red.into()));
    let error = harmless_lines(&format!("{error:#}"));
    write_message(&format!("{style}error:{style:#} {error}"));
}

/// Prints a message for the person at the terminal.
pub(super) fn note(text: &str) {
    write_message(&harmless_lines(text));
}

fn write_message(text: &str) {
    // A failure to write to stderr has no place to be printed.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
