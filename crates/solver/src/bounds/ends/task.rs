use super::LONGEST;
use super::counts::{Counts, CountsByRows, NEVER};
use super::lines::{Gains, until_the_end};
use crate::bounds::completion::LineBits;
use crate::bounds::prefix::LineEnds;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Line, Wall};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Estimated memory of an entry of [`Task::seen`], in bytes.
const SEEN: usize = 160;

/// A list that is not made yet.
const NONE: u32 = u32::MAX;

/// The ends in which certain colours are complete.
pub(super) struct Task {
    pub(super) wall: Wall,
    pub(super) turns: usize,
    initial: LineBits,
    /// By row, each cell that waits, by its place in the row, with a cell for which it waits.
    waits: Vec<Vec<(usize, Cell)>>,
    /// By row and bits, what the row gains until it has these places; and by the number of tiles.
    rows: Vec<Gains<Vec<i32>>>,
    in_rows: Vec<Gains<Vec<i32>>>,
    /// By column and bits, what the column gains until it has these places.
    columns: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided, what the others gain, by their number of tiles.
    by_tiles: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided and the number of tiles of the others, what these gain, by multiset of their numbers of tiles.
    by_multiset: FxHashMap<(usize, usize), Gains<Vec<i32>>>,
    /// By rows that are decided, column, and the column's places in them: one of the lists.
    columns_left: Vec<Vec<Vec<u32>>>,
    /// The gains of a column by the number of further tiles, and the place of each list.
    lists: Vec<Gains<Vec<i32>>>,
    places: FxHashMap<Gains<Vec<i32>>, u32>,
    /// By way to count, rows that are decided, tiles that are left, and sorted lists of the columns: what all that is left gains.
    seen: FxHashMap<(usize, usize, usize, Vec<u32>), i32>,
    /// The most entries of `seen`.
    most_seen: usize,
    /// The points of the colours, and what the ways to count add.
    extra: Gains<i32>,
}

impl Task {
    /// Bounds that are kept take so many bytes of `memory`.
    pub(super) fn new(
        problem: &Problem,
        line_ends: &LineEnds,
        colours: &[Vec<Cell>],
        memory: usize,
    ) -> Self {
        let (wall, sense, turns) = (problem.wall(), problem.sense(), problem.horizon());
        let mut filled = problem.always_filled();
        filled.add(problem.initial());
        colours
            .iter()
            .flatten()
            .for_each(|&cell| filled.insert(cell));
        let [initial, must] =
            [problem.initial(), &filled].map(|cells| LineBits::of_cells(wall, cells.iter()));
        // What a line gains until it has certain places; never, if it may not have these.
        let ends = |length: usize, line: Line, must: u16, bonus: u32| {
            until_the_end(line_ends, line, length).map(|mut gains| {
                let full = gains.len() - 1;
                for (bits, gains) in gains.iter_mut().enumerate() {
                    if usize::from(must) & !bits != 0 {
                        *gains = NEVER;
                    }
                }
                gains[full] += sense.gain(bonus as i32);
                gains
            })
        };
        let bonus = problem.bonus();
        let rows = (0..wall.rows()).map(|row| {
            let line = Line::Row(row as u32);
            ends(wall.columns(), line, must.rows[row], bonus.row)
        });
        let rows = rows.collect_vec();
        let columns = (0..wall.columns()).map(|column| {
            let line = Line::Column(column as u32);
            ends(wall.rows(), line, must.columns[column], bonus.column)
        });
        let mut columns = columns.collect_vec();
        // For the maximum the starts count along one axis, and for the minimum along both or none.
        if sense == Sense::Maximize {
            columns.iter_mut().for_each(|gains| gains.swap(0, 1));
        }
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
        let points = sense.gain(bonus.colour as i32) * colours.len() as i32;
        let waits = (0..wall.rows() as u32).map(|row| {
            let cells = wall.line_cells(Line::Row(row)).enumerate();
            let waits = cells.flat_map(|(place, then)| {
                let first = problem.before(then).iter();
                let first = first.filter(|&first| !problem.initial().contains(first));
                first.map(move |first| (place, first)).collect_vec()
            });
            waits.collect()
        });
        let unknown = |decided: usize| vec![vec![NONE; 1 << decided]; wall.columns()];
        Self {
            wall,
            waits: waits.collect(),
            turns,
            initial,
            by_tiles: by_tiles.collect(),
            rows,
            in_rows,
            columns,
            by_multiset: FxHashMap::default(),
            columns_left: (0..=wall.rows()).map(unknown).collect(),
            lists: Vec::new(),
            places: FxHashMap::default(),
            seen: FxHashMap::default(),
            most_seen: memory / SEEN,
            extra: match sense {
                Sense::Maximize => [points, points],
                Sense::Minimize => [0, turns as i32],
            },
        }
    }

