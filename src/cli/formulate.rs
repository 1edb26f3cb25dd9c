use super::exit::Exit;
use super::flags::{FormulationArgs, InstanceArgs};
use super::{input, output};
use crate::problem::Problem;
use crate::render::document::{latex, markdown, text};
use crate::render::formulation::{Detail, whole};
use crate::render::model_file::{FileFormat, model_file};
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(super) struct FormulateArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    #[command(flatten)]
    formulation: FormulationArgs,
    /// Output: the formulation for people, or a model file for solvers
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    format: ProgramFormat,
    /// Also write out the rows of this instance
    #[arg(long, help_heading = "Run")]
    expand: bool,
    /// All members of the sets and all rows, not the first of each
    #[arg(long, help_heading = "Run")]
    all: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum ProgramFormat {
    /// For people
    #[default]
    Text,
    /// For documents
    Markdown,
    /// For papers
    Latex,
    /// CPLEX LP file
    Lp,
    /// Free MPS file, to be minimized
    Mps,
}

pub(super) fn run(args: &FormulateArgs) -> anyhow::Result<Exit> {
    let kind = args.formulation.method;
    let without = args.formulation.cuts.families(kind.name())?;
    let instance = input::instance(&args.instance)?;
    let problem = Problem::from(&instance);
    let formulation = kind.formulate(&problem, &without)?;
    let file = |format| model_file(formulation.program(), format);
    let render = match args.format {
        ProgramFormat::Text => text,
        ProgramFormat::Markdown => markdown,
        ProgramFormat::Latex => latex,
        ProgramFormat::Lp => return print(&file(FileFormat::Lp)),
        ProgramFormat::Mps => return print(&file(FileFormat::Mps)),
    };
    let detail = Detail {
        rows: args.expand,
        all: args.all,
    };
    let document = whole(&instance, kind, &without, &*formulation, detail);
    print(&render(&document))
}

fn print(text: &str) -> anyhow::Result<Exit> {
    output::result(text)?;
    Ok(Exit::Done)
}
