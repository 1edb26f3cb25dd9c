//! How an instance is written on the command line.

use super::words::{BeforeArg, BonusArg, CellsArg, FixArg, SizeArg, WindowArg};
use crate::instance::Sense;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Rule {
    /// Turn t fills row ((t-1) mod rows)+1: the thesis's second constraint
    Rounds,
    /// The last turns fill row 1, row 2, ... in order: the thesis's first constraint
    LastRound,
}

/// An instance is a file, or made from flags, of which `--size` is one.
#[derive(Debug, Args)]
pub(super) struct InstanceArgs {
    /// A JSON file, or - for standard input
    #[arg(value_name = "INSTANCE")]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) flags: InstanceFlags,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Instance from flags")]
pub(super) struct InstanceFlags {
    /// The wall: 5 for 5x5, or ROWSxCOLUMNS
    #[arg(long, value_name = "SIZE")]
    pub(super) size: Option<SizeArg>,
    /// The most or the least points; max by default
    #[arg(long, value_name = "max|min", value_parser = sense)]
    pub(super) sense: Option<Sense>,
    /// A rule of the thesis; can be repeated
    #[arg(long, value_enum)]
    pub(super) rule: Vec<Rule>,
    /// Fill a cell in a turn, such as 5@9 or 2,2@9; can be repeated
    #[arg(long, value_name = "CELL@TURN")]
    pub(super) fix: Vec<FixArg>,
    /// Fill a cell in none but these turns, such as 5@3-7; can be repeated
    #[arg(long, value_name = "CELL@FROM-TO")]
    pub(super) window: Vec<WindowArg>,
    /// Fill a cell before another, such as 1:9; can be repeated
    #[arg(long, value_name = "FIRST:THEN")]
    pub(super) before: Vec<BeforeArg>,
    /// Fill these cells first, in any order, such as "1 5 9"
    #[arg(long, value_name = "CELLS")]
    pub(super) first: Option<CellsArg>,
    /// Fill these cells last, in any order
    #[arg(long, value_name = "CELLS")]
    pub(super) last: Option<CellsArg>,
    /// Cells that are filled before turn 1, and earn nothing
    #[arg(long, value_name = "CELLS")]
    pub(super) initial: Option<CellsArg>,
    /// The number of turns; all cells by default
    #[arg(long, value_name = "TURNS")]
    pub(super) turns: Option<u64>,
    /// Points for complete rows, columns and colours at the end; the game's are 2,7,10
    #[arg(long, value_name = "ROW,COLUMN,COLOUR")]
    pub(super) bonus: Option<BonusArg>,
}

impl InstanceFlags {
    /// The flags that were given.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let flags = [
            ("--size", self.size.is_some()),
            ("--sense", self.sense.is_some()),
            ("--rule", !self.rule.is_empty()),
            ("--fix", !self.fix.is_empty()),
            ("--window", !self.window.is_empty()),
            ("--before", !self.before.is_empty()),
            ("--first", self.first.is_some()),
            ("--last", self.last.is_some()),
            ("--initial", self.initial.is_some()),
            ("--turns", self.turns.is_some()),
            ("--bonus", self.bonus.is_some()),
        ];
        flags
            .into_iter()
            .filter(|(_, given)| *given)
            .map(|(flag, _)| flag)
    }
}

fn sense(word: &str) -> Result<Sense, String> {
    match word {
        "max" | "maximize" => Ok(Sense::Maximize),
        "min" | "minimize" => Ok(Sense::Minimize),
        _ => Err("use max or min".into()),
    }
}