    /// No row is decided.
    pub(super) fn root(&self) -> Node {
        Node {
            decided: 0,
            end: LineBits::of_rows(self.wall, |_| 0),
            waited_for: [0; LONGEST],
            tiles: self.turns,
            gains: [0, 0],
        }
    }

    /// Upper bound on the gain of all ends from a node on, in the tighter of both ways to count; none where it is no more than
    /// `enough`.
    pub(super) fn hope(
        &mut self,
        node: &Node,
        counts: &mut CountsByRows,
        enough: i32,
    ) -> Option<i32> {
        let lists = self.lists_of(node);
        let quick = self.quick_hope(node, &lists, enough)?;
        let Some(counts) = counts.after(node.decided) else {
            return Some(quick);
        };
        let lists = lists.into_iter().sorted_unstable().collect_vec();
        let mut hope = quick;
        for way in 0..2 {
            let rest = self.rest(way, node, &lists, counts);
            let of_way = node.gains[way] + rest + self.extra[way];
            hope = hope.min(of_way);
            if hope <= enough {
                return None;
            }
        }
        Some(hope)
    }

    /// The bound of [`Self::hope`] in a relaxation: the tiles of a column need not be in different rows.
    fn quick_hope(&self, node: &Node, lists: &[u32], enough: i32) -> Option<i32> {
        let mut hope = i32::MAX;
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
            hope = hope.min(node.gains[way] + columns + rows + self.extra[way]);
            if hope <= enough {
                return None;
            }
        }
        Some(hope)
    }

    /// Upper bound on the gain of all columns and of the undecided rows from the tiles that are left.
    fn rest(&mut self, way: usize, node: &Node, lists: &[u32], counts: &mut Counts) -> i32 {
        let key = (way, node.decided, node.tiles, lists.to_vec());
        if let Some(&known) = self.seen.get(&key) {
            return known;
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
        let rest = counts.together(&rows[way], columns, node.tiles);
        if self.seen.len() >= self.most_seen {
            self.seen.clear();
        }
        self.seen.insert(key, rest);
        rest
    }

    /// Per column, the place in `lists` of its gains by its number of tiles in the undecided rows, for its places in the decided
    /// rows. The gain in the decided rows alone is not known: the list holds the whole gain of the column.
    fn lists_of(&mut self, node: &Node) -> Vec<u32> {
        let (decided, rows) = (node.decided, self.wall.rows());
        let columns = node.end.columns.iter().zip(&self.columns).enumerate();
        let lists = columns.map(|(column, (&places, gains))| {
            let known = &mut self.columns_left[decided][column][usize::from(places)];
            if *known == NONE {
                let below = self.initial.columns[column] >> decided;
                let list = gains.each_ref().map(|gains| {
                    let ends = (0..1usize << (rows - decided))
                        .map(|end| gains[usize::from(places) | end << decided]);
                    by_number(&ends.collect_vec(), below)
                });
                *known = *self.places.entry(list).or_insert_with_key(|list| {
                    self.lists.push(list.clone());
                    self.lists.len() as u32 - 1
                });
            }
            *known
        });
        lists.collect()
    }

    /// The node with one more row, if the row may end so.
    pub(super) fn with_row(&self, node: &Node, bits: u16) -> Option<Node> {
        let (wall, row) = (self.wall, node.decided);
        let gained = self.rows[row]
            .each_ref()
            .map(|gains| gains[usize::from(bits)]);
        let tiles = bits
            .count_ones()
            .checked_sub(self.initial.rows[row].count_ones())?;
        let tiles = node.tiles.checked_sub(tiles as usize)?;
        if gained[0] <= NEVER / 2 {
            return None;
        }
        let mut next = Node {
            decided: row + 1,
            tiles,
            gains: [0, 1].map(|way| node.gains[way] + gained[way]),
            ..*node
        };
        if node.waited_for[row] & !bits != 0 {
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
                false => next.waited_for[of_first] |= bit,
            }
        }
        Some(next)
    }
}

/// Rows that are decided.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) decided: usize,
    pub(super) end: LineBits,
    /// By row, the cells of later rows for which cells of the end wait.
    waited_for: [u16; LONGEST],
    /// Tiles that are left.
    pub(super) tiles: usize,
    /// The gain of the decided rows.
    pub(super) gains: Gains<i32>,
}

/// The best gain of all ends of a line, by the number of tiles beside the initial ones.
fn by_number(gains: &[i32], initial: u16) -> Vec<i32> {
    let length = gains.len().ilog2() as usize;
    let mut best = vec![NEVER; length + 1];
    for (bits, &gain) in gains.iter().enumerate() {
        let tiles = bits.count_ones().checked_sub(initial.count_ones());
        if let Some(best) = tiles.and_then(|tiles| best.get_mut(tiles as usize)) {
            *best = gain.max(*best);
        }
    }
    best
}

/// The best sums of lines that gain so much by their numbers of tiles, for up to so many tiles.
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
