use super::args::{FormulateArgs, ProgramFormat};
use super::exit::Exit;
use super::{input, output};
use crate::problem::Problem;
use crate::render::document::{latex, markdown, text};
use crate::render::formulation::{Detail, whole};
use crate::render::model_file::{FileFormat, model_file};

pub(super) fn run(args: &FormulateArgs) -> anyhow::Result<Exit> {
    let kind = args.formulation.method;
    let without = args.formulation.cuts.of(kind.name())?;
    let instance = input::instance(&args.instance)?;
    let problem = Problem::from(&instance);
    let formulation = kind.formulate(&problem, &without)?;
    let file = |format| model_file(formulation.program(), format);
    let render = match args.format {
        ProgramFormat::Text => text,
        ProgramFormat::Markdown => markdown,
        ProgramFormat::Latex => latex,
        ProgramFormat::Lp => return done(&file(FileFormat::Lp)),
        ProgramFormat::Mps => return done(&file(FileFormat::Mps)),
    };
    let detail = Detail {
        rows: args.expand,
        all: args.all,
    };
    let document = whole(&instance, kind, &without, &*formulation, detail);
    done(&render(&document))
}

fn done(text: &str) -> anyhow::Result<Exit> {
    output::result(text)?;
    Ok(Exit::Done)
}
