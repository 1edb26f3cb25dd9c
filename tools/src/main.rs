//! The program of maintainers, `cargo maintain`: each command writes a page of `docs/` anew, or runs a check that takes
//! too long for the tests. The module or the script of a command documents it.
//!
//! A figure is stored in a file beside its page as soon as it is measured, so that a stopped command goes on where it was. To
//! measure a figure anew, remove its entry or the file. A table replaces the text between the marks of its name on the page,
//! such as `<!-- costs: begin -->` and `<!-- costs: end -->`.

mod analysis;
mod calibration;
mod certificates;
mod commands;
mod constrained;
mod every_covering;
mod experiments;
mod fit;
mod formulations;
mod ladder;
mod layers;
mod matches;
mod page;
mod perft;
mod player;
mod process;
mod puzzles;
mod random_games;
mod readings;
mod recipes;
mod results;
mod runs;
mod scripts;
mod search_tables;
mod statistics;
mod steps;
mod storage;
mod truth;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

fn main() -> ExitCode {
    match commands::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("maintain: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the repository.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
