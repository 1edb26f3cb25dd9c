use super::args::Format;
use super::exit::{Exit, Usage};
use super::model_args::RelaxArgs;
use super::solve::title;
use super::{input, output, progress};
use crate::control::Control;
use crate::formulation::{Formulation, InequalityError, Program, Row, Unwritten, inequalities};
use crate::instance::Instance;
use crate::milp::{Relaxation, relax};
use crate::outcome::Verdict;
use crate::problem::Problem;
use crate::render::relaxation::{Relaxed, Tried, TriedRow, json, text};
use crate::solve::{Method, Settings, Validity, solve, validity};
use anyhow::{Context, anyhow};
use std::path::Path;
use std::time::{Duration, Instant};

/// The optimum is shown beside the bound if it is known by then.
const OPTIMUM_LIMIT: Duration = Duration::from_secs(2);

/// At most so many rows are tried at once.
const MOST_ROWS: usize = 1000;

pub(super) fn run(args: &RelaxArgs) -> anyhow::Result<Exit> {
    let kind = args.formulation.method;
    let without = args.formulation.cuts.of(kind.name())?;
    let files = (&args.file_of_rows, &args.instance.file);
    if let (Some(rows), Some(instance)) = files
        && [rows, instance].iter().all(|path| *path == Path::new("-"))
    {
        let mend = "the instance and the rows cannot both come from standard input";
        return Err(Usage(mend.into()).into());
    }
    let instance = input::instance(&args.instance)?;
    let texts = texts(args)?;
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
    let changed = match &formulation {
        Some(formulation) => changed(args, &texts, &instance, &**formulation)?,
        None => None,
    };
    let written = formulation.as_ref().map(|written| written.program());
    let program = changed.as_ref().map(|changed| &changed.program).or(written);
    let relaxed = |program: Option<&Program>| match program {
        Some(program) => relax(program, &control),
        None => Ok(Relaxation::Stopped),
    };
    let relaxation = relaxed(program)?;
    let seconds = clock.elapsed().as_secs_f64();
    let tried = match (&changed, &formulation) {
        (Some(changed), Some(formulation)) => {
            line.stage("before");
            let before = relaxed(written)?;
            line.stage("validity");
            let valid = |row: &Row| validity(&**formulation, &problem, row, &control);
            let rows = changed.rows.iter().map(|(given, text, row)| {
                let validity = valid(row)?;
                let score = match &validity {
                    Validity::CutsOff { order, .. } => Some(order.score(&problem)),
                    _ => None,
                };
                Ok(TriedRow {
                    given: *given,
                    text,
                    validity,
                    score,
                })
            });
            let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
            let left_out = &args.without_rows;
            Some(Tried {
                before,
                rows,
                left_out,
            })
        }
        _ => None,
    };
    line.stage("optimum");
    let left = control.time_left().unwrap_or(OPTIMUM_LIMIT);
    let plain = Settings::from(control).within(Some(left.min(OPTIMUM_LIMIT)));
    let optimum = match &relaxation {
        Relaxation::Solved { .. } => solve(&instance, Method::default(), &plain).ok(),
        Relaxation::Infeasible | Relaxation::Stopped => None,
    };
    let optimum = optimum.and_then(|answer| match answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => Some(solution.score),
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
        program,
        columns: &kinds,
        relaxation: &relaxation,
        optimum,
        seconds,
        tried: tried.as_ref(),
    };
    output::result(&match args.format {
        Format::Text => format!("{}\n\n{}", title(&instance), text(&relaxed, args.all)),
        Format::Json => json(&relaxed),
    })?;
    let cuts_off = |row: &TriedRow<'_>| matches!(row.validity, Validity::CutsOff { .. });
    let refuted = tried.is_some_and(|tried| tried.rows.iter().any(cuts_off));
    Ok(match relaxation {
        _ if refuted => Exit::Infeasible,
        Relaxation::Solved { .. } => Exit::Done,
        Relaxation::Infeasible => Exit::Infeasible,
        Relaxation::Stopped => Exit::StoppedEmpty,
    })
}

/// The program with rows to try and without others.
struct Changed {
    program: Program,
    /// Each with the number of the text that it comes from, and with its own text.
    rows: Vec<(usize, String, Row)>,
}

/// None where nothing is to be changed.
fn changed(
    args: &RelaxArgs,
    texts: &[(String, String)],
    instance: &Instance,
    formulation: &dyn Formulation,
) -> anyhow::Result<Option<Changed>> {
    if texts.is_empty() && args.without_rows.is_empty() {
        return Ok(None);
    }
    let kind = args.formulation.method;
    let mut rows = Vec::new();
    for (given, (place, text)) in texts.iter().enumerate() {
        let read = inequalities(text, instance.wall(), |name| formulation.quantity(name));
        let read = read.map_err(|error| {
            let unnamed = matches!(error, InequalityError::Name(_));
            let error = anyhow::Error::from(error);
            match unnamed {
                true => {
                    anyhow!("{error}; `azulejo formulate --method {kind} --expand` shows the names")
                }
                false => error,
            }
        });
        let read = read.with_context(|| format!("{place}: {text}"))?;
        rows.extend(read.into_iter().map(|(text, row)| (given, text, row)));
        if rows.len() > MOST_ROWS {
            return Err(Usage(format!("{place}: more than {MOST_ROWS} rows")).into());
        }
    }
    let (program, unknown) = formulation.program().without_rows(&args.without_rows);
    if let Some(name) = unknown.first() {
        let mend = format!("`azulejo formulate --method {kind} --expand` shows the names");
        return Err(Usage(format!(
            "--without-row {name}: no row has that name; {mend}"
        ))
        .into());
    }
    let program = program.with_rows(rows.iter().map(|(_, _, row)| row.clone()));
    Ok(Some(Changed { program, rows }))
}

/// The texts of the rows to try, each with its place.
fn texts(args: &RelaxArgs) -> anyhow::Result<Vec<(String, String)>> {
    let flags = args
        .rows
        .iter()
        .map(|row| ("--row".to_owned(), row.clone()));
    let mut texts: Vec<(String, String)> = flags.collect();
    if let Some(path) = &args.file_of_rows {
        let (text, shown) = (input::text(path)?, input::shown(path));
        for (index, line) in text.lines().enumerate() {
            let row = line.split('#').next().unwrap_or_default().trim();
            if !row.is_empty() {
                texts.push((format!("{shown}, line {}", index + 1), row.to_owned()));
            }
        }
    }
    Ok(texts)
}
