//! Numbers of tiles in lines, as multisets: how rows and columns share out the same tiles.

use super::LONGEST;
use super::multiset::Multiset;
use rustc_hash::FxHashMap;
use std::ops::{Range, RangeInclusive};

/// Gain of an impossible case: below every sum, also as a summand of a few gains.
pub(super) const NEVER: i32 = i32::MIN / 16;

/// Largest number of multisets of as many numbers as lines.
const MULTISETS: usize = 1 << 16;

/// Largest number of multisets of as many numbers as lines, where no row is decided.
const ROOT_MULTISETS: usize = 1 << 19;

/// Multisets of up to a count of numbers.
#[derive(Debug)]
struct Multisets {
    /// One layer per count of numbers.
    layers: Vec<Layer>,
    /// The greatest number.
    greatest: usize,
}

/// Multisets of one count of numbers, sorted by their sums.
#[derive(Debug)]
struct Layer {
    /// The multisets; empty but in the last layer.
    multisets: Vec<Multiset>,
    /// Per sum, the index of the first multiset with at least this sum; at the end, the number of multisets.
    firsts: Vec<usize>,
    /// Per multiset, the begin of its part of `parents`; at the end, the end of the last part.
    begins: Vec<u32>,
    /// Per number of a multiset, the multiset without it.
    parents: Vec<Parent>,
}

/// A multiset without one of its numbers, by its index in the layer before: the index in the upper bits and the number in the lower ones.
/// Most of the time of a bound is spent on reading parents, so that they are small.
#[derive(Debug, Clone, Copy)]
struct Parent(u32);

const _: () =
    assert!(ROOT_MULTISETS <= 1 << (u32::BITS - Parent::BITS) && LONGEST < Parent::NUMBERS);

impl Parent {
    const BITS: u32 = 4;
    const NUMBERS: usize = 1 << Self::BITS;

    fn new(index: u32, number: u8) -> Self {
        Self(index << Self::BITS | u32::from(number))
    }

    fn index(self) -> usize {
        (self.0 >> Self::BITS) as usize
    }

    fn number(self) -> usize {
        self.0 as usize % Self::NUMBERS
    }
}

impl Layer {
    fn new(mut multisets: Vec<Multiset>, previous: &[Multiset]) -> Self {
        multisets.sort_by_cached_key(|multiset| (multiset.sum(), *multiset));
        let most = multisets.last().map_or(0, |multiset| multiset.sum());
        let first = |sum| multisets.partition_point(|multiset| multiset.sum() < sum);
        let firsts = (0..=most + 1).map(first).collect();
        let places: FxHashMap<Multiset, u32> = previous.iter().copied().zip(0..).collect();
        let (mut begins, mut parents) = (vec![0], Vec::new());
        for multiset in &multisets {
            parents.extend(multiset.numbers().filter_map(|(number, _)| {
                let parent = places.get(&multiset.without(number))?;
                Some(Parent::new(*parent, number))
            }));
            begins.push(parents.len() as u32);
        }
        Self {
            multisets,
            firsts,
            begins,
            parents,
        }
    }

    /// Range of the multisets with the sums.
    fn of_sums(&self, sums: RangeInclusive<usize>) -> Range<usize> {
        let all = self.begins.len() - 1;
        let first = |sum: usize| self.firsts.get(sum).copied().unwrap_or(all);
        first(*sums.start())..first(sums.end() + 1)
    }
}

impl Multisets {
    /// The multisets of `count` numbers within `numbers` whose sum is within `sums`; none where there are more than `most`.
    fn new(
        count: usize,
        numbers: RangeInclusive<usize>,
        sums: RangeInclusive<usize>,
        most: usize,
    ) -> Option<Self> {
        let greatest = *numbers.end();
        let mut layers = vec![Layer::new(vec![Multiset::default()], &[])];
        for size in 0..count {
            let remaining = count - size - 1;
            let is_reachable = |sum: usize| {
                sum + remaining * numbers.start() <= *sums.end()
                    && *sums.start() <= sum + remaining * greatest
            };
            let previous = std::mem::take(&mut layers.last_mut()?.multisets);
            let mut next = Vec::new();
            for multiset in &previous {
                // Each multiset comes once, from the one without its least number.
                let (sum, least) = (multiset.sum(), multiset.least());
                let last = least.map_or(greatest, usize::from);
                let extensions =
                    (*numbers.start()..=last).filter(|number| is_reachable(sum + number));
                next.extend(extensions.map(|number| multiset.with(number as u8)));
                if next.len() > most {
                    return None;
                }
            }
            layers.push(Layer::new(next, &previous));
        }
        Some(Self { layers, greatest })
    }

