//! From words on the command line to contestants and numbers of games.

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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=GamesArgs::MOST))]
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
    /// The most games: more than anybody can play.
    const MOST: u64 = 1_000_000_000_000;
}

/// The games where nothing is said: a multiple of two, three and four.
const GAMES: u64 = 1200;

/// The games, at most, of a match that ends with a test.
const TESTED: u64 = 120_000;

/// The longest text of a contestant, in bytes: longer than all options of any player.
const LONGEST: usize = 1000;

/// The contestants of these texts. Those that are other programs are started.
pub(super) fn contestants(texts: &[String]) -> anyhow::Result<Vec<Contestant>> {
    let read = |text: &String| -> anyhow::Result<Contestant> {
        if text.len() > LONGEST {
            let bytes = text.len();
            let message =
                format!("a player of {bytes} bytes: a name with options has at most {LONGEST}");
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
    texts.iter().map(read).collect()
}

/// Goes on only where every contestant could play: one that is another program may have failed.
pub(super) fn expect_no_fault<'a>(
    contestants: impl IntoIterator<Item = &'a Contestant>,
) -> anyhow::Result<()> {
    let faults = contestants.into_iter().filter_map(Contestant::fault);
    match faults.into_iter().next() {
        Some(fault) => Err(fault).context("a player can play no more"),
        None => Ok(()),
    }
}

/// The number of groups of so many games.
pub(super) fn groups(args: &GamesArgs, group_size: usize, tested: bool) -> Result<u64, Usage> {
    let games = args.games.unwrap_or(if tested { TESTED } else { GAMES });
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
