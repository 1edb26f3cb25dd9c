use super::position::{self, PositionArgs};
use crate::cli::exit::Exit;
use crate::cli::target::{self, Target};
use crate::render::game;
use crate::schema;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Format; by default that of the name of --output, or text
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<ShowFormat>,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// The width of a PNG picture; twice that of the SVG picture by default
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16384), help_heading = "Output")]
    width: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ShowFormat {
    /// Text for a terminal
    Text,
    /// For programs
    Json,
    /// An SVG picture
    Svg,
    /// A PNG picture
    Png,
}

/// Formats by the ending of a file's name.
const ENDINGS: [(&str, ShowFormat); 4] = [
    ("svg", ShowFormat::Svg),
    ("png", ShowFormat::Png),
    ("txt", ShowFormat::Text),
    ("json", ShowFormat::Json),
];

pub(super) fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    let file = target::file(args.output.as_deref());
    let format = target::format(args.format, file, ShowFormat::Text, &ENDINGS)?;
    target::check_png(format == ShowFormat::Png, args.width, file)?;
    let position = position::position(&args.position)?;
    let target = file.map(Target::new).transpose()?;
    let target = target.as_ref();
    match format {
        ShowFormat::Text => target::write_text(target, &game::text(&position))?,
        ShowFormat::Json => target::write_text(
            target,
            &schema::pretty(&schema::game::Show::from(&position)),
        )?,
        ShowFormat::Svg => target::write(target, game::svg(&position).as_bytes())?,
        ShowFormat::Png => target::write(target, &target::png(&game::svg(&position), args.width)?)?,
    }
    Ok(Exit::Done)
}
