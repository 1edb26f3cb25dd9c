use super::contest_args::PlayersArgs;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::render::game::players;
use crate::schema::game;

pub(super) fn run(args: &PlayersArgs) -> anyhow::Result<Exit> {
    output::result(&match args.format {
        Format::Text => players::all(),
        Format::Json => game::players(),
    })?;
    Ok(Exit::Done)
}
