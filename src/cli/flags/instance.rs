//! Flags of an instance.

use super::constraints::ConstraintFlags;
use crate::flags::{self, CellsArg, SizeArg};
use crate::instance::{BonusSetSpec, ColoursSpec, FactorSpec, Sense};
use crate::wall::Bonus;
use clap::Args;
use std::convert::Infallible;
use std::path::PathBuf;

/// An instance is a file, or made from flags, of which `--size` is one.
#[derive(Debug, Args)]
pub(in crate::cli) struct InstanceArgs {
    /// A JSON file, or - for standard input
    #[arg(value_name = "INSTANCE")]
    pub(in crate::cli) file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) flags: InstanceFlags,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Instance from flags")]
pub(in crate::cli) struct InstanceFlags {
    /// The wall: 5 for 5x5, or ROWSxCOLUMNS
    #[arg(long, value_name = "SIZE")]
    pub(in crate::cli) size: Option<SizeArg>,
    /// The maximum or the minimum score; max by default
    #[arg(long, value_name = "max|min", value_parser = flags::sense)]
    pub(in crate::cli) sense: Option<Sense>,
    #[command(flatten)]
    pub(in crate::cli) constraints: ConstraintFlags,
    /// Cells that are filled before turn 1, and earn nothing
    #[arg(long, value_name = "CELLS")]
    pub(in crate::cli) initial: Option<CellsArg>,
    /// Cells that the wall does not have: no tile lies there, and runs end there
    #[arg(long, value_name = "CELLS")]
    pub(in crate::cli) holes: Option<CellsArg>,
    /// The number of turns; all cells by default
    #[arg(long, value_name = "TURNS")]
    pub(in crate::cli) turns: Option<u64>,
    /// The number of tiles, where turns may pass; one for each turn by default
    #[arg(long, value_name = "TILES")]
    pub(in crate::cli) tiles: Option<u64>,
    /// Points for complete rows, columns and colours at the end; the game's are 2,7,10
    #[arg(long, value_name = "ROW,COLUMN,COLOUR", value_parser = flags::bonus)]
    pub(in crate::cli) bonus: Option<Bonus>,
    /// Points for a set of cells that are all filled at the end, as in "1 5 21 25@12"; repeatable
    #[arg(long, value_name = "CELLS@POINTS", value_parser = bonus_set)]
    pub(in crate::cli) bonus_set: Vec<BonusSetSpec>,
    /// The colours of the bonus: cyclic as on the game's wall, free, or a Latin square as in ABC/BCA/CAB
    #[arg(long, value_name = "COLOURS", value_parser = colours)]
    pub(in crate::cli) colours: Option<ColoursSpec>,
    /// Cells whose points are multiplied by a factor from 0 to 100, as in "3 10@2"; repeatable
    #[arg(long, value_name = "CELLS@FACTOR", value_parser = flags::factor)]
    pub(in crate::cli) factor: Vec<FactorSpec>,
}

impl InstanceFlags {
    /// Flags of the command line.
    pub(in crate::cli) fn present_flags(&self) -> impl Iterator<Item = String> {
        let before = [
            ("--size", self.size.is_some()),
            ("--sense", self.sense.is_some()),
        ];
        let after = [
            ("--initial", self.initial.is_some()),
            ("--holes", self.holes.is_some()),
            ("--turns", self.turns.is_some()),
            ("--tiles", self.tiles.is_some()),
            ("--bonus", self.bonus.is_some()),
            ("--bonus-set", !self.bonus_set.is_empty()),
            ("--colours", self.colours.is_some()),
            ("--factor", !self.factor.is_empty()),
        ];
        let if_present = |(flag, is_present): (&str, bool)| is_present.then(|| flag.to_owned());
        let before = before.into_iter().filter_map(if_present);
        let after = after.into_iter().filter_map(if_present);
        before.chain(self.constraints.present_flags()).chain(after)
    }
}

/// Bonus set of a text, such as `1 5 21 25@12`.
fn bonus_set(text: &str) -> Result<BonusSetSpec, String> {
    let (cells, points) = flags::cells_at(text, "use CELLS@POINTS, as in \"1 5 21 25@12\"")?;
    Ok(BonusSetSpec { cells, points })
}

/// Colours of a text: `free`, `cyclic`, or the rows of a Latin square, such as `ABC/BCA/CAB`.
fn colours(text: &str) -> Result<ColoursSpec, Infallible> {
    let rows = || text.split('/').map(|row| row.trim().to_owned()).collect();
    Ok(match text.contains('/') {
        true => ColoursSpec::Rows(rows()),
        false => ColoursSpec::Word(text.trim().to_owned()),
    })
}
