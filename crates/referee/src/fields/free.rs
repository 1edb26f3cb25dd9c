//! Colours that each tile is given freely: how many can be complete.

use crate::wall::Wall;

/// The most colours that can be complete on a wall of n rows and n columns: the most k for which k filled cells of each row can be
/// chosen so that k of each column are.
///
/// Each number is tried by a flow from rows to columns, a cell at a time.
pub(crate) fn colours(wall: Wall, filled: &impl Fn(usize) -> bool) -> usize {
    let many = (1..=wall.rows).rev();
    let mut many = many.filter(|&k| flow(wall, filled, k) == wall.rows * k);
    many.next().unwrap_or(0)
}

/// The most filled cells of which no row and no column has more than k.
fn flow(wall: Wall, filled: &impl Fn(usize) -> bool, k: usize) -> usize {
    let mut chosen = vec![false; wall.size() + 1];
    let mut left = [vec![k; wall.rows], vec![k; wall.columns]];
    let mut total = 0;
    for row in 0..wall.rows {
        while left[0][row] > 0 {
            let mut seen = vec![false; wall.columns];
            let Some(path) = path(wall, filled, &chosen, &left[1], row, &mut seen) else {
                break;
            };
            for cell in &path {
                chosen[*cell] = !chosen[*cell];
            }
            left[0][row] -= 1;
            left[1][wall.place(path[0]).1] -= 1;
            total += 1;
        }
    }
    total
}

/// Cells to choose and to give back in turn, from a column with room back to a row.
fn path(
    wall: Wall,
    filled: &impl Fn(usize) -> bool,
    chosen: &[bool],
    room: &[usize],
    row: usize,
    seen: &mut Vec<bool>,
) -> Option<Vec<usize>> {
    for cell in wall.row(row) {
        let column = wall.place(cell).1;
        if !filled(cell) || chosen[cell] || seen[column] {
            continue;
        }
        seen[column] = true;
        if room[column] > 0 {
            return Some(vec![cell]);
        }
        let in_column = (0..wall.rows).map(|row| row * wall.columns + column + 1);
        for back in in_column.filter(|&back| chosen[back]) {
            let from = wall.place(back).0;
            if let Some(mut path) = path(wall, filled, chosen, room, from, seen) {
                path.extend([back, cell]);
                return Some(path);
            }
        }
    }
    None
}
