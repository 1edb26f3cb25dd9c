//! The engine protocol on standard input and output.

use crate::cli::exit::Exit;
use crate::cli::output;
use crate::engine::converse;

pub(super) fn run() -> anyhow::Result<Exit> {
    converse(None, output::line)?;
    Ok(Exit::Done)
}
