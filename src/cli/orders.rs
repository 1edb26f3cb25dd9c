use super::exit::{Exit, Usage};
use super::flags::{Format, InstanceArgs, SearchArgs};
use super::target::plot_file;
use super::{conflict, input, output, progress};
use crate::counted::counted;
use crate::frontier::OptimalOrders;
use crate::instance::Instance;
use crate::order::Solution;
use crate::outcome::{Nearness, Orders};
use crate::render::plot;
use crate::render::proof::INFEASIBLE;
use crate::schema;
use crate::solve::{ListedOrders, OrdersAnswer, OrdersQuestion};
use crate::wall::Covering;
use clap::Args;
use itertools::Itertools;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct OrdersArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    #[command(flatten)]
    what: WhatArgs,
    /// Also list orders whose score is at most POINTS worse than the best, each after its score: the best first (at most 25
    /// cells to fill)
    #[arg(
        long,
        value_name = "POINTS",
        requires = "list",
        conflicts_with_all = ["sample", "first_tiles", "checkpoint"],
        help_heading = "Run"
    )]
    within: Option<u32>,
    /// Draw the points of the orders near the best, turn by turn
    #[arg(
        long,
        value_name = "FILE.svg",
        requires = "within",
        help_heading = "Run"
    )]
    plot: Option<PathBuf>,
    /// Random seed of --sample
    #[arg(long, default_value_t = 0, help_heading = "Run")]
    seed: u64,
    /// Refused, with the reason
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "FILE", hide = true)]
    hosts: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct WhatArgs {
    /// The first N optimal orders, by the numbers of their cells
    #[arg(long, value_name = "N", help_heading = "Run")]
    list: Option<usize>,
    /// Draw N optimal orders at random: each time, all of them have the same probability
    #[arg(long, value_name = "N", help_heading = "Run")]
    sample: Option<usize>,
    /// The sets of cells that the first K tiles can fill, and the optimal orders behind each
    #[arg(long, value_name = "K", help_heading = "Run")]
    first_tiles: Option<usize>,
}

pub(super) fn run(args: &OrdersArgs) -> anyhow::Result<Exit> {
    #[cfg(feature = "cluster")]
    if args.hosts.is_some() {
        let reason = "orders --hosts: to find orders, one process needs every layer whole; \
                      `count --hosts` counts them";
        return Err(Usage(reason.into()).into());
    }
    let picture = plot_file(args.plot.as_deref())?;
    let instance = input::instance(&args.instance)?;
    let horizon = instance.horizon();
    if let Some(tiles) = args.what.first_tiles.filter(|&tiles| tiles > horizon) {
        let turns = counted(horizon, "turn");
        let message = format!("--first-tiles {tiles}: the order has only {turns}");
        return Err(Usage(message).into());
    }
    let maximum = OptimalOrders::MOST_LISTED;
    let request = args.what.list.or(args.what.sample);
    if let Some(count) = request.filter(|&count| count > maximum) {
        return Err(Usage(format!("{count} orders: at most {maximum} are printed")).into());
    }
    let line = progress::Line::new(&args.search.limits)?;
    let settings = line.search_settings(&args.search);
    let stage = |stage: &str| line.stage(stage);
    let answer = match args.within {
        Some(within) => {
            let count = args.what.list.unwrap_or(0);
            let nearness = Nearness { within, count };
            OrdersAnswer::near(&instance, nearness, &settings, stage)?
        }
        None => OrdersAnswer::find(&instance, question(args), &settings, stage)?,
    };
    drop(line);
    if let (Some(picture), OrdersAnswer::Found(optimal)) = (picture, &answer)
        && let ListedOrders::Near { orders, .. } = &optimal.listed
    {
        picture.write(plot::near(&instance, optimal.score, orders)?.as_bytes())?;
    }
    match args.search.format {
        Format::Json => output::result(&schema::pretty(&schema::Orders::new(&instance, &answer)))?,
        Format::Text => print(args, &instance, &answer)?,
    }
    Ok(match answer {
        OrdersAnswer::Stopped => Exit::StoppedEmpty,
        OrdersAnswer::Infeasible { conflict } => {
            conflict::note_failure(conflict.as_ref());
            Exit::Infeasible
        }
        OrdersAnswer::Found(optimal) => match optimal.listed.stopped_after() {
            Some(orders) => {
                let request = counted(request.unwrap_or(0), "order");
                output::note(&format!("stopped after {orders} of {request}"));
                match orders {
                    0 => Exit::StoppedEmpty,
                    _ => Exit::Stopped,
                }
            }
            None => Exit::Done,
        },
    })
}

/// Question of the flags, of which clap takes one.
fn question(args: &OrdersArgs) -> OrdersQuestion {
    let seed = args.seed;
    match (args.what.first_tiles, args.what.sample) {
        (Some(tiles), _) => OrdersQuestion::FirstTiles(tiles),
        (None, Some(count)) => OrdersQuestion::Sample { count, seed },
        (None, None) => OrdersQuestion::List(args.what.list.unwrap_or(0)),
    }
}

/// Prints the orders on stdout, or on stderr the reason why there are none.
fn print(args: &OrdersArgs, instance: &Instance, answer: &OrdersAnswer) -> anyhow::Result<()> {
    match answer {
        OrdersAnswer::Stopped => {
            progress::note_unfinished("the orders were found", &args.search.checkpoint);
        }
        OrdersAnswer::Infeasible { conflict } => {
            output::note(&format!("infeasible: {INFEASIBLE}"));
            if let Some(Ok(conflict)) = conflict {
                output::note(&conflict::words(&args.instance, instance, conflict));
            }
        }
        OrdersAnswer::Found(optimal) => output::result(&match &optimal.listed {
            ListedOrders::FirstTiles(beginnings) => first_tiles(beginnings),
            ListedOrders::Orders { orders, .. } => orders.iter().join("\n"),
            ListedOrders::Near { orders, .. } => {
                let line = |solution: &Solution| format!("{}  {}", solution.score, solution.order);
                orders.iter().map(line).join("\n")
            }
        })?,
    }
    Ok(())
}

/// Lines with a number of orders and the cells of a beginning.
fn first_tiles(beginnings: &[(Covering, Orders)]) -> String {
    let widths = beginnings.iter();
    let widths = widths.map(|(_, orders)| orders.to_string().len());
    let width = widths.max().unwrap_or(0);
    let line = |(covering, orders): &(Covering, Orders)| {
        let (orders, cells) = (orders.to_string(), covering.cells().join(" "));
        format!("{orders:>width$}  {cells}")
    };
    beginnings.iter().map(line).join("\n")
}
