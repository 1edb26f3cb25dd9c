use crate::formulation::Unwritten;
use itertools::Itertools;

/// A solution file tells no order.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SolutionFileError {
    /// No known solver begins a solution file so.
    #[error(
        "this is no solution file of glpsol (-o or -w), HiGHS (--solution_file), CBC (solution), SCIP (write solution) or \
         Gurobi (.sol), and not the JSON output of solve or orders"
    )]
    Unknown,
    /// The solver found none.
    #[error("{solver} found no solution: {status}")]
    Unsolved {
        /// The solver.
        solver: &'static str,
        /// Words of the solver for what it found.
        status: String,
    },
    /// A line is not of the form that the solver writes.
    #[error("line {line}: {text:?} is no line of a solution by {solver}: expected {expected}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The line itself.
        text: String,
        /// The solver.
        solver: &'static str,
        /// The form of such a line.
        expected: &'static str,
    },
    /// The file ends before its values.
    #[error("the solution by {solver} ends before its columns: expected {expected}")]
    End {
        /// The solver.
        solver: &'static str,
        /// The form of what is missing.
        expected: &'static str,
    },
    /// The program of the instance has no column of that name.
    #[error("line {line}: the program has no column {name}: is it a solution of another instance?")]
    Name {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A column has two values.
    #[error("line {line}: {name} has a value before")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A list without names has the columns of no model file of the instance.
    #[error(
        "the file has {found} columns without names, and the model file of this instance has {}: is it a solution of \
         another instance? glpsol -o writes names",
        .expected.iter().join(" or ")
    )]
    Columns {
        /// Columns in the file.
        found: usize,
        /// Columns of the model files.
        expected: Vec<usize>,
    },
    /// A column that must be whole is not.
    #[error(
        "{name} is {value}, and must be whole: the solution of a linear relaxation is no order"
    )]
    Fraction {
        /// The column.
        name: String,
        /// Value of the column.
        value: f64,
    },
    /// The values break a row of the program.
    #[error("the values break the row {row} of the program: is it a solution of another instance?")]
    Row {
        /// The name of the row.
        row: String,
    },
    /// The values do not give the value of the objective.
    #[error(
        "the values do not give the objective {objective}: is it a solution of another instance?"
    )]
    Objective {
        /// The value in the file.
        objective: f64,
    },
    /// Cells come before each other around a circle.
    #[error("the values tell no order: some cells come before each other")]
    Cyclic,
    /// There is no program for the instance.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
}

impl SolutionFileError {
    /// The error of a solver that found no solution, with its words for that.
    pub(super) fn unsolved(solver: &'static str, status: &str) -> Self {
        let status = status.to_owned();
        Self::Unsolved { solver, status }
    }

    /// The error of a line that is of another form than what is expected.
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
