use super::exit::{Exit, Usage};
use super::flags::{Format, FrontierArgs, InstanceArgs, LimitArgs};
use super::target::plot_file;
use super::{input, output, progress};
use crate::by_tiles::{Clock, best_by_tiles, best_without_each_cell, fewest_for, tells_fewest};
use crate::outcome::Verdict;
use crate::render::caption::title;
use crate::render::{by_tiles, plot};
use crate::schema;
use clap::Args;
use itertools::Itertools;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct TableArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// Turns may pass: each number of tiles has as many turns as the instance
    #[arg(long, help_heading = "Run")]
    passes: bool,
    /// Also say how few tiles score so many points
    #[arg(long, value_name = "POINTS", help_heading = "Run")]
    score: Option<u32>,
    /// Also find the best score without each cell
    #[arg(long, help_heading = "Run")]
    missing: bool,
    /// Draw the best score by number of tiles
    #[arg(long, value_name = "FILE.svg", help_heading = "Run")]
    plot: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    frontier: FrontierArgs,
}

pub(super) fn run(args: &TableArgs) -> anyhow::Result<Exit> {
    let picture = plot_file(args.plot.as_deref())?;
    let instance = input::instance(&args.instance)?;
    if args.score.is_some() && !tells_fewest(&instance) {
        let hint =
            "--score: the fewest tiles for a score are asked of the maximum; leave out --sense min";
        return Err(Usage(hint.into()).into());
    }
    let line = progress::Line::new(&args.limits)?;
    let settings = line.settings_without_checkpoint(&args.limits, &args.frontier);
    let stage = |stage: &str| line.stage(stage);
    let clock = match args.passes {
        true => Clock::Turns,
        false => Clock::of(&instance),
    };
    let best = best_by_tiles(&instance, clock, &settings, stage)?;
    let missing = match args.missing {
        true => Some(best_without_each_cell(&instance, clock, &settings, stage)?),
        false => None,
    };
    drop(line);
    if let Some(picture) = picture {
        picture.write(plot::by_tiles(&instance, &best)?.as_bytes())?;
    }
    let fewest = args.score.map(|score| fewest_for(&best, score));
    output::result(&match args.format {
        Format::Json => schema::pretty(&schema::Table::new(
            &instance,
            clock,
            &best,
            fewest,
            missing.as_deref(),
        )),
        Format::Text => {
            let fewest = fewest.map(by_tiles::fewest);
            let missing = missing.as_deref();
            let missing = missing.map(|missing| by_tiles::without_each_cell(&instance, missing));
            let parts = [title(&instance), by_tiles::by_tiles(&best)];
            parts.into_iter().chain(fewest).chain(missing).join("\n\n")
        }
    })?;
    let missing = missing.iter().flatten().map(|missing| &missing.verdict);
    let verdicts = best.iter().map(|best| &best.verdict).chain(missing);
    Ok(Exit::of_run(verdicts.flatten().all(Verdict::is_decided)))
}
