use super::args::{RenderArgs, RenderFormat};
use super::exit::{Exit, Usage};
use super::target::{self, Target, write, write_text};
use super::{input, output, progress};
use crate::control::Control;
use crate::instance::Instance;
use crate::order::Replay;
use crate::outcome::Verdict;
use crate::render::page::{Findings, page};
use crate::render::picture;
use crate::render::png::png;
use crate::render::proof::INFEASIBLE;
use crate::solve::{self, Answer, CrossCheck, Method, SolveError, agree};
use itertools::Itertools;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
        RenderFormat::Png => write(target.as_ref(), &png(&svg(), args.width)?)?,
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
