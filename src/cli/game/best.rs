use super::contestants::{contestants, expect_no_fault};
use super::position::{self, PositionArgs};
use crate::analysis::{Effort, JudgeSettings, judge};
use crate::cli::exit::Exit;
use crate::cli::flags::{Format, LimitArgs, with_help};
use crate::cli::{output, progress};
use crate::control::Control;
use crate::game::random::{ChaCha8Rng, SeedableRng};
use crate::game::{Phase, Position};
use crate::players::{Contestant, SearchReport};
use crate::render::game::{analysis, best};
use crate::schema::game::{Best, Choice};
use crate::schema::pretty;
use clap::Args;
use std::cell::RefCell;
use std::num::NonZeroUsize;

#[derive(Debug, Args)]
pub(in crate::cli) struct BestArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How many of the best moves to show
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        conflicts_with = "player",
        help_heading = "Judge"
    )]
    moves: NonZeroUsize,
    /// How much work the judge does
    #[arg(long, value_parser = with_help(Effort::ALL.map(|effort| (effort, effort.name(), effort.about()))), default_value = Effort::default().name(), conflicts_with = "player", help_heading = "Judge")]
    effort: Effort,
    /// A player that chooses instead of the judge: a name, NAME:OPTION=VALUE,OPTION=VALUE, or engine:COMMAND
    #[arg(long, value_name = "PLAYER", help_heading = "Search")]
    player: Option<String>,
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
    let players = contestants(args.player.as_slice())?;
    let position = position::position(&args.position)?;
    position.expect_phase(Phase::Moves)?;
    let (line, control) = progress::Line::of_stage("best", &args.limits)?;
    let text = match players.first() {
        Some(player) => move_of_player(args, player, &position, &control),
        None => {
            let settings = JudgeSettings {
                moves: args.moves.get(),
                ..args.effort.settings()
            };
            let judgement = judge(&position, &settings, &[], &control, |_| ());
            match args.format {
                Format::Text => analysis::best(&position, &judgement),
                Format::Json => pretty(&Best::judged(&position, &judgement)),
            }
        }
    };
    drop(line);
    expect_no_fault(&players)?;
    output::result(&text)?;
    Ok(Exit::of_run(!control.stopped()))
}

/// Text of the move of a player.
fn move_of_player(
    args: &BestArgs,
    player: &Contestant,
    position: &Position,
    control: &Control,
) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(args.rng_seed);
    let last: RefCell<Option<SearchReport>> = RefCell::default();
    let store = |report| *last.borrow_mut() = Some(report);
    let taken = player.think(position, &mut rng, player.limits(), control, &store);
    let choice = Choice {
        player: player.name().to_owned(),
        taken,
        thought: last.into_inner(),
    };
    match args.format {
        Format::Text => best::text(position, &choice),
        Format::Json => pretty(&Best::new(position, &choice)),
    }
}