    /// Places of the multisets of `size` numbers in the layer that may belong to multisets of all numbers with a sum of `tiles`.
    fn range(&self, size: usize, tiles: usize) -> Range<usize> {
        let left = self.layers.len() - 1 - size;
        let least = tiles.saturating_sub(left * self.greatest);
        self.layers[size].of_sums(least..=tiles)
    }

    /// Best sum of the gains of the first lines by their numbers, for each number of lines and each multiset of their numbers in its
    /// [range](Self::range).
    fn best_by_lines<'a>(
        &self,
        lines: impl Iterator<Item = &'a [i32]>,
        tiles: usize,
    ) -> Vec<Vec<i32>> {
        let mut best = vec![vec![0; self.range(0, tiles).len()]];
        for (size, gains) in lines.enumerate() {
            let (from, to) = (self.range(size, tiles), self.range(size + 1, tiles));
            let layer = &self.layers[size + 1];
            let begins = layer.begins[to.start..=to.end].windows(2);
            let mut by_number = [NEVER; Parent::NUMBERS];
            by_number[..gains.len()].copy_from_slice(gains);
            let before = best[size].as_slice();
            let mut next = Vec::with_capacity(to.len());
            for begins in begins {
                let mut most = NEVER;
                for parent in &layer.parents[begins[0] as usize..begins[1] as usize] {
                    if let Some(before) = before.get(parent.index().wrapping_sub(from.start)) {
                        most = most.max(before + by_number[parent.number()]);
                    }
                }
                next.push(most);
            }
            best.push(next);
        }
        best
    }

    /// Best sum of the gains of lines by their numbers, for each multiset of as many numbers as lines with a sum of `tiles`.
    fn best<'a>(&self, lines: impl Iterator<Item = &'a [i32]>, tiles: usize) -> Vec<i32> {
        self.best_by_lines(lines, tiles).pop().unwrap_or_default()
    }

    /// The number of each line in the best way to a multiset, given by its place among those with a sum of `tiles`; none where
    /// there is no way.
    fn trace(
        &self,
        best: &[Vec<i32>],
        lines: &[Vec<i32>],
        (place, tiles): (usize, usize),
    ) -> Option<Vec<usize>> {
        let mut numbers = vec![0; lines.len()];
        let mut place = place + self.range(lines.len(), tiles).start;
        for (size, gains) in lines.iter().enumerate().rev() {
            let (from, to) = (self.range(size, tiles), self.range(size + 1, tiles));
            let (layer, sum) = (&self.layers[size + 1], best[size + 1][place - to.start]);
            let parents = layer.begins[place] as usize..layer.begins[place + 1] as usize;
            let mut parents = layer.parents[parents].iter();
            let parent = *parents.find(|parent| {
                let before = best[size].get(parent.index().wrapping_sub(from.start));
                let gain = gains.get(parent.number());
                before.zip(gain).map(|(before, gain)| before + gain) == Some(sum)
            })?;
            numbers[size] = parent.number();
            place = parent.index();
        }
        Some(numbers)
    }

    /// Estimated memory in bytes, and as much again for [`Shares`].
    fn bytes(&self) -> usize {
        let of_layer = |layer: &Layer| {
            4 * layer.begins.len() + 4 * layer.parents.len() + 64 * layer.multisets.len()
        };
        self.layers.iter().map(of_layer).sum()
    }

    /// The multisets of all numbers with a sum of `tiles`, in the order of [`Self::best`].
    fn of_sum(&self, tiles: usize) -> &[Multiset] {
        let all = self.layers.last();
        all.map_or(&[], |all| &all.multisets[all.of_sums(tiles..=tiles)])
    }
}

/// Upper bounds on the gain of rows and columns from the same tiles, by the numbers of tiles in them.
///
/// Rows with certain numbers of tiles leave the columns only numbers that the conjugate numbers majorize (Gale and
/// Ryser): full rows and full columns at the same time need more tiles than either.
#[derive(Debug)]
pub(super) struct Counts {
    rows: Multisets,
    columns: Multisets,
    /// Shares by the number of tiles.
    shares: FxHashMap<usize, Shares>,
}

