//! The check of a closed bound: the referee counts every piece of its certificate.

use crate::bounds::{Certificate, LastCell, Lines};
use crate::wall::{Line, Wall};
pub use azulejo_check::Flaw;

/// Has the referee count a certificate piece by piece, and returns the bound that it proves for the whole wall, without an
/// end bonus: for every order, or for every order that ends in the [last cell](Certificate::last) of the certificate.
///
/// ```
/// use azulejo_solver::{bounds::Certificate, order::check_certificate, wall::Wall};
/// let wall = Wall::new(5, 5)?;
/// assert_eq!(check_certificate(wall, &Certificate::minimum(wall, None)), Ok(89)); // 10·11 − (25 − 4)
/// assert_eq!(check_certificate(wall, &Certificate::maximum(wall, None)), Ok(145)); // 10·15 − 5
/// let centre = wall.cell(2, 2);
/// assert_eq!(check_certificate(wall, &Certificate::minimum(wall, centre)), Ok(90)); // 10·11 − (25 − 4 − 1)
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
///
/// # Errors
/// The first flaw.
pub fn check_certificate(wall: Wall, certificate: &Certificate) -> Result<u64, Flaw> {
    let (rows, columns) = (wall.rows(), wall.columns());
    match certificate {
        Certificate::Maximum { runs, apart, last } => {
            let certificate = azulejo_check::Maximum {
                runs: lines(runs),
                apart: apart.iter().map(|&one| line(one)).collect(),
                last: last.as_ref().map(last_cell),
            };
            certificate.count(rows, columns)
        }
        Certificate::Minimum {
            levels,
            blocks,
            last,
        } => {
            let certificate = azulejo_check::Minimum {
                levels: lines(levels),
                blocks: blocks
                    .iter()
                    .map(|block| block.map(|cell| cell.number()))
                    .collect(),
                last: last.as_ref().map(last_cell),
            };
            certificate.count(rows, columns)
        }
    }
}

fn lines(lines: &Lines) -> azulejo_check::Lines {
    azulejo_check::Lines {
        row: lines.row.clone(),
        column: lines.column.clone(),
    }
}

fn line(line: Line) -> azulejo_check::Line {
    match line {
        Line::Row(row) => azulejo_check::Line::Row(row as usize + 1),
        Line::Column(column) => azulejo_check::Line::Column(column as usize + 1),
    }
}

fn last_cell(last: &LastCell) -> azulejo_check::LastCell {
    azulejo_check::LastCell {
        cell: last.cell.number(),
        row: last.row.clone(),
        column: last.column.clone(),
    }
}
