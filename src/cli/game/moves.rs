use super::position::{self, PositionArgs};
use crate::cli::exit::Exit;
use crate::cli::flags::Format;
use crate::cli::output;
use crate::render::game::moves;
use crate::schema;
use crate::schema::game::Moves;
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &MovesArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    output::result(&match args.format {
        Format::Text => moves::list(&position),
        Format::Json => schema::pretty(&Moves::from(&position)),
    })?;
    Ok(Exit::Done)
}
