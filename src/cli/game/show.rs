use super::args::{ShowArgs, ShowFormat};
use super::position;
use crate::cli::exit::{Exit, Usage};
use crate::cli::target::{self, Target};
use crate::harmless::harmless_path;
use crate::render::game;
use crate::render::png::png;
use crate::schema;
use std::io::IsTerminal;
use std::path::Path;

pub(super) fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    let format = format(args)?;
    let position = position::position(&args.position)?;
    let target = file(args).map(Target::new).transpose()?;
    let target = target.as_ref();
    match format {
        ShowFormat::Text => target::write_text(target, &game::text(&position))?,
        ShowFormat::Json => target::write_text(target, &schema::game::show(&position))?,
        ShowFormat::Svg => target::write(target, game::svg(&position).as_bytes())?,
        ShowFormat::Png => target::write(target, &png(&game::svg(&position), args.width)?)?,
    }
    Ok(Exit::Done)
}

/// What is asked for, or else what the name of the file says.
fn format(args: &ShowArgs) -> Result<ShowFormat, Usage> {
    let named = |path: &Path| {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match &*extension {
            "svg" => Some(ShowFormat::Svg),
            "png" => Some(ShowFormat::Png),
            "txt" => Some(ShowFormat::Text),
            "json" => Some(ShowFormat::Json),
            _ => None,
        }
    };
    let format = match (args.format, file(args)) {
        (Some(format), _) => format,
        (None, None) => ShowFormat::Text,
        (None, Some(path)) => named(path).ok_or_else(|| {
            let path = harmless_path(path);
            Usage(format!(
                "--output {path}: give --format, or a name that ends with .svg, .png, .txt or .json"
            ))
        })?,
    };
    let png = format == ShowFormat::Png;
    let refusal = if !png && args.width.is_some() {
        "--width is for PNG pictures"
    } else if png && file(args).is_none() && std::io::stdout().is_terminal() {
        "a terminal shows no PNG: give --output FILE"
    } else {
        return Ok(format);
    };
    Err(Usage(refusal.into()))
}

/// The file to write to, unless it is standard output.
fn file(args: &ShowArgs) -> Option<&Path> {
    let output = args.output.as_deref();
    output.filter(|path| *path != Path::new("-"))
}
