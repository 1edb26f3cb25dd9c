//! Results to stdout, all else to stderr.
//!
//! Messages repeat what stands in files, flags and paths: they go through here, and nothing harmful with them.

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
    let mut out = anstream::stdout().lock();
    quiet_pipe(writeln!(out, "{}", text.trim_end_matches('\n')).and_then(|()| out.flush()))
}

/// Prints a line of a conversation, at once.
pub(super) fn line(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    quiet_pipe(writeln!(out, "{text}").and_then(|()| out.flush()))
}

/// Writes bytes as they are.
pub(super) fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    quiet_pipe(out.write_all(bytes).and_then(|()| out.flush()))
}

/// A reader that has seen enough, such as `head`, is no error.
fn quiet_pipe(written: std::io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other
            .map_err(|error| anyhow!("cannot write to standard output: {}", disk::told(&error))),
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
