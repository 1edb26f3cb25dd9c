//! What can be written after `azulejo relax` and `azulejo grade`: rows and models of one's own.

use super::args::{Format, FormulationArgs, LimitArgs};
#[cfg(feature = "highs")]
use super::choice::named;
use super::instance_args::InstanceArgs;
#[cfg(feature = "highs")]
use crate::grading::Reading;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct RelaxArgs {
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    #[command(flatten)]
    pub(super) formulation: FormulationArgs,
    /// Try a row, such as "o(1,2) + o(2,3) <= 1"; can be repeated
    ///
    /// The names are those that `formulate --expand` shows, and in the ordering formulation also o(b,a) for
    /// 1 - o(a,b), h(c) and v(c) for the points of a cell along its row and its column, and P(row 1) and S(row 1) for
    /// the points and the starts of a line. With (row), (column) or (line) the row is written for each of them.
    #[arg(
        long = "row",
        value_name = "ROW",
        allow_hyphen_values = true,
        help_heading = "Rows to try"
    )]
    pub(super) rows: Vec<String>,
    /// Try the rows of a file, one a line, after # a comment; - for standard input
    #[arg(long = "rows", value_name = "FILE", help_heading = "Rows to try")]
    pub(super) file_of_rows: Option<PathBuf>,
    /// Leave out a row by its name, or all rows of an equation, such as c2; can be repeated
    #[arg(
        long = "without-row",
        value_name = "NAME",
        help_heading = "Rows to try"
    )]
    pub(super) without_rows: Vec<String>,
    /// Every column that is not 0, not a screenful
    #[arg(long, help_heading = "Run")]
    pub(super) all: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

#[cfg(feature = "highs")]
#[derive(Debug, Args)]
pub(super) struct GradeArgs {
    /// The file of the model: .mod, .mzn, .lp or .mps
    #[arg(value_name = "MODEL")]
    pub(super) model: PathBuf,
    #[command(flatten)]
    pub(super) instance: InstanceArgs,
    /// A file with more data for the model; can be repeated
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    pub(super) data: Vec<PathBuf>,
    /// Which variables tell the order; by default those of these that the model has: A[turn,cell] (case-study),
    /// o[cell,cell] (ordering), turn[cell] (turns)
    #[arg(long = "as", value_parser = named(Reading::ALL, Reading::name), help_heading = "Model")]
    pub(super) reading: Option<Reading>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}
