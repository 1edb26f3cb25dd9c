//! What can be written after `azulejo game solve`, `best`, `grade`, `review` and `puzzle`.

use super::args::PositionArgs;
use crate::analysis::GradeSettings;
use crate::cli::args::{Format, LimitArgs};
use crate::cli::choice::{described, named};
use crate::exact::OpponentModel;
use crate::players::Limits;
use crate::players::evaluator::{EvaluationBudget, EvaluatorSettings, Utility};
use clap::{Args, ValueEnum};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct SolveRestArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// What each of three or four players wants
    #[arg(long, value_parser = described(OpponentModel::ALL.map(|it| (it, it.name(), it.about()))), default_value = OpponentModel::default().name(), help_heading = "Search")]
    pub(super) model: OpponentModel,
    /// Leave end bonuses out, also where the game ends with the round
    #[arg(long, help_heading = "Search")]
    pub(super) no_bonus: bool,
    /// Stop after judging so many positions, which gives the same result on every machine
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(super) nodes: Option<NonZeroU64>,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BestArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Who chooses: a name, or NAME:OPTION=VALUE,OPTION=VALUE
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "azulejo",
        help_heading = "Search"
    )]
    pub(super) player: String,
    /// Seed of the player's random numbers
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub(super) rng_seed: u64,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

/// How moves are judged.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judge")]
pub(super) struct JudgeArgs {
    /// How much work goes into one move: so many moves in rollouts as take about 250, 750 or 1500 ms
    #[arg(long, value_parser = named(&EvaluationBudget::ALL, EvaluationBudget::name), default_value = EvaluationBudget::default().name())]
    budget: EvaluationBudget,
    /// So many moves in rollouts instead of those of the budget
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    nodes: Option<NonZeroU64>,
    /// Take the time of the budget instead; the result then depends on the machine
    #[arg(long, conflicts_with = "nodes")]
    timed: bool,
    /// What the end of a rollout is judged by
    #[arg(long, value_parser = described(Utility::ALL.map(|it| (it, it.name(), it.about()))), default_value = Utility::default().name())]
    utility: Utility,
    /// The rounds of a rollout: the one that is played, and rounds after it with random deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=20))]
    rounds: u32,
    /// Random seed of the rollouts
    #[arg(long, value_name = "N", default_value_t = 0)]
    rng_seed: u64,
}

impl JudgeArgs {
    pub(super) fn judge(&self) -> GradeSettings {
        GradeSettings {
            settings: EvaluatorSettings {
                utility: self.utility,
                rounds: self.rounds,
                seed: self.rng_seed,
                ..EvaluatorSettings::default()
            },
            limits: match self.nodes {
                Some(nodes) => Limits {
                    nodes: Some(nodes.get()),
                    ..Limits::NONE
                },
                None if self.timed => self.budget.time(),
                None => self.budget.nodes(),
            },
        }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GradeArgs {
    /// The position in quotes, a file that holds it, or - for standard input
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(super) position: String,
    /// The move, such as 3Y2 or CR-, or its code
    #[arg(value_name = "MOVE")]
    pub(super) taken: String,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ReviewArgs {
    /// The record, in JSON; - for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) game: NonZeroU64,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// What to write; by default what the name of --output says, or text
    #[arg(long, value_enum, help_heading = "Output")]
    pub(super) format: Option<ReviewFormat>,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReviewFormat {
    /// Every move with its grade, and the worst moves with the better ones
    Text,
    /// For programs
    Json,
    /// The expected difference over the game as an SVG picture
    Svg,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct PuzzleArgs {
    /// Which puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Also print the solution
    #[arg(long)]
    pub(super) solution: bool,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct PlanArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Whose wall, from 1; by default that of the player to move
    #[arg(long, value_name = "I", help_heading = "Plan")]
    pub(super) player: Option<NonZeroUsize>,
    /// The rounds; a row with fewer empty places would end the game before
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Plan")]
    pub(super) rounds: u32,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}
