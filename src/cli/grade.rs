use super::exit::{Exit, Usage};
use super::flags::{Format, InstanceArgs, LimitArgs, named};
use super::{input, output, progress};
use crate::flags::SizeArg;
use crate::grading::{GradeError, Language, Model, Reading, ToolError, grade};
use crate::instance::{Instance, Sense};
use crate::render::grading::text;
use crate::schema;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct GradeArgs {
    /// The file of the model: .mod, .mzn, .lp or .mps
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    instance: InstanceArgs,
    /// A file with more data for the model; can be repeated
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    data: Vec<PathBuf>,
    /// Which variables tell the order; by default those of these that the model has: A[turn,cell] (case-study),
    /// o[cell,cell] (ordering), turn[cell] (turns)
    #[arg(long = "as", value_parser = named(Reading::ALL, Reading::name), help_heading = "Model")]
    reading: Option<Reading>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The walls on which a model is graded that takes any: small ones, one of which is no square.
const WALLS: [SizeArg; 2] = [
    SizeArg {
        rows: 2,
        columns: 2,
    },
    SizeArg {
        rows: 2,
        columns: 3,
    },
];

/// Without a time limit, all walls together take at most so long: a solver may need hours for a model.
const LIMIT: Duration = Duration::from_secs(300);

pub(super) fn run(args: &GradeArgs) -> anyhow::Result<Exit> {
    let model = Model {
        path: args.model.clone(),
        data: args.data.clone(),
        reading: args.reading,
    };
    let language = model.language().map_err(|error| Usage(error.to_string()))?;
    let sense = model.sense()?.unwrap_or(Sense::Maximize);
    let one_wall = args.instance.file.is_some() || args.instance.flags.size.is_some();
    let instances: Vec<Instance> = match (one_wall, language) {
        (true, _) => vec![input::instance_of(&args.instance, None, sense)?],
        (false, Language::File) => {
            let mend =
                "an LP or MPS file is a model of one wall: say which, with --size or an INSTANCE";
            return Err(Usage(mend.into()).into());
        }
        (false, _) => {
            let on = |size| input::instance_of(&args.instance, Some(size), sense);
            WALLS.into_iter().map(on).collect::<anyhow::Result<_>>()?
        }
    };
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
    let shown = input::shown(&args.model);
    output::result(&match args.format {
        Format::Text => text(&shown, &grades),
        Format::Json => schema::pretty(&schema::Grade::new(&model, &grades)),
    })?;
    Ok(match grades.iter().all(|grade| grade.faults.is_empty()) {
        false => Exit::Infeasible,
        true if grades.iter().all(|grade| grade.compared) => Exit::Done,
        true => Exit::Stopped,
    })
}
