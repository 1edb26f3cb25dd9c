use crate::analysis::puzzle;
use crate::cli::exit::Exit;
use crate::cli::flags::{Format, LimitArgs};
use crate::cli::{output, progress};
use crate::render::game::analysis;
use crate::schema::{game::Puzzle, pretty};
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct PuzzleArgs {
    /// Which puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Also print the solution
    #[arg(long)]
    solution: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &PuzzleArgs) -> anyhow::Result<Exit> {
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    line.stage("puzzle");
    let control = line.control(&stop).within(args.limits.time_limit);
    let found = puzzle(args.seed, &control);
    drop(line);
    let Ok(found) = found else {
        output::note("stopped before a puzzle was found");
        return Ok(Exit::StoppedEmpty);
    };
    output::result(&match args.format {
        Format::Text => analysis::puzzle(&found, args.solution),
        Format::Json => pretty(&Puzzle::new(&found, args.seed)),
    })?;
    Ok(Exit::Done)
}
