//! Rows of other programs: an LP file, or rows of GMPL with numbers in place of parameters.
//!
//! Only rows are read: the columns, their ranges and the objective are those of the formulation.

/// Words behind the rows of an LP file.
const AFTER_ROWS: [&str; 10] = [
    "bounds", "bound", "binary", "binaries", "bin", "general", "generals", "gen", "integer", "end",
];

/// Words before the rows of an LP file.
const BEFORE_ROWS: [&str; 4] = ["subject to", "such that", "st", "s.t."];

/// Words of GMPL at the beginning of other statements than rows.
const NO_ROWS: [&str; 5] = ["var ", "maximize ", "minimize ", "solve", "end"];

/// Rows of a text, without comments and headings.
pub(super) fn rows<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let is_one_of =
        |words: &[&str], line: &str| words.iter().any(|word| line.eq_ignore_ascii_case(word));
    match lines.iter().position(|line| is_one_of(&BEFORE_ROWS, line)) {
        Some(at) => {
            let rows = lines[at + 1..]
                .iter()
                .take_while(|line| !is_one_of(&AFTER_ROWS, line));
            join(rows.map(|line| line.split('\\').next().unwrap_or_default().trim()))
        }
        None => lines.into_iter().filter_map(of_gmpl).collect(),
    }
}

/// Rows of an LP file, each on one or several lines.
fn join<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let is_continuation = !line.contains(':')
            && rows.last().is_some_and(|row| {
                let right = row.rsplit(['<', '>', '=']).next();
                !row.contains(['<', '>', '=']) || right.is_none_or(|right| right.trim().is_empty())
            });
        match rows.last_mut().filter(|_| is_continuation) {
            Some(row) => {
                row.push(' ');
                row.push_str(line);
            }
            None => rows.push(line.to_owned()),
        }
    }
    rows
}

/// Row of a line of GMPL, without the words around it; none for other lines.
fn of_gmpl(line: &str) -> Option<String> {
    let line = line.trim_end_matches(';').trim_end();
    let line = line.strip_prefix("subject to ").unwrap_or(line);
    let line = line.strip_prefix("s.t. ").unwrap_or(line);
    let is_row = !line.is_empty() && !NO_ROWS.iter().any(|word| line.starts_with(word));
    is_row.then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_an_lp_file_and_from_gmpl() {
        let lp = "\\ A comment\nMinimize\n score: + u(1) + 8 one\nSubject To\n a: + o(1,2)\n - o(1,3) <=\n 1\n o(1,2) >= 0\n u(1) = 0\nBounds\n 0 <= o(1,2) <= 1\nEnd\n";
        assert_eq!(
            rows(lp.lines()),
            ["a: + o(1,2) - o(1,3) <= 1", "o(1,2) >= 0", "u(1) = 0"]
        );
        let gmpl = "# two rows\nvar x;\nmaximize score: u(1);\ns.t. a: o(1,2) <= 1; # why\nsubject to b: u(1) >= 0;\nend;\n";
        assert_eq!(rows(gmpl.lines()), ["a: o(1,2) <= 1", "b: u(1) >= 0"]);
    }
}
