//! Solution files of solvers. Every name of our model files is one word.

use super::{SolutionFileError, glpk};

/// Value with its name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry<'a> {
    /// Line of the file, from 1.
    pub(super) line: usize,
    pub(super) name: &'a str,
    pub(super) value: f64,
}

/// Values in a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Values<'a> {
    /// Values of columns, perhaps also of rows, by name.
    ByName(Vec<Entry<'a>>),
    /// Values of columns in the sequence of the model file.
    InSequence {
        values: Vec<f64>,
        /// Objective in the file.
        objective: f64,
    },
}

/// Lines of a file with their numbers, without empty lines.
pub(super) type Lines<'a> = dyn Iterator<Item = (usize, &'a str)> + 'a;

pub(super) fn read(text: &str) -> Result<Values<'_>, SolutionFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = || {
        let lines = (1..).zip(text.lines());
        lines.filter(|(_, line)| !line.trim().is_empty())
    };
    let (_, first) = lines().next().ok_or(SolutionFileError::Unknown)?;
    let first = first.trim();
    let has_prefix = |beginning: &str| first.starts_with(beginning);
    let lines: Box<Lines<'_>> = Box::new(lines());
    match first {
        _ if has_prefix("Problem:") => glpk::report(lines).map(Values::ByName),
        _ if has_prefix("c Problem:")
            || has_prefix("s mip ")
            || has_prefix("s bas ")
            || has_prefix("s ipt ") =>
        {
            glpk::plain(lines).map(|(values, objective)| Values::InSequence { values, objective })
        }
        "Model status" => highs(lines).map(Values::ByName),
        _ if has_prefix("solution status:") => scip(lines).map(Values::ByName),
        _ if has_prefix("# Solution for model") || has_prefix("# Objective value") => {
            gurobi(lines).map(Values::ByName)
        }
        _ if first.contains(" - objective value") => cbc(lines).map(Values::ByName),
        _ => Err(SolutionFileError::Unknown),
    }
}

/// Finite number.
pub(super) fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Entry of the first two words of a line, a name and its value.
fn name_and_value<'a>(
    (line, text): (usize, &'a str),
    solver: &'static str,
) -> Result<Entry<'a>, SolutionFileError> {
    let mut words = text.split_whitespace();
    let pair = words.next().zip(words.next().and_then(number));
    let fault = || SolutionFileError::line((line, text), solver, "a name and a number");
    let (name, value) = pair.ok_or_else(fault)?;
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
    let entry = |(line, text): (usize, &'a str)| match text.starts_with("no solution") {
        true => Err(SolutionFileError::unsolved("SCIP", status)),
        false => name_and_value((line, text), "SCIP"),
    };
    lines.map(entry).collect()
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
    let no_solution = ["infeasible", "unbounded", "no integer solution"];
    if no_solution.iter().any(|phrase| words.contains(phrase)) {
        return Err(SolutionFileError::unsolved(SOLVER, status.trim()));
    }
    let entry = |(line, text): (usize, &'a str)| {
        let words = text.trim_start().trim_start_matches("**").trim_start();
        let (index, rest) = words.split_once(char::is_whitespace)?;
        index.parse::<usize>().ok()?;
        name_and_value((line, rest), SOLVER).ok()
    };
    let entry_or_error = |line: (usize, &'a str)| {
        entry(line).ok_or_else(|| SolutionFileError::line(line, SOLVER, EXPECTED))
    };
    lines.map(entry_or_error).collect()
}
