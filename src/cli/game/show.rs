use super::args::{ShowArgs, ShowFormat};
use super::position;
use crate::cli::exit::Exit;
use crate::cli::target::{self, Target};
use crate::render::game;
use crate::render::png::png;
use crate::schema;

/// What the ending of a file's name says.
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
        ShowFormat::Png => target::write(target, &png(&game::svg(&position), args.width)?)?,
    }
    Ok(Exit::Done)
}
