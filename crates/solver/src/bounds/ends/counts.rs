//! Numbers of tiles in lines, as multisets: how rows and columns share out the same tiles.

use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Worse than every sum that there can be, and still after it has been added to a few.
pub(super) const NEVER: i32 = i32::MIN / 16;

/// The most multisets of as many numbers as there are lines.
const MULTISETS: usize = 15_000;

/// The multisets of up to so many numbers.
#[derive(Debug)]
struct Multisets {
    /// By how many numbers, the multisets, each from its greatest number.
    all: Vec<Vec<Vec<u8>>>,
    /// By how many numbers, for each multiset, the place of the one with a further number; none where the sum would be
    /// too large.
    with: Vec<Vec<Vec<Option<u32>>>>,
}

impl Multisets {
    /// Of numbers up to `greatest` with a sum up to `sum`; none where there are more than [`MULTISETS`].
    fn new(numbers: usize, greatest: usize, sum: usize) -> Option<Self> {
        let mut all: Vec<Vec<Vec<u8>>> = vec![vec![Vec::new()]];
        let mut with = Vec::with_capacity(numbers);
        for count in 0..numbers {
            let mut places: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
            let mut next = Vec::new();
            let mut add = |before: &[u8], number: usize| {
                if total(before) + number > sum {
                    return None;
                }
                let mut after = before.to_vec();
                let place = after.partition_point(|&other| usize::from(other) >= number);
                after.insert(place, number as u8);
                Some(*places.entry(after).or_insert_with_key(|after| {
                    next.push(after.clone());
                    next.len() as u32 - 1
                }))
            };
            let further =
                |before: &Vec<u8>| (0..=greatest).map(|number| add(before, number)).collect();
            with.push(all[count].iter().map(further).collect());
            if next.len() > MULTISETS {
                return None;
            }
            all.push(next);
        }
        Some(Self { all, with })
    }

    /// The best sum for each multiset of as many numbers as there are lines, of what lines gain by their numbers.
    fn best<'a>(&self, lines: impl Iterator<Item = &'a [i32]>) -> Vec<i32> {
        let mut best = vec![0];
        for (count, gains) in lines.enumerate() {
            let mut next = vec![NEVER; self.all[count + 1].len()];
            for (&before, with) in best.iter().zip(&self.with[count]) {
                if before <= NEVER / 2 {
                    continue;
                }
                for (gain, place) in gains.iter().zip(with) {
                    if let Some(place) = place {
                        let next = &mut next[*place as usize];
                        *next = before.saturating_add(*gain).max(*next);
                    }
                }
            }
            best = next;
        }
        best
    }

    /// Those of all numbers with a sum.
    fn of_sum(&self, sum: usize) -> impl Iterator<Item = (usize, &[u8])> {
        let last = self.all.last().into_iter().flatten();
        let of_sum = last.enumerate().filter(move |(_, it)| total(it) == sum);
        of_sum.map(|(place, it)| (place, it.as_slice()))
    }
}

fn total(numbers: &[u8]) -> usize {
    numbers.iter().copied().map(usize::from).sum()
}

/// What rows and columns gain at most from the same tiles, by the numbers of tiles in them.
///
/// Rows with certain numbers of tiles leave the columns only numbers that the conjugate numbers majorize (Gale and
/// Ryser): full rows and full columns at the same time need more tiles than either.
#[derive(Debug)]
pub(super) struct Counts {
    rows: Multisets,
    columns: Multisets,
    /// By the number of tiles, the multisets of the rows, each with those of the columns that go with it.
    pairs: FxHashMap<usize, Vec<(usize, Vec<usize>)>>,
}

impl Counts {
    /// Of so many rows and columns that share up to `tiles` tiles; none where there are too many multisets.
    pub(super) fn new(rows: usize, columns: usize, tiles: usize) -> Option<Self> {
        Some(Self {
            rows: Multisets::new(rows, columns, tiles)?,
            columns: Multisets::new(columns, rows, tiles)?,
            pairs: FxHashMap::default(),
        })
    }

    /// What all rows gain at best, by multiset.
    pub(super) fn of_rows<'a>(&self, gains: impl Iterator<Item = &'a [i32]>) -> Vec<i32> {
        self.rows.best(gains)
    }

    /// What all columns gain at best, by multiset.
    pub(super) fn of_columns<'a>(&self, gains: impl Iterator<Item = &'a [i32]>) -> Vec<i32> {
        self.columns.best(gains)
    }

    /// What rows and columns gain at best together from so many tiles, for each of two ways to count.
    pub(super) fn together(
        &mut self,
        tiles: usize,
        rows: &[Vec<i32>; 2],
        columns: &[Vec<i32>; 2],
    ) -> [i32; 2] {
        let pairs = self
            .pairs
            .entry(tiles)
            .or_insert_with(|| pairs(&self.rows, &self.columns, tiles));
        let mut best = [NEVER; 2];
        for (of_rows, of_columns) in pairs {
            for way in 0..2 {
                let row = rows[way][*of_rows];
                if row <= NEVER / 2 {
                    continue;
                }
                let column = of_columns.iter().map(|&place| columns[way][place]).max();
                best[way] = column.map_or(NEVER, |column| row + column).max(best[way]);
            }
        }
        best
    }
}

fn pairs(rows: &Multisets, columns: &Multisets, tiles: usize) -> Vec<(usize, Vec<usize>)> {
    let of_rows = rows.of_sum(tiles);
    let with_columns = of_rows.map(|(place, row)| {
        let fits = |column: &[u8]| {
            let mut room = 0;
            let mut taken = 0;
            column.iter().zip(1..).all(|(&tiles, greatest)| {
                room += row.iter().filter(|&&row| row >= greatest).count();
                taken += usize::from(tiles);
                taken <= room
            })
        };
        let columns = columns.of_sum(tiles).filter(|(_, column)| fits(column));
        (place, columns.map(|(place, _)| place).collect_vec())
    });
    with_columns.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all sets of cells of a wall.
    #[test]
    fn numbers_go_together_exactly_if_a_set_of_cells_has_them() {
        for (rows, columns) in [(2, 3), (3, 3), (3, 4), (4, 3)] {
            let counts = Counts::new(rows, columns, rows * columns).expect("few");
            let sorted = |numbers: Vec<u8>| numbers.into_iter().sorted().rev().collect_vec();
            let mut found: Vec<std::collections::BTreeSet<(Vec<u8>, Vec<u8>)>> =
                vec![Default::default(); rows * columns + 1];
            for bits in 0u32..1 << (rows * columns) {
                let filled = |row, column| (bits >> (row * columns + column) & 1) as u8;
                let of_row = |row| (0..columns).map(|column| filled(row, column)).sum::<u8>();
                let of_column = |column| (0..rows).map(|row| filled(row, column)).sum::<u8>();
                let numbers = (
                    sorted((0..rows).map(of_row).collect()),
                    sorted((0..columns).map(of_column).collect()),
                );
                found[bits.count_ones() as usize].insert(numbers);
            }
            for (tiles, found) in found.into_iter().enumerate() {
                let said = pairs(&counts.rows, &counts.columns, tiles);
                let said = said.into_iter().flat_map(|(row, of_columns)| {
                    let row = counts.rows.all[rows][row].clone();
                    let columns = &counts.columns.all[columns];
                    let of_columns = of_columns.into_iter();
                    of_columns.map(move |column| (row.clone(), columns[column].clone()))
                });
                assert_eq!(
                    said.collect::<std::collections::BTreeSet<_>>(),
                    found,
                    "{tiles}"
                );
            }
        }
    }
}
