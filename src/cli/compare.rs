use super::exit::Exit;
use super::flags::{Format, InstanceArgs, RunArgs, named};
use super::title::title;
use super::{input, output, progress};
use crate::render::{proof, tables};
use crate::schema;
use crate::solve::{Answer, Method, SolveError, agree, solve};
use anyhow::bail;
use clap::Args;
use itertools::Itertools;

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// The methods, with commas between them [default: every method but `auto`]
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = named(Method::ASKED, Method::name), help_heading = "Run")]
    #[arg(default_values = Method::ALL.iter().map(|method| method.name()), hide_default_value = true)]
    methods: Vec<Method>,
    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &CompareArgs) -> anyhow::Result<Exit> {
    let instance = input::instance(&args.instance)?;
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.run.limits.quiet);
    let mut rows = Vec::new();
    for method in &args.methods {
        line.stage(method.name());
        // Each method has the whole time limit, so that none is measured against another's rest.
        let settings = line
            .settings(&args.run, &stop)
            .within(args.run.limits.time_limit);
        rows.push((method.name(), solve(&instance, *method, &settings)));
    }
    drop(line);

    let answers: Vec<&Answer> = rows
        .iter()
        .filter_map(|(_, result)| result.as_ref().ok())
        .collect();
    let Some(best) = answers.first() else {
        bail!("no method takes this instance: {}", refusals(&rows));
    };
    let agree = agree(&instance, &rows);
    match args.run.format {
        Format::Json => {
            let results = rows.iter().map(|(_, result)| result);
            let results = args.methods.iter().copied().zip(results);
            let compared = schema::Compare::new(&instance, results, agree);
            output::result(&schema::pretty(&compared))?;
        }
        Format::Text => {
            let answers = rows
                .iter()
                .filter_map(|(name, result)| Some((*name, result.as_ref().ok()?)));
            let sentences = [tables::agreement(&rows, agree).to_owned()]
                .into_iter()
                .chain(proof::witnesses(answers));
            output::result(&format!(
                "{}\n\n{}\n\n{}",
                title(&instance),
                tables::comparison(&rows),
                sentences.format(" ")
            ))?;
        }
    }
    let proven = answers.iter().find(|answer| is_proven(answer));
    let failure = rows.iter().filter_map(|(_, result)| result.as_ref().err());
    if let Some(failure) = failure.into_iter().find(|error| !error.is_unfit()) {
        bail!("{failure}");
    }
    Ok(if agree {
        Exit::from(&proven.unwrap_or(best).outcome.verdict)
    } else {
        Exit::Disagree
    })
}

fn is_proven(answer: &&Answer) -> bool {
    answer.outcome.verdict.is_decided()
}

fn refusals(rows: &[(&str, Result<Answer, SolveError>)]) -> String {
    rows.iter()
        .filter_map(|(_, result)| result.as_ref().err())
        .join("; ")
}
