//! Truth sets for the judge of `azulejo::analysis`, and the judge's results on them. The sets are made once, stored in
//! `tools/coach/`, and never used for fitting.

mod gold;
mod gold_report;
mod last_rounds;
mod report;

use crate::Result;
use azulejo::players::Contestant;
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Part {
    /// Add positions of last rounds with 9 to 15 groups, their values proven at any cost
    LastRounds {
        /// How many positions the set has then
        #[arg(default_value_t = 1000)]
        positions: usize,
    },
    /// Add earlier positions, the four best moves of each played out
    Gold {
        /// How many positions the set has then
        #[arg(default_value_t = 200)]
        positions: usize,
        /// In how many games a move is played out
        #[arg(default_value_t = 2000)]
        games: u32,
    },
    /// Play the same positions and moves out anew, the rest of the round by far stronger players
    Deepen {
        /// In how many games a move is played out
        #[arg(default_value_t = 1000)]
        games: u32,
    },
    /// Write the tables of docs/analysis.md
    Report,
}

/// The players of the games from which positions are taken.
fn players() -> [Contestant; 2] {
    ["azulejo:nodes=300", "mcts:nodes=2000"].map(|name| name.parse().expect("a player"))
}

/// Runs one part, or without a part all of them with the numbers of the page.
pub(crate) fn run(part: Option<&Part>) -> Result {
    const ALL: [Part; 4] = [
        Part::LastRounds { positions: 1000 },
        Part::Gold {
            positions: 200,
            games: 2000,
        },
        Part::Deepen { games: 1000 },
        Part::Report,
    ];
    let parts = part.map_or(&ALL[..], std::slice::from_ref);
    parts.iter().try_for_each(|part| match *part {
        Part::LastRounds { positions } => last_rounds::make(positions),
        Part::Gold { positions, games } => gold::make(positions, games),
        Part::Deepen { games } => gold::deepen(games),
        Part::Report => report::write(),
    })
}
