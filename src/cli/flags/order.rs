use crate::flags::OrderArg;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

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
