mod args;
mod child;
mod marked;
mod report;

use super::exit::{Exit, Usage};
use super::{input, output, progress};
use crate::grading::{GradeError, Model, ToolError, grade};
use crate::render::grading::text;
use crate::{render, schema};
pub(super) use args::GradeArgs;
use args::{Format, instances};
use std::path::Path;
use std::time::Duration;

/// Without a time limit, all walls together take at most so long: a solver may need hours for a model.
const LIMIT: Duration = Duration::from_secs(300);

pub(super) fn run(args: &GradeArgs) -> anyhow::Result<Exit> {
    match (&args.model, &args.report) {
        (Some(model), None) => grade_one(args, model),
        (None, Some(folder)) => {
            let given: Vec<String> = args.instance.flags.given().collect();
            if args.marking.is_some() && !given.is_empty() {
                let given = given.join(", ");
                let mend = format!("--marking says what is asked: leave out {given}, or --marking");
                return Err(Usage(mend).into());
            }
            let (report, exit) = report::report(args, folder)?;
            output::result(&match args.format {
                Format::Text => render::report::text(&report),
                Format::Json => schema::pretty(&report),
                Format::Csv => render::report::csv(&report),
            })?;
            Ok(exit)
        }
        _ => Err(Usage("give a MODEL, or a folder of models: --report FOLDER".into()).into()),
    }
}

fn grade_one(args: &GradeArgs, path: &Path) -> anyhow::Result<Exit> {
    let is_for_reports = [
        ("--marking", args.marking.is_some()),
        ("--format csv", args.format == Format::Csv),
    ];
    if let Some((flag, _)) = is_for_reports.iter().find(|(_, is_given)| *is_given) {
        return Err(Usage(format!("{flag} is for --report")).into());
    }
    let model = Model {
        path: path.to_owned(),
        data: args.data.clone(),
        reading: args.reading,
    };
    let instances = instances(args, &model)?;
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    let limit = args.limits.time_limit.unwrap_or(LIMIT);
    let control = line.control(&stop).within(Some(limit));
    let mut grades = Vec::new();
    for instance in &instances {
        line.stage(&format!("grade on {}", instance.wall()));
        match grade(&model, instance, &control) {
            Ok(grade) => grades.push(grade),
            Err(GradeError::Tool(ToolError::Stopped(tool))) => {
                drop(line);
                output::note(&format!("{tool} was stopped before the model was graded"));
                return Ok(Exit::StoppedEmpty);
            }
            Err(error) => return Err(error.into()),
        }
    }
    drop(line);
    let shown = input::shown(path);
    output::result(&match args.format {
        Format::Text | Format::Csv => text(&shown, &grades),
        Format::Json => schema::pretty(&schema::Grade::new(&model, &grades)),
    })?;
    Ok(match grades.iter().all(|grade| grade.faults.is_empty()) {
        false => Exit::Infeasible,
        true if grades.iter().all(|grade| grade.compared) => Exit::Done,
        true => Exit::Stopped,
    })
}
