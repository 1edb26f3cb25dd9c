//! What can be written on the command line.

use super::choice::{described, named};
use super::exit::Usage;
use super::game::GameCommand;
use super::instance_args::InstanceArgs;
use super::map_args::MapArgs;
#[cfg(feature = "highs")]
use super::model_args::GradeArgs;
#[cfg(feature = "milp")]
use super::model_args::RelaxArgs;
use crate::flags::{CellsArg, SizeArg};
use crate::formulation::{Family, Kind};
#[cfg(feature = "microlp")]
use crate::milp::Solver;
use crate::render::picture::{PICTURES, Picture};
use crate::solve::{Counter, Method};
use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Finds provably optimal tile orders on the scoring wall of the board game Azul.
///
/// An instance is a wall, a sense (maximum or minimum score), and constraints on the order in
/// which the cells are filled. It comes from a JSON file, from standard input (-), or from flags.
/// A cell is written as a number from 1, row by row, or as ROW,COLUMN.
#[derive(Debug, Parser)]
#[command(name = "azulejo", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(super) struct Cli {
    /// When to use colours; NO_COLOR is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: clap::ColorChoice,
    #[command(subcommand)]
    pub(super) command: Command,
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

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find an optimal order and prove it
    Solve(SolveArgs),
    /// Solve an instance by every method that fits, and compare
    ///
    /// Each method has the whole --time-limit. Without one, the case study's formulations take minutes
    /// on 3x3 and days beyond.
    Compare(CompareArgs),
    /// Count the optimal orders
    Count(CountArgs),
    /// List or draw optimal orders, or show how they begin
    Orders(OrdersArgs),
    /// Verify an order: its points, its score, and every constraint
    Check(CheckArgs),
    /// Show an instance as a mixed-integer program
    ///
    /// Its sizes, sets, columns and numbered equations, in general or (--expand) row by row, as text,
    /// Markdown or LaTeX; or a model file that HiGHS, SCIP, CBC and glpsol read. It is the whole program: every
    /// solution is an order. `solve` begins the ordering formulation without the turns of equation (15).
    Formulate(FormulateArgs),
    /// Solve the linear relaxation of a formulation: its bound, and the fractions behind it
    ///
    /// Columns may take any value from 0 to 1. What is gained over the optimum is what the formulation
    /// leaves to the search. The program is the one that `formulate` writes.
    ///
    /// With --row it also says of a row of your own by how much it changes the bound, and whether it is valid. A row
    /// that cuts off an order is not valid: such an order is named, and the command ends with 3. For example:
    /// azulejo relax --size 5 --sense min --without line-cuts,block-cuts --row "P(row) + S(row) >= 11"
    #[cfg(feature = "milp")]
    Relax(RelaxArgs),
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
    #[cfg(feature = "highs")]
    Grade(GradeArgs),
    /// Draw for every cell what it costs to fill it first, last or in a given turn
    ///
    /// The cost is how much worse the best score becomes. For example, this shows which cells of a 6x6 wall can be
    /// filled last without a loss: azulejo map --size 6 --last
    Map(MapArgs),
    /// Compute every published figure anew, and compare
    ///
    /// The figures are those of the case study and the thesis. It takes seconds; --all adds the case
    /// study's formulation, which takes minutes. Each figure has the whole --time-limit.
    Reproduce(ReproduceArgs),
    /// Draw the state space of a small wall, with the moves of optimal orders highlighted
    ///
    /// Every covering that a complete order can pass through is drawn as a small wall, in layers by
    /// number of tiles; the number on a move is what its tile earns. For example:
    /// azulejo graph --size 2 --rule rounds > rounds.svg
    Graph(GraphArgs),
    /// Draw an order: its turns, its points, and how they came about
    ///
    /// The order is given, or else the instance is solved. A given order that breaks constraints is drawn, too,
    /// with a note of that, and the command ends with 3. For example:
    /// azulejo render --size 5 --picture turns,points -o wall.png
    Render(RenderArgs),
    /// Decide whether first tiles, a permutation, can still lead to the maximum, and how
    ///
    /// No two tiles of a permutation are in a row or in a column. A wall of n rows whose order begins with
    /// n such tiles scores n³ + n² − n at most, and that is the maximum of the wall. The answer comes with
    /// an order and a separating tree, or with tiles that rule it out (exit code 3).
    ///
    /// The JSON has feasible, maximum, score, order, tree (in post-order, + and - join the two subtrees
    /// before them), completion, pattern (rows and columns of the tiles that rule it out), and refutation.
    Tiling(TilingArgs),
    /// The game itself: deal, show, play and check; players, matches and tournaments
    ///
    /// A position is one line of text, a move is three letters: 3Y2 takes yellow from factory 3 to line 2.
    /// This is what a position looks like: azulejo game show --seed 7
    #[command(subcommand)]
    Game(GameCommand),
    /// Serve pages on which walls are explored, for a browser
    ///
    /// The command prints an address. Open it in a browser; Ctrl-C ends the server. Nothing is read from the disk
    /// or written to it, and nothing is asked of other hosts. Clients share the server fairly, by their addresses.
    #[cfg(feature = "serve")]
    Serve(super::serve::ServeArgs),
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

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    /// How to solve it; `auto` takes what fits, or with --without the ordering formulation
    #[arg(long, value_parser = named(Method::ASKED, Method::name), default_value = Method::default().name(), help_heading = "Run")]
    #[cfg_attr(feature = "milp", arg(default_value_if("without", clap::builder::ArgPredicate::IsPresent, Method::Ordering.name())))]
    pub(super) method: Method,
    /// Do not solve it again over the state graph (done where at most 16 cells are to be filled)
    #[arg(long, help_heading = "Run")]
    pub(super) no_cross_check: bool,
    #[command(flatten)]
    pub(super) cuts: CutArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// Also print the case study's two tables: positions and points per turn
    #[arg(short, long, help_heading = "Run")]
    pub(super) verbose: bool,
    /// Also tell what happened: how the bound moved, the rows by kind, the points line by line
    #[arg(long, help_heading = "Run")]
    pub(super) explain: bool,
    /// Also draw the bound and the best order over time (of a search over coverings, its layers)
    #[arg(long, value_name = "FILE.svg", help_heading = "Run")]
    pub(super) plot: Option<PathBuf>,
    /// Also draw the tree of a plain branch and bound over the formulation of --method
    ///
    /// HiGHS does not tell its own tree. This one is of a branch and bound that has neither cuts nor heuristics, and
    /// takes the linear relaxations of HiGHS: each node with its bound, what was branched on, and where it was closed.
    /// Of a large tree the part near the root is drawn, and the nodes below it are counted.
    #[cfg(feature = "milp")]
    #[arg(long, value_name = "FILE.svg", help_heading = "Run")]
    pub(super) tree: Option<PathBuf>,
    #[command(flatten)]
    pub(super) checkpoint: CheckpointArgs,
}

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

