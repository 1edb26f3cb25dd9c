#[cfg(feature = "cluster")]
use super::cluster::ClusterArgs;
use super::exit::Exit;
use super::flags::{Format, InstanceArgs, SearchArgs, by_name, no_checkpoint};
use super::target::plot_file;
use super::{conflict, input, output, progress};
use crate::count::{CountAnswer, CountQuestion, Counter, Counts, OptimalCount};
#[cfg(feature = "cluster")]
use crate::frontier::cluster::{ClusterError, JointCountError};
use crate::harmless::harmless;
use crate::instance::Instance;
use crate::outcome::{Count, Distribution};
#[cfg(feature = "cluster")]
use crate::problem::Problem;
use crate::render::caption::title;
use crate::render::plot;
use crate::render::proof::INFEASIBLE;
use crate::schema;
#[cfg(feature = "cluster")]
use crate::solve;
use crate::solve::Settings;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;
#[cfg(feature = "cluster")]
use std::time::Instant;

#[derive(Debug, Args)]
pub(super) struct CountArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// Count the orders of every score, not of the best alone (at most 25 cells to fill)
    #[arg(long, help_heading = "Run", conflicts_with = "checkpoint")]
    all_scores: bool,
    /// Draw how many orders reach each score
    #[arg(
        long,
        value_name = "FILE.svg",
        help_heading = "Run",
        requires = "all_scores"
    )]
    plot: Option<PathBuf>,
    /// How to count them
    #[arg(long, value_parser = by_name(Counter::ALL, Counter::name), default_value = Counter::default().name(), conflicts_with = "all_scores", help_heading = "Run")]
    method: Counter,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    search: SearchArgs,
}

pub(super) fn run(args: &CountArgs) -> anyhow::Result<Exit> {
    if args.search.checkpoint.checkpoint.is_some()
        && matches!(args.method, Counter::Dense | Counter::Backward)
    {
        return Err(no_checkpoint(args.method.name()));
    }
    #[cfg(feature = "cluster")]
    args.cluster.check_method(args.method)?;
    let picture = plot_file(args.plot.as_deref())?;
    let instance = input::instance(&args.instance)?;
    let line = progress::Line::new(&args.search.limits)?;
    let settings = line.search_settings(&args.search);
    let answer = answer(args, &instance, &settings, &line)?;
    drop(line);
    let counts = &answer.counts;
    if let (Some(picture), Counts::AllScores(Some(scores))) = (picture, counts)
        && !scores.is_empty()
    {
        picture.write(plot::distribution(&instance, scores)?.as_bytes())?;
    }
    let exit = match counts.any() {
        None => Exit::StoppedEmpty,
        Some(false) => Exit::Infeasible,
        Some(true) => Exit::Done,
    };
    if !is_reporter(args) {
        if exit == Exit::StoppedEmpty {
            note_unfinished(args);
        }
        return Ok(exit);
    }
    match args.search.format {
        Format::Json => output::result(&schema::counts(&instance, &answer))?,
        Format::Text => {
            let text = match counts {
                Counts::Best(OptimalCount { counter, count }) => {
                    let count = count.as_ref();
                    count.map(|count| best(&instance, *counter, count, answer.seconds))
                }
                Counts::AllScores(distribution) => distribution
                    .as_ref()
                    .map(|distribution| scores(&instance, distribution)),
            };
            match (text, &answer.conflict) {
                (Some(text), Some(Ok(conflict))) => {
                    let constraints = conflict::words(&args.instance, &instance, conflict);
                    output::result(&format!("{text}\n\n{constraints}"))?;
                }
                (Some(text), _) => output::result(&text)?,
                (None, _) => note_unfinished(args),
            }
        }
    }
    conflict::note_failure(answer.conflict.as_ref());
    Ok(exit)
}

fn note_unfinished(args: &CountArgs) {
    progress::note_unfinished("the count was finished", &args.search.checkpoint);
}

