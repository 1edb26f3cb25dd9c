use super::contest_args::PlayersArgs;
use crate::cli::args::Format;
use crate::cli::exit::{Exit, Usage};
use crate::cli::output;
use crate::players::{KINDS, PlayerKind};
use crate::render::game::players;
use crate::schema::game;
use std::slice;

pub(super) fn run(args: &PlayersArgs) -> anyhow::Result<Exit> {
    let kinds = match &args.player {
        None => KINDS,
        Some(name) => slice::from_ref(PlayerKind::named(name).map_err(|it| Usage(it.to_string()))?),
    };
    output::result(&match args.format {
        Format::Text => players::listed(kinds),
        Format::Json => game::players(kinds),
    })?;
    Ok(Exit::Done)
}
