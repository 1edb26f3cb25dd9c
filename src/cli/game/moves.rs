use super::args::MovesArgs;
use super::position;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::render::game::moves;
use crate::schema;
use crate::schema::game::Moves;

pub(super) fn run(args: &MovesArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    output::result(&match args.format {
        Format::Text => moves::list(&position),
        Format::Json => schema::pretty(&Moves::from(&position)),
    })?;
    Ok(Exit::Done)
}
