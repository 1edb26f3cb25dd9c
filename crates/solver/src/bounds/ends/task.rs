use super::LONGEST;
use super::charges::PARTS;
use super::counts::{Counts, CountsByRows, NEVER};
use super::lines::{Gains, LineGains, best_ends};
use super::multipliers::Multipliers;
use crate::bounds::completion::LineBits;
use crate::problem::Problem;
use crate::wall::{Cell, Line, Wall};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Estimated memory of an entry of [`Task::cache`], in bytes.
const CACHE_ENTRY: usize = 160;

/// Index of a list that does not exist yet.
const NONE: u32 = u32::MAX;

/// The ends in which certain colours are complete. Gains are in parts of a point.
pub(super) struct Task {
    pub(super) wall: Wall,
    pub(super) turns: usize,
    initial: LineBits,
    /// Precedences of the cells in each row: the place of a cell in the row, with a predecessor of the cell.
    waits: Vec<Vec<(usize, Cell)>>,
    /// Gain of each row by the bits of its final places, and by their number.
    rows: Vec<Gains<Vec<i32>>>,
    in_rows: Vec<Gains<Vec<i32>>>,
    /// Gain of each column by the bits of its final places.
    columns: Vec<Gains<Vec<i32>>>,
    /// Gain of the undecided rows by the number of decided rows and the number of tiles in the others.
    by_tiles: Vec<Gains<Vec<i32>>>,
    /// Gain of the undecided rows by multiset of their numbers of tiles, for each number of decided rows and of tiles in the others.
    by_multiset: FxHashMap<(usize, usize), Gains<Vec<i32>>>,
    /// Index of a list by number of decided rows, column, and the column's places in these rows.
    column_lists: Vec<Vec<Vec<u32>>>,
    /// The gains of a column by the number of further tiles, and the index of each list.
    lists: Vec<Gains<Vec<i32>>>,
    places: FxHashMap<Gains<Vec<i32>>, u32>,
    /// Gain of the rest by way to count, number of decided rows, remaining tiles, and sorted lists of the columns.
    cache: FxHashMap<(usize, usize, usize, Vec<u32>), i32>,
    /// Largest number of entries of `cache`.
    cache_limit: usize,
    /// The points of the colours, and what the ways to count add.
    extra: Gains<i32>,
}

impl Task {
    /// The task of some gains of lines with multipliers; its cache takes `memory` bytes.
    pub(super) fn new(
        problem: &Problem,
        gains: &LineGains,
        multipliers: &Multipliers,
        memory: usize,
    ) -> Self {
        let (wall, turns, initial) = (problem.wall(), problem.horizon(), gains.initial);
        let [rows, columns] = multipliers.apply(gains);
        let in_rows = rows
            .iter()
            .zip(initial.rows)
            .map(|(gains, initial)| gains.each_ref().map(|gains| by_number(gains, initial)));
        let in_rows: Vec<Gains<Vec<i32>>> = in_rows.collect();
        let by_tiles = (0..=wall.rows()).map(|decided| {
            [0, 1].map(|way| {
                let gains = in_rows[decided..].iter();
                sums(gains.map(|gains| gains[way].as_slice()), turns)
            })
        });
        let waits = (0..wall.rows() as u32).map(|row| {
            let cells = wall.line_cells(Line::Row(row)).enumerate();
            let waits = cells.flat_map(|(place, then)| {
                let first = problem.before(then).iter();
                let first = first.filter(|&first| !problem.initial().contains(first));
                first.map(move |first| (place, first)).collect_vec()
            });
            waits.collect()
        });
        let no_lists = |decided: usize| vec![vec![NONE; 1 << decided]; wall.columns()];
        Self {
            wall,
            waits: waits.collect(),
            turns,
            initial,
            by_tiles: by_tiles.collect(),
            columns,
            rows,
            in_rows,
            by_multiset: FxHashMap::default(),
            column_lists: (0..=wall.rows()).map(no_lists).collect(),
            lists: Vec::new(),
            places: FxHashMap::default(),
            cache: FxHashMap::default(),
            cache_limit: memory / CACHE_ENTRY,
            extra: multipliers.extra(gains),
        }
    }

    /// The root: no row is decided.
    pub(super) fn root(&self) -> Node {
        Node {
            decided: 0,
            end: LineBits::of_rows(self.wall, |_| 0),
            prerequisites: [0; LONGEST],
            tiles: self.turns,
            gains: [0, 0],
        }
    }

    /// Upper bound on the gain of all ends of a node in points, in the tighter of both ways to count; none where it does not exceed
    /// `threshold`.
    pub(super) fn bound(
        &mut self,
        node: &Node,
        counts: &mut CountsByRows,
        threshold: i32,
    ) -> Option<i32> {
        let threshold = threshold.saturating_mul(PARTS).saturating_add(PARTS - 1);
        let bound = self.bound_in_parts(node, counts, threshold)?;
        Some(bound.div_euclid(PARTS))
    }

    fn bound_in_parts(
        &mut self,
        node: &Node,
        counts: &mut CountsByRows,
        threshold: i32,
    ) -> Option<i32> {
        let lists = self.lists_of(node);
        let quick = self.quick_bound(node, &lists, threshold)?;
        let Some(counts) = counts.after(node.decided) else {
            return Some(quick);
        };
        let lists = lists.into_iter().sorted_unstable().collect_vec();
        let mut bound = quick;
        for way in 0..2 {
            let rest = self.rest(way, node, &lists, counts);
            bound = bound.min(node.gains[way] + rest + self.extra[way]);
            if bound <= threshold {
                return None;
            }
        }
        Some(bound)
    }

