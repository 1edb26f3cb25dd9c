use super::exit::{Exit, Usage};
use super::flags::{InstanceArgs, LimitArgs, OrderArgs, described, named, time};
use super::target::{self, Target, write, write_text};
use super::{input, output, progress};
use crate::control::Control;
use crate::instance::Instance;
use crate::order::Replay;
use crate::outcome::Verdict;
use crate::render::page::{Findings, page};
use crate::render::picture::{self, PICTURES, Picture};
use crate::render::proof::INFEASIBLE;
use crate::solve::{self, Answer, CrossCheck, Method, SolveError, agree};
use clap::{Args, ValueEnum};
use itertools::Itertools;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(mut_arg("time_limit", |limit| limit.conflicts_with("given")))] // which is not solved
pub(super) struct RenderArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    #[command(flatten)]
    order: OrderArgs,
    /// What to draw, several with commas between them; turns by default
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = described(PICTURES.iter().map(|&picture| (picture, picture.name, picture.help))),
        help_heading = "Picture"
    )]
    picture: Vec<&'static Picture>,
    /// What to write; by default what the name of --output says, or SVG
    #[arg(long, value_enum, help_heading = "Picture")]
    format: Option<RenderFormat>,
    /// Write one page that holds everything, as --format html does
    #[arg(long, conflicts_with = "format", help_heading = "Picture")]
    html: bool,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Picture")]
    output: Option<PathBuf>,
    /// The width of a PNG picture; twice that of the SVG picture by default
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16384), help_heading = "Picture")]
    width: Option<u32>,
    /// How long each method may run to be compared on the page; 5s by default, 0s leaves them out
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Picture")]
    compare: Option<Duration>,
    /// How to solve it where no order is given
    #[arg(long, value_parser = named(Method::ASKED, Method::name), default_value = Method::default().name(), conflicts_with = "given", help_heading = "Run")]
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
    /// A page that needs no other file: answer, pictures, replay, proof, formulations, methods
    Html,
}

/// How long each method runs for the comparison on a page, unless told otherwise.
const COMPARISON: Duration = Duration::from_secs(5);

/// The sizes of the formulations on a page have this time at least.
const SIZES: Duration = Duration::from_millis(100);

/// What the ending of a file's name says.
const ENDINGS: [(&str, RenderFormat); 4] = [
    ("svg", RenderFormat::Svg),
    ("png", RenderFormat::Png),
    ("txt", RenderFormat::Text),
    ("html", RenderFormat::Html),
];

pub(super) fn run(args: &RenderArgs) -> anyhow::Result<Exit> {
    let file = target::file(args.output.as_deref());
    let format = format(args, file)?;
    input::one_from_stdin(&args.instance, &args.order)?;
    let instance = input::instance(&args.instance)?;
    let given = input::order(&instance, &args.order)?;
    let target = file.map(Target::new).transpose()?;
    let runner = Runner::new(args)?;
    let solved = match given {
        Some(_) => None,
        None => Some(runner.solve(&instance)?),
    };
    let verdict = solved.as_ref().map(|solved| &solved.answer.outcome.verdict);
    let found = verdict.and_then(|verdict| Some(verdict.solution()?.order.clone()));
    let Some(order) = given.or(found) else {
        drop(runner);
        let why = match verdict {
            Some(Verdict::Infeasible { .. }) => format!("infeasible: {INFEASIBLE}"),
            _ => "no order was found in time".into(),
        };
        output::note(&format!("{why}, and there is nothing to draw"));
        return Ok(verdict.map_or(Exit::Error, Exit::from));
    };
    let replay = match Replay::new(&instance, &order) {
        Ok(replay) => replay,
        Err(unplayable) => {
            drop(runner);
            output::note(&unplayable.to_string());
            return Ok(Exit::Infeasible);
        }
    };
    let methods = match format {
        RenderFormat::Html => {
            runner.compare(&instance, solved.as_ref().map(|solved| &solved.answer))
        }
        _ => Vec::new(),
    };
    // The sizes of the formulations have the time that a method has.
    let sizes = runner.control(Some(limit(args).max(SIZES)));
    drop(runner);
    let violations = &replay.report().violations;
    for violation in violations {
        let violation = violation.with_place(|index| input::place(&args.instance, index));
        output::note(&format!("not valid: {violation}"));
    }
    let mut pictures = args.picture.clone();
    if pictures.is_empty() {
        pictures.push(&picture::TURNS);
    }
    let pictures: Vec<_> = pictures.into_iter().unique_by(|one| one.name).collect();
    let svg = || picture::svg(&replay, verdict.and_then(Verdict::bound), &pictures);
    match format {
        RenderFormat::Svg => write(target.as_ref(), svg().as_bytes())?,
        RenderFormat::Png => write(target.as_ref(), &target::png(&svg(), args.width)?)?,
        RenderFormat::Text => write_text(target.as_ref(), &picture::text(&replay, &pictures))?,
        RenderFormat::Html => {
            let findings = Findings {
                answer: solved.as_ref().map(|solved| &solved.answer),
                cross_check: solved
                    .as_ref()
                    .and_then(|solved| solved.cross_check.as_ref()),
                comparison: (!methods.is_empty()).then(|| (&methods[..], limit(args))),
                control: Some(&sizes),
            };
            write(target.as_ref(), page(&replay, &findings)?.as_bytes())?;
        }
    }
    Ok(match solved {
        _ if !agree(&instance, &methods) => Exit::Disagree,
        Some(solved) => solved.exit(),
        None if violations.is_empty() => Exit::Done,
        None => Exit::Infeasible,
    })
}

