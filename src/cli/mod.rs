//! The command line: parse, raise to meaning, run, print. Each command has a file with its flags and its function. No command
//! knows another.

mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod conflict;
mod count;
mod exercises;
mod exit;
mod flags;
mod formulate;
mod game;
#[cfg(feature = "highs")]
mod grade;
mod graph;
mod input;
mod map;
mod mistakes;
mod orders;
mod output;
mod progress;
mod relax;
mod render;
mod reproduce;
mod serve;
mod signals;
mod solve;
mod stdout;
mod table;
mod target;
mod tiling;
mod tree;

#[cfg(feature = "highs")]
pub use grade::{FaultySide, Reply, graded_apart};

use crate::harmless::harmless;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use exit::{Exit, Usage};
use std::ffi::OsString;

/// Finds provably optimal tile orders on the scoring wall of the board game Azul.
///
/// An instance is a wall, a sense (maximum or minimum score), and constraints on the order in
/// which the cells are filled. It comes from a JSON file, from standard input (-), or from flags.
/// A cell is written as a number from 1, row by row, or as ROW,COLUMN.
#[derive(Debug, Parser)]
#[command(name = "azulejo", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    /// When to use colours; NO_COLOR is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes:
  0  done: proven optimal, or what was checked is valid
  1  error
  2  wrong usage
  3  infeasible: no order satisfies the constraints, the checked order breaks them, first tiles
     cannot lead to the maximum, a row cuts off an order, a model is wrong, a move is illegal,
     or a record is false
  4  stopped early, with an order and a bound, or with some of the games of a match
  5  stopped early, without an order, or without a game
  6  two methods disagree";

/// A variant a command, with its help; its flags and what it does stand in the file of its name.
#[derive(Debug, Subcommand)]
enum Command {
    /// Find an optimal order and prove it
    Solve(solve::SolveArgs),
    /// Solve an instance by every method that fits, and compare
    ///
    /// Each method has the whole --time-limit. Without one, the case study's formulations take minutes
    /// on 3x3 and days beyond.
    Compare(compare::CompareArgs),
    /// Count the optimal orders
    Count(count::CountArgs),
    /// List or draw optimal orders, or show how they begin
    Orders(orders::OrdersArgs),
    /// Verify an order: its points, its score, and every constraint
    Check(check::CheckArgs),
    /// Show an instance as a mixed-integer program
    ///
    /// Its sizes, sets, columns and numbered equations, in general or (--expand) row by row, as text,
    /// Markdown or LaTeX; or a model file that HiGHS, SCIP, CBC and glpsol read. It is the whole program: every
    /// solution is an order. `solve` begins the ordering formulation without the ranks of equation (O-15).
    Formulate(formulate::FormulateArgs),
    /// Solve the linear relaxation of a formulation: its bound, and the fractions behind it
    ///
    /// Columns may take any value from 0 to 1. The gap between bound and optimum is what the formulation
    /// leaves to the search. The program is the one that `formulate` writes.
    ///
    /// With --row it also says by how much a row of your own changes the bound, and whether the row is valid. A row
    /// that cuts off an order is not valid: such an order is named, and the command ends with 3. For example:
    /// azulejo relax --size 5 --sense min --without line-cuts,block-cuts --row "P(row) + S(row) >= 11"
    Relax(relax::RelaxArgs),
    /// Grade a model of your own: is it right about every order of small walls?
    ///
    /// A model in GMPL (.mod, by glpsol and HiGHS), MiniZinc (.mzn, by minizinc) or a model file (.lp, .mps, by HiGHS)
    /// is solved on the walls 2x2 and 2x3, or on the wall of --size or INSTANCE. Its best score is compared with
    /// the truth, and so is what it says of each order: whether the order is allowed, and what it scores. What is wrong
    /// comes with a counterexample, and the command ends with 3.
    ///
    /// The model's parameters rows, columns and sense are set if it has them. Its variables must tell the order:
    /// A[turn,cell] (1 if that turn fills that cell), o[cell,cell] (1 if the first comes before the second) or
    /// turn[cell]. For example: azulejo grade models/ordering.mod --size 3 --fix 5@9
    ///
    /// With --report it grades every file of a folder, each in a process of its own, and prints a table: the verdict, the points
    /// and the first counterexample. A broken file is a row of the table, too. A right model earns all points. A model that is
    /// wrong in one way earns half of them, and any other wrong model a quarter. --time-limit is for each file; 60s by default. For example:
    /// azulejo grade --report hand-in --marking docs/lecture/marking.json --format csv
    #[cfg(feature = "highs")]
    Grade(grade::GradeArgs),
    /// Write a sheet of exercises for the course, with its answers and its marking scheme in files of their own
    ///
    /// They are the exercises of models/README.md with other walls, cells, rows and cuts. exercises.md is for students and has no
    /// answers. answers.md and marking.json, for grade --report, are for the lecturer. For example:
    /// azulejo exercises --seed 7 --output group-7
    Exercises(exercises::ExercisesArgs),
    /// Draw for every cell what it costs to fill it first, last or in a given turn
    ///
    /// The cost is how much worse the best score becomes. For example, this shows which cells of a 6x6 wall can be
    /// filled last without a loss: azulejo map --size 6 --last
    Map(map::MapArgs),
    /// Find the best score for every number of tiles
    ///
    /// An order of so many tiles has as many turns. With --score it says how few tiles score so much, and with --missing what the
    /// wall can score without each cell. For example:
    /// azulejo table --size 5 --bonus 2,7,10 --score 100 --plot table.svg
    Table(table::TableArgs),
    /// Compute every published figure anew, and compare
    ///
    /// The figures are those of the case study and the thesis. It takes seconds; --all adds the case
    /// study's formulation, which takes minutes. Each figure has the whole --time-limit.
    Reproduce(reproduce::ReproduceArgs),
    /// Draw the state space of a small wall, with the moves of optimal orders highlighted
    ///
    /// Every covering that a complete order can pass through is drawn as a small wall, in layers by
    /// number of tiles; the number on a move is what its tile earns. For example:
    /// azulejo graph --size 2 --rule rounds > rounds.svg
    Graph(graph::GraphArgs),
    /// Draw an order: its turns, its points, and how they came about
    ///
    /// The order is given, or else the instance is solved. A given order that breaks constraints is drawn, too,
    /// with a note of that, and the command ends with 3. For example:
    /// azulejo render --size 5 --picture turns,points -o wall.png
    Render(render::RenderArgs),
    /// Decide whether first tiles, a permutation, can still lead to the maximum, and how
    ///
    /// No two tiles of a permutation are in the same row or in the same column. A wall of n rows whose order begins with
    /// n such tiles scores n³ + n² − n at most, and that is the maximum of the wall. The answer comes with
    /// an order and a separating tree, or with tiles that rule it out (exit code 3).
    ///
    /// The JSON has feasible, maximum, score, order, tree (in post-order, + and - join the two subtrees
    /// before them), completion, pattern (rows and columns of the tiles that rule it out), and refutation.
    Tiling(tiling::TilingArgs),
    /// The game itself: deal, show, play and check; players, matches and tournaments
    ///
    /// A position is one line of text, a move is three letters: 3Y2 takes yellow from factory 3 to line 2.
    /// This is what a position looks like: azulejo game show --seed 7
    #[command(subcommand)]
    Game(game::GameCommand),
    /// Serve pages on which walls are explored, for a browser
    ///
    /// The command prints an address. Open it in a browser; Ctrl-C ends the server. Nothing is read from the disk
    /// or written to it, and nothing is asked of other hosts. Clients share the server fairly, by their addresses.
    Serve(serve::ServeArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of azulejo or of one of its commands
    Man {
        /// The command, such as solve or game show
        #[arg(value_name = "COMMAND")]
        page: Vec<String>,
    },
}

fn execute(command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Solve(args) => solve::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Orders(args) => orders::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Formulate(args) => formulate::run(&args),
        Command::Relax(args) => relax::run(&args),
        Command::Map(args) => map::run(&args),
        #[cfg(feature = "highs")]
        Command::Grade(args) => grade::run(&args),
        Command::Exercises(args) => exercises::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Tiling(args) => tiling::run(&args),
        Command::Game(command) => game::run(&command),
        Command::Serve(args) => serve::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "azulejo", &mut script);
            output::bytes(&script).map(|()| Exit::Done)
        }
        Command::Man { page } => man(&page),
    }
}

