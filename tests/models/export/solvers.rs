//! Other solvers on model files.

use crate::common::optional::{peers_python, skipped};
use azulejo::render::model_file::FileFormat;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A solver with a program of its own.
pub(crate) struct Solver {
    pub(crate) name: &'static str,
    /// The target of `make` that installs it.
    target: &'static str,
    /// The command for a file; none if the solver is not installed.
    command: fn(&Path, FileFormat) -> Option<Command>,
    /// The optimum in the output.
    optimum: fn(&str) -> Option<f64>,
    /// The words of the output for an infeasible program.
    infeasible: &'static [&'static str],
}

/// Answer of a solver about a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Answer {
    Optimum(f64),
    Infeasible,
}

const SCIP: &str = "import sys, pyscipopt
model = pyscipopt.Model()
model.hideOutput()
model.readProblem(sys.argv[1])
model.optimize()
optimal = model.getStatus() == 'optimal'
print(*['optimum', model.getObjVal()] if optimal else [model.getStatus()])";

pub(crate) const CBC: Solver = Solver {
    name: "cbc",
    target: "deps-models",
    command: |path, _| {
        let mut command = Command::new("cbc");
        command.arg(path).arg("solve");
        Some(command)
    },
    optimum: |out| {
        let integer = out.contains("Result - Optimal solution found");
        let value = number_after(out, "Objective value:").filter(|_| integer);
        // CBC's words for a program without integers.
        value.or_else(|| number_after(out, "Optimal - objective value"))
    },
    infeasible: &["infeasible"],
};

pub(crate) const GLPSOL: Solver = Solver {
    name: "glpsol",
    target: "deps-models",
    command: |path, format| {
        let mut command = Command::new("glpsol");
        command.arg(glpsol_option(format)).arg(path);
        // Not to /dev/stdout: as root, glpsol removes that link.
        command.arg("-o").arg(report_path(path));
        Some(command)
    },
    optimum: |out| {
        let optimal = out.contains("INTEGER OPTIMAL") || out.contains("Status:     OPTIMAL");
        number_after(out, "Objective:  score = ").filter(|_| optimal)
    },
    infeasible: &[
        "NO PRIMAL FEASIBLE",
        "NO INTEGER FEASIBLE",
        "HAS NO FEASIBLE",
        "INTEGER EMPTY",
    ],
};

pub(crate) const SOLVERS: [Solver; 3] = [
    GLPSOL,
    CBC,
    Solver {
        name: "SCIP",
        target: "deps-peers",
        command: |path, _| {
            let mut command = Command::new(peers_python()?);
            command.args(["-c", SCIP]).arg(path);
            Some(command)
        },
        optimum: |out| number_after(out, "optimum"),
        infeasible: &["infeasible"],
    },
];

impl Solver {
    /// The answer about a file. None and a report of a skipped check if the solver is not installed.
    pub(crate) fn solve(&self, path: &Path, format: FileFormat) -> Option<Answer> {
        let command = (self.command)(path, format);
        let Some(output) = command.and_then(|mut command| command.output().ok()) else {
            skipped(self.name, self.target);
            return None;
        };
        let mut out = text(&output);
        if let Ok(report) = std::fs::read_to_string(report_path(path)) {
            std::fs::remove_file(report_path(path)).expect("a file");
            out += &report;
        }
        let infeasible = || self.infeasible.iter().any(|words| out.contains(words));
        match (self.optimum)(&out) {
            Some(optimum) => Some(Answer::Optimum(optimum)),
            None if infeasible() => Some(Answer::Infeasible),
            None => panic!("{} gives no answer: {out}", self.name),
        }
    }
}

/// The option by which glpsol reads a file.
pub(crate) fn glpsol_option(format: FileFormat) -> &'static str {
    match format {
        FileFormat::Lp => "--lp",
        FileFormat::Mps => "--freemps",
    }
}

/// The path of glpsol's solution.
fn report_path(model: &Path) -> PathBuf {
    model.with_extension("solution")
}

fn number_after(out: &str, mark: &str) -> Option<f64> {
    let (_, rest) = out.split_once(mark)?;
    rest.split_whitespace().next()?.parse().ok()
}

fn text(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}
