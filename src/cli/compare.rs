use super::exit::Exit;
use super::flags::{Format, InstanceArgs, RunArgs, by_name};
use super::{input, output, progress};
use crate::render::caption::title;
use crate::render::{proof, tables};
use crate::schema;
use crate::solve::{Method, agree, solve};
use anyhow::bail;
use clap::Args;
use itertools::Itertools;

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// The methods, with commas between them [default: every method but `auto`]
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = by_name(Method::WITH_AUTO, Method::name), help_heading = "Run")]
    #[arg(default_values = Method::ALL.iter().map(|method| method.name()), hide_default_value = true)]
    methods: Vec<Method>,
    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &CompareArgs) -> anyhow::Result<Exit> {
    let instance = input::instance(&args.instance)?;
    let line = progress::Line::new(&args.run.limits)?;
    let mut rows = Vec::new();
    for method in &args.methods {
        line.stage(method.name());
        // Each method has the whole time limit, however long the methods before it took.
        let settings = line.settings(&args.run).within(args.run.limits.time_limit);
        rows.push((method.name(), solve(&instance, *method, &settings)));
    }
    drop(line);

    let answers = rows.iter();
    let answers = answers.filter_map(|(name, result)| Some((*name, result.as_ref().ok()?)));
    let answers = answers.collect_vec();
    let errors = || rows.iter().filter_map(|(_, result)| result.as_ref().err());
    let Some(first) = answers.first() else {
        bail!("no method takes this instance: {}", errors().join("; "));
    };
    let agree = agree(&instance, &rows);
    match args.run.format {
        Format::Json => {
            let results = rows.iter().map(|(_, result)| result);
            let results = args.methods.iter().copied().zip(results);
            let comparison = schema::Compare::new(&instance, results, agree);
            output::result(&schema::pretty(&comparison))?;
        }
        Format::Text => {
            let agreement = tables::agreement(&rows, agree).to_owned();
            let witnesses = proof::witnesses(answers.iter().copied());
            let sentences = [agreement].into_iter().chain(witnesses);
            output::result(&format!(
                "{}\n\n{}\n\n{}",
                title(&instance),
                tables::comparison(&rows),
                sentences.format(" ")
            ))?;
        }
    }
    if let Some(failure) = errors().find(|error| !error.is_unfit()) {
        bail!("{failure}");
    }
    let proven = answers
        .iter()
        .find(|(_, answer)| answer.outcome.verdict.is_decided());
    let (_, answer) = proven.unwrap_or(first);
    Ok(match agree {
        true => Exit::from(&answer.outcome.verdict),
        false => Exit::Disagree,
    })
}
