//! Games of other programs as records.

use crate::cli::exit::Exit;
use crate::cli::target::{self, Target};
use crate::cli::{input, output};
use crate::game::import::{LineError, read};
use anyhow::{Context, bail};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct ImportArgs {
    /// A file of Board Game Arena, ludometer or OpenSpiel, or of records; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where to write the records, a game a line; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &ImportArgs) -> anyhow::Result<Exit> {
    let name = input::file_name(&args.file);
    let target = target::file(args.output.as_deref())
        .map(Target::new)
        .transpose()?;
    let (mut games, mut records, mut refused_count) = (0, String::new(), 0);
    let mut unknown = Vec::new();
    for line in read(input::unpacked(&args.file)?) {
        games += 1;
        match line {
            Ok(line) => match line.game.record.completed() {
                Ok(record) => records += &(record.to_json() + "\n"),
                Err(error) => {
                    refused_count += 1;
                    output::note(&format!("game {games}: {error}"));
                }
            },
            Err(LineError::Contradiction { contradiction, .. }) => {
                refused_count += 1;
                let origin = contradiction.origin.name();
                output::note(&format!("game {games}, {origin}: {contradiction}"));
            }
            Err(LineError::NoGame { why, .. }) => unknown.push((games, why)),
            Err(error) => return Err(error).context(name),
        }
    }
    if unknown.len() == games
        && let Some((_, why)) = unknown.pop()
    {
        return Err(why).context(name);
    }
    for (number, why) in unknown {
        refused_count += 1;
        output::note(&format!("game {number}: {why}"));
    }
    if games == 0 {
        bail!("{name} holds no game");
    }
    if !records.is_empty() {
        target::write_text(target.as_ref(), records.trim_end())?;
    }
    Ok(Exit::of_check(refused_count == 0))
}
