//! The forms in which solvers list values. Every name of our model files is one word.

use super::{SolutionFileError, glpk};

/// A value by name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry<'a> {
    /// The line of the file, from 1.
    pub(super) line: usize,
    pub(super) name: &'a str,
    pub(super) value: f64,
}

/// The values in a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Values<'a> {
    /// Of columns, perhaps also of rows.
    Named(Vec<Entry<'a>>),
    /// One a column, in the sequence of the model file.
    Numbered {
        values: Vec<f64>,
        /// The value of the objective that the file has.
        objective: f64,
    },
}

/// The lines of a file with their numbers, without those that are empty.
pub(super) type Lines<'a> = dyn Iterator<Item = (usize, &'a str)> + 'a;

pub(super) fn read(text: &str) -> Result<Values<'_>, SolutionFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = || {
        let numbered = (1..).zip(text.lines());
        numbered.filter(|(_, line)| !line.trim().is_empty())
    };
    let (_, first) = lines().next().ok_or(SolutionFileError::Unknown)?;
    let first = first.trim();
    let is = |beginning: &str| first.starts_with(beginning);
    let lines: Box<Lines<'_>> = Box::new(lines());
    match first {
        _ if is("Problem:") => glpk::printed(lines).map(Values::Named),
        _ if is("c Problem:") || is("s mip ") || is("s bas ") || is("s ipt ") => {
            glpk::written(lines).map(|(values, objective)| Values::Numbered { values, objective })
        }
        "Model status" => highs(lines).map(Values::Named),
        _ if is("solution status:") => scip(lines).map(Values::Named),
        _ if is("# Solution for model") || is("# Objective value") => {
            gurobi(lines).map(Values::Named)
        }
        _ if first.contains(" - objective value") => cbc(lines).map(Values::Named),
        _ => Err(SolutionFileError::Unknown),
    }
}

/// A finite number.
pub(super) fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The first two words of a line: a name and its value.
fn name_and_value<'a>(
    (line, text): (usize, &'a str),
    solver: &'static str,
) -> Result<Entry<'a>, SolutionFileError> {
    let mut words = text.split_whitespace();
    let read = words.next().zip(words.next().and_then(number));
    let fault = || SolutionFileError::line((line, text), solver, "a name and a number");
    let (name, value) = read.ok_or_else(fault)?;
    Ok(Entry { line, name, value })
}

/// `Model status` and the status; `# Primal solution values` and whether it is feasible; `# Columns 12`, the columns,
/// `# Rows 34`, and the rows.
fn highs<'a>(lines: Box<Lines<'a>>) -> Result<Vec<Entry<'a>>, SolutionFileError> {
    const SOLVER: &str = "HiGHS";
    let mut lines = lines.skip(1).map(|(line, text)| (line, text.trim()));
    let status = lines.next().map_or("", |(_, status)| status);
    let mut lines = lines.skip_while(|(_, text)| *text != "# Primal solution values");
    match lines.nth(1) {
        Some((_, "Feasible")) => {}
        Some(_) => return Err(SolutionFileError::unsolved(SOLVER, status)),
        None => {
            return Err(SolutionFileError::End {
                solver: SOLVER,
                expected: "# Primal solution values, as write_solution_style 0 has them",
            });
        }
    }
    let columns = lines
        .skip_while(|(_, text)| !text.starts_with("# Columns"))
        .skip(1)
        .take_while(|(_, text)| !text.starts_with('#'));
    columns.map(|line| name_and_value(line, SOLVER)).collect()
}

/// `solution status: …`, `objective value: …`, then a name, a value and `(obj:…)` a line.
fn scip<'a>(mut lines: Box<Lines<'a>>) -> Result<Vec<Entry<'a>>, SolutionFileError> {
    let first = lines.next().and_then(|(_, first)| first.split_once(':'));
    let status = first.map_or("", |(_, status)| status.trim());
    let lines = lines.filter(|(_, text)| !text.starts_with("objective value:"));
    let read = |(line, text): (usize, &'a str)| match text.starts_with("no solution") {
        true => Err(SolutionFileError::unsolved("SCIP", status)),
        false => name_and_value((line, text), "SCIP"),
    };
    lines.map(read).collect()
}

/// After comments, a name and a value a line.
fn gurobi<'a>(lines: Box<Lines<'a>>) -> Result<Vec<Entry<'a>>, SolutionFileError> {
    let lines = lines.filter(|(_, text)| !text.starts_with('#'));
    lines.map(|line| name_and_value(line, "Gurobi")).collect()
}

/// The status, then a number, a name, a value and a reduced cost a line; before it `**` where the value breaks a row.
fn cbc<'a>(mut lines: Box<Lines<'a>>) -> Result<Vec<Entry<'a>>, SolutionFileError> {
    const SOLVER: &str = "CBC";
    const EXPECTED: &str = "the number of a column, its name and its value";
    let first = lines.next().map_or("", |(_, first)| first);
    let status = first.split(" - objective value").next().unwrap_or(first);
    let words = status.to_lowercase();
    let unsolved = ["infeasible", "unbounded", "no integer solution"];
    if unsolved.iter().any(|none| words.contains(none)) {
        return Err(SolutionFileError::unsolved(SOLVER, status.trim()));
    }
    let entry = |(line, text): (usize, &'a str)| {
        let words = text.trim_start().trim_start_matches("**").trim_start();
        let (index, rest) = words.split_once(char::is_whitespace)?;
        index.parse::<usize>().ok()?;
        name_and_value((line, rest), SOLVER).ok()
    };
    let read = |line: (usize, &'a str)| {
        entry(line).ok_or_else(|| SolutionFileError::line(line, SOLVER, EXPECTED))
    };
    lines.map(read).collect()
}
