use super::contestants::contestants;
use super::position::{self, PositionArgs};
use crate::cli::exit::Exit;
use crate::cli::flags::{Format, LimitArgs};
use crate::cli::{output, progress};
use crate::game::Phase;
use crate::game::random::{ChaCha8Rng, SeedableRng};
use crate::players::Thought;
use crate::render::game::best;
use crate::schema::game::{Best, Chosen};
use crate::schema::pretty;
use clap::Args;
use std::cell::RefCell;
use std::slice;

#[derive(Debug, Args)]
pub(in crate::cli) struct BestArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Who chooses: a name, or NAME:OPTION=VALUE,OPTION=VALUE
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "azulejo",
        help_heading = "Search"
    )]
    player: String,
    /// Seed of the player's random numbers
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    rng_seed: u64,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &BestArgs) -> anyhow::Result<Exit> {
    let players = contestants(slice::from_ref(&args.player))?;
    let position = position::position(&args.position)?;
    position.expect_phase(Phase::Moves)?;
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    line.stage("best");
    let control = line.control(&stop).within(args.limits.time_limit);
    let mut rng = ChaCha8Rng::seed_from_u64(args.rng_seed);
    let last: RefCell<Option<Thought>> = RefCell::default();
    let found = |thought| *last.borrow_mut() = Some(thought);
    let player = &players[0];
    let taken = player.think(&position, &mut rng, player.limits(), &control, &found);
    drop(line);
    let chosen = Chosen {
        player: args.player.clone(),
        taken,
        thought: last.into_inner(),
    };
    output::result(&match args.format {
        Format::Text => best::told(&position, &chosen),
        Format::Json => pretty(&Best::new(&position, &chosen)),
    })?;
    Ok(if control.stopped() {
        Exit::Stopped
    } else {
        Exit::Done
    })
}
