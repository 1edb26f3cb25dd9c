use super::analysis_args::PuzzleArgs;
use crate::analysis::puzzle;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::{output, progress};
use crate::render::game::analysis;
use crate::schema::{game::Puzzle, pretty};

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
