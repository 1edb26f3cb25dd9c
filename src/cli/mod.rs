//! The command line: parse, raise to meaning, run, print.

mod args;
mod check;
mod choice;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod conflict;
mod constraint_flags;
mod count;
mod exit;
mod formulate;
mod game;
#[cfg(feature = "highs")]
mod grade;
mod graph;
mod input;
mod instance_args;
mod map;
mod map_args;
#[cfg(feature = "milp")]
mod model_args;
mod orders;
mod output;
mod progress;
#[cfg(feature = "milp")]
mod relax;
mod render;
mod reproduce;
#[cfg(feature = "serve")]
mod serve;
mod signals;
mod solve;
mod stdout;
mod target;
mod tiling;
#[cfg(feature = "milp")]
mod tree;

use crate::harmless::harmless;
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use exit::{Exit, Usage};
use std::ffi::OsString;

/// Runs a command line, of which the first word is the name of the program, and gives the exit code of the process.
/// `docs/guide.md` has the table of exit codes.
///
/// It is for a process that does nothing else: it handles Ctrl-C from then on, and starts the threads of the searches.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let done = match parsed(words.into_iter().collect()) {
        Ok(cli) => {
            output::set_colour(cli.color);
            signals::let_writes_fail().and_then(|()| execute(cli.command))
        }
        Err(usage) if usage.use_stderr() => {
            // Where it cannot be printed, nothing can be.
            let _ = usage.print();
            return Exit::Usage as u8;
        }
        Err(help) => output::help(&help).map(|()| Exit::Done),
    };
    match done {
        Ok(exit) => exit as u8,
        Err(error) => {
            output::error(&error);
            let exit = Exit::from(&error);
            if exit == Exit::Usage {
                output::note("\nFor more information, try '--help'.");
            }
            exit as u8
        }
    }
}

fn execute(command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Solve(args) => solve::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Orders(args) => orders::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Formulate(args) => formulate::run(&args),
        #[cfg(feature = "milp")]
        Command::Relax(args) => relax::run(&args),
        Command::Map(args) => map::run(&args),
        #[cfg(feature = "highs")]
        Command::Grade(args) => grade::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Tiling(args) => tiling::run(&args),
        Command::Game(command) => game::run(&command),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "azulejo", &mut script);
            output::bytes(&script).map(|()| Exit::Done)
        }
        Command::Man { page } => man(&page),
    }
}

/// What was written on the command line; where it is wrong, a message that repeats it.
fn parsed(words: Vec<OsString>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(&words).map_err(|error| {
        // The same words without what could command a terminal are wrong in the same way.
        let words = words.iter().map(|word| harmless(&word.to_string_lossy()));
        Cli::try_parse_from(words).err().unwrap_or(error)
    })
}

/// The page of the whole, or of a command, which the page above it refers to as azulejo-COMMAND(1).
fn man(page: &[String]) -> anyhow::Result<Exit> {
    let mut command = Cli::command();
    command.build();
    for name in page {
        let named = command.find_subcommand(name).cloned();
        command =
            named.ok_or_else(|| Usage(format!("{:?} is no command of azulejo", page.join(" "))))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::bytes(&page).map(|()| Exit::Done)
}
