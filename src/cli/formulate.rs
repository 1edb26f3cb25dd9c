use super::args::{FormulateArgs, ProgramFormat};
use super::exit::Exit;
use super::solve::asked;
use super::{input, output};
use crate::formulation::Program;
use crate::problem::Problem;
use crate::render::document::{latex, markdown, text};
use crate::render::formulation::{Detail, document};

pub(super) fn run(args: &FormulateArgs) -> anyhow::Result<Exit> {
    let kind = args.formulation.method;
    let without = args.formulation.cuts.of(kind.name())?;
    let instance = input::instance(&args.instance)?;
    let problem = Problem::from(&instance);
    let formulation = kind.formulate(&problem, &without)?;
    let render = match args.format {
        ProgramFormat::Text => text,
        ProgramFormat::Markdown => markdown,
        ProgramFormat::Latex => latex,
        ProgramFormat::Lp | ProgramFormat::Mps => {
            output::result(&file(formulation.program(), args.format)?)?;
            return Ok(Exit::Done);
        }
    };
    let title = format!("{}; the {kind} formulation", asked(&instance));
    let detail = Detail {
        rows: args.expand,
        all: args.all,
    };
    output::result(&render(&document(title, &*formulation, &problem, detail)))?;
    Ok(Exit::Done)
}

#[cfg(feature = "highs")]
fn file(program: &Program, format: ProgramFormat) -> anyhow::Result<String> {
    use crate::milp::{FileFormat, export};
    let format = match format {
        ProgramFormat::Mps => FileFormat::Mps,
        _ => FileFormat::Lp,
    };
    Ok(export(program, format)?)
}

#[cfg(not(feature = "highs"))]
fn file(_: &Program, _: ProgramFormat) -> anyhow::Result<String> {
    anyhow::bail!("model files need the feature highs, and this azulejo was built without it")
}
