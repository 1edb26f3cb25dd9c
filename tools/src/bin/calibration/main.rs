//! Holds what the judge of `azulejo::analysis` says against the ends of games, of players of several strengths.
//!
//! - `fit POSITIONS`: judges positions of games and prints the numbers that `players/azulejo/win.rs` should have.
//! - `grades POSITIONS`: says what share of the moves of each player gets which grade, for the thresholds of `analysis/grade.rs`.
//! - `tables POSITIONS`: judges positions of other games, keeps them in `bench/coach/calibration.jsonl`, and writes the tables of
//!   `docs/analysis.md`. It goes on where it was stopped.
//!
//! `make calibration` runs the last, `make coach-fit` the others.

mod fit;
mod games;
mod grades;
mod tables;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["fit", positions] => fit::fit(positions.parse()?),
        ["grades", positions] => grades::write(positions.parse()?),
        ["tables", positions] => tables::write(positions.parse()?),
        _ => Err("wanted: fit POSITIONS, grades POSITIONS, or tables POSITIONS".into()),
    }
}
