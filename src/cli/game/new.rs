use super::args::NewArgs;
use super::position;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::schema;

pub(super) fn run(args: &NewArgs) -> anyhow::Result<Exit> {
    let position = position::dealt(args.players, args.first, args.seed)?;
    output::result(&match args.format {
        Format::Text => position.to_string(),
        Format::Json => schema::pretty(&schema::game::New::dealt(&position, args.seed)),
    })?;
    Ok(Exit::Done)
}
