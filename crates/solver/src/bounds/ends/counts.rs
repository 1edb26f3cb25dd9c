//! Numbers of tiles in lines, as multisets: how rows and columns share out the same tiles.

use itertools::{Itertools, iproduct};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{Range, RangeInclusive};

/// Worse than every sum that there can be, and still after it has been added to a few.
pub(super) const NEVER: i32 = i32::MIN / 16;

/// The most multisets of as many numbers as there are lines.
const MULTISETS: usize = 1 << 16;

/// The multisets of so many numbers, and those of fewer of them.
#[derive(Debug)]
struct Multisets {
    /// By how many numbers.
    layers: Vec<Layer>,
    /// The greatest number.
    greatest: usize,
}

/// The multisets of so many numbers, each from its greatest number, by their sums.
#[derive(Debug)]
struct Layer {
    /// Only those of the last layer are kept.
    multisets: Vec<Vec<u8>>,
    /// By sum, the place of the first multiset with that sum or a greater one; last, how many multisets there are.
    firsts: Vec<usize>,
    /// The place in `without` where the part of each multiset begins, and where the last part ends.
    begins: Vec<u32>,
    /// Each number that a multiset has, with the place of the multiset without it in the layer before.
    without: Vec<(u32, u8)>,
}

impl Layer {
    fn new(mut multisets: Vec<Vec<u8>>, before: &[Vec<u8>]) -> Self {
        multisets.sort_unstable_by(|one, other| (total(one), one).cmp(&(total(other), other)));
        let most = multisets.last().map_or(0, |multiset| total(multiset));
        let first = |sum| multisets.partition_point(|multiset| total(multiset) < sum);
        let firsts = (0..=most + 1).map(first).collect();
        let places: FxHashMap<&[u8], u32> = before.iter().map(Vec::as_slice).zip(0..).collect();
        let (mut begins, mut without) = (vec![0], Vec::new());
        for multiset in &multisets {
            for (place, &number) in multiset
                .iter()
                .enumerate()
                .dedup_by(|one, other| one.1 == other.1)
            {
                let less = [&multiset[..place], &multiset[place + 1..]].concat();
                without.extend(places.get(less.as_slice()).map(|&less| (less, number)));
            }
            begins.push(without.len() as u32);
        }
        Self {
            multisets,
            firsts,
            begins,
            without,
        }
    }

    /// The places of the multisets with these sums.
    fn of_sums(&self, sums: RangeInclusive<usize>) -> Range<usize> {
        let all = self.begins.len() - 1;
        let first = |sum: usize| self.firsts.get(sum).copied().unwrap_or(all);
        first(*sums.start())..first(sums.end() + 1)
    }
}

impl Multisets {
    /// The multisets of so many numbers that are within a range, and whose sum is within another; none where there are more than [`MULTISETS`].
    fn new(
        count: usize,
        numbers: RangeInclusive<usize>,
        sums: RangeInclusive<usize>,
    ) -> Option<Self> {
        let greatest = *numbers.end();
        let mut layers = vec![Layer::new(vec![Vec::new()], &[])];
        for so_many in 0..count {
            let left = count - so_many - 1;
            let with = |(before, number): (&Vec<u8>, usize)| {
                let sum = total(before) + number;
                let all = sum + left * numbers.start()..=sum + left * greatest;
                let right = all.start() <= sums.end() && sums.start() <= all.end();
                right.then(|| {
                    let place = before.partition_point(|&other| usize::from(other) >= number);
                    let mut after = before.clone();
                    after.insert(place, number as u8);
                    after
                })
            };
            let before = std::mem::take(&mut layers.last_mut()?.multisets);
            let next: FxHashSet<Vec<u8>> = iproduct!(&before, numbers.clone())
                .filter_map(with)
                .collect();
            if next.len() > MULTISETS {
                return None;
            }
            let next = Layer::new(next.into_iter().collect(), &before);
            layers.push(next);
        }
        Some(Self { layers, greatest })
    }

