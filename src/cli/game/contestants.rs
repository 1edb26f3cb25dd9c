//! Contestants and numbers of games of a command line.

use crate::cli::exit::Usage;
use crate::cli::flags::{Format, LimitArgs};
use crate::engine::{NoContestant, contestant};
use crate::players::Contestant;
use anyhow::Context;
use clap::Args;

/// The flags that matches and tournaments share.
#[derive(Debug, Args)]
#[command(next_help_heading = "Match")]
pub(super) struct GamesArgs {
    /// How many games, in a tournament for each pair; a multiple of the number of players in a game [default: 1200;
    /// with --sprt at most 120000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=GamesArgs::MAX))]
    pub(super) games: Option<u64>,
    /// Random seed of the deals, and of players who play at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

impl GamesArgs {
    /// Maximum number of games, more than anybody can play.
    const MAX: u64 = 1_000_000_000_000;
}

/// Default number of games: a multiple of two, three and four.
const GAMES: u64 = 1200;

/// Default number of games, at most, of a match that ends with a test.
const TEST_GAMES: u64 = 120_000;

/// Maximum length of the text of a contestant, in bytes: longer than all options of any player.
const MAX_BYTES: usize = 1000;

/// Contestants of their texts. Other programs among them are started.
pub(super) fn contestants(texts: &[String]) -> anyhow::Result<Vec<Contestant>> {
    let contestant_of = |text: &String| -> anyhow::Result<Contestant> {
        if text.len() > MAX_BYTES {
            let bytes = text.len();
            let message =
                format!("a player of {bytes} bytes: a name with options has at most {MAX_BYTES}");
            return Err(Usage(message).into());
        }
        contestant(text).map_err(|error| match error {
            NoContestant::Program(fault) => fault.into(),
            error => {
                let message = format!("{text:?}: {error}; azulejo game players lists all players");
                Usage(message).into()
            }
        })
    };
    texts.iter().map(contestant_of).collect()
}

/// First fault of a contestant, as an error: another program may have failed.
pub(super) fn expect_no_fault<'a>(
    contestants: impl IntoIterator<Item = &'a Contestant>,
) -> anyhow::Result<()> {
    let faults = contestants.into_iter().filter_map(Contestant::fault);
    match faults.into_iter().next() {
        Some(fault) => Err(fault).context("a player can play no more"),
        None => Ok(()),
    }
}

/// Number of groups of `group_size` games.
pub(super) fn groups(args: &GamesArgs, group_size: usize, has_test: bool) -> Result<u64, Usage> {
    let games = args
        .games
        .unwrap_or(if has_test { TEST_GAMES } else { GAMES });
    let size = group_size as u64;
    if games.is_multiple_of(size) {
        return Ok(games / size);
    }
    let (below, above) = (games / size * size, (games / size + 1) * size);
    let near = if below > 0 {
        format!("{below} or {above}")
    } else {
        above.to_string()
    };
    Err(Usage(format!(
        "--games {games}: {size} games have the same deals, so that each player begins one of them; \
         give a multiple of {size}, such as {near}"
    )))
}
