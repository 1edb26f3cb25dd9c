//! The command line tool.

use std::process::ExitCode;

fn main() -> ExitCode {
    azulejo::cli::run()
}
