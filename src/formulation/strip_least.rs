//! What strips of two lines, and the lines across them, earn at least.
//!
//! The second line of a strip has each cell's *partner*; the neighbour on the other side, in the next strip,
//! is its *outsider*. A tile without a filled neighbour along its line and with an empty partner looks like
//! a single in the strip. It is one, unless its outsider is filled. So the score is the sum of
//!
//! - for each strip, the points along its lines, and 1 for each tile that looks like a single in it,
//! - for each line across, the points along it, less 1 for each tile that looks like a single and is none,
//!
//! and the least of each sum depends on one strip's order, or one line's, if the tiles that have an empty
//! partner and a filled outsider are taken for those that look like a single and are none.

use itertools::Itertools;

/// The longest lines of a strip, and the largest strip in cells: there is a number for each set of them.
const LONGEST: usize = LARGEST / 2;
const LARGEST: usize = 24;

/// The least points along the lines of a strip, and 1 for each tile that looks like a single in it, over all
/// orders of its cells. `initial` says which are filled before turn 1, line by line: one line or two of the
/// same length. None where they have more than 12 cells each.
///
/// ```
/// use azulejo::formulation::{across_least, strip_least};
/// let (strip, column) = (vec![vec![false; 6]; 2], [false; 6]);
/// let (strip, across) = (strip_least(&strip), across_least(&column));
/// assert_eq!((strip, across), (Some(25), Some(11)));
/// assert_eq!(3 * 25 + 6 * 11, 141); // what a 6×6 wall scores at least
/// ```
pub fn strip_least(initial: &[Vec<bool>]) -> Option<i64> {
    let length = initial.first()?.len();
    let cells = initial.concat();
    if length > LONGEST {
        return None;
    }
    let in_line = (1 << length) - 1;
    let runs = |line| (0..length).map(move |place| run(line, place));
    let runs: Vec<i64> = (0..=in_line).flat_map(runs).collect();
    least(&cells, |filled, cell| {
        let (first, place) = match cell.checked_sub(length) {
            None => (0, cell),
            Some(place) => (length, place),
        };
        let points = runs[(filled >> first & in_line) as usize * length + place];
        // Where there is one line, nothing is filled in the other.
        let alone = filled >> (length - first + place) & 1 == 0;
        points + i64::from(points == 0 && alone)
    })
}

/// The least points along a line across strips, less 1 for each tile with an empty partner and a filled
/// outsider, over all orders of its cells. `initial` says which are filled before turn 1. None where there
/// are more than 24.
pub fn across_least(initial: &[bool]) -> Option<i64> {
    let length = initial.len();
    least(initial, |filled, cell| {
        let is_filled = |other: usize| other < length && filled >> other & 1 == 1;
        let partner = cell ^ 1;
        let outsider = if cell % 2 == 0 {
            cell.wrapping_sub(1)
        } else {
            cell + 1
        };
        run(filled, cell) - i64::from(!is_filled(partner) && is_filled(outsider))
    })
}

/// Backwards over the sets of filled cells.
fn least(initial: &[bool], points: impl Fn(u32, usize) -> i64) -> Option<i64> {
    if initial.len() > LARGEST {
        return None;
    }
    let first = initial.iter().positions(|&filled| filled);
    let first: u32 = first.map(|cell| 1 << cell).sum();
    let full = (1u32 << initial.len()) - 1;
    let mut rest = vec![0i16; full as usize + 1];
    for filled in (first..full).rev().filter(|filled| filled & first == first) {
        let empty = (0..initial.len()).filter(|cell| filled >> cell & 1 == 0);
        let least = empty
            .map(|cell| points(filled, cell) as i16 + rest[(filled | 1 << cell) as usize])
            .min();
        rest[filled as usize] = least.unwrap_or(0);
    }
    Some(rest[first as usize].into())
}

/// The length of the run that a tile makes in its line; 0 if it has no filled neighbour there.
fn run(line: u32, place: usize) -> i64 {
    let after = (line >> place >> 1).trailing_ones();
    let before = (line << (31 - place) << 1).leading_ones();
    match before + after {
        0 => 0,
        neighbours => i64::from(neighbours) + 1,
    }
}
