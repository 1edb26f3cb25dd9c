//! Results to stdout, all else to stderr.

use anstream::ColorChoice;
use anyhow::Context;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

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

/// Writes bytes as they are.
pub(super) fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    quiet_pipe(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Writes a file: whole, or not at all.
///
/// What is no ordinary file, such as a pipe, is written as it is. A link stays, and its target changes.
pub(super) fn file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.metadata().is_ok_and(|known| !known.is_file()) {
        return fs::write(&target, bytes).with_context(cannot);
    }
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut beside = tempfile::Builder::new();
    // Readable as any new file is: the default is for secrets.
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = beside.tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    file.persist(&target).with_context(cannot)?;
    Ok(())
}

/// A reader that has seen enough, such as `head`, is no error.
fn quiet_pipe(written: std::io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// A text from a file, without the control characters that could command a terminal.
pub(super) fn printable(text: &str) -> String {
    let shown = |letter: char| {
        if letter.is_control() {
            '\u{fffd}'
        } else {
            letter
        }
    };
    text.chars().map(shown).collect()
}

/// An error and its causes.
pub(super) fn error(error: &anyhow::Error) {
    let style = anstyle::Style::new()
        .bold()
        .fg_color(Some(anstyle::AnsiColor::Red.into()));
    note(&format!("{style}error:{style:#} {error:#}"));
}

/// A word to the person at the terminal.
pub(super) fn note(text: &str) {
    // Nothing is left to tell it to when stderr is closed.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