impl Counts {
    /// The counts of `rows` rows and `columns` columns that share `tiles` tiles with `in_row` in each row; none where there are more than
    /// `most` multisets.
    pub(super) fn new(
        (rows, columns): (usize, usize),
        in_row: RangeInclusive<usize>,
        tiles: RangeInclusive<usize>,
        most: usize,
    ) -> Option<Self> {
        Some(Self {
            rows: Multisets::new(rows, in_row, tiles.clone(), most)?,
            columns: Multisets::new(columns, 0..=rows, tiles, most)?,
            shares: FxHashMap::default(),
        })
    }

    /// Best gain of all rows together from `tiles` tiles, by multiset.
    pub(super) fn of_rows<'a>(
        &self,
        gains: impl Iterator<Item = &'a [i32]>,
        tiles: usize,
    ) -> Vec<i32> {
        self.rows.best(gains, tiles)
    }

    /// Best gain of rows and columns together from `tiles` tiles, given the gain of the rows by multiset, and of each column by its
    /// number of tiles.
    pub(super) fn best<'a>(
        &mut self,
        rows: &[i32],
        columns: impl Iterator<Item = &'a [i32]>,
        tiles: usize,
    ) -> i32 {
        let columns = self.columns.best(columns, tiles);
        self.shares_of(tiles)
            .best(rows, columns)
            .map_or(NEVER, |(gain, _)| gain)
    }

    /// The best split of `tiles` tiles, given the gain of each row and of each column by its number of tiles; none where no numbers
    /// go together.
    pub(super) fn split(
        &mut self,
        rows: &[Vec<i32>],
        columns: &[Vec<i32>],
        tiles: usize,
    ) -> Option<Split> {
        let by_rows = self
            .rows
            .best_by_lines(rows.iter().map(Vec::as_slice), tiles);
        let by_columns = self
            .columns
            .best_by_lines(columns.iter().map(Vec::as_slice), tiles);
        let (in_rows, in_columns) = (by_rows.last()?, by_columns.last()?.clone());
        let (gain, [row, column]) = self.shares_of(tiles).best(in_rows, in_columns)?;
        Some(Split {
            gain,
            rows: self.rows.trace(&by_rows, rows, (row, tiles))?,
            columns: self.columns.trace(&by_columns, columns, (column, tiles))?,
        })
    }

    fn shares_of(&mut self, tiles: usize) -> &Shares {
        let shares = self.shares.entry(tiles);
        shares.or_insert_with(|| Shares::new(&self.rows, &self.columns, tiles))
    }
}

/// Numbers of tiles that go together, of all rows and of all columns, and their gain.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) gain: i32,
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
}

/// [`Counts`] by the number of decided rows, made on demand.
#[derive(Debug)]
pub(super) struct CountsByRows {
    size: (usize, usize),
    in_row: RangeInclusive<usize>,
    tiles: usize,
    /// Memory for further counts, in bytes.
    memory: usize,
    by_rows: FxHashMap<usize, Option<Counts>>,
}

impl CountsByRows {
    /// The counts of a wall of `size` rows and columns, with `in_row` of all tiles in each row, within `memory` bytes.
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

    /// The counts after `decided` rows; none where there are too many multisets, and none where all rows have the same number of
    /// tiles: any numbers go together there.
    pub(super) fn after(&mut self, decided: usize) -> Option<&mut Counts> {
        let counts = self.by_rows.entry(decided).or_insert_with(|| {
            let rows_left = self.size.0 - decided;
            let (least, greatest) = (self.in_row.start(), self.in_row.end());
            if least == greatest {
                return None;
            }
            let fewest = self.tiles.saturating_sub(decided * greatest);
            let most = self.tiles.checked_sub(decided * least)?;
            let tiles = fewest.max(rows_left * least)..=most.min(rows_left * greatest);
            let most = if decided == 0 {
                ROOT_MULTISETS
            } else {
                MULTISETS
            };
            let size = (rows_left, self.size.1);
            let counts = Counts::new(size, self.in_row.clone(), tiles, most)?;
            let bytes = counts.rows.bytes() + counts.columns.bytes();
            self.memory = self.memory.checked_sub(bytes)?;
            Some(counts)
        });
        counts.as_mut()
    }
}

