//! Compares the judge of `azulejo::analysis` with the results of games, of players of several strengths.

mod fit;
mod games;
mod grades;
mod tables;

use crate::Result;
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Part {
    /// Judge positions of held-back games, keep them in tools/coach/calibration.jsonl, and hold the judge against their ends
    Tables {
        /// How many positions
        #[arg(default_value_t = 10_000)]
        positions: usize,
    },
    /// Judge positions of games, and print the numbers that players/azulejo/win.rs should have
    Fit {
        /// How many positions
        #[arg(default_value_t = 16_000)]
        positions: usize,
    },
    /// Say what share of the moves of each player gets which grade, for the thresholds of analysis/grade.rs
    Grades {
        /// How many positions
        #[arg(default_value_t = 4_000)]
        positions: usize,
    },
}

pub(crate) fn run(part: &Part) -> Result {
    match *part {
        Part::Tables { positions } => tables::write(positions),
        Part::Fit { positions } => fit::fit(positions),
        Part::Grades { positions } => grades::write(positions),
    }
}