#[derive(Debug, Args)]
pub(super) struct CountArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    /// Count the orders of every score, not of the best alone (at most 25 cells to fill)
    #[arg(long, help_heading = "Run", conflicts_with = "checkpoint")]
    pub(super) all_scores: bool,
    /// Draw how many orders reach each score
    #[arg(
        long,
        value_name = "FILE.svg",
        help_heading = "Run",
        requires = "all_scores"
    )]
    pub(super) plot: Option<PathBuf>,
    /// How to count them
    #[arg(long, value_parser = named(Counter::ALL, Counter::name), default_value = Counter::default().name(), conflicts_with = "all_scores", help_heading = "Run")]
    pub(super) method: Counter,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(super) cluster: ClusterArgs,
    #[command(flatten)]
    pub(super) search: SearchArgs,
}

/// Several processes that count together.
#[cfg(feature = "cluster")]
#[derive(Debug, Args)]
#[command(next_help_heading = "Several machines")]
pub(super) struct ClusterArgs {
    /// Count together with other processes: a file with a line host:port for each
    #[arg(long, value_name = "FILE", requires_all = ["process", "secret"], conflicts_with = "all_scores")]
    pub(super) hosts: Option<PathBuf>,
    /// The number of this process: its line in that file, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(super) process: Option<usize>,
    /// A file with a secret that all processes share, of at least 16 bytes
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(super) secret: Option<PathBuf>,
    /// Give up a process that does not come, or says nothing, for this time
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "60s", requires = "hosts")]
    pub(super) timeout: Duration,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct ReproduceArgs {
    /// The slow ones too
    #[arg(long)]
    pub(super) all: bool,
    /// Only those with this in their name or source, such as "thesis, 3.7"
    #[arg(long, value_name = "PATTERN")]
    pub(super) only: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    #[command(flatten)]
    pub(super) frontier: FrontierArgs,
}

