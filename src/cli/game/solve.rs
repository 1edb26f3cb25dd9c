use super::position::{self, PositionArgs};
use crate::cli::exit::Exit;
use crate::cli::flags::{Format, LimitArgs, with_help};
use crate::cli::{output, progress};
use crate::exact::{EndBonuses, OpponentModel, RoundQuestion, RoundSolver};
use crate::game::Phase;
use crate::render::game::solve;
use crate::schema::{game::Solve, pretty};
use clap::Args;
use std::num::{NonZeroU64, NonZeroUsize};
use std::thread;

#[derive(Debug, Args)]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The aim of each of three or four players
    #[arg(long, value_parser = with_help(OpponentModel::ALL.map(|model| (model, model.name(), model.about()))), default_value = OpponentModel::default().name(), help_heading = "Search")]
    model: OpponentModel,
    /// Leave end bonuses out, also where the game ends with the round
    #[arg(long, help_heading = "Search")]
    no_bonus: bool,
    /// Stop after judging so many positions on one thread, which gives the same result on every machine
    #[arg(long, value_name = "N", help_heading = "Search")]
    nodes: Option<NonZeroU64>,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    position.expect_phase(Phase::Moves)?;
    let question = RoundQuestion {
        bonuses: if args.no_bonus {
            EndBonuses::LeftOut
        } else {
            EndBonuses::Counted
        },
        model: args.model,
        ..RoundQuestion::default()
    };
    let (line, control) = progress::Line::of_stage("solve", &args.limits)?;
    let threads = match args.nodes {
        Some(_) => NonZeroUsize::MIN,
        None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    let solution = RoundSolver::new(question).on_threads(threads).solve(
        &position,
        args.nodes.map(NonZeroU64::get),
        &control,
    )?;
    drop(line);
    output::result(&match args.format {
        Format::Text => solve::text(&position, &question, &solution),
        Format::Json => pretty(&Solve::new(&position, &question, &solution)),
    })?;
    Ok(Exit::of_run(solution.value().is_some()))
}
