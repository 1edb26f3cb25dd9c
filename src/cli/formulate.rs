use super::args::{FormulateArgs, FormulationName, ProgramFormat};
use super::exit::Exit;
use super::solve::title;
use super::{input, output};
use crate::formulation::{CaseStudy, Formulation, Ordering, Program};
use crate::problem::Problem;
use itertools::Itertools;
use std::fmt::Write;

pub(super) fn run(args: &FormulateArgs) -> anyhow::Result<Exit> {
    let instance = input::instance(&args.instance)?;
    let problem = Problem::from(&instance);
    let formulation: Box<dyn Formulation> = match args.method {
        FormulationName::Ordering => Box::new(Ordering::new(&problem)?),
        FormulationName::CaseStudy => Box::new(CaseStudy::new(&problem)?),
    };
    let program = formulation.program();
    let text = match args.format {
        ProgramFormat::Text => format!("{}\n\n{}", title(&instance), sizes(program)),
        ProgramFormat::Lp | ProgramFormat::Mps => file(program, args.format)?,
    };
    output::result(&text)?;
    Ok(Exit::Done)
}

/// Columns by kind, rows by equation.
fn sizes(program: &Program) -> String {
    let mut text = format!(
        "columns   {} ({} binary)\nrows      {}\nnonzeros  {}\n",
        program.columns().len(),
        program.binaries(),
        program.rows().len(),
        program.nonzeros(),
    );
    let kind = |name: &str| name.split('(').next().unwrap_or(name).to_owned();
    let columns = program
        .columns()
        .iter()
        .map(|column| kind(&column.name))
        .counts();
    let equation = |name: &str| name.split('_').next().map(kind).unwrap_or_default();
    let rows = program
        .rows()
        .iter()
        .map(|row| equation(&row.name))
        .counts();
    for (title, counts) in [("columns", columns), ("rows", rows)] {
        let _ = write!(text, "\n{title} by kind");
        for (kind, count) in counts.into_iter().sorted() {
            let _ = write!(text, "\n  {kind:<8}{count}");
        }
        text += "\n";
    }
    text
}

#[cfg(feature = "highs")]
fn file(program: &Program, format: ProgramFormat) -> anyhow::Result<String> {
    use crate::milp::{FileFormat, export};
    let format = match format {
        ProgramFormat::Mps => FileFormat::Mps,
        ProgramFormat::Lp | ProgramFormat::Text => FileFormat::Lp,
    };
    Ok(export(program, format)?)
}

#[cfg(not(feature = "highs"))]
fn file(_: &Program, _: ProgramFormat) -> anyhow::Result<String> {
    anyhow::bail!("model files need the feature highs, and this azulejo was built without it")
}
