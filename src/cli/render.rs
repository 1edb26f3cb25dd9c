use super::args::{PictureName, RenderArgs, RenderFormat};
use super::exit::{Exit, Usage};
use super::{input, output, progress};
use crate::control::Control;
use crate::instance::Instance;
use crate::render::picture::{self, Picture};
use crate::render::png::png;
use crate::replay::Replay;
use crate::solve::{self, Answer, CrossCheck};
use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

pub(super) fn run(args: &RenderArgs) -> anyhow::Result<Exit> {
    let format = format(args)?;
    input::one_from_stdin(&args.instance, &args.order)?;
    let instance = input::instance(&args.instance)?;
    let given = input::order(&instance, &args.order)?;
    let solved = match given {
        Some(_) => None,
        None => Some(solve(args, &instance)?),
    };
    let verdict = solved.as_ref().map(|solved| &solved.answer.outcome.verdict);
    let found = verdict.and_then(|verdict| Some(verdict.solution()?.order.clone()));
    let (Some(order), exit) = (given.or(found), solved.as_ref().map(Solved::exit)) else {
        output::note("no order was found, and there is nothing to draw");
        return Ok(verdict.map_or(Exit::Error, Exit::from));
    };
    let replay = match Replay::new(&instance, &order) {
        Ok(replay) => replay,
        Err(unplayable) => {
            output::note(&unplayable.to_string());
            return Ok(Exit::Infeasible);
        }
    };
    let violations = &replay.report().violations;
    for violation in violations {
        output::note(&format!("not valid: {violation}"));
    }
    let pictures: Vec<Picture> = args.picture.iter().map(|&name| name.into()).collect();
    let svg = || picture::svg(&replay, verdict, &pictures);
    match format {
        RenderFormat::Svg => write(args, svg().as_bytes())?,
        RenderFormat::Png => write(args, &png(&svg(), args.width)?)?,
        RenderFormat::Text => {
            let text = picture::text(&replay, &pictures);
            match to_file(args) {
                Some(_) => write(
                    args,
                    format!("{}\n", anstream::adapter::strip_str(&text)).as_bytes(),
                )?,
                None => output::result(&text)?,
            }
        }
    }
    Ok(match exit {
        Some(exit) => exit,
        None if violations.is_empty() => Exit::Done,
        None => Exit::Infeasible,
    })
}

/// What is asked for, or else what the name of the file says.
fn format(args: &RenderArgs) -> Result<RenderFormat, Usage> {
    let named = || {
        let extension = to_file(args)?.extension()?.to_str()?.to_ascii_lowercase();
        match &*extension {
            "svg" => Some(RenderFormat::Svg),
            "png" => Some(RenderFormat::Png),
            "txt" => Some(RenderFormat::Text),
            _ => None,
        }
    };
    let format = match (args.format, to_file(args)) {
        (Some(format), _) => format,
        (None, None) => RenderFormat::Svg,
        (None, Some(path)) => named().ok_or_else(|| {
            let path = path.display();
            Usage(format!(
                "--output {path}: give --format, or a name that ends with svg, png or txt"
            ))
        })?,
    };
    let png = format == RenderFormat::Png;
    if png && to_file(args).is_none() && std::io::stdout().is_terminal() {
        return Err(Usage("a terminal shows no PNG: give --output FILE".into()));
    }
    if args.width.is_some() && !png {
        return Err(Usage("--width is for PNG pictures".into()));
    }
    Ok(format)
}

/// The file to write to, unless it is standard output.
fn to_file(args: &RenderArgs) -> Option<&Path> {
    args.output
        .as_deref()
        .filter(|path| *path != Path::new("-"))
}

fn write(args: &RenderArgs, bytes: &[u8]) -> anyhow::Result<()> {
    match to_file(args) {
        Some(path) => output::file(path, bytes),
        None => output::bytes(bytes),
    }
}

/// An answer and what the state graph says of it.
struct Solved {
    answer: Answer,
    cross_check: Option<CrossCheck>,
}

impl Solved {
    fn exit(&self) -> Exit {
        match &self.cross_check {
            Some(check) if !check.agrees => Exit::Disagree,
            _ => Exit::from(&self.answer.outcome.verdict),
        }
    }
}

fn solve(args: &RenderArgs, instance: &Instance) -> anyhow::Result<Solved> {
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.quiet);
    let control = Control {
        ..line.control(&Default::default(), &stop)
    };
    line.stage(args.method.name());
    let answer = solve::solve(
        instance,
        args.method,
        &control.clone().within(args.time_limit),
    )?;
    line.stage("cross-check");
    let left = Some(Duration::from_secs(2));
    let cross_check = solve::cross_check(instance, &answer, &control.within(left))?;
    Ok(Solved {
        answer,
        cross_check,
    })
}

impl From<PictureName> for Picture {
    fn from(name: PictureName) -> Self {
        match name {
            PictureName::Turns => Self::Turns,
            PictureName::Points => Self::Points,
            PictureName::Breakdown => Self::Breakdown,
            PictureName::Strip => Self::Strip,
        }
    }
}
