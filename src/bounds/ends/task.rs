use super::LONGEST;
use super::counts::{Counts, NEVER};
use super::lines::{Gains, gain, until_the_end};
use crate::bounds::past::PastBounds;
use crate::bounds::rest::LineBits;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Covering, Line, Wall};
use itertools::{Itertools, chain};
use rustc_hash::FxHashMap;

/// The ends in which certain colours are complete.
pub(super) struct Task {
    pub(super) wall: Wall,
    pub(super) turns: usize,
    initial: LineBits,
    /// By row and bits, what the row gains until it has these places.
    rows: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided, what the others gain, by multiset of their numbers of tiles.
    rest: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided, column, and the column's places in them: one of the lists.
    columns: Vec<Vec<Vec<u32>>>,
    /// What a column gains by the number of further tiles.
    lists: Vec<Gains<Vec<i32>>>,
    /// By rows that are decided, tiles that are left, and sorted lists of the columns: what all that is left gains.
    seen: FxHashMap<(usize, usize, Vec<u32>), Gains<i32>>,
    /// The points of the colours, and what the ways to count add.
    extra: Gains<i32>,
}

impl Task {
    pub(super) fn new(
        problem: &Problem,
        past: &PastBounds,
        colours: &[Vec<Cell>],
        counts: &[Counts],
    ) -> Self {
        let (wall, sense, turns) = (problem.wall(), problem.sense(), problem.horizon());
        let initial: Covering = problem.initial().iter().collect();
        let must: Covering =
            chain!(problem.initial().iter(), colours.iter().flatten().copied()).collect();
        let [initial, must] = [initial, must].map(|cells| LineBits::of(wall, cells));
        // What a line gains until it has certain places; never, if it may not have these.
        let ends = |length: usize, line: Line, must: u16, bonus: u32| {
            until_the_end(past, line, length).map(|mut gains| {
                let full = gains.len() - 1;
                for (bits, gains) in gains.iter_mut().enumerate() {
                    if usize::from(must) & !bits != 0 {
                        *gains = NEVER;
                    }
                }
                gains[full] += gain(sense, bonus);
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
        let columns = columns.collect_vec();
        let rest = (0..=wall.rows()).map(|decided| {
            let by_number = (decided..wall.rows()).map(|row| {
                rows[row]
                    .each_ref()
                    .map(|gains| by_number(gains, initial.rows[row], wall.columns()))
            });
            let by_number = by_number.collect_vec();
            [0, 1].map(|way| {
                let gains = by_number.iter().map(|gains| gains[way].as_slice());
                counts[decided].of_rows(gains)
            })
        });
        let rest = rest.collect_vec();
        let points = gain(sense, bonus.colour) * colours.len() as i32;
        let mut task = Self {
            wall,
            turns,
            initial,
            rows,
            rest,
            columns: Vec::new(),
            lists: Vec::new(),
            seen: FxHashMap::default(),
            extra: match sense {
                Sense::Maximize => [points, points],
                Sense::Minimize => [0, turns as i32],
            },
        };
        task.list_columns(&columns);
        // For the maximum the starts count along one axis, and for the minimum along both or none.
        if sense == Sense::Maximize {
            for gains in &mut task.lists {
                gains.swap(0, 1);
            }
        }
        task
    }

    /// What each column gains in the rows that are not decided, by number of tiles, for all places in those that are.
    /// What it gained in those is not known by itself: all that it gains is here.
    fn list_columns(&mut self, columns: &[Gains<Vec<i32>>]) {
        let rows = self.wall.rows();
        let mut known: FxHashMap<Gains<Vec<i32>>, u32> = FxHashMap::default();
        for decided in 0..=rows {
            let mut by_column = Vec::with_capacity(columns.len());
            for (gains, initial) in columns.iter().zip(self.initial.columns) {
                let below = initial >> decided;
                let lists = (0..1usize << decided).map(|places| {
                    let list = gains.each_ref().map(|gains| {
                        let ends = (0..1usize << (rows - decided))
                            .map(|end| gains[places | end << decided]);
                        by_number(&ends.collect_vec(), below, rows - decided)
                    });
                    *known.entry(list).or_insert_with_key(|list| {
                        self.lists.push(list.clone());
                        self.lists.len() as u32 - 1
                    })
                });
                by_column.push(lists.collect());
            }
            self.columns.push(by_column);
        }
    }

    /// What is gained at most.
    pub(super) fn root(&mut self, counts: &mut [Counts]) -> i32 {
        let places = [0; LONGEST];
        let rest = self.rest(0, &places, self.turns, counts);
        self.sum([0, 0], rest)
    }

    /// The tighter of both ways to count.
    pub(super) fn sum(&self, before: Gains<i32>, rest: Gains<i32>) -> i32 {
        let ways = (0..2).map(|way| before[way] + rest[way] + self.extra[way]);
        ways.min().unwrap_or(NEVER)
    }

    /// What all columns and the rows that are not decided gain at most from so many tiles.
    pub(super) fn rest(
        &mut self,
        decided: usize,
        places: &[u16; LONGEST],
        tiles: usize,
        counts: &mut [Counts],
    ) -> Gains<i32> {
        let lists = self.columns[decided].iter().zip(places);
        let lists = lists.map(|(lists, &places)| lists[usize::from(places)]);
        let key = (decided, tiles, lists.sorted_unstable().collect_vec());
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let columns = [0, 1].map(|way| {
            let gains = key
                .2
                .iter()
                .map(|&list| self.lists[list as usize][way].as_slice());
            counts[decided].of_columns(gains)
        });
        let rest = counts[decided].together(tiles, &self.rest[decided], &columns);
        self.seen.insert(key, rest);
        rest
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
        for column in (0..wall.columns()).filter(|column| bits >> column & 1 == 1) {
            next.places[column] |= 1 << row;
            next.end = next.end.with(wall.cell(row, column)?);
        }
        Some(next)
    }
}

/// Rows that are decided.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) decided: usize,
    pub(super) end: Covering,
    /// The places of the columns in the decided rows.
    pub(super) places: [u16; LONGEST],
    /// Tiles that are left.
    pub(super) tiles: usize,
    /// What the decided rows gain.
    pub(super) gains: Gains<i32>,
}

/// The best gain of all ends of a line, by the number of tiles beside the initial ones.
fn by_number(gains: &[i32], initial: u16, length: usize) -> Vec<i32> {
    let mut best = vec![NEVER; length + 1];
    for (bits, &gain) in gains.iter().enumerate() {
        let tiles = bits.count_ones().checked_sub(initial.count_ones());
        if let Some(best) = tiles.and_then(|tiles| best.get_mut(tiles as usize)) {
            *best = gain.max(*best);
        }
    }
    best
}
