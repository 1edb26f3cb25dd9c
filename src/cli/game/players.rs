use crate::cli::exit::{Exit, Usage};
use crate::cli::flags::Format;
use crate::cli::output;
use crate::players::{KINDS, PlayerKind};
use crate::render::game::players;
use crate::schema::{game::Players, pretty};
use clap::Args;
use std::slice;

#[derive(Debug, Args)]
pub(in crate::cli) struct PlayersArgs {
    /// Only the player with this name
    #[arg(value_name = "NAME")]
    player: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &PlayersArgs) -> anyhow::Result<Exit> {
    let kinds = match &args.player {
        None => KINDS,
        Some(name) => {
            slice::from_ref(PlayerKind::named(name).map_err(|error| Usage(error.to_string()))?)
        }
    };
    output::result(&match args.format {
        Format::Text => players::list(kinds),
        Format::Json => pretty(&Players::from(kinds)),
    })?;
    Ok(Exit::Done)
}