    /// The best sum for each multiset of as many numbers as there are lines, with a sum of so many tiles, of what lines gain by their
    /// numbers.
    fn best<'a>(&self, lines: impl Iterator<Item = &'a [i32]>, tiles: usize) -> Vec<i32> {
        let count = self.layers.len() - 1;
        let may_come_to = |so_many: usize| {
            let least = tiles.saturating_sub((count - so_many) * self.greatest);
            self.layers[so_many].of_sums(least..=tiles)
        };
        let mut best = vec![0; may_come_to(0).len()];
        for (so_many, gains) in lines.enumerate() {
            let (from, to) = (may_come_to(so_many), may_come_to(so_many + 1));
            let layer = &self.layers[so_many + 1];
            let begins = layer.begins[to.start..=to.end].windows(2);
            let next = begins.map(|begins| {
                let without = &layer.without[begins[0] as usize..begins[1] as usize];
                let sums = without.iter().map(|&(less, number)| {
                    let before = best.get((less as usize).wrapping_sub(from.start));
                    let gain = gains.get(usize::from(number));
                    before
                        .zip(gain)
                        .map_or(NEVER, |(before, gain)| before + gain)
                });
                sums.max().unwrap_or(NEVER).max(NEVER)
            });
            let next = next.collect_vec();
            best = next;
        }
        best
    }

    /// Estimated memory in bytes, with as much again for [`Shares`].
    fn bytes(&self) -> usize {
        let of_layer = |layer: &Layer| {
            4 * layer.begins.len() + 8 * layer.without.len() + 128 * layer.multisets.len()
        };
        self.layers.iter().map(of_layer).sum()
    }

    /// The multisets of all numbers with a sum of so many tiles, in the order of [`Self::best`].
    fn of_sum(&self, tiles: usize) -> &[Vec<u8>] {
        let all = self.layers.last();
        all.map_or(&[], |all| &all.multisets[all.of_sums(tiles..=tiles)])
    }
}

fn total(numbers: &[u8]) -> usize {
    numbers.iter().copied().map(usize::from).sum()
}

/// Upper bounds on the gain of rows and columns from the same tiles, by the numbers of tiles in them.
///
/// Rows with certain numbers of tiles leave the columns only numbers that the conjugate numbers majorize (Gale and
/// Ryser): full rows and full columns at the same time need more tiles than either.
#[derive(Debug)]
pub(super) struct Counts {
    rows: Multisets,
    columns: Multisets,
    /// By the number of tiles.
    shares: FxHashMap<usize, Shares>,
}

impl Counts {
    /// The counts of so many rows and columns that share so many tiles, where each row has so many of them; none where there are too many
    /// multisets.
    pub(super) fn new(
        (rows, columns): (usize, usize),
        in_row: RangeInclusive<usize>,
        tiles: RangeInclusive<usize>,
    ) -> Option<Self> {
        Some(Self {
            rows: Multisets::new(rows, in_row, tiles.clone())?,
            columns: Multisets::new(columns, 0..=rows, tiles)?,
            shares: FxHashMap::default(),
        })
    }

    /// Best gain of all rows together from so many tiles, by multiset.
    pub(super) fn of_rows<'a>(
        &self,
        gains: impl Iterator<Item = &'a [i32]>,
        tiles: usize,
    ) -> Vec<i32> {
        self.rows.best(gains, tiles)
    }

    /// Best gain of rows and columns together from so many tiles, given the gain of the rows by multiset, and of each column by its
    /// number of tiles.
    pub(super) fn together<'a>(
        &mut self,
        rows: &[i32],
        columns: impl Iterator<Item = &'a [i32]>,
        tiles: usize,
    ) -> i32 {
        let columns = self.columns.best(columns, tiles);
        let shares = self.shares.entry(tiles);
        let shares = shares.or_insert_with(|| Shares::new(&self.rows, &self.columns, tiles));
        shares.best(rows, columns)
    }
}

/// [`Counts`] by the number of decided rows, made on demand.
#[derive(Debug)]
pub(super) struct CountsByRows {
    size: (usize, usize),
    in_row: RangeInclusive<usize>,
    tiles: usize,
    /// The memory that is left for further counts, in bytes.
    memory: usize,
    by_rows: FxHashMap<usize, Option<Counts>>,
}

impl CountsByRows {
    /// The counts of a wall of so many rows and columns, each row of which gets so many of all the tiles, in so many bytes of `memory`.
    pub(super) fn new(
        size: (usize, usize),
        in_row: RangeInclusive<usize>,
        tiles: usize,
        memory: usize,
    ) -> Self {
        Self {
            size,
            in_row,
            tiles,
            memory,
            by_rows: FxHashMap::default(),
        }
    }

