use super::position::{self, players};
use crate::cli::exit::Exit;
use crate::cli::flags::Format;
use crate::cli::output;
use crate::game::Players;
use crate::schema;
use clap::Args;
use std::num::NonZeroUsize;

/// A game that is dealt.
#[derive(Debug, Args)]
#[command(next_help_heading = "Deal")]
pub(in crate::cli) struct NewArgs {
    /// How many play: 2, 3 or 4
    #[arg(long, value_name = "N", default_value = "2", value_parser = players)]
    players: Players,
    /// Random seed of the deal: the same on every machine
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The player who begins, from 1
    #[arg(long, value_name = "I", default_value = "1")]
    first: NonZeroUsize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &NewArgs) -> anyhow::Result<Exit> {
    let position = position::deal(args.players, args.first, args.seed)?;
    output::result(&match args.format {
        Format::Text => position.to_string(),
        Format::Json => schema::pretty(&schema::game::New::dealt(&position, args.seed)),
    })?;
    Ok(Exit::Done)
}
