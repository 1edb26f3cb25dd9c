//! From words on the command line to a position.

use super::args::PositionArgs;
use crate::cli::exit::Usage;
use crate::cli::input;
use crate::game::random::{ChaCha8Rng, SeedableRng};
use crate::game::{Players, Position};
use anyhow::{Context, bail};
use serde::Deserialize;
use std::num::NonZeroUsize;
use std::path::Path;

/// The largest file that is read for a position, in bytes: the JSON of a long play.
const MAX_BYTES: u64 = 4 << 20;

/// Reads or deals the position.
pub(super) fn position(args: &PositionArgs) -> anyhow::Result<Position> {
    match (&args.position, args.seed) {
        (Some(text), _) => read(text),
        (None, seed) => Ok(dealt(args.players, args.first, seed.unwrap_or_default())?),
    }
}

/// The first position of a game.
pub(super) fn dealt(players: Players, first: NonZeroUsize, seed: u64) -> Result<Position, Usage> {
    let count = players.count();
    if first.get() > count {
        return Err(Usage(format!(
            "--first {first}: there are {count} players; give one of them, from 1"
        )));
    }
    let mut position = Position::new(players, first.get() - 1);
    position
        .deal(&mut rng(seed, &position))
        .expect("a new game waits for a deal");
    Ok(position)
}

/// The numbers that a seed gives for the deal that the position waits for: each round has a stream of its own, so
/// that a game can be left and gone on with.
pub(super) fn rng(seed: u64, position: &Position) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(position.round().into());
    rng
}

/// A position from its text, from a file, or from standard input for `-`.
pub(super) fn read(text: &str) -> anyhow::Result<Position> {
    if text != "-" && text.trim().contains(char::is_whitespace) {
        return Ok(text.parse()?);
    }
    if text.trim().is_empty() {
        bail!("the position is empty: it has eight fields between spaces");
    }
    if text.starts_with('-') && text != "-" {
        return Err(Usage(format!("unexpected argument {text:?}")).into());
    }
    let path = Path::new(text);
    let mend = "a position has eight fields between spaces, in quotes";
    let mut written = input::text_up_to(path, MAX_BYTES);
    if text != "-" && !path.exists() {
        written = written.context(mend);
    }
    let written = written?;
    from_file(&written).with_context(|| input::shown(path))
}

/// A position from its text, or from the JSON of a command.
fn from_file(written: &str) -> anyhow::Result<Position> {
    /// The part of the output of `new`, `show` or `play` that is needed here.
    #[derive(Deserialize)]
    struct Printed {
        position: String,
    }
    if !written.trim_start().starts_with('{') {
        return Ok(written.parse()?);
    }
    let Printed { position } =
        serde_json::from_str(written).context("not the JSON output of new, show or play")?;
    Ok(position.parse()?)
}
