use crate::flags::CellsArg;
use crate::instance::CellSpec;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

/// An order that is given.
#[derive(Debug, Args)]
#[command(next_help_heading = "Order")]
pub(in crate::cli) struct OrderArgs {
    /// The cells in turn order, such as "5 7 3 4 2 1 6 8 9" or 5,7,3,4,2,1,6,8,9; 0 or – for a turn that passes
    #[arg(long, value_name = "CELLS", group = "given")]
    pub(in crate::cli) order: Option<OrderArg>,
    /// The JSON output of solve or orders, or what GLPK, HiGHS, CBC, SCIP or Gurobi wrote of a model file of formulate; - for
    /// standard input
    #[arg(long, value_name = "FILE", group = "given")]
    pub(in crate::cli) solution: Option<PathBuf>,
    /// Which of the orders in that file, from 1
    #[arg(
        long,
        value_name = "N",
        requires = "solution",
        conflicts_with = "order"
    )]
    pub(in crate::cli) nth: Option<NonZeroUsize>,
}

/// The cells of an order, a turn each: 0, `–` or `-` where the turn passes.
#[derive(Debug, Clone)]
pub(in crate::cli) struct OrderArg(pub(in crate::cli) Vec<CellSpec>);

impl FromStr for OrderArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
        let words = text.split_inclusive(is_between).map(|word| {
            let cell = word.trim_end_matches(is_between);
            match cell {
                "–" | "-" => format!("0{}", &word[cell.len()..]),
                _ => word.to_owned(),
            }
        });
        let CellsArg(cells) = words.collect::<String>().parse()?;
        Ok(Self(cells))
    }
}
