//! What can be written after `azulejo game match`, `tournament` and `players`.

use crate::arena::Sprt;
use crate::cli::args::{Format, LimitArgs};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct PlayersArgs {
    /// Only the player with this name
    #[arg(value_name = "NAME")]
    pub(super) player: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Match")]
pub(in crate::cli) struct MatchArgs {
    /// Two, three or four players, in the order in which they sit
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=4, help_heading = None)]
    pub(super) players: Vec<String>,
    /// The player who begins every game, from 1; without it, each begins as often
    #[arg(long, value_name = "I")]
    pub(super) first: Option<NonZeroUsize>,
    /// End as soon as a sequential test tells whether the first of two players is stronger by ELO0 or by ELO1, such
    /// as 0,10; either answer is wrong with a probability of 5 %
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    /// Write the record of each game to this file, a game a line, as `azulejo game check` reads it
    #[arg(long, value_name = "FILE")]
    pub(super) records: Option<PathBuf>,
    #[command(flatten)]
    pub(super) games: GamesArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct TournamentArgs {
    /// Two or more players, at most 64
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=64, help_heading = None)]
    pub(super) players: Vec<String>,
    #[command(flatten)]
    pub(super) games: GamesArgs,
}

/// What matches and tournaments share.
#[derive(Debug, Args)]
#[command(next_help_heading = "Match")]
pub(super) struct GamesArgs {
    /// How many games, in a tournament for each pair; a multiple of the number of players in a game [default: 1200;
    /// with --sprt at most 120000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=GamesArgs::MOST))]
    pub(super) games: Option<u64>,
    /// Random seed of the deals, and of players who play at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

impl GamesArgs {
    /// The most games: more than anybody can play.
    const MOST: u64 = 1_000_000_000_000;
}
