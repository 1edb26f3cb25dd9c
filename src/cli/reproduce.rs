use super::exit::{Exit, Usage};
use super::flags::{FrontierArgs, LimitArgs, TableFormat};
use super::{output, progress};
use crate::counted::agreeing;
use crate::published::games::MatchTallies;
use crate::published::{Comparison, Figure, Reproduction};
use crate::render::tables;
use crate::schema;
use clap::Args;

#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct ReproduceArgs {
    /// Compute the slow figures, too
    #[arg(long)]
    all: bool,
    /// Compute only the figures whose name or source has these words, such as "thesis, 3.7"
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: TableFormat,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    frontier: FrontierArgs,
}

pub(super) fn run(args: &ReproduceArgs) -> anyhow::Result<Exit> {
    let pattern = args.only.as_deref().map(str::to_lowercase);
    let is_selected = |figure: &Figure| match &pattern {
        // The pattern selects slow figures, too.
        Some(pattern) => {
            let text = format!("{}, {}", figure.source, figure.figure);
            text.to_lowercase().contains(pattern)
        }
        None => args.all || !figure.slow,
    };
    let figures: Vec<Figure> = Figure::all().into_iter().filter(is_selected).collect();
    if figures.is_empty() {
        let pattern = args.only.as_deref().unwrap_or_default();
        let message =
            format!("--only {pattern:?}: no published figure has that in its name or source");
        return Err(Usage(message).into());
    }
    let line = progress::Line::new(&args.limits)?;
    let (mut rows, mut exit) = (Vec::new(), Exit::Done);
    let mut tallies = MatchTallies::default();
    for figure in figures {
        line.stage(&figure.figure);
        let settings = line.settings_without_checkpoint(&args.limits, &args.frontier);
        let name = figure.figure.clone();
        let row = match figure.reproduce(&settings, &mut tallies) {
            Ok(row) => row,
            Err(error) => {
                output::note(&format!("{name}: {error}"));
                exit = Exit::Error;
                continue;
            }
        };
        exit = match (&row.computed, exit) {
            (Some((_, Comparison::Differs)), _) | (_, Exit::Error) => Exit::Error,
            (None, _) => Exit::StoppedEmpty,
            (Some(_), exit) => exit,
        };
        rows.push(row);
    }
    drop(line);
    output::result(&match args.format {
        TableFormat::Json => schema::pretty(&schema::Reproduce::from(&rows[..])),
        TableFormat::Markdown => tables::reproductions_markdown(&rows),
        TableFormat::Text => format!("{}\n\n{}", tables::reproductions(&rows), summary(&rows)),
    })?;
    Ok(exit)
}

fn summary(rows: &[Reproduction]) -> String {
    let count = |comparisons: &[Option<Comparison>]| {
        let is_counted = |row: &&Reproduction| {
            let comparison = row.computed.as_ref().map(|(_, comparison)| *comparison);
            comparisons.contains(&comparison)
        };
        rows.iter().filter(is_counted).count()
    };
    let same = count(&[Some(Comparison::Same), Some(Comparison::Rounds)]);
    let [near, away, differ] = [Comparison::Near, Comparison::Away, Comparison::Differs]
        .map(|comparison| count(&[Some(comparison)]));
    let stopped = count(&[None]);
    let compared = same + near + away + differ + stopped;
    if compared == 0 {
        return "nothing here has to come out: the published figures are only shown beside ours"
            .into();
    }
    let mut text = format!(
        "{} of {}",
        same + near,
        agreeing(
            compared,
            "published figure comes out",
            "published figures come out"
        )
    );
    if near > 0 {
        text += &format!(" ({near} of them within 1.5 %)");
    }
    if away > 0 {
        let are = agreeing(away, "is", "are");
        text += &format!(", {are} further away (docs/experiments.md says why)");
    }
    if differ > 0 {
        text += &format!(", {differ} DIFFER");
    }
    if stopped > 0 {
        text += &format!(", {} stopped", agreeing(stopped, "was", "were"));
    }
    text
}