#[derive(Debug, Args)]
pub(super) struct OrdersArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    #[command(flatten)]
    pub(super) what: WhatArgs,
    /// Random seed of --sample
    #[arg(long, default_value_t = 0, help_heading = "Run")]
    pub(super) seed: u64,
    /// Refused, with the reason
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "FILE", hide = true)]
    pub(super) hosts: Option<PathBuf>,
    #[command(flatten)]
    pub(super) search: SearchArgs,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct WhatArgs {
    /// The first N optimal orders, by the numbers of their cells
    #[arg(long, value_name = "N", help_heading = "Run")]
    pub(super) list: Option<usize>,
    /// N optimal orders, each time any of them with the same probability
    #[arg(long, value_name = "N", help_heading = "Run")]
    pub(super) sample: Option<usize>,
    /// The sets of cells that the first K tiles can fill, and the optimal orders behind each
    #[arg(long, value_name = "K", help_heading = "Run")]
    pub(super) first_tiles: Option<usize>,
}

/// How long something may run, and whether it tells how far it is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct LimitArgs {
    /// Stop after this time, with what is known by then, such as 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(super) time_limit: Option<Duration>,
    /// No progress
    #[arg(short, long)]
    pub(super) quiet: bool,
}

/// What the frontier takes of the machine.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Frontier")]
pub(super) struct FrontierArgs {
    /// Memory of the frontier or of dense layers, such as 8GiB; half of what is free by default
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) memory: Option<ByteSize>,
    /// Folder for layers that do not fit into the memory; the system's for temporary files by default
    #[arg(long, value_name = "FOLDER")]
    pub(super) scratch: Option<PathBuf>,
    /// What they may take there, such as 100GiB; half of what is free by default
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) disk: Option<ByteSize>,
}

/// Bytes, with a unit or without.
pub(super) fn size(word: &str) -> Result<ByteSize, String> {
    let most = || "at most 16EiB".to_owned();
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().map(ByteSize).map_err(|_| most());
    }
    let size: ByteSize = word
        .parse()
        .map_err(|_| "use a number of bytes, or a size such as 512MiB or 8GiB")?;
    match size.as_u64() {
        u64::MAX => Err(most()),
        _ => Ok(size),
    }
}

/// Where the frontier can go on.
#[derive(Debug, Args)]
#[command(next_help_heading = "Frontier")]
pub(super) struct CheckpointArgs {
    /// Write each finished layer to this file
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint
    #[arg(long, requires = "checkpoint")]
    pub(super) resume: bool,
}

/// What a search over coverings takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) frontier: FrontierArgs,
    #[command(flatten)]
    pub(super) checkpoint: CheckpointArgs,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("given").required(true))]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    #[command(flatten)]
    pub(super) order: OrderArgs,
    /// Also print the points by kind (horizontal, vertical, single) with the sums of rows and columns
    #[arg(long, help_heading = "Run")]
    pub(super) breakdown: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Order")]
pub(super) struct OrderArgs {
    /// The cells in turn order, such as "5 7 3 4 2 1 6 8 9"
    #[arg(long, value_name = "CELLS", group = "given")]
    pub(super) order: Option<CellsArg>,
    /// The JSON output of solve or orders, - for standard input
    #[arg(long, value_name = "FILE", group = "given")]
    pub(super) solution: Option<PathBuf>,
    /// Which of the orders in that file, from 1
    #[arg(
        long,
        value_name = "N",
        requires = "solution",
        conflicts_with = "order"
    )]
    pub(super) nth: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(super) struct FormulateArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    #[command(flatten)]
    pub(super) formulation: FormulationArgs,
    /// What to print: the formulation for people, or a model file for solvers
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    pub(super) format: ProgramFormat,
    /// Also write out the rows of this instance
    #[arg(long, help_heading = "Run")]
    pub(super) expand: bool,
    /// All members of the sets and all rows, not the first of each
    #[arg(long, help_heading = "Run")]
    pub(super) all: bool,
}

/// A formulation, and what is left out of it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Formulation")]
pub(super) struct FormulationArgs {
    /// The formulation: who came first along each line (ordering), as published (case-study), or that
    /// with one linking row for each cell of a product (disaggregated)
    #[arg(long, value_parser = named(&Kind::ALL, Kind::name), default_value = Kind::default().name())]
    pub(super) method: Kind,
    #[command(flatten)]
    pub(super) cuts: CutArgs,
}

