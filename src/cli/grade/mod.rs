mod args;
mod child;
mod marks;
mod report;

use super::exit::{Exit, Usage};
use super::{input, output, progress};
use crate::render::grading::text;
use crate::{render, schema};
use anyhow::bail;
pub(super) use args::GradeArgs;
use args::{Format, instances};
pub use child::{FaultySide, Reply, graded_apart};
use std::path::Path;
use std::time::{Duration, Instant};

/// Default time limit of all walls together: a solver may need hours for a model.
const LIMIT: Duration = Duration::from_secs(300);

pub(super) fn run(args: &GradeArgs) -> anyhow::Result<Exit> {
    match (&args.model, &args.report) {
        (Some(model), None) => grade_one(args, model),
        (None, Some(folder)) => {
            let flags: Vec<String> = args.instance.flags.present_flags().collect();
            if args.marking.is_some() && !flags.is_empty() {
                let flags = flags.join(", ");
                let hint = format!("--marking says what is asked: leave out {flags}, or --marking");
                return Err(Usage(hint).into());
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
    let report_flags = [
        ("--marking", args.marking.is_some()),
        ("--format csv", args.format == Format::Csv),
    ];
    if let Some((flag, _)) = report_flags.iter().find(|(_, is_present)| *is_present) {
        return Err(Usage(format!("{flag} is for --report")).into());
    }
    let model = args.model(path);
    let instances = instances(args, &model)?;
    if let (Some(into), Some(instance)) = (&args.into, instances.first()) {
        let limit = args.limits.time_limit;
        return child::grade_here(&model, instance, args.sense(), limit, into);
    }
    let line = progress::Line::new(&args.limits)?;
    let stop = &line.stop;
    let deadline = Instant::now() + args.limits.time_limit.unwrap_or(LIMIT);
    let program = child::program()?;
    let mut walls = Vec::new();
    for instance in &instances {
        line.stage(&format!("grade on {}", instance.wall()));
        let rest = deadline.saturating_duration_since(Instant::now());
        match graded_apart(&program, &model, instance, args.sense(), Some(rest), stop)? {
            Reply::Graded(wall) => walls.push(*wall),
            Reply::Stopped => {
                drop(line);
                output::note("the solver was stopped before the model was graded");
                return Ok(Exit::StoppedEmpty);
            }
            Reply::Refused { says, .. } => bail!("{says}"),
        }
    }
    drop(line);
    let grade = schema::Grade::new(&model, walls);
    output::result(&match args.format {
        Format::Text | Format::Csv => text(&input::file_name(path), &grade),
        Format::Json => schema::pretty(&grade),
    })?;
    Ok(match grade.right {
        false => Exit::Infeasible,
        true if grade.walls.iter().all(|wall| wall.compared) => Exit::Done,
        true => Exit::Stopped,
    })
}
