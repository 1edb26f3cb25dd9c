use super::contest_args::PlayersArgs;
use crate::cli::args::Format;
use crate::cli::exit::{Exit, Usage};
use crate::cli::output;
use crate::players::{KINDS, Kind};
use crate::render::game::players;
use crate::schema::{game::Players, pretty};
use std::slice;

pub(super) fn run(args: &PlayersArgs) -> anyhow::Result<Exit> {
    let kinds = match &args.player {
        None => KINDS,
        Some(name) => slice::from_ref(Kind::named(name).map_err(|it| Usage(it.to_string()))?),
    };
    output::result(&match args.format {
        Format::Text => players::listed(kinds),
        Format::Json => pretty(&Players::from(kinds)),
    })?;
    Ok(Exit::Done)
}
