use super::exit::Exit;
use super::flags::{InstanceArgs, LimitArgs, OrderArgs, by_name, with_help};
use super::target::{self, Target, write, write_text};
use super::{input, output, progress};
use crate::instance::Instance;
use crate::order::Replay;
use crate::outcome::Verdict;
use crate::render::picture::{self, PICTURES, Picture};
use crate::render::proof::INFEASIBLE;
use crate::solve::{self, Answer, CrossCheck, Method};
use clap::{Args, ValueEnum};
use itertools::Itertools;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(mut_arg("time_limit", |limit| limit.conflicts_with("given")))] // which is not solved
pub(super) struct RenderArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    #[command(flatten)]
    order: OrderArgs,
    /// Contents, several with commas between them; turns by default
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = with_help(PICTURES.iter().map(|&picture| (picture, picture.name, picture.help))),
        help_heading = "Picture"
    )]
    picture: Vec<&'static Picture>,
    /// Format; by default that of the name of --output, or SVG
    #[arg(long, value_enum, help_heading = "Picture")]
    format: Option<RenderFormat>,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Picture")]
    output: Option<PathBuf>,
    /// The width of a PNG picture; twice that of the SVG picture by default
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16384), help_heading = "Picture")]
    width: Option<u32>,
    /// How to solve it where no order is given
    #[arg(long, value_parser = by_name(Method::WITH_AUTO, Method::name), default_value = Method::default().name(), conflicts_with = "given", help_heading = "Run")]
    method: Method,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RenderFormat {
    /// An SVG picture
    Svg,
    /// A PNG picture
    Png,
    /// Text for a terminal
    Text,
}

/// Format by the ending of a file's name.
const ENDINGS: [(&str, RenderFormat); 3] = [
    ("svg", RenderFormat::Svg),
    ("png", RenderFormat::Png),
    ("txt", RenderFormat::Text),
];

pub(super) fn run(args: &RenderArgs) -> anyhow::Result<Exit> {
    let file = target::file(args.output.as_deref());
    let format = target::format(args.format, file, RenderFormat::Svg, &ENDINGS)?;
    target::check_png(format == RenderFormat::Png, args.width, file)?;
    input::check_single_stdin(&args.instance, args.order.solution.as_deref(), "solution")?;
    let instance = input::instance(&args.instance)?;
    let order = input::order(&instance, &args.order)?;
    let target = file.map(Target::new).transpose()?;
    let answer = match order {
        Some(_) => None,
        None => Some(checked_answer(args, &instance)?),
    };
    let verdict = answer.as_ref().map(|(answer, _)| &answer.outcome.verdict);
    let solution = verdict.and_then(|verdict| Some(verdict.solution()?.order.clone()));
    let Some(order) = order.or(solution) else {
        let reason = match verdict {
            Some(Verdict::Infeasible { .. }) => format!("infeasible: {INFEASIBLE}"),
            _ => "no order was found in time".into(),
        };
        output::note(&format!("{reason}, and there is nothing to draw"));
        return Ok(verdict.map_or(Exit::Error, Exit::from));
    };
    let replay = match Replay::new(&instance, &order) {
        Ok(replay) => replay,
        Err(error) => {
            output::note(&error.to_string());
            return Ok(Exit::Infeasible);
        }
    };
    let violations = &replay.report().violations;
    for violation in violations {
        let violation = violation.with_place(|index| input::place(&args.instance, index));
        output::note(&format!("not valid: {violation}"));
    }
    let mut pictures = args.picture.clone();
    if pictures.is_empty() {
        pictures.push(&picture::TURNS);
    }
    let pictures: Vec<_> = pictures
        .into_iter()
        .unique_by(|picture| picture.name)
        .collect();
    let svg = || picture::svg(&replay, verdict.and_then(Verdict::bound), &pictures);
    match format {
        RenderFormat::Svg => write(target.as_ref(), svg().as_bytes())?,
        RenderFormat::Png => write(target.as_ref(), &target::png(&svg(), args.width)?)?,
        RenderFormat::Text => write_text(target.as_ref(), &picture::text(&replay, &pictures))?,
    }
    Ok(match &answer {
        Some((answer, check)) => Exit::of_verdict(&answer.outcome.verdict, check.as_ref()),
        None => Exit::of_check(violations.is_empty()),
    })
}

/// Answer by the method of the flags, with the cross-check of the state graph.
fn checked_answer(
    args: &RenderArgs,
    instance: &Instance,
) -> anyhow::Result<(Answer, Option<CrossCheck>)> {
    let (line, control) = progress::Line::of_stage(args.method.name(), &args.limits)?;
    let answer = solve::solve(instance, args.method, &control.clone().into())?;
    line.stage("cross-check");
    let check = solve::cross_check(instance, &answer, &control)?;
    Ok((answer, check))
}
