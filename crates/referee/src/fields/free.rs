//! Free colours of tiles: the greatest number of complete colours.

use crate::wall::Wall;

/// The most colours that can be complete on a wall of n rows and n columns: the most k for which k filled cells of each row can be
/// chosen so that k of each column are.
///
/// Each number is tried by a flow from rows to columns, a cell at a time.
pub(crate) fn colours(wall: Wall, filled: &impl Fn(usize) -> bool) -> usize {
    let counts = (1..=wall.rows).rev();
    let mut counts = counts.filter(|&k| flow(wall, filled, k) == wall.rows * k);
    counts.next().unwrap_or(0)
}

/// The greatest number of filled cells with at most k in each row and each column.
fn flow(wall: Wall, filled: &impl Fn(usize) -> bool, k: usize) -> usize {
    let mut selection = vec![false; wall.size() + 1];
    let mut room = [vec![k; wall.rows], vec![k; wall.columns]];
    let mut total = 0;
    for row in 0..wall.rows {
        while room[0][row] > 0 {
            let mut visited = vec![false; wall.columns];
            let Some(path) = path(wall, filled, &selection, &room[1], row, &mut visited) else {
                break;
            };
            for cell in &path {
                selection[*cell] = !selection[*cell];
            }
            room[0][row] -= 1;
            room[1][wall.place(path[0]).1] -= 1;
            total += 1;
        }
    }
    total
}

/// An augmenting path, from a column with room back to a row: cells alternately outside and inside of the selection.
fn path(
    wall: Wall,
    filled: &impl Fn(usize) -> bool,
    selection: &[bool],
    room: &[usize],
    row: usize,
    visited: &mut Vec<bool>,
) -> Option<Vec<usize>> {
    for cell in wall.row(row) {
        let column = wall.place(cell).1;
        if !filled(cell) || selection[cell] || visited[column] {
            continue;
        }
        visited[column] = true;
        if room[column] > 0 {
            return Some(vec![cell]);
        }
        let in_column = (0..wall.rows).map(|row| row * wall.columns + column + 1);
        for back in in_column.filter(|&back| selection[back]) {
            let from = wall.place(back).0;
            if let Some(mut path) = path(wall, filled, selection, room, from, visited) {
                path.extend([back, cell]);
                return Some(path);
            }
        }
    }
    None
}
