use super::position::{self, PositionArgs};
use crate::cli::exit::{Exit, Usage};
use crate::cli::flags::{Format, LimitArgs};
use crate::cli::{output, progress};
use crate::plan::{NoPlan, plan};
use crate::render::game::analysis;
use crate::schema::{game::Plan, pretty};
use clap::Args;
use std::num::NonZeroUsize;

#[derive(Debug, Args)]
pub(in crate::cli) struct PlanArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The player whose wall it is, from 1; by default the player to move
    #[arg(long, value_name = "I", help_heading = "Plan")]
    player: Option<NonZeroUsize>,
    /// The rounds; a row with fewer empty places would end the game before
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Plan")]
    rounds: u32,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &PlanArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    let player = match args.player {
        Some(player) => position::player("--player", player, position.players())?,
        None => position.mover(),
    };
    let board = &position.boards()[player];
    let (line, control) = progress::Line::of_stage("plan", &args.limits)?;
    let plan = plan(board, args.rounds, &control);
    drop(line);
    let plan = match plan {
        Ok(plan) => plan,
        Err(NoPlan::Stopped) => {
            output::note(&NoPlan::Stopped.to_string());
            return Ok(Exit::StoppedEmpty);
        }
        Err(error @ (NoPlan::TooManyRounds { .. } | NoPlan::NoRounds)) => {
            return Err(Usage(format!("--rounds {}: {error}", args.rounds)).into());
        }
        Err(NoPlan::Solve(error)) => return Err(error.into()),
    };
    output::result(&match args.format {
        Format::Text => analysis::plan(player, &plan),
        Format::Json => pretty(&Plan::new(&position, player, &plan)),
    })?;
    Ok(Exit::Done)
}
