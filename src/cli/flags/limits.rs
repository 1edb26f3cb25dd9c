use clap::Args;
use std::time::Duration;

/// How long something may run, and whether it tells how far it is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(in crate::cli) struct LimitArgs {
    /// Stop after this time, with what is known by then, such as 30s or 5m; a number alone is seconds
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(in crate::cli) time_limit: Option<Duration>,
    /// No progress
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,
}

/// A length of time, such as `30s` or `5m`. A number alone is a number of seconds.
pub(in crate::cli) fn time(text: &str) -> Result<Duration, String> {
    let seconds = text.trim().parse().ok();
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = seconds.or_else(|| humantime::parse_duration(text).ok());
    time.ok_or_else(|| "use a number of seconds, or one with its unit, as in 30s or 5m".into())
}