/// Runs a command line, of which the first word is the name of the program, and gives the exit code of the process.
/// `docs/guide.md` has the table of exit codes.
///
/// `run` is for a process that does nothing else: it handles Ctrl-C from then on, and starts the threads of the searches.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let result = match parse(words.into_iter().collect()) {
        Ok(cli) => {
            output::set_colour(cli.color);
            signals::let_writes_fail().and_then(|()| execute(cli.command))
        }
        Err(usage) if usage.use_stderr() => {
            // A failure to print has no place to be printed.
            let _ = usage.print();
            return Exit::Usage as u8;
        }
        Err(help) => output::help(&help).map(|()| Exit::Done),
    };
    match result {
        Ok(exit) => exit as u8,
        Err(error) => {
            output::error(&error);
            if !error.is::<Usage>() {
                return Exit::Error as u8;
            }
            output::note("\nFor more information, try '--help'.");
            Exit::Usage as u8
        }
    }
}

/// Parses a command line; an error repeats its words, without harmful characters.
fn parse(words: Vec<OsString>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(&words).map_err(|error| {
        // Harmless words give the same error.
        let words = words.iter().map(|word| harmless(&word.to_string_lossy()));
        let words: Vec<String> = words.collect();
        let error = Cli::try_parse_from(&words).err().unwrap_or(error);
        mistakes::with_advice(error, &Cli::command(), &words)
    })
}

/// Prints the manual page of the program or of a command. The page above names the page of a command azulejo-COMMAND(1).
fn man(page: &[String]) -> anyhow::Result<Exit> {
    let mut command = Cli::command();
    command.build();
    for name in page {
        let subcommand = command.find_subcommand(name).cloned();
        command = subcommand
            .ok_or_else(|| Usage(format!("{:?} is no command of azulejo", page.join(" "))))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::bytes(&page).map(|()| Exit::Done)
}
