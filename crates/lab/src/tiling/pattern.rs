//! Four tiles that forbid the maximum.

use super::ranks;
use super::separable::is_separable;

/// The rows, from the top, of four tiles in the pattern (2, 4, 1, 3) or (3, 1, 4, 2), for a permutation
/// that is not separable. Takes time n·log n.
pub(super) fn find(columns: &[u32]) -> [usize; 4] {
    let tiles = columns.iter().map(|&column| column as usize).enumerate();
    let tiles: Vec<(usize, usize)> = tiles.collect();
    // A pattern stays when rows are added. So a shortest beginning with a pattern exists, and every
    // pattern of this beginning has its last row.
    let (mut free, mut end) = (0, columns.len());
    while end - free > 1 {
        let middle = free + (end - free) / 2;
        if is_separable(&ranks(columns.len(), &tiles[..middle])) {
            free = middle;
        } else {
            end = middle;
        }
    }
    let mirror_image = || columns.iter().map(|column| !column);
    let rows =
        ending_at(end - 1, columns.iter().copied()).or_else(|| ending_at(end - 1, mirror_image()));
    rows.expect("a permutation without the two patterns is separable")
}

/// Four rows in the pattern (2, 4, 1, 3), the last of which is `last`.
fn ending_at(last: usize, columns: impl Iterator<Item = u32> + Clone) -> Option<[usize; 4]> {
    let three = columns.clone().nth(last)?;
    let mut highest_two = None;
    let mut two_and_four = None;
    for (row, column) in columns.enumerate().take(last) {
        if column > three {
            // Of all the twos before a four the highest leaves most room for a one.
            two_and_four = highest_two.map(|two| (two, row));
            continue;
        }
        if let Some(((two, two_row), four_row)) = two_and_four
            && column < two
        {
            return Some([two_row, four_row, row, last]);
        }
        highest_two = highest_two.max(Some((column, row)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    fn is_pattern(columns: &[u32], rows: [usize; 4]) -> bool {
        let [a, b, c, d] = rows.map(|row| columns[row]);
        rows.is_sorted_by(|upper, lower| upper < lower)
            && ((c < a && a < d && d < b) || (b < d && d < a && a < c))
    }

    #[test]
    fn every_permutation_has_a_tree_or_a_pattern_and_never_both() {
        for rows in 1..=8 {
            for columns in (0..rows).permutations(rows as usize) {
                let fours = (0..columns.len()).array_combinations();
                let has_pattern = fours.into_iter().any(|rows| is_pattern(&columns, rows));
                assert_eq!(is_separable(&columns), !has_pattern, "{columns:?}");
                if has_pattern {
                    assert!(is_pattern(&columns, find(&columns)), "{columns:?}");
                }
            }
        }
    }
}
