use crate::analysis::Puzzle;
use crate::cli::exit::Exit;
use crate::cli::flags::Format;
use crate::cli::output;
use crate::render::game::analysis;
use crate::schema::{game, pretty};
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct PuzzleArgs {
    /// Which puzzle, from 1, the easiest; a number that is too large says how many there are
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number)]
    number: usize,
    /// Also print the solution
    #[arg(long)]
    solution: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

fn number(text: &str) -> Result<usize, String> {
    let count = Puzzle::all().len();
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=count).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {count} is wanted"))
}

pub(super) fn run(args: &PuzzleArgs) -> anyhow::Result<Exit> {
    let puzzle = &Puzzle::all()[args.number - 1];
    output::result(&match args.format {
        Format::Text => analysis::puzzle(puzzle, args.solution),
        Format::Json => pretty(&game::Puzzle::new(puzzle, args.number)),
    })?;
    Ok(Exit::Done)
}
