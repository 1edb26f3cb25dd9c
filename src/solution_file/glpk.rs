//! Two solution files of GLPK.

use super::SolutionFileError;
use super::formats::{Entry, Lines, number};

const SOLVER: &str = "glpsol";

/// `glpsol -o`: a report for people. Below `Column name` and a line of dashes there is a line a column: its number, its
/// name, a mark, its value, and more; after a name of more than 12 letters the rest is on the next line.
pub(super) fn report<'a>(lines: Box<Lines<'a>>) -> Result<Vec<Entry<'a>>, SolutionFileError> {
    let mut lines = lines.map(|(line, text)| (line, text.trim()));
    let status = lines
        .find_map(|(_, text)| text.strip_prefix("Status:"))
        .map_or("", str::trim);
    if ["EMPTY", "UNDEFINED", "INFEASIBLE", "UNBOUNDED"]
        .iter()
        .any(|word| status.contains(word))
    {
        return Err(SolutionFileError::unsolved(SOLVER, status));
    }
    let mut lines = lines
        .skip_while(|(_, text)| !text.contains("Column name"))
        .skip(2);
    let mut entries = Vec::new();
    while let Some((line, text)) = lines.next() {
        let mut words = text.split_whitespace();
        // The conditions of Karush, Kuhn and Tucker follow the columns.
        let Some(Ok(_)) = words.next().map(str::parse::<usize>) else {
            break;
        };
        let name = words.next();
        let next_line = words.next().is_none().then(|| lines.next()).flatten();
        let values = next_line.map_or(text, |(_, text)| text);
        let skip = if next_line.is_some() { 0 } else { 2 };
        let mut values = values.split_whitespace().skip(skip);
        let value = values.next().and_then(|first| {
            number(first).or_else(|| is_mark(first).then(|| number(values.next()?))?)
        });
        let (name, value) = name.zip(value).ok_or_else(|| {
            let expected = "the number of a column, its name and its value";
            SolutionFileError::line((line, text), SOLVER, expected)
        })?;
        entries.push(Entry { line, name, value });
    }
    match entries.is_empty() {
        true => Err(SolutionFileError::End {
            solver: SOLVER,
            expected: "Column name and below it the columns",
        }),
        false => Ok(entries),
    }
}

/// Whether a word marks an integer column, or the state of a column in the basis.
fn is_mark(word: &str) -> bool {
    ["*", "B", "NL", "NU", "NF", "NS"].contains(&word)
}

/// `glpsol -w`: `s mip ROWS COLUMNS STATUS SCORE`, then `i ROW VALUE` and `j COLUMN VALUE` lines, without names. A linear
/// program has `s bas`, with a letter before each value. Returns the values of the columns and the score.
pub(super) fn plain(lines: Box<Lines<'_>>) -> Result<(Vec<f64>, f64), SolutionFileError> {
    let mut values = Vec::new();
    let mut objective = None;
    for (line, text) in lines {
        let words: Vec<&str> = text.split_whitespace().collect();
        let fault = |expected| SolutionFileError::line((line, text), SOLVER, expected);
        match words[..] {
            ["s", _, _, _, status, ..] if ["u", "n", "i"].contains(&status) => {
                let status = match status {
                    "u" => "it is undefined",
                    _ => "there is none",
                };
                return Err(SolutionFileError::unsolved(SOLVER, status));
            }
            ["s", _, _, _, .., score] => {
                let score = number(score).ok_or_else(|| fault("s and the score at its end"))?;
                objective = Some(score);
            }
            ["c" | "i" | "e", ..] => {}
            ["j", column, ref rest @ ..] => {
                let value = rest.iter().find_map(|word| number(word));
                let is_next = column.parse() == Ok(values.len() + 1);
                let value = value.filter(|_| is_next);
                values.push(value.ok_or_else(|| fault("j, the next column and its value"))?);
            }
            _ => return Err(fault("a line that begins with c, s, i, j or e")),
        }
    }
    let objective = objective.ok_or(SolutionFileError::End {
        solver: SOLVER,
        expected: "a line s with the score",
    })?;
    Ok((values, objective))
}