    /// The counts after so many rows; none where there are too many multisets, and where all rows have the same number of tiles: then
    /// any numbers go together.
    pub(super) fn after(&mut self, decided: usize) -> Option<&mut Counts> {
        let counts = self.by_rows.entry(decided).or_insert_with(|| {
            let left = self.size.0 - decided;
            let (least, greatest) = (self.in_row.start(), self.in_row.end());
            if least == greatest {
                return None;
            }
            let fewest = self.tiles.saturating_sub(decided * greatest);
            let most = self.tiles.checked_sub(decided * least)?;
            let tiles = fewest.max(left * least)..=most.min(left * greatest);
            let counts = Counts::new((left, self.size.1), self.in_row.clone(), tiles)?;
            let bytes = counts.rows.bytes() + counts.columns.bytes();
            self.memory = self.memory.checked_sub(bytes)?;
            Some(counts)
        });
        counts.as_mut()
    }
}

/// Pairs of multisets of the columns and of the rows that go together, for so many tiles.
#[derive(Debug)]
struct Shares {
    /// The conjugate numbers of the columns for each multiset of the rows, which are the greatest that go with it; none where there
    /// are too few columns.
    conjugates: Vec<Option<u32>>,
    /// The multisets that come of each one of the columns when a tile goes from a column to one that has at least two less; those
    /// come before it. Whatever a multiset majorizes comes of it by such steps.
    evener: Vec<Vec<u32>>,
}

impl Shares {
    fn new(rows: &Multisets, columns: &Multisets, tiles: usize) -> Self {
        let count = columns.layers.len() - 1;
        let columns = columns.of_sum(tiles);
        let places: FxHashMap<&Vec<u8>, u32> = columns.iter().zip(0..).collect();
        let conjugate = |row: &Vec<u8>| {
            let longer = |column| {
                row.iter()
                    .filter(|&&tiles| usize::from(tiles) > column)
                    .count()
            };
            let numbers = (0..count).map(|column| longer(column) as u8);
            places.get(&numbers.collect_vec()).copied()
        };
        let evener = |multiset: &Vec<u8>| {
            evener(multiset)
                .filter_map(|multiset| places.get(&multiset).copied())
                .collect()
        };
        Self {
            conjugates: rows.of_sum(tiles).iter().map(conjugate).collect(),
            evener: columns.iter().map(evener).collect(),
        }
    }

    /// The best sum of what rows and columns gain by multiset.
    fn best(&self, rows: &[i32], mut columns: Vec<i32>) -> i32 {
        // Each multiset of the columns gains the best of all that it majorizes.
        for (place, evener) in self.evener.iter().enumerate() {
            let evener = evener.iter().map(|&other| columns[other as usize]).max();
            columns[place] = evener.map_or(columns[place], |evener| evener.max(columns[place]));
        }
        let sums = rows
            .iter()
            .zip(&self.conjugates)
            .filter_map(|(&row, column)| {
                let column = columns[(*column)? as usize];
                (row.min(column) > NEVER / 2).then(|| row + column)
            });
        sums.max().unwrap_or(NEVER)
    }
}

/// Numbers, from the greatest, after one of them has given 1 to the first of those that have at least 2 less.
fn evener(numbers: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let ends = (0..numbers.len()).filter(|&place| numbers.get(place + 1) != Some(&numbers[place]));
    ends.filter_map(|place| {
        let to = numbers
            .iter()
            .position(|&other| other + 2 <= numbers[place])?;
        let mut after = numbers.to_vec();
        after[place] -= 1;
        after[to] += 1;
        Some(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all sets of cells of a wall.
    #[test]
    fn numbers_go_together_exactly_if_a_set_of_cells_has_them() {
        for (rows, columns) in [(2, 3), (3, 3), (3, 4), (4, 3)] {
            let counts = Counts::new((rows, columns), 0..=columns, 0..=rows * columns);
            let counts = counts.expect("few");
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
                let shares = Shares::new(&counts.rows, &counts.columns, tiles);
                let (of_rows, of_columns) =
                    (counts.rows.of_sum(tiles), counts.columns.of_sum(tiles));
                // Only one multiset of the rows and one of the columns gain anything.
                let only = |multisets: &[Vec<u8>], multiset: &Vec<u8>| {
                    let gains = multisets
                        .iter()
                        .map(|other| if other == multiset { 1 } else { NEVER });
                    gains.collect_vec()
                };
                let goes = |row: &Vec<u8>, column: &Vec<u8>| {
                    shares.best(&only(of_rows, row), only(of_columns, column)) == 2
                };
                let said = iproduct!(of_rows, of_columns);
                let said = said.filter(|(row, column)| goes(row, column));
                let said = said
                    .map(|(row, column)| (row.clone(), column.clone()))
                    .collect();
                assert_eq!(found, said, "{tiles}");
            }
        }
    }
}
