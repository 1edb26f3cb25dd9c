use super::args::{Format, RelaxArgs};
use super::exit::Exit;
use super::solve::title;
use super::{input, output, progress};
use crate::control::Control;
use crate::formulation::Unwritten;
use crate::milp::{Relaxation, relax};
use crate::outcome::Verdict;
use crate::problem::Problem;
use crate::render::relaxation::{Relaxed, json, text};
use crate::solve::{Method, Settings, solve};
use std::time::{Duration, Instant};

/// The optimum is shown beside the bound if it is known by then.
const OPTIMUM_LIMIT: Duration = Duration::from_secs(2);

pub(super) fn run(args: &RelaxArgs) -> anyhow::Result<Exit> {
    let kind = args.formulation.method;
    let without = args.formulation.cuts.of(kind.name())?;
    let instance = input::instance(&args.instance)?;
    let problem = Problem::from(&instance);
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    let control = Control {
        stop,
        ..Control::default()
    }
    .within(args.limits.time_limit);
    line.stage("relaxation");
    let clock = Instant::now();
    let formulation = match kind.formulate_within(&problem, &without, &control) {
        Err(Unwritten::Stopped) => None,
        written => Some(written?),
    };
    let relaxation = match &formulation {
        Some(formulation) => relax(formulation.program(), &control)?,
        None => Relaxation::Stopped,
    };
    let seconds = clock.elapsed().as_secs_f64();
    line.stage("optimum");
    let left = control.time_left().unwrap_or(OPTIMUM_LIMIT);
    let plain = Settings::from(control).within(Some(left.min(OPTIMUM_LIMIT)));
    let optimum = match &relaxation {
        Relaxation::Solved { .. } => solve(&instance, Method::default(), &plain).ok(),
        Relaxation::Infeasible | Relaxation::Stopped => None,
    };
    let optimum = optimum.and_then(|answer| match answer.outcome.verdict {
        Verdict::Optimal(solution) => Some(solution.score),
        _ => None,
    });
    let kinds = match (&relaxation, &formulation) {
        (Relaxation::Solved { .. }, Some(formulation)) => formulation.describe(&problem).columns,
        _ => Vec::new(),
    };
    drop(line);
    let relaxed = Relaxed {
        instance: &instance,
        kind,
        without: &without,
        program: formulation
            .as_ref()
            .map(|formulation| formulation.program()),
        columns: &kinds,
        relaxation: &relaxation,
        optimum,
        seconds,
    };
    output::result(&match args.format {
        Format::Text => format!("{}\n\n{}", title(&instance), text(&relaxed, args.all)),
        Format::Json => json(&relaxed),
    })?;
    Ok(match relaxation {
        Relaxation::Solved { .. } => Exit::Done,
        Relaxation::Infeasible => Exit::Infeasible,
        Relaxation::Stopped => Exit::StoppedEmpty,
    })
}