/// Pairs of multisets of the columns and of the rows that go together, for one number of tiles.
#[derive(Debug)]
struct Shares {
    /// The conjugate numbers of the columns for each multiset of the rows: the greatest that go with it; none where there
    /// are too few columns.
    conjugates: Vec<Option<u32>>,
    /// Per multiset of the columns, its transfers: the multisets after a tile goes from a column to a column with at least two tiles
    /// less. Transfers come before it, and every multiset that it majorizes comes of a chain of transfers.
    transfers: Vec<Vec<u32>>,
}

impl Shares {
    fn new(rows: &Multisets, columns: &Multisets, tiles: usize) -> Self {
        let count = columns.layers.len() - 1;
        let columns = columns.of_sum(tiles);
        let places: FxHashMap<Multiset, u32> = columns.iter().copied().zip(0..).collect();
        let place = |multiset: Multiset| places.get(&multiset).copied();
        let conjugate = |row: &Multiset| place(row.conjugate(count));
        let transfers_of = |multiset: &Multiset| multiset.transfers().filter_map(place).collect();
        Self {
            conjugates: rows.of_sum(tiles).iter().map(conjugate).collect(),
            transfers: columns.iter().map(transfers_of).collect(),
        }
    }

    /// Best sum of the gains of rows and columns by multiset, with the place of each multiset; none where no multisets go together.
    fn best(&self, rows: &[i32], mut columns: Vec<i32>) -> Option<(i32, [usize; 2])> {
        // Each multiset of the columns gains the best of all that it majorizes.
        let mut origins: Vec<u32> = (0..columns.len() as u32).collect();
        for (place, transfers) in self.transfers.iter().enumerate() {
            for &other in transfers {
                let other = other as usize;
                if columns[other] > columns[place] {
                    columns[place] = columns[other];
                    origins[place] = origins[other];
                }
            }
        }
        let sums = rows.iter().zip(&self.conjugates).enumerate().filter_map(
            |(place, (&row, conjugate))| {
                let conjugate = (*conjugate)? as usize;
                let column = columns[conjugate];
                let origin = origins[conjugate] as usize;
                (row.min(column) > NEVER / 2).then(|| (row + column, [place, origin]))
            },
        );
        sums.max_by_key(|&(sum, _)| sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::{Itertools, iproduct};
    use rustc_hash::FxHashSet;

    /// Comparison with all sets of cells of a wall.
    #[test]
    fn numbers_go_together_exactly_if_a_set_of_cells_has_them() {
        for (rows, columns) in [(2, 3), (3, 3), (3, 4), (4, 3)] {
            let counts = Counts::new((rows, columns), 0..=columns, 0..=rows * columns, MULTISETS);
            let counts = counts.expect("few");
            let mut expected: Vec<FxHashSet<(Multiset, Multiset)>> =
                vec![Default::default(); rows * columns + 1];
            for bits in 0u32..1 << (rows * columns) {
                let filled = |row, column| (bits >> (row * columns + column) & 1) as u8;
                let of_row = |row| (0..columns).map(|column| filled(row, column)).sum::<u8>();
                let of_column = |column| (0..rows).map(|row| filled(row, column)).sum::<u8>();
                let numbers = (
                    (0..rows).map(of_row).collect(),
                    (0..columns).map(of_column).collect(),
                );
                expected[bits.count_ones() as usize].insert(numbers);
            }
            for (tiles, expected) in expected.into_iter().enumerate() {
                let shares = Shares::new(&counts.rows, &counts.columns, tiles);
                let (of_rows, of_columns) =
                    (counts.rows.of_sum(tiles), counts.columns.of_sum(tiles));
                // Only one multiset of the rows and one of the columns gain anything.
                let only = |multisets: &[Multiset], multiset: Multiset| {
                    let gains = multisets
                        .iter()
                        .map(|other| if *other == multiset { 1 } else { NEVER });
                    gains.collect_vec()
                };
                let is_compatible = |row: Multiset, column: Multiset| {
                    let best = shares.best(&only(of_rows, row), only(of_columns, column));
                    best.is_some_and(|(gain, _)| gain == 2)
                };
                let pairs = iproduct!(of_rows.iter().copied(), of_columns.iter().copied());
                let pairs = pairs.filter(|&(row, column)| is_compatible(row, column));
                assert_eq!(expected, pairs.collect(), "{tiles}");
            }
        }
    }
}
