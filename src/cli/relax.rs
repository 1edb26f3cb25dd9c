use super::args::Format;
use super::exit::{Exit, Usage};
use super::model_args::RelaxArgs;
use super::solve::title;
use super::{input, output, progress};
use crate::control::Control;
use crate::formulation::{InequalityError, Kind};
use crate::milp::Relaxation;
use crate::render::relaxation::text;
use crate::schema;
use crate::solve::{RelaxError, RelaxQuestion, relaxed};
use anyhow::anyhow;
use std::path::Path;

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
    let question = RelaxQuestion {
        kind,
        without,
        rows: texts.iter().map(|(_, text)| text.clone()).collect(),
        without_rows: args.without_rows.clone(),
    };
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    let control = Control {
        stop,
        ..Control::default()
    }
    .within(args.limits.time_limit);
    let found = relaxed(&instance, &question, &control, |stage| line.stage(stage));
    drop(line);
    let found = found.map_err(|error| told(error, kind, &texts))?;
    output::result(&match args.format {
        Format::Text => format!("{}\n\n{}", title(&instance), text(&found, args.all)),
        Format::Json => schema::pretty(&schema::Relax::from(&found)),
    })?;
    Ok(match found.relaxation {
        _ if found.refutes_a_row() => Exit::Infeasible,
        Relaxation::Solved { .. } => Exit::Done,
        Relaxation::Infeasible => Exit::Infeasible,
        Relaxation::Stopped => Exit::StoppedEmpty,
    })
}

/// An error with the place of the row that it is about, and what shows the names that there are.
fn told(error: RelaxError, kind: Kind, texts: &[(String, String)]) -> anyhow::Error {
    let names = format!("`azulejo formulate --method {kind} --expand` shows the names");
    match error {
        RelaxError::Row { given, error } => {
            let (place, text) = &texts[given];
            let unnamed = matches!(error, InequalityError::Name(_));
            let error = match unnamed {
                true => anyhow!("{error}; {names}"),
                false => error.into(),
            };
            error.context(format!("{place}: {text}"))
        }
        RelaxError::TooMany { given } => Usage(format!(
            "{}: {}",
            texts[given].0,
            RelaxError::TooMany { given }
        ))
        .into(),
        RelaxError::NoRow(name) => Usage(format!(
            "--without-row {name}: no row has that name; {names}"
        ))
        .into(),
        other => other.into(),
    }
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
