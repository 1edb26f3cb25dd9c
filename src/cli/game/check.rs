use crate::cli::exit::Exit;
use crate::cli::flags::Format;
use crate::cli::{input, output};
use crate::game::import::{LineError, read};
use crate::render::game::check;
use crate::schema::game::{Check, RecordFault};
use crate::schema::pretty;
use anyhow::{Context, bail};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    /// The games: records, one a line, or what another program wrote; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let name = input::file_name(&args.file);
    // First false statement of a game.
    let fault = |line, round, r#move, message| RecordFault {
        line,
        round,
        r#move,
        message,
    };
    let (mut games, mut records, mut faults) = (0, 0, Vec::new());
    let mut first_error = None;
    for line in read(input::unpacked(&args.file)?) {
        games += 1;
        match line {
            Ok(line) => {
                records += 1;
                if let Err(error) = line.game.record.check() {
                    let message = error.statement.to_string();
                    faults.push(fault(line.number, error.round, error.number, message));
                }
            }
            Err(LineError::Contradiction {
                number,
                contradiction: error,
            }) => {
                records += 1;
                let (line, message) = (number.unwrap_or(games), error.mismatch.to_string());
                faults.push(fault(line, error.round, error.number, message));
            }
            // The other lines can still be checked.
            Err(error @ (LineError::Syntax { .. } | LineError::NoGame { .. })) => {
                let (line, message) = match &error {
                    LineError::Syntax { number, error } => (*number, error.to_string()),
                    LineError::NoGame { number, why } => (number.unwrap_or(games), why.to_string()),
                    _ => continue,
                };
                first_error.get_or_insert(error);
                faults.push(fault(line, None, None, message));
            }
            Err(LineError::Io { error, .. }) => {
                return Err(error).with_context(|| format!("cannot read {name}"));
            }
            Err(error) => return Err(error).context(name),
        }
    }
    if records == 0 {
        match first_error {
            None => bail!("{name} holds no record"),
            Some(error) => return Err(error).context(name),
        }
    }
    output::result(&match args.format {
        Format::Text => check::text(games, &faults),
        Format::Json => pretty(&Check::new(games, &faults)),
    })?;
    Ok(Exit::of_check(faults.is_empty()))
}
