#[cfg(feature = "microlp")]
use super::choice::by_name;
use super::format::Format;
use super::frontier::{CheckpointArgs, FrontierArgs};
use super::limits::LimitArgs;
#[cfg(feature = "microlp")]
use crate::milp::Solver;
use clap::Args;

/// How an instance is solved.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    /// The mixed-integer solver
    #[cfg(feature = "microlp")]
    #[arg(long, default_value_t, value_parser = by_name(Solver::ALL, Solver::name))]
    pub(in crate::cli) solver: Solver,
    /// Threads of the mixed-integer solver; all by default
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(in crate::cli) threads: Option<u32>,
    /// Random seed of the mixed-integer solver
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=2_147_483_647))]
    pub(in crate::cli) seed: u32,
    /// Relative gap at which the mixed-integer solver may stop; 0 proves optimality
    #[arg(long, value_name = "GAP", default_value_t = 0.0, value_parser = gap)]
    pub(in crate::cli) mip_gap: f64,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: Format,
    #[command(flatten)]
    pub(in crate::cli) frontier: FrontierArgs,
}

/// The limits of a search over coverings.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(in crate::cli) struct SearchArgs {
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: Format,
    #[command(flatten)]
    pub(in crate::cli) frontier: FrontierArgs,
    #[command(flatten)]
    pub(in crate::cli) checkpoint: CheckpointArgs,
}

fn gap(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(gap) if (0.0..=1.0).contains(&gap) => Ok(gap),
        _ => Err("use a number from 0 to 1".into()),
    }
}
