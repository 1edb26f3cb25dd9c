//! The table of commands: their help in `cargo maintain --help`, and the functions that run them.

use crate::scripts::SCRIPTS;
use crate::{
    Result, analysis, calibration, certificates, constrained, every_covering, experiments, fit,
    formulations, ladder, layers, perft, player, process, puzzles, random_games, readings, recipes,
    results, search_tables, steps, truth,
};
use clap::{Arg, FromArgMatches, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

const ABOUT: &str = "Pages of docs/ made anew, and checks that take too long for the tests. What was stopped goes on where it was";

/// The groups of the help, each in the order of the pages.
const GROUPS: [(&str, &str); 4] = [
    (
        "Pages about walls",
        "results formulations steps certificates constrained peers every-covering dantzig-wolfe layers cluster",
    ),
    (
        "The game",
        "experiments search-tables readings analysis calibration truth ladder player fit puzzles perft random-games game-speed",
    ),
    (
        "Long checks",
        "recipes agreement rows stops hostile site-speed game-agreement mutants profiles",
    ),
    ("Releases", "machete deny licences notebooks release-check"),
];

/// The commands that are written in Rust.
#[derive(Subcommand)]
enum Command {
    /// docs/results.md: what is missing of scores and numbers of orders; hours from nothing
    Results {
        /// Counts that are taken over, as `azulejo count --format json` writes them
        counts: Vec<PathBuf>,
    },
    /// docs/formulations.md: what is missing of the steps between formulations; ten minutes
    Formulations,
    /// docs/steps.md: what is missing of the parts of the ordering formulation; an hour
    Steps,
    /// docs/certificates.md: what is missing of certificates; hours
    Certificates,
    /// docs/constrained.md: random walls with constraints by one method; hours
    Constrained(constrained::ConstrainedArgs),
    /// The plain DP of docs/peers.md, the thesis's, on an instance
    EveryCovering {
        /// The instance, as JSON
        instance: PathBuf,
    },
    /// docs/large-walls.md: the first layers of a wall by all and by half of its symmetries; hours for 10 40
    Layers(layers::LayersArgs),
    /// docs/experiments.md: what is missing of the matches; 20 minutes
    Experiments,
    /// docs/experiments.md: leaves and depths of searches; two minutes
    SearchTables,
    /// docs/experiments.md: every reading of the thesis's pseudocode beside its tables; half an hour
    Readings,
    /// docs/analysis.md: proofs, grades by rollouts and shortlists; a quarter of an hour
    Analysis(analysis::AnalysisArgs),
    /// docs/analysis.md: the judge beside the ends of games; a quarter to half an hour
    #[command(subcommand)]
    Calibration(calibration::Part),
    /// docs/analysis.md: positions whose truth is known, and the judge on them; hours
    Truth {
        #[command(subcommand)]
        part: Option<truth::Part>,
    },
    /// docs/analysis.md: what is missing of the matches of the levels; 15 minutes
    Ladder,
    /// docs/analysis.md: what is missing of the matches of the player azulejo; hours
    Player(player::PlayerArgs),
    /// Weights and network of the player azulejo, fitted to its games; half an hour
    Fit(fit::FitArgs),
    /// The puzzles of the game, from games of the levels; ten minutes
    Puzzles {
        /// How many games are played
        #[arg(default_value_t = 1500)]
        games: u64,
    },
    /// The numbers of leaves in tests/data/perft/
    Perft,
    /// docs/game.md: random games, the tiles counted after every step
    RandomGames {
        /// How many for each number of players
        #[arg(default_value_t = 100_000)]
        games: u32,
    },
    /// The recipes of CONTRIBUTING.md, followed to the letter in a copy whose tests are run
    Recipes,
}

/// Runs the command of the command line.
pub(crate) fn run() -> Result {
    let matches = program().get_matches();
    let (name, arguments) = matches.subcommand().ok_or("no command")?;
    if let Some(script) = SCRIPTS.iter().find(|script| script.name == name) {
        let options = || arguments.get_many::<OsString>("options");
        let options = script.takes_options().then(options).flatten();
        let options: Vec<OsString> = options.into_iter().flatten().cloned().collect();
        return process::run(script.line, &options);
    }
    match Command::from_arg_matches(&matches)? {
        Command::Results { counts } => results::run(&counts),
        Command::Formulations => formulations::run(),
        Command::Steps => steps::run(),
        Command::Certificates => certificates::run(),
        Command::Constrained(args) => constrained::run(&args),
        Command::EveryCovering { instance } => every_covering::run(&instance),
        Command::Layers(args) => layers::run(&args),
        Command::Experiments => experiments::run(),
        Command::SearchTables => search_tables::run(),
        Command::Readings => readings::run(),
        Command::Analysis(args) => analysis::run(&args),
        Command::Calibration(part) => calibration::run(&part),
        Command::Truth { part } => truth::run(part.as_ref()),
        Command::Ladder => ladder::run(),
        Command::Player(args) => player::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Puzzles { games } => puzzles::run(games),
        Command::Perft => perft::run(),
        Command::RandomGames { games } => random_games::run(games),
        Command::Recipes => recipes::run(),
    }
}

/// The command line. Its help has the groups, for which clap has no headings.
fn program() -> clap::Command {
    let base = clap::Command::new("maintain")
        .bin_name("cargo maintain")
        .about(ABOUT);
    let mut all = Command::augment_subcommands(base.arg_required_else_help(true));
    for script in SCRIPTS {
        let command = clap::Command::new(script.name).about(script.about);
        let options = Arg::new("options").help("Options of what is run; -- --help lists them");
        let options = options.num_args(0..).trailing_var_arg(true);
        let options = options.allow_hyphen_values(true);
        let options = options.value_parser(clap::value_parser!(OsString));
        let options = script.takes_options().then_some(options);
        all = all.subcommand(command.after_help(script.line).args(options));
    }
    let mut help = String::from("{about}\n\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        help += &format!("\n{title}:\n");
        for name in names.split(' ') {
            let about = all
                .find_subcommand(name)
                .and_then(|command| command.get_about());
            help += &format!("  {name:14} {}\n", about.cloned().unwrap_or_default());
        }
    }
    all.help_template(help)
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, program};
    use itertools::Itertools;

    #[test]
    fn each_command_stands_in_one_group_of_the_help() {
        let all = program();
        all.clone().debug_assert();
        let group_names = GROUPS.iter().flat_map(|(_, names)| names.split(' '));
        let command_names = all.get_subcommands().map(|command| command.get_name());
        assert_eq!(
            group_names.sorted().collect_vec(),
            command_names.sorted().collect_vec()
        );
    }
}
