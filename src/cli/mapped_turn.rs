//! `--first`, `--last` and `--turn` of `azulejo map`, which share their names with constraints.

use crate::instance::ConstraintSpec;
use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

/// The turn that is mapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MappedTurn {
    First,
    Last,
    /// The number of the turn, from 1.
    Number(u64),
}

pub(super) const FIRST: &str = "first";
pub(super) const LAST: &str = "last";
const TURN: &str = "turn";

pub(super) fn bare(flag: Arg, help: &'static str) -> Arg {
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
        let turns = [
            is_bare(FIRST).then_some(Self::First),
            is_bare(LAST).then_some(Self::Last),
            matches.get_one(TURN).copied().map(Self::Number),
        ];
        let mut turns = turns.into_iter().flatten();
        match (turns.next(), turns.next()) {
            (Some(turn), None) => Ok(turn),
            _ => Err(Error::raw(
                ErrorKind::MissingRequiredArgument,
                "say which turn to map: --first, --last or --turn TURN, one of them; with cells, --first=CELLS and \
                 --last=CELLS are constraints",
            )),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
