//! The command line tool.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(azulejo::cli::run(std::env::args_os()))
}