#[derive(Debug, Args)]
pub(super) struct CutArgs {
    /// Leave families of cuts out of the ordering formulation, with commas between them
    #[arg(
        long,
        value_name = "FAMILIES",
        value_delimiter = ',',
        value_parser = described(Family::ALL.iter().map(|&family| (family, family.name(), family.help()))),
        help_heading = "Formulation"
    )]
    without: Vec<Family>,
}

impl CutArgs {
    /// The families to leave out, which only the ordering formulation has.
    pub(super) fn of(&self, method: &str) -> Result<BTreeSet<Family>, Usage> {
        if self.without.is_empty() || method == Kind::Ordering.name() {
            return Ok(self.without.iter().copied().collect());
        }
        Err(Usage(format!(
            "--without: the {method} method has no families of cuts; use --method {}",
            Kind::Ordering
        )))
    }
}

#[derive(Debug, Args)]
pub(super) struct GraphArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: PictureFormat,
}

#[derive(Debug, Args)]
#[command(mut_arg("time_limit", |limit| limit.conflicts_with("given")))] // which is not solved
pub(super) struct RenderArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    #[command(flatten)]
    pub(super) order: OrderArgs,
    /// What to draw, several with commas between them; turns by default
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = described(PICTURES.iter().map(|&picture| (picture, picture.name, picture.help))),
        help_heading = "Picture"
    )]
    pub(super) picture: Vec<&'static Picture>,
    /// What to write; by default what the name of --output says, or SVG
    #[arg(long, value_enum, help_heading = "Picture")]
    pub(super) format: Option<RenderFormat>,
    /// Write one page that holds everything, as --format html does
    #[arg(long, conflicts_with = "format", help_heading = "Picture")]
    pub(super) html: bool,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Picture")]
    pub(super) output: Option<PathBuf>,
    /// The width of a PNG picture; twice that of the SVG picture by default
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16384), help_heading = "Picture")]
    pub(super) width: Option<u32>,
    /// How long each method may run to be compared on the page; 5s by default, 0s leaves them out
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, help_heading = "Picture")]
    pub(super) compare: Option<Duration>,
    /// How to solve it where no order is given
    #[arg(long, value_parser = named(Method::ASKED, Method::name), default_value = Method::default().name(), conflicts_with = "given", help_heading = "Run")]
    pub(super) method: Method,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RenderFormat {
    /// An SVG picture
    Svg,
    /// A PNG picture
    Png,
    /// Text for a terminal
    Text,
    /// A page that needs no other file: answer, pictures, replay, proof, formulations, methods
    Html,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum PictureFormat {
    /// An SVG picture (at most 512 coverings)
    #[default]
    Svg,
    /// The DOT language of Graphviz (at most 4096 coverings)
    Dot,
}

#[derive(Debug, Args)]
pub(super) struct TilingArgs {
    /// The column of each row's tile, such as "4 5 3 1 2", _ for a row without one; or - for standard input
    #[arg(value_name = "PERMUTATION", required_unless_present = "size")]
    pub(super) permutation: Vec<String>,
    /// Instead of it the diagonal of a wall: 5 for 5x5
    #[arg(long, value_name = "SIZE", conflicts_with = "permutation")]
    pub(super) size: Option<SizeArg>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum ProgramFormat {
    /// For people
    #[default]
    Text,
    /// For documents
    Markdown,
    /// For papers
    Latex,
    /// CPLEX LP file
    Lp,
    /// Free MPS file, to be minimized
    Mps,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For documents
    Markdown,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// The mixed-integer solver
    #[cfg(feature = "microlp")]
    #[arg(long, default_value_t, value_parser = named(Solver::ALL, Solver::name))]
    pub(super) solver: Solver,
    /// Threads of the mixed-integer solver; all by default
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(super) threads: Option<u32>,
    /// Random seed of the mixed-integer solver
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=2_147_483_647))]
    pub(super) seed: u32,
    /// Relative gap at which the mixed-integer solver may stop; 0 proves optimality
    #[arg(long, value_name = "GAP", default_value_t = 0.0, value_parser = gap)]
    pub(super) mip_gap: f64,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) frontier: FrontierArgs,
}

fn gap(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(gap) if (0.0..=1.0).contains(&gap) => Ok(gap),
        _ => Err("use a number from 0 to 1".into()),
    }
}
