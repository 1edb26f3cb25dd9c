//! What can be written after `azulejo map`.

use super::args::{FrontierArgs, LimitArgs};
use super::instance_args::InstanceArgs;
use crate::instance::ConstraintSpec;
use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum, value_parser};
use std::path::PathBuf;

/// Without cells, `--first` and `--last` ask for the map of a turn; with cells they are the constraints of `solve`.
#[derive(Debug, Args)]
#[command(mut_arg(FIRST, |flag| bare(flag, "Map the first turn; =CELLS is the constraint that these cells are filled first")))]
#[command(mut_arg(LAST, |flag| bare(flag, "Map the last turn; =CELLS is the constraint that these cells are filled last")))]
pub(super) struct MapArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    #[command(flatten)]
    pub(super) turn: MappedTurn,
    /// What to write; by default what the name of --output says, or text
    #[arg(long, value_enum, help_heading = "Run")]
    pub(super) format: Option<MapFormat>,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Run")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    #[command(flatten)]
    pub(super) frontier: FrontierArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MapFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// An SVG picture
    Svg,
}

/// The turn that is mapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MappedTurn {
    First,
    Last,
    /// Its number from 1.
    Number(u64),
}

const FIRST: &str = "first";
const LAST: &str = "last";
const TURN: &str = "turn";

fn bare(flag: Arg, help: &'static str) -> Arg {
    flag.num_args(0..=1).require_equals(true).help(help)
}

impl Args for MappedTurn {
    fn augment_args(command: Command) -> Command {
        let turn = Arg::new(TURN).long(TURN).value_name("TURN");
        let turn = turn.help("Map this turn").value_parser(value_parser!(u64));
        command.arg(turn.help_heading("Run"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MappedTurn {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let is_bare = |flag: &str| {
            matches.contains_id(flag)
                && matches
                    .get_many::<ConstraintSpec>(flag)
                    .is_none_or(|cells| cells.len() == 0)
        };
        let asked = [
            is_bare(FIRST).then_some(Self::First),
            is_bare(LAST).then_some(Self::Last),
            matches.get_one(TURN).copied().map(Self::Number),
        ];
        let mut asked = asked.into_iter().flatten();
        match (asked.next(), asked.next()) {
            (Some(turn), None) => Ok(turn),
            _ => Err(Error::raw(
                ErrorKind::MissingRequiredArgument,
                "say which turn to map: --first, --last or --turn TURN, one of them",
            )),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
