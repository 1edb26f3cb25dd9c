//! Orders for the maximum: on the diagonal, and in rounds.

use crate::bounds::maximum;
use crate::instance::Sense;
use crate::order::Solution;
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use itertools::{Itertools, iproduct};

/// An order of the maximum score, if the problem maximizes over a whole wall that is empty at first and admits the order of this
/// construction.
///
/// From the diagonal of a square (thesis, section 3.2.2), a longer wall then line after line across, from end to end; or in
/// rounds from top to bottom.
///
/// Each line grows from one start, and max(a, b) tiles are starts: the score is the [maximum](crate::bounds::maximum).
pub(super) fn order_of(problem: &Problem) -> Option<Solution> {
    let wall = problem.wall();
    if !maximizes_whole_wall(problem) {
        return None;
    }
    let mut constructions = [along_the_tree, in_rounds].into_iter();
    let order = constructions
        .find_map(|construct| construct(wall).filter(|order| problem.admits(order)))?;
    Some(Solution {
        order: order.into(),
        score: u32::try_from(maximum(wall)).ok()? + problem.full_bonus(),
    })
}

/// The square at the beginning of a wall from its diagonal, and then the other lines. From the diagonal the square grows
/// by one row and one column at a time, each from the diagonal on (thesis, figure 8).
fn along_the_tree(wall: Wall) -> Option<Vec<Cell>> {
    let (rows, columns) = (wall.rows(), wall.columns());
    let side = rows.min(columns);
    let diagonal = (0..side).map(|line| (line, line));
    let square = (1..side).flat_map(|line| {
        let back = (0..line).rev();
        let row = back.clone().map(move |column| (line, column));
        row.chain(back.map(move |row| (row, line)))
    });
    let rest = match rows < columns {
        true => iproduct!(side..columns, 0..rows)
            .map(|(column, row)| (row, column))
            .collect_vec(),
        false => iproduct!(side..rows, 0..columns).collect_vec(),
    };
    diagonal
        .chain(square)
        .chain(rest)
        .map(|(row, column)| wall.cell(row, column))
        .collect()
}

/// Whether the problem maximizes over a wall that is filled from the first cell to the last.
pub(super) fn maximizes_whole_wall(problem: &Problem) -> bool {
    problem.sense() == Sense::Maximize && problem.fills_an_empty_wall()
}

/// The order of figure 11 of the thesis, for any wall: in each round, from top to bottom, a row gets the next cell to the
/// right of its tiles, from the diagonal on, and when there is none the next one to the left (`docs/proofs.md`, section 17).
fn in_rounds(wall: Wall) -> Option<Vec<Cell>> {
    let turn = |cell: &Cell| {
        let (row, column) = (wall.row_of(*cell), wall.column_of(*cell));
        let round = match column.checked_sub(row) {
            Some(round) => round,
            None => wall.columns() - 1 - column,
        };
        (round, row)
    };
    Some(wall.cells().sorted_by_key(turn).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::order::verify;

    fn instance_and_order(text: &str) -> (Instance, Option<Solution>) {
        let instance = Instance::from_json(text).expect("valid");
        let solution = order_of(&Problem::from(&instance));
        (instance, solution)
    }

    #[test]
    fn the_score_of_the_diagonal_is_right() {
        for text in [
            r#"{"wall": {"rows": 1, "columns": 1}, "sense": "maximize"}"#,
            r#"{"wall": {"rows": 6, "columns": 6}, "sense": "maximize"}"#,
            r#"{"wall": {"rows": 5, "columns": 4}, "sense": "maximize"}"#,
            r#"{"wall": {"rows": 3, "columns": 17}, "sense": "maximize", "bonus": {"row": 2}}"#,
            r#"{"wall": {"rows": 30, "columns": 30}, "sense": "maximize", "bonus": {"row": 2, "column": 7, "colour": 10}}"#,
            r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "constraints": [{"type": "before", "first": 1, "then": 2}]}"#,
            r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
            r#"{"wall": {"rows": 4, "columns": 9}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
            r#"{"wall": {"rows": 9, "columns": 4}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
            r#"{"wall": {"rows": 8, "columns": 8}, "sense": "maximize", "constraints": [{"type": "last-round"}]}"#,
        ] {
            let (instance, solution) = instance_and_order(text);
            let solution = solution.expect("nothing is against it");
            let report = verify(&instance, &solution.order);
            assert_eq!(
                (report.score, report.violations),
                (solution.score, vec![]),
                "{text}"
            );
        }
    }

    #[test]
    fn other_problems_have_no_diagonal_order() {
        for text in [
            r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#,
            r#"{"wall": {"rows": 5, "columns": 4}, "sense": "maximize", "initial": [1]}"#,
            r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "turns": 24}"#,
            r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "initial": [3]}"#,
            r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "constraints": [{"type": "place-at", "cell": 13, "turn": 25}]}"#,
        ] {
            assert_eq!(instance_and_order(text).1, None, "{text}");
        }
    }
}
