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
    let player = args
        .player
        .map_or(position.mover(), |player| player.get() - 1);
    let Some(board) = position.boards().get(player) else {
        let count = position.players().count();
        let given = args.player.map_or(0, NonZeroUsize::get);
        let message =
            format!("--player {given}: there are {count} players; give one of them, from 1");
        return Err(Usage(message).into());
    };
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    line.stage("plan");
    let control = line.control(&stop).within(args.limits.time_limit);
    let planned = plan(board, args.rounds, &control);
    drop(line);
    let planned = match planned {
        Ok(planned) => planned,
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
        Format::Text => analysis::plan(player, &planned),
        Format::Json => pretty(&Plan::new(&position, player, &planned)),
    })?;
    Ok(Exit::Done)
}
