//! The flags of `grade`, and the walls that they mean.

use crate::cli::exit::Usage;
use crate::cli::flags::{InstanceArgs, LimitArgs, by_name};
use crate::cli::{input, output};
use crate::flags::SizeArg;
use crate::grading::{GradedSense, Language, Model, Reading};
use crate::instance::Instance;
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(in crate::cli) struct GradeArgs {
    /// The file of the model: .mod, .mzn, .lp or .mps
    #[arg(value_name = "MODEL", required_unless_present = "report")]
    pub(super) model: Option<PathBuf>,
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    /// A file with more data for the model; can be repeated
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    pub(super) data: Vec<PathBuf>,
    /// Which variables tell the order: A[turn,cell] (case-study), o[cell,cell] (ordering) or turn[cell] (turns); by default
    /// those that the model has
    #[arg(long = "as", value_parser = by_name(Reading::ALL, Reading::name), help_heading = "Model")]
    pub(super) reading: Option<Reading>,
    /// Grade every model of a folder and of the folders in it: a row for each file, whatever is wrong with it
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with = "model",
        help_heading = "Report"
    )]
    pub(super) report: Option<PathBuf>,
    /// The exercises of the report with their walls and points; the name of a file, or of its folder, says which exercise it is
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(super) marking: Option<PathBuf>,
    /// Grade in this process, and write what is told to this file: what a process of its own is asked for
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "report")]
    pub(super) into: Option<PathBuf>,
    /// Grade in the sense of the model, whatever that of the instance is
    #[arg(long, hide = true, requires = "into")]
    pub(super) own_sense: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// A report for spreadsheets
    Csv,
}

/// Sizes of the walls for a model of any wall: two small ones, and only one is a square.
const WALLS: [(u64, u64); 2] = [(2, 2), (2, 3)];

impl GradeArgs {
    /// Model in the file `path`, with the data and the reading of the flags.
    pub(super) fn model(&self, path: &Path) -> Model {
        Model {
            path: path.to_owned(),
            data: self.data.clone(),
            reading: self.reading,
        }
    }

    /// Sense of the grading: that of the instance where it is stated, or else that of the model.
    pub(super) fn sense(&self) -> GradedSense {
        let is_stated = self.instance.file.is_some() || self.instance.flags.sense.is_some();
        match is_stated && !self.own_sense {
            true => GradedSense::Instance,
            false => GradedSense::Model,
        }
    }
}

/// Walls on which a model is graded.
pub(super) fn instances(args: &GradeArgs, model: &Model) -> anyhow::Result<Vec<Instance>> {
    let language = model.language().map_err(|error| {
        let is_python = model.path.extension().is_some_and(|ending| ending == "py");
        let python = "; in Python, azulejo.grade(model) takes a model of Pyomo, PuLP, python-mip, OR-Tools, highspy or gurobipy";
        Usage(format!("{error}{}", if is_python { python } else { "" }))
    })?;
    if let Some(second) = &args.instance.file
        && Language::of(second).is_some()
    {
        let second = input::file_name(second);
        let hint =
            format!("{second} is a second model: grade takes one, or --report FOLDER with many");
        return Err(Usage(hint).into());
    }
    for note in args.instance.flags.constraints.lone_cells() {
        output::note(&note);
    }
    let is_one_wall = args.instance.file.is_some() || args.instance.flags.size.is_some();
    match (is_one_wall, language) {
        (true, _) => Ok(vec![input::instance(&args.instance)?]),
        (false, Language::File) => {
            let hint =
                "an LP or MPS file is a model of one wall: say which, with --size or an INSTANCE";
            Err(Usage(hint.into()).into())
        }
        (false, _) => {
            let instance_on = |(rows, columns)| {
                let instance = input::instance_on(&args.instance, Some(SizeArg { rows, columns }));
                instance.with_context(|| {
                    format!("on {rows}×{columns}, one of the walls that grade takes without --size")
                })
            };
            WALLS.into_iter().map(instance_on).collect()
        }
    }
}
