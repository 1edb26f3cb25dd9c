use super::args::{Format, OrdersArgs};
use super::exit::{Exit, Usage};
use super::{conflict, input, output, progress};
use crate::counted::counted;
use crate::frontier::{Listing, OptimalOrders};
use crate::instance::Instance;
use crate::outcome::Orders;
use crate::problem::Problem;
use crate::render::proof::INFEASIBLE;
use crate::schema;
use crate::solve::conflict::{Conflict, find_soon};
use crate::solve::{SolveError, optimal_orders};
use crate::wall::{Cell, Covering};
use itertools::Itertools;

pub(super) fn run(args: &OrdersArgs) -> anyhow::Result<Exit> {
    #[cfg(feature = "cluster")]
    if args.hosts.is_some() {
        let reason = "orders --hosts: to find orders, one process needs every layer whole; \
                      `count --hosts` counts them";
        return Err(Usage(reason.into()).into());
    }
    let instance = input::instance(&args.instance)?;
    let horizon = instance.horizon();
    if let Some(tiles) = args.what.first_tiles.filter(|&tiles| tiles > horizon) {
        return Err(Usage(format!(
            "--first-tiles {tiles}: the order has only {}",
            counted(horizon, "turn")
        ))
        .into());
    }
    if let Some(count) = args
        .what
        .list
        .or(args.what.sample)
        .filter(|&count| count > OptimalOrders::MOST_LISTED)
    {
        let most = OptimalOrders::MOST_LISTED;
        return Err(Usage(format!("{count} orders: at most {most} are printed")).into());
    }
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.search.limits.quiet);
    line.stage("orders");
    let settings = line.search_settings(&args.search, &stop);
    let problem = Problem::from(&instance);
    let found = optimal_orders(&problem, &settings)?;
    let orders = match found {
        Listing::Orders(orders) => orders,
        Listing::Infeasible => {
            line.stage("conflict");
            let conflict = find_soon(&instance, &settings).transpose();
            drop(line);
            infeasible(args, &instance, conflict.as_ref())?;
            return Ok(Exit::Infeasible);
        }
        Listing::Stopped => {
            drop(line);
            match args.search.format {
                Format::Json => {
                    output::result(&schema::pretty(&schema::Orders::stopped(&instance)))?
                }
                Format::Text => {
                    progress::note_unfinished("the orders were found", &args.search.checkpoint);
                }
            }
            return Ok(Exit::StoppedEmpty);
        }
    };
    if let Some(turns) = args.what.first_tiles {
        let beginnings = orders.first_tiles(turns);
        drop(line);
        output::result(&match args.search.format {
            Format::Json => schema::pretty(&schema::Orders::first_tiles(
                &instance,
                &orders,
                &beginnings,
            )),
            Format::Text => lines_of(&beginnings),
        })?;
        return Ok(Exit::Done);
    }
    let asked = args.what.list.or(args.what.sample).unwrap_or(0);
    let all: Box<dyn Iterator<Item = Vec<Cell>>> = match args.what.sample {
        Some(_) => Box::new(orders.samples(args.seed)),
        None => Box::new(orders.iter()),
    };
    let mut stopped = false;
    let listed = all.take(asked).take_while(|_| {
        stopped = settings.control.stopped();
        !stopped
    });
    let listed: Vec<Vec<Cell>> = listed.collect();
    drop(line);
    output::result(&match args.search.format {
        Format::Json => schema::pretty(&schema::Orders::listed(&instance, &orders, &listed)),
        Format::Text => listed.iter().map(|order| order.iter().join(" ")).join("\n"),
    })?;
    if stopped {
        let asked = counted(asked, "order");
        output::note(&format!("stopped after {} of {asked}", listed.len()));
        return Ok(match listed.is_empty() {
            true => Exit::StoppedEmpty,
            false => Exit::Stopped,
        });
    }
    Ok(Exit::Done)
}

/// The number of orders, then the cells.
fn lines_of(beginnings: &[(Covering, Orders)]) -> String {
    let width = beginnings
        .iter()
        .map(|(_, orders)| orders.to_string().len())
        .max()
        .unwrap_or(0);
    let line = |(covering, orders): &(Covering, Orders)| {
        format!(
            "{:>width$}  {}",
            orders.to_string(),
            covering.cells().join(" ")
        )
    };
    beginnings.iter().map(line).join("\n")
}

/// Where an order is expected, on stdout, there is none: people are told on stderr.
fn infeasible(
    args: &OrdersArgs,
    instance: &Instance,
    conflict: Option<&Result<Conflict, SolveError>>,
) -> anyhow::Result<()> {
    match args.search.format {
        Format::Json => {
            output::result(&schema::pretty(&schema::Orders::infeasible(
                instance, conflict,
            )))?;
        }
        Format::Text => {
            output::note(&format!("infeasible: {INFEASIBLE}"));
            if let Some(Ok(conflict)) = conflict {
                output::note(&conflict::words(&args.instance, instance, conflict));
            }
        }
    }
    conflict::note_failure(conflict);
    Ok(())
}