    /// The bound of a node in a relaxation, in parts of a point: the tiles of a column need not be in different rows.
    fn quick_bound(&self, node: &Node, lists: &[u32], threshold: i32) -> Option<i32> {
        let mut bound = i32::MAX;
        for way in 0..2 {
            let rows = self.by_tiles[node.decided][way][node.tiles];
            if rows <= NEVER / 2 {
                return None;
            }
            let lists = lists
                .iter()
                .map(|&list| self.lists[list as usize][way].as_slice());
            let columns = sums(lists, node.tiles)[node.tiles];
            if columns <= NEVER / 2 {
                return None;
            }
            bound = bound.min(node.gains[way] + columns + rows + self.extra[way]);
            if bound <= threshold {
                return None;
            }
        }
        Some(bound)
    }

    /// Upper bound on the gain of all columns and of the undecided rows from the tiles that are left.
    fn rest(&mut self, way: usize, node: &Node, lists: &[u32], counts: &mut Counts) -> i32 {
        let key = (way, node.decided, node.tiles, lists.to_vec());
        if let Some(&rest) = self.cache.get(&key) {
            return rest;
        }
        let rows = self.by_multiset.entry((node.decided, node.tiles));
        let rows = rows.or_insert_with(|| {
            [0, 1].map(|way| {
                let gains = self.in_rows[node.decided..].iter();
                counts.of_rows(gains.map(|gains| gains[way].as_slice()), node.tiles)
            })
        });
        let columns = lists
            .iter()
            .map(|&list| self.lists[list as usize][way].as_slice());
        let rest = counts.best(&rows[way], columns, node.tiles);
        if self.cache.len() >= self.cache_limit {
            self.cache.clear();
        }
        self.cache.insert(key, rest);
        rest
    }

    /// Per column, the index in `lists` of its gains by its number of tiles in the undecided rows, for its places in the decided
    /// rows. A list has the whole gain of a column: the gain in the decided rows alone is not known.
    fn lists_of(&mut self, node: &Node) -> Vec<u32> {
        let (decided, rows) = (node.decided, self.wall.rows());
        let columns = node.end.columns.iter().zip(&self.columns).enumerate();
        let lists = columns.map(|(column, (&places, gains))| {
            let entry = &mut self.column_lists[decided][column][usize::from(places)];
            if *entry == NONE {
                let below = self.initial.columns[column] >> decided;
                let list = gains.each_ref().map(|gains| {
                    let ends = (0..1usize << (rows - decided))
                        .map(|end| gains[usize::from(places) | end << decided]);
                    by_number(&ends.collect_vec(), below)
                });
                *entry = *self.places.entry(list).or_insert_with_key(|list| {
                    self.lists.push(list.clone());
                    self.lists.len() as u32 - 1
                });
            }
            *entry
        });
        lists.collect()
    }

    /// The node with one more row, if the row may have these final places.
    pub(super) fn with_row(&self, node: &Node, bits: u16) -> Option<Node> {
        let (wall, row) = (self.wall, node.decided);
        let gain = self.rows[row]
            .each_ref()
            .map(|gains| gains[usize::from(bits)]);
        let tiles = bits
            .count_ones()
            .checked_sub(self.initial.rows[row].count_ones())?;
        let tiles = node.tiles.checked_sub(tiles as usize)?;
        if gain[0] <= NEVER / 2 {
            return None;
        }
        let mut next = Node {
            decided: row + 1,
            tiles,
            gains: [0, 1].map(|way| node.gains[way] + gain[way]),
            ..*node
        };
        if node.prerequisites[row] & !bits != 0 {
            return None;
        }
        next.end.rows[row] = bits;
        for column in (0..wall.columns()).filter(|column| bits >> column & 1 == 1) {
            next.end.columns[column] |= 1 << row;
        }
        for &(_, first) in self.waits[row]
            .iter()
            .filter(|wait| bits >> wait.0 & 1 == 1)
        {
            let (of_first, bit) = (wall.row_of(first), 1 << wall.column_of(first));
            match of_first <= row {
                true if next.end.rows[of_first] & bit == 0 => return None,
                true => {}
                false => next.prerequisites[of_first] |= bit,
            }
        }
        Some(next)
    }
}

/// A node of the search: an end in its first rows.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) decided: usize,
    pub(super) end: LineBits,
    /// Predecessors of decided cells in each undecided row.
    prerequisites: [u16; LONGEST],
    /// Number of remaining tiles.
    pub(super) tiles: usize,
    /// The gain of the decided rows, in parts of a point.
    pub(super) gains: Gains<i32>,
}

/// Best gain of a line by its number of tiles beside the initial ones.
fn by_number(gains: &[i32], initial: u16) -> Vec<i32> {
    let best = best_ends(gains, initial).into_iter();
    best.map(|(gain, _)| gain).collect()
}

/// Best sums of the gains of lines by their numbers of tiles, for up to `tiles` tiles.
fn sums<'a>(lines: impl Iterator<Item = &'a [i32]>, tiles: usize) -> Vec<i32> {
    let mut best = vec![NEVER; tiles + 1];
    best[0] = 0;
    let mut next = best.clone();
    for gains in lines {
        next.fill(NEVER);
        for (number, gain) in gains.iter().enumerate().take(tiles + 1) {
            for (next, before) in next[number..].iter_mut().zip(&best) {
                *next = (before + gain).max(*next);
            }
        }
        std::mem::swap(&mut best, &mut next);
    }
    best
}

#[cfg(test)]
mod tests;
