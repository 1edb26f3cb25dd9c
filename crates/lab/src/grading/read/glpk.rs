//! The format that glpsol writes a program in with `--wglp`: all of it, also the constant of the objective.

use super::Linear;
use azulejo_solver::milp::{FileColumn, FileProgram, FileRow, FileValues};

/// The program of a file; none for another format.
pub(super) fn read(text: &str) -> Option<Linear> {
    let mut lines = text.lines().map(|line| line.split(' '));
    let mut first = lines
        .by_ref()
        .find(|line| line.clone().next() == Some("p"))?;
    let (class, sense) = (first.nth(1)?, first.next()?);
    let (is_mip, maximizes) = (class == "mip", sense == "max");
    let mut count = || first.next()?.parse::<usize>().ok();
    let (rows, columns) = (count()?, count()?);
    // By default, a row is an equation with 0, and a column is not negative, or binary.
    let (upper, values) = match is_mip {
        true => (1.0, FileValues::Integral),
        false => (f64::INFINITY, FileValues::Continuous),
    };
    let column = |_| FileColumn {
        cost: 0.0,
        bounds: [0.0, upper],
        values,
    };
    let row = |_| FileRow {
        sides: [0.0, 0.0],
        terms: Vec::new(),
    };
    let numbered_names =
        |prefix: &str, count: usize| (1..=count).map(|at| format!("{prefix}{at}")).collect();
    let mut linear = Linear {
        program: FileProgram {
            maximizes,
            offset: 0.0,
            is_linear: true,
            columns: (0..columns).map(column).collect(),
            rows: (0..rows).map(row).collect(),
        },
        names: numbered_names("x", columns),
        rows: numbered_names("r", rows),
    };
    for mut line in lines {
        let kind = line.next()?;
        match kind {
            "i" => {
                let place = at(line.next())??;
                linear.program.rows.get_mut(place)?.sides = sides(&mut line)?;
            }
            "j" => {
                let place = at(line.next())??;
                let column = linear.program.columns.get_mut(place)?;
                column.values = match is_mip.then(|| line.next()).flatten() {
                    Some("i") => FileValues::Integral,
                    _ => FileValues::Continuous,
                };
                column.bounds = sides(&mut line)?;
            }
            "a" => {
                let (row, column) = (at(line.next())?, at(line.next())?);
                let number: f64 = line.next()?.parse().ok()?;
                match (row, column) {
                    (None, None) => linear.program.offset = number,
                    (None, Some(column)) => linear.program.columns.get_mut(column)?.cost = number,
                    (Some(row), column) => {
                        linear
                            .program
                            .rows
                            .get_mut(row)?
                            .terms
                            .push((column?, number));
                    }
                }
            }
            "n" => {
                let names = match line.next()? {
                    "i" => &mut linear.rows,
                    "j" => &mut linear.names,
                    _ => continue,
                };
                let place = at(line.next())??;
                *names.get_mut(place)? = line.collect::<Vec<_>>().join(" ");
            }
            "e" => return Some(linear),
            _ => {}
        }
    }
    // The file has no end.
    None
}

/// The place of a row or a column with this number; that of the objective is none.
fn at(number: Option<&str>) -> Option<Option<usize>> {
    let number: usize = number?.parse().ok()?;
    Some(number.checked_sub(1))
}

/// The sides of a row or a column: free, at least, at most, between two, or the same as one.
fn sides<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<[f64; 2]> {
    let kind = words.next()?;
    let mut number = || words.next()?.parse::<f64>().ok();
    Some(match kind {
        "f" => [f64::NEG_INFINITY, f64::INFINITY],
        "l" => [number()?, f64::INFINITY],
        "u" => [f64::NEG_INFINITY, number()?],
        "d" => [number()?, number()?],
        "s" => {
            let value = number()?;
            [value, value]
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_read_with_its_constant_and_its_defaults() {
        let text = "c a comment\np mip max 3 3 4\nn p wall\nn z score\ni 1 f\nn i 1 score\nn i 2 sum\ni 3 d 1 4\n\
                    j 2 c l 0\nj 3 i u 7\nn j 1 o[1,2]\nn j 3 b c\na 0 0 -2.5\na 0 1 3\na 2 1 1\na 3 3 2\ne o f\n";
        let Linear {
            program,
            names,
            rows,
        } = read(text).expect("a program");
        assert!(program.maximizes && program.offset == -2.5);
        assert_eq!(names, ["o[1,2]", "x2", "b c"]);
        assert_eq!(rows, ["score", "sum", "r3"]);
        let sides: Vec<[f64; 2]> = program.rows.iter().map(|row| row.sides).collect();
        assert_eq!(
            sides,
            [[f64::NEG_INFINITY, f64::INFINITY], [0.0, 0.0], [1.0, 4.0]]
        );
        assert_eq!(program.rows[2].terms, [(2, 2.0)]);
        let columns: Vec<_> = program
            .columns
            .iter()
            .map(|column| (column.cost, column.bounds, column.values))
            .collect();
        let expected = [
            (3.0, [0.0, 1.0], FileValues::Integral),
            (0.0, [0.0, f64::INFINITY], FileValues::Continuous),
            (0.0, [f64::NEG_INFINITY, 7.0], FileValues::Integral),
        ];
        assert_eq!(columns, expected);
        assert!(read("p mip max 1 1 0\na 2 1 1\ne o f").is_none());
        assert!(read("p mip max 1 1 0\n").is_none());
    }
}
