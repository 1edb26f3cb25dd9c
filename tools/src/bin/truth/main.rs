//! Truth sets for the judge of `azulejo::analysis`, and how it does on them. They are made once, kept in `bench/coach/`, and never
//! used for fitting.
//!
//! - `last-rounds N`: positions of last rounds with 9 to 15 groups, their values proven at any cost.
//! - `gold N GAMES`: earlier positions, the four best moves of each played out in so many games.
//! - `deepen GAMES`: the same positions and moves, the rest of the round played by far stronger players.
//! - `report`: writes the tables of `docs/analysis.md`.
//!
//! `make truth` runs the first three, which go on where they were stopped, and then the report.

mod gold;
mod gold_report;
mod last_rounds;
mod report;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["last-rounds", count] => last_rounds::make(count.parse()?),
        ["gold", count, games] => gold::make(count.parse()?, games.parse()?),
        ["deepen", games] => gold::deepen(games.parse()?),
        ["report"] => report::write(),
        _ => Err("wanted: last-rounds N, gold N GAMES, deepen GAMES, or report".into()),
    }
}
