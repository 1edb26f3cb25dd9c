use crate::formulation::BuildError;
use itertools::Itertools;

/// Error of a solution file without an order.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SolutionFileError {
    /// Text of no known solver.
    #[error(
        "this is no solution file of glpsol (-o or -w), HiGHS (--solution_file), CBC (solution), SCIP (write solution) or \
         Gurobi (.sol), and not the JSON output of solve or orders"
    )]
    Unknown,
    /// Solver without a solution.
    #[error("{solver} found no solution: {status}")]
    Unsolved {
        /// Solver.
        solver: &'static str,
        /// Status in words of the solver.
        status: String,
    },
    /// Line in another form than that of the solver.
    #[error("line {line}: {text:?} is no line of a solution by {solver}: expected {expected}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Text of the line.
        text: String,
        /// Solver.
        solver: &'static str,
        /// Form of such a line.
        expected: &'static str,
    },
    /// End of the file before its values.
    #[error("the solution by {solver} ends before its columns: expected {expected}")]
    End {
        /// Solver.
        solver: &'static str,
        /// Form of the missing line.
        expected: &'static str,
    },
    /// Name of no column of the program of the instance.
    #[error("line {line}: the program has no column {name}: is it a solution of another instance?")]
    Name {
        /// Number of the line, from 1.
        line: usize,
        /// Name of the column.
        name: String,
    },
    /// Column with two values.
    #[error("line {line}: {name} has a value before")]
    Twice {
        /// Number of the line, from 1.
        line: usize,
        /// Name of the column.
        name: String,
    },
    /// List without names, with the columns of no model file of the instance.
    #[error(
        "the file has {found} columns without names, and the model file of this instance has {}: is it a solution of \
         another instance? glpsol -o writes names",
        .expected.iter().join(" or ")
    )]
    Columns {
        /// Number of columns in the file.
        found: usize,
        /// Numbers of columns of the model files.
        expected: Vec<usize>,
    },
    /// Integer column with a fraction.
    #[error(
        "{name} is {value}, and must be whole: the solution of a linear relaxation is no order"
    )]
    Fraction {
        /// Name of the column.
        name: String,
        /// Value of the column.
        value: f64,
    },
    /// Row of the program that the values break.
    #[error("the values break the row {row} of the program: is it a solution of another instance?")]
    Row {
        /// Name of the row.
        row: String,
    },
    /// Objective that differs from that of the values.
    #[error(
        "the values do not give the objective {objective}: is it a solution of another instance?"
    )]
    Objective {
        /// Objective in the file.
        objective: f64,
    },
    /// Cycle of cells, each before the next.
    #[error("the values tell no order: some cells come before each other")]
    Cyclic,
    /// Instance without a program.
    #[error(transparent)]
    BuildError(#[from] BuildError),
}

impl SolutionFileError {
    /// Error of a solver without a solution, with its status in words.
    pub(super) fn unsolved(solver: &'static str, status: &str) -> Self {
        let status = status.to_owned();
        Self::Unsolved { solver, status }
    }

    /// Error of a line in another form than the expected one.
    pub(super) fn line(
        (line, text): (usize, &str),
        solver: &'static str,
        expected: &'static str,
    ) -> Self {
        let text = text.to_owned();
        Self::Line {
            line,
            text,
            solver,
            expected,
        }
    }
}
