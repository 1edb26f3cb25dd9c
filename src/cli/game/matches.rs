use super::contestants::{GamesArgs, contestants, expect_no_fault, groups};
use super::records::{self, Writer};
use crate::arena::{Match, Sprt, Starter, Watch};
use crate::cli::exit::{Exit, Usage};
use crate::cli::flags::Format;
use crate::cli::{output, progress};
use crate::game::record::Record;
use crate::render::game::matches;
use crate::schema::game::{Match as Output, MatchResult};
use crate::schema::pretty;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(next_help_heading = "Match")]
pub(in crate::cli) struct MatchArgs {
    /// Two, three or four players, in the order in which they sit
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=4, help_heading = None)]
    players: Vec<String>,
    /// The player who begins every game, from 1; without it, all begin equally many games
    #[arg(long, value_name = "I")]
    first: Option<NonZeroUsize>,
    /// End as soon as a sequential test tells whether the first of two players is stronger by ELO0 or by ELO1, such
    /// as 0,10; either answer is wrong with a probability of 5 %
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the record of each game to this file, a game a line, as `azulejo game check` reads it
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    games: GamesArgs,
}

pub(super) fn run(args: &MatchArgs) -> anyhow::Result<Exit> {
    let contestants = contestants(&args.players)?;
    let starter = args
        .first
        .map_or(Starter::Each, |first| Starter::Always(first.get() - 1));
    let match_ = Match::new(contestants.iter().collect(), starter, args.games.seed);
    let match_ = match_.map_err(|error| Usage(format!("--first: {error}")))?;
    if args.sprt.is_some() && contestants.len() > 2 {
        let message = format!(
            "--sprt compares two players; there are {}",
            contestants.len()
        );
        return Err(Usage(message).into());
    }
    let groups = groups(&args.games, match_.group_size(), args.sprt.is_some())?;
    let target = records::target(args.records.as_deref())?;
    let (line, control) = progress::Line::of_stage("match", &args.games.limits)?;
    let mut writer = target
        .as_ref()
        .map(|target| Writer::new(target, &line.stop))
        .transpose()?;
    let mut write = writer
        .as_mut()
        .map(|writer| |record: &Record| writer.write(record));
    let tally = match_.run(
        0..groups,
        Watch {
            control,
            sprt: args.sprt,
            records: write.as_mut().map(|write| write as _),
        },
    );
    drop(line);
    expect_no_fault(&contestants)?;
    let result = MatchResult {
        players: args.players.clone(),
        seed: args.games.seed,
        starter,
        of: groups * match_.group_size() as u64,
        tally,
        sprt: args.sprt,
    };
    let is_empty = result.tally.games == 0;
    if let Some(writer) = writer {
        writer.finish(is_empty)?;
    }
    match args.games.format {
        Format::Json => output::result(&pretty(&Output::from(&result)))?,
        Format::Text if is_empty => output::note("stopped before the first games were played"),
        Format::Text => output::result(&matches::text(&result))?,
    }
    Ok(match (result.is_stopped(), is_empty) {
        (true, true) => Exit::StoppedEmpty,
        (true, false) => Exit::Stopped,
        (false, _) => Exit::Done,
    })
}