/// Answer of a count, by several processes where `--hosts` names them.
fn answer(
    args: &CountArgs,
    instance: &Instance,
    settings: &Settings,
    line: &progress::Line,
) -> anyhow::Result<CountAnswer> {
    let stage = |stage: &str| line.stage(stage);
    #[cfg(feature = "cluster")]
    if let Some(cluster) = args.cluster.read()? {
        stage("count");
        let clock = Instant::now();
        let count = match solve::count_together(&Problem::from(instance), settings, &cluster) {
            Err(JointCountError::Cluster(error @ ClusterError::Stopped { .. })) => {
                line.note(&error.to_string());
                None
            }
            result => result?,
        };
        let counter = Counter::Frontier;
        let counts = Counts::Best(OptimalCount { counter, count });
        let seconds = clock.elapsed().as_secs_f64();
        return Ok(match is_reporter(args) {
            true => CountAnswer::explained(instance, counts, seconds, settings, stage),
            false => CountAnswer {
                counts,
                seconds,
                conflict: None,
            },
        });
    }
    let question = match args.all_scores {
        true => CountQuestion::AllScores,
        false => CountQuestion::Best(args.method),
    };
    Ok(CountAnswer::find(instance, question, settings, stage)?)
}

/// Whether this process reports the result; of several processes, the first does.
#[cfg(feature = "cluster")]
fn is_reporter(args: &CountArgs) -> bool {
    args.cluster.process.is_none_or(|process| process == 0)
}

#[cfg(not(feature = "cluster"))]
fn is_reporter(_: &CountArgs) -> bool {
    true
}

/// Text of the number of orders of each score.
fn scores(instance: &Instance, scores: &Distribution) -> String {
    let mut text = title(instance);
    if scores.is_empty() {
        return text + &infeasible();
    }
    let total = scores.total();
    let width = total.to_string().len();
    let _ = write!(text, "\n\nscore  {:>width$}  share", "orders");
    for (score, orders) in scores.iter() {
        let share = 100.0 * orders as f64 / total as f64;
        let share = if share < 0.01 {
            format!("{share:.1e} %")
        } else {
            format!("{share:.2} %")
        };
        let _ = write!(text, "\n{score:>5}  {orders:>width$}  {share:>9}");
    }
    let _ = write!(text, "\n{:>5}  {total:>width$}", "all");
    if let (Some(mean), Some(deviation), Some(exact)) =
        (scores.mean(), scores.deviation(), scores.moments())
    {
        let _ = write!(
            text,
            "\n\nmean                {mean:.4} = {}\nvariance            {:.4} = {}\nstandard deviation  {deviation:.4}",
            exact.mean,
            deviation * deviation,
            exact.variance
        );
    }
    text
}

fn infeasible() -> String {
    format!("\n\ninfeasible: {INFEASIBLE}")
}

/// Text of the number of optimal orders.
fn best(instance: &Instance, counter: Counter, count: &Count, seconds: f64) -> String {
    let mut text = title(instance);
    match count.optimum {
        None => text += &infeasible(),
        Some((score, orders)) => {
            let _ = write!(text, "\n\nscore   {score} (proven)\norders  {orders}");
            let published = instance.published().orders.as_ref();
            if let Some(published) = published {
                let same = *published == orders.to_string();
                let source = harmless(instance.source().unwrap_or("no source given"));
                let word = if same { "the same" } else { "ANOTHER number" };
                let _ = write!(text, "\npublished  {word}: {published} ({source})");
            }
        }
    }
    let Count {
        coverings,
        peak_layer,
        ..
    } = count;
    let classes = match counter {
        Counter::Frontier | Counter::Backward => "classes of coverings",
        Counter::LastMerge => "classes of parts",
        _ => "coverings",
    };
    let _ = write!(
        text,
        "\nproof   {counter}: {coverings} {classes}, {peak_layer} in the largest layer, {seconds:.3} s"
    );
    text
}