/// The format, after a look at the flags that belong to one format only.
fn format(args: &RenderArgs, file: Option<&Path>) -> Result<RenderFormat, Usage> {
    let asked = args.html.then_some(RenderFormat::Html).or(args.format);
    let format = target::format(asked, file, RenderFormat::Svg, &ENDINGS)?;
    let html = format == RenderFormat::Html;
    if html && !args.picture.is_empty() {
        return Err(Usage("--picture: a page holds all pictures".into()));
    }
    if !html && args.compare.is_some() {
        return Err(Usage("--compare is for pages: add --html".into()));
    }
    target::check_png(format == RenderFormat::Png, args.width, file)?;
    Ok(format)
}

fn limit(args: &RenderArgs) -> Duration {
    args.compare.unwrap_or(COMPARISON)
}

/// Runs methods, and says on stderr which one.
struct Runner<'a> {
    args: &'a RenderArgs,
    line: progress::Line,
    stop: Arc<AtomicBool>,
}

impl<'a> Runner<'a> {
    fn new(args: &'a RenderArgs) -> anyhow::Result<Self> {
        Ok(Self {
            args,
            line: progress::Line::new(args.limits.quiet),
            stop: progress::interrupt()?,
        })
    }

    fn control(&self, limit: Option<Duration>) -> Control {
        self.line.control(&self.stop).within(limit)
    }

    fn solve(&self, instance: &Instance) -> anyhow::Result<Solved> {
        self.line.stage(self.args.method.name());
        let control = self.control(self.args.limits.time_limit);
        let answer = solve::solve(instance, self.args.method, &control.clone().into())?;
        self.line.stage("cross-check");
        let cross_check = solve::cross_check(instance, &answer, &control)?;
        Ok(Solved {
            answer,
            cross_check,
        })
    }

    /// What every method finds within the time for that; nothing without time. The one with the answer has
    /// it already.
    fn compare(
        &self,
        instance: &Instance,
        known: Option<&Answer>,
    ) -> Vec<(&'static str, Result<Answer, SolveError>)> {
        let limit = limit(self.args);
        if limit.is_zero() {
            return Vec::new();
        }
        let run = |method: &Method| match known.filter(|known| known.method == *method) {
            Some(known) => (method.name(), Ok(known.clone())),
            None => {
                self.line.stage(method.name());
                let control = self.control(Some(limit));
                (
                    method.name(),
                    solve::solve(instance, *method, &control.into()),
                )
            }
        };
        Method::ALL.iter().map(run).collect()
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
