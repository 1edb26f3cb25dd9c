//! Positions and moves of a command line.

use crate::cli::exit::Usage;
use crate::cli::input;
use crate::game::{Move, NotPlayers, Players, Position};
use anyhow::{Context, bail};
use clap::Args;
use serde::Deserialize;
use std::num::NonZeroUsize;
use std::path::Path;

/// Maximum size of the file of a position, in bytes: the JSON of a long play.
const MAX_BYTES: u64 = 4 << 20;

/// A position that is given, or the first one of a game that is dealt.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The position in quotes, a file that holds it, or - for standard input
    ///
    /// Its eight fields are FACTORIES CENTRE BOARDS MOVER STARTER ROUND BAG LID, as `azulejo game new` prints
    /// them. The JSON of new, show and play is read, too.
    #[arg(
        value_name = "POSITION",
        required_unless_present = "seed",
        allow_hyphen_values = true // an empty factory is a hyphen
    )]
    pub(super) position: Option<String>,
    /// Take the first position of a game, dealt from this seed, in place of POSITION
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "position",
        help_heading = "Deal"
    )]
    pub(super) seed: Option<u64>,
    /// How many play that game: 2, 3 or 4
    #[arg(long, value_name = "N", default_value = "2", value_parser = players, conflicts_with = "position", help_heading = "Deal")]
    pub(super) players: Players,
    /// The player who begins that game, from 1
    #[arg(
        long,
        value_name = "I",
        default_value = "1",
        conflicts_with = "position",
        help_heading = "Deal"
    )]
    pub(super) first: NonZeroUsize,
}

/// Number of players of a flag.
pub(super) fn players(text: &str) -> Result<Players, String> {
    let count: u64 = text
        .parse()
        .map_err(|_| format!("{text:?} is no whole number"))?;
    Players::try_from(count).map_err(|error: NotPlayers| error.to_string())
}

/// Reads or deals the position.
pub(super) fn position(args: &PositionArgs) -> anyhow::Result<Position> {
    match (&args.position, args.seed) {
        (Some(text), _) => read(text),
        (None, seed) => Ok(deal(args.players, args.first, seed.unwrap_or_default())?),
    }
}

/// Player of a flag, from 0.
pub(super) fn player(flag: &str, number: NonZeroUsize, players: Players) -> Result<usize, Usage> {
    let count = players.count();
    let player = Some(number.get() - 1).filter(|player| *player < count);
    let hint = format!("there are {count} players; give one of them, from 1");
    player.ok_or_else(|| Usage(format!("{flag} {number}: {hint}")))
}

/// Deals the first position of a game.
pub(super) fn deal(players: Players, first: NonZeroUsize, seed: u64) -> Result<Position, Usage> {
    let mut position = Position::new(players, player("--first", first, players)?);
    position
        .deal_by_seed(seed)
        .expect("a new game waits for a deal");
    Ok(position)
}

/// Position of a text, of a file, or of standard input for `-`.
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
    let hint = "a position has eight fields between spaces, in quotes";
    let mut content = input::text_up_to(path, MAX_BYTES);
    if text != "-" && !path.exists() {
        content = content.context(hint);
    }
    let content = content?;
    from_file(&content).with_context(|| input::file_name(path))
}

/// Position of a text, or of the JSON of a command.
fn from_file(content: &str) -> anyhow::Result<Position> {
    /// Position in the output of `new`, `show` or `play`.
    #[derive(Deserialize)]
    struct PositionOutput {
        position: String,
    }
    if !content.trim_start().starts_with('{') {
        return Ok(content.parse()?);
    }
    let PositionOutput { position } =
        serde_json::from_str(content).context("not the JSON output of new, show or play")?;
    Ok(position.parse()?)
}

/// Move of its notation or its code.
pub(super) fn parse_move(text: &str, players: Players) -> Result<Move, Usage> {
    let is_code = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_code {
        let code = text.parse().unwrap_or(u64::MAX);
        return Move::from_code(code, players).map_err(|error| Usage(error.to_string()));
    }
    text.parse::<Move>()
        .map_err(|error| Usage(error.to_string()))
}
