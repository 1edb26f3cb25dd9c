use super::args::{CountArgs, Format};
use super::exit::Exit;
use super::solve::title;
use super::{input, output, progress};
use crate::frontier::{Count, Distribution, count, distribution};
use crate::instance::Instance;
use crate::problem::Problem;
use crate::render::caption::harmless;
use crate::schema;
use std::fmt::Write;
use std::time::Instant;

pub(super) fn run(args: &CountArgs) -> anyhow::Result<Exit> {
    let instance = input::instance(&args.instance)?;
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.search.limits.quiet);
    line.stage("count");
    let control = line.search_control(&args.search, &stop);
    let clock = Instant::now();
    if args.all_scores {
        let scores = distribution(&Problem::from(&instance), &control)?;
        let seconds = clock.elapsed().as_secs_f64();
        drop(line);
        return all_scores(args, &instance, scores, seconds);
    }
    let counted = count(&Problem::from(&instance), &control)?;
    let seconds = clock.elapsed().as_secs_f64();
    drop(line);
    let Some(counted) = counted else {
        return Ok(progress::unfinished(
            "the count was finished",
            &args.search.checkpoint,
        ));
    };
    output::result(&match args.search.format {
        Format::Json => schema::count(&instance, &counted, seconds),
        Format::Text => describe(&instance, &counted, seconds)?,
    })?;
    Ok(if counted.optimum.is_some() {
        Exit::Done
    } else {
        Exit::Infeasible
    })
}

fn all_scores(
    args: &CountArgs,
    instance: &Instance,
    scores: Option<Distribution>,
    seconds: f64,
) -> anyhow::Result<Exit> {
    let Some(scores) = scores else {
        return Ok(progress::unfinished(
            "the count was finished",
            &args.search.checkpoint,
        ));
    };
    output::result(&match args.search.format {
        Format::Json => schema::all_scores(instance, &scores, seconds),
        Format::Text => {
            let width = scores
                .values()
                .map(|orders| orders.to_string().len())
                .max()
                .unwrap_or(0);
            let lines = scores
                .iter()
                .map(|(score, orders)| format!("{score:>5}  {:>width$}", orders.to_string()));
            format!(
                "{}\n\nscore  orders\n{}",
                title(instance),
                lines.collect::<Vec<_>>().join("\n")
            )
        }
    })?;
    Ok(if scores.is_empty() {
        Exit::Infeasible
    } else {
        Exit::Done
    })
}

fn describe(instance: &Instance, counted: &Count, seconds: f64) -> anyhow::Result<String> {
    let mut text = title(instance);
    match counted.optimum {
        None => text += "\n\ninfeasible: no order satisfies the constraints",
        Some((score, orders)) => {
            write!(text, "\n\nscore   {score} (proven)\norders  {orders}")?;
            let published = instance.published().orders.as_ref();
            if let Some(published) = published {
                let same = *published == orders.to_string();
                let source = harmless(instance.source().unwrap_or("no source given"));
                let word = if same { "the same" } else { "ANOTHER number" };
                write!(text, "\npublished  {word}: {published} ({source})")?;
            }
        }
    }
    let Count {
        coverings,
        peak_layer,
        ..
    } = counted;
    write!(
        text,
        "\nproof   frontier: {coverings} classes of coverings, {peak_layer} in the largest layer, {seconds:.3} s"
    )?;
    Ok(text)
}
