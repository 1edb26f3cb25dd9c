//! The native part of the Python package `azulejo`: the library's functions, and its command line.
//!
//! An instance comes as JSON, and results are the JSON that the command line prints. So both interfaces agree, and the
//! Python part only makes objects of JSON. No state remains between two calls.

use pyo3::prelude::*;

mod errors;
mod game;
mod grading;
mod orders;
mod program;
mod run;
mod search;

#[pymodule]
mod _native {
    use super::*;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    /// The largest file that is read, in bytes.
    #[pymodule_export]
    const MAX_BYTES: usize = azulejo::instance::Instance::MAX_BYTES;
    /// The largest wall, in cells.
    #[pymodule_export]
    const MAX_CELLS: usize = azulejo::instance::Instance::MAX_CELLS;
    /// The most orders that are listed or drawn at once.
    #[pymodule_export]
    const MOST_LISTED: usize = azulejo::frontier::OptimalOrders::MOST_LISTED;

    #[pymodule_export]
    use super::errors::{
        FalseRecord, IllegalMove, InvalidInstance, InvalidPosition, SolveError, Unfit,
    };
    #[pymodule_export]
    use super::game::{
        Batch, Games, Player, Position, best_moves, converse_as, end_of_record, grade_move,
        play_match, play_tournament, players, position_of_record, review, solve_round,
    };
    #[pymodule_export]
    use super::grading::grade;
    #[pymodule_export]
    use super::orders::{check, instance, picture, text};
    #[pymodule_export]
    use super::program::{Program, formulate};
    #[pymodule_export]
    use super::search::{certificate, count, orders, proves, solve};

    /// Runs the command line, of which the first word is the name of the program, and returns its exit code.
    #[pyfunction]
    fn command(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
        py.detach(|| azulejo::cli::run(words))
    }
}
