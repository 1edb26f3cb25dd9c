use super::contestants::{GamesArgs, contestants, expect_no_fault, groups};
use crate::arena::Tournament;
use crate::cli::exit::{Exit, Usage};
use crate::cli::flags::Format;
use crate::cli::{output, progress};
use crate::players::Contestant;
use crate::render::game::tournament;
use crate::schema::game::{Tournament as Output, TournamentResult};
use crate::schema::pretty;
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct TournamentArgs {
    /// Two or more players, at most 64
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=64, help_heading = None)]
    players: Vec<String>,
    #[command(flatten)]
    games: GamesArgs,
}

pub(super) fn run(args: &TournamentArgs) -> anyhow::Result<Exit> {
    let contestants = contestants(&args.players)?;
    let contestants: Vec<&Contestant> = contestants.iter().collect();
    let games = &args.games;
    let groups = groups(games, 2, false)?;
    let pairs = Tournament::new(&contestants, games.seed);
    let pairs = pairs.map_err(|error| Usage(error.to_string()))?;
    let (line, control) = progress::Line::of_stage("tournament", &games.limits)?;
    let table = pairs.run(groups, &control);
    drop(line);
    expect_no_fault(contestants.iter().copied())?;
    let game_count = table.games();
    let result = TournamentResult {
        players: args.players.clone(),
        seed: games.seed,
        of: 2 * groups * table.pairs().count() as u64,
        table,
    };
    match games.format {
        Format::Json => output::result(&pretty(&Output::from(&result)))?,
        Format::Text if game_count == 0 => {
            output::note("stopped before the first games were played")
        }
        Format::Text => output::result(&tournament::text(&result))?,
    }
    Ok(match game_count {
        0 => Exit::StoppedEmpty,
        games if games < result.of => Exit::Stopped,
        _ => Exit::Done,
    })
}
