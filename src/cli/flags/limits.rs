use clap::Args;
use std::time::Duration;

/// How long something may run, and whether it tells how far it is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(in crate::cli) struct LimitArgs {
    /// Stop after this time, with what is known by then, such as 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(in crate::cli) time_limit: Option<Duration>,
    /// No progress
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,
}
