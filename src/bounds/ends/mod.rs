//! Bounds by the set of cells that is filled at the end, for problems that do not fill the wall.
//!
//! Where an order ends says much of what it scores. Each line gets the tiles of the end, and what a line gains at best
//! from one set of places to another is known. A tile that is a start both ways earns 1: for the maximum such tiles count as
//! starts of their rows, or as starts of their columns; for the minimum as none, or as all starts less all tiles. Both
//! ways hold, and so the tighter one does.
//!
//! The search goes through the ends row by row, and leaves out those that cannot beat a score. For the rows that are not
//! decided, and all columns, it knows what they gain by their numbers of tiles, and which numbers can go together
//! ([`counts`]). The complete colours of an end are chosen before: their cells are in the end, then.

mod counts;
mod lines;

use super::rest::LineBits;
use crate::control::{Control, Stopped};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, Covering, Wall};
use counts::{Counts, NEVER};
use itertools::{Itertools, chain};
use lines::{Gains, back, gain, onward};
use rustc_hash::FxHashMap;

/// The longest line: a row has 2 to this power ends.
const LONGEST: usize = 10;

/// The most multisets of numbers of tiles.
const MULTISETS: usize = 20_000;

/// How many nodes are gone through: on 8×8 with the bonus of the game a thousand is enough. Constraints can make
/// the ends say little of the orders; then other methods do better.
const NODES: usize = 1 << 16;

/// What came of a look at an end that could score more than all orders that are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// Its best order, if there is one that beats what is known, has been found: the best score that is known now.
    Best(Option<u32>),
    /// Nobody knows.
    Unknown,
}

/// What no order beats. `known` is the score of an order, if one is known. Each end that may beat it is shown to `look`.
/// None where the problem fills the wall or is too large; if it is stopped or takes too long, a weaker bound.
pub(crate) fn bound(
    problem: &Problem,
    known: Option<u32>,
    control: &Control,
    look: &mut dyn FnMut(Covering, Option<u32>) -> Look,
) -> Option<u32> {
    let wall = problem.wall();
    let (rows, columns, turns) = (wall.rows(), wall.columns(), problem.horizon());
    let fits = rows.max(columns) <= LONGEST && wall.len() <= Covering::MAX_CELLS;
    if !fits || problem.fills_the_wall() {
        return None;
    }
    let mut counts = Vec::with_capacity(rows + 1);
    for decided in 0..=rows {
        counts.push(Counts::new(rows - decided, columns, turns));
        if counts[0].len() > MULTISETS {
            return None;
        }
    }
    let sense = problem.sense();
    let mut search = Search {
        control,
        counts,
        known: known.map(|score| signed(sense, score)),
        unknown: NEVER,
        nodes: 0,
        look,
        sense,
    };
    let mut tasks = Vec::new();
    for colours in colours(problem) {
        control.go_on().ok()?;
        let mut task = Task::new(problem, &colours, &search.counts);
        tasks.push((task.root(&mut search.counts), task));
    }
    tasks.sort_by_key(|(root, _)| std::cmp::Reverse(*root));
    let mut best = NEVER;
    for (root, task) in &mut tasks {
        match search.goes_through(*root, task) {
            Ok(()) => {}
            // What is left is bounded at its root.
            Err(Stopped) => {
                best = *root;
                break;
            }
        }
    }
    let known = search.known.unwrap_or(NEVER);
    let best = best.max(search.unknown).max(known);
    (best > NEVER / 2).then(|| best.unsigned_abs())
}

/// A score as a gain.
fn signed(sense: Sense, score: u32) -> i32 {
    gain(sense, score)
}

/// The sets of colours that may be complete at the end. For the minimum no set is asked for: a bonus only adds.
fn colours(problem: &Problem) -> Vec<Vec<Vec<Cell>>> {
    let wall = problem.wall();
    if problem.sense() == Sense::Minimize || problem.bonus().colour == 0 {
        return vec![Vec::new()];
    }
    let cells = |colour: usize| {
        let cells = (0..wall.rows()).filter_map(|row| wall.cell_of(row, colour));
        cells.collect_vec()
    };
    let missing = |colours: &Vec<usize>| {
        let cells = colours.iter().flat_map(|&colour| cells(colour));
        cells
            .filter(|&cell| !problem.initial().contains(cell))
            .count()
    };
    let sets = (0..wall.colours()).powerset();
    sets.filter(|colours| missing(colours) <= problem.horizon())
        .map(|colours| colours.into_iter().map(cells).collect())
        .collect()
}

/// The ends in which certain colours are complete.
struct Task {
    wall: Wall,
    turns: usize,
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
    fn new(problem: &Problem, colours: &[Vec<Cell>], counts: &[Counts]) -> Self {
        let (wall, sense, turns) = (problem.wall(), problem.sense(), problem.horizon());
        let initial: Covering = problem.initial().iter().collect();
        let may = problem
            .turns()
            .flat_map(|turn| problem.allowed(turn).iter());
        let may: Covering = chain!(problem.initial().iter(), may).collect();
        let must: Covering =
            chain!(problem.initial().iter(), colours.iter().flatten().copied()).collect();
        let [initial, may, must] = [initial, may, must].map(|cells| LineBits::of(wall, cells));
        // What a line gains until it has certain places; never, if it may not have these.
        let ends = |length: usize, [initial, may, must]: [u16; 3], bonus: u32| {
            onward(length, initial, sense).map(|mut gains| {
                let full = gains.len() - 1;
                for (bits, gains) in gains.iter_mut().enumerate() {
                    let (may, must) = (usize::from(may), usize::from(must));
                    if bits & !may != 0 || must & !bits != 0 {
                        *gains = NEVER;
                    }
                }
                gains[full] += gain(sense, bonus);
                gains
            })
        };
        let bonus = problem.bonus();
        let rows = (0..wall.rows()).map(|row| {
            let bits = [initial.rows[row], may.rows[row], must.rows[row]];
            ends(wall.columns(), bits, bonus.row)
        });
        let rows = rows.collect_vec();
        let columns = (0..wall.columns()).map(|column| {
            let bits = [
                initial.columns[column],
                may.columns[column],
                must.columns[column],
            ];
            ends(wall.rows(), bits, bonus.column)
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
    fn root(&mut self, counts: &mut [Counts]) -> i32 {
        let places = [0; LONGEST];
        let rest = self.rest(0, &places, self.turns, counts);
        self.sum([0, 0], rest)
    }

    /// The tighter of both ways to count.
    fn sum(&self, before: Gains<i32>, rest: Gains<i32>) -> i32 {
        let ways = (0..2).map(|way| before[way] + rest[way] + self.extra[way]);
        ways.min().unwrap_or(NEVER)
    }

    /// What all columns and the rows that are not decided gain at most from so many tiles.
    fn rest(
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

struct Search<'a> {
    control: &'a Control,
    counts: Vec<Counts>,
    known: Option<i32>,
    /// The most that an end can gain of which nobody knows its best order.
    unknown: i32,
    nodes: usize,
    look: &'a mut dyn FnMut(Covering, Option<u32>) -> Look,
    sense: Sense,
}

/// Rows that are decided.
#[derive(Clone, Copy)]
struct Node {
    decided: usize,
    end: Covering,
    /// The places of the columns in the decided rows.
    places: [u16; LONGEST],
    /// Tiles that are left.
    tiles: usize,
    /// What the decided rows gain.
    gains: Gains<i32>,
}

impl Search<'_> {
    fn goes_through(&mut self, root: i32, task: &mut Task) -> Result<(), Stopped> {
        let node = Node {
            decided: 0,
            end: Covering::EMPTY,
            places: [0; LONGEST],
            tiles: task.turns,
            gains: [0, 0],
        };
        match self.is_hopeless(root) {
            true => Ok(()),
            false => self.descend(&node, root, task),
        }
    }

    fn is_hopeless(&self, hope: i32) -> bool {
        hope <= NEVER / 2 || self.known.is_some_and(|known| hope <= known) || hope <= self.unknown
    }

    fn descend(&mut self, node: &Node, hope: i32, task: &mut Task) -> Result<(), Stopped> {
        self.control.go_on()?;
        self.nodes += 1;
        if self.nodes > NODES {
            return Err(Stopped);
        }
        if node.decided == task.wall.rows() {
            let known = self.known.map(i32::unsigned_abs);
            match (self.look)(node.end, known) {
                Look::Best(best) => self.known = best.map(|score| signed(self.sense, score)),
                Look::Unknown => self.unknown = self.unknown.max(hope),
            }
            return Ok(());
        }
        let mut next = Vec::new();
        for bits in 0..1u16 << task.wall.columns() {
            let Some(node) = task.with_row(node, bits) else {
                continue;
            };
            let rest = task.rest(node.decided, &node.places, node.tiles, &mut self.counts);
            let hope = task.sum(node.gains, rest);
            if !self.is_hopeless(hope) {
                next.push((hope, node));
            }
        }
        next.sort_by_key(|(hope, node)| (std::cmp::Reverse(*hope), node.end));
        for (hope, node) in next {
            if !self.is_hopeless(hope) {
                self.descend(&node, hope, task)?;
            }
        }
        Ok(())
    }
}

impl Task {
    /// The node with one more row, if the row may end so.
    fn with_row(&self, node: &Node, bits: u16) -> Option<Node> {
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

/// What the tiles that are missing of an end can still gain, line by line.
#[derive(Debug)]
pub(crate) struct EndBounds {
    wall: Wall,
    sense: Sense,
    tiles: usize,
    rows: Vec<Gains<Vec<i32>>>,
    columns: Vec<Gains<Vec<i32>>>,
}

impl EndBounds {
    /// For an end on a wall whose lines are not longer than [`LineBounds::LONGEST`](super::rest::LineBounds::LONGEST).
    pub(crate) fn new(wall: Wall, sense: Sense, end: Covering) -> Self {
        let bits = LineBits::of(wall, end);
        let of = |axis| {
            let (ends, length) = match axis {
                Axis::Horizontal => (&bits.rows[..wall.rows()], wall.columns()),
                Axis::Vertical => (&bits.columns[..wall.columns()], wall.rows()),
            };
            ends.iter().map(|&end| back(length, end, sense)).collect()
        };
        Self {
            wall,
            sense,
            tiles: end.len(),
            rows: of(Axis::Horizontal),
            columns: of(Axis::Vertical),
        }
    }

    /// At most (maximizing) or at least (minimizing) what is still to be earned from a part of the end on.
    pub(crate) fn rest(&self, covering: Covering) -> u32 {
        let bits = LineBits::of(self.wall, covering);
        let sum = |lines: &[Gains<Vec<i32>>], bits: &[u16], way: usize| {
            let gains = lines.iter().zip(bits);
            gains
                .map(|(gains, &bits)| gains[way][usize::from(bits)])
                .sum::<i32>()
        };
        let sums = |row: usize, column: usize| {
            sum(&self.rows, &bits.rows, row) + sum(&self.columns, &bits.columns, column)
        };
        let best = match self.sense {
            Sense::Maximize => sums(0, 1).min(sums(1, 0)),
            Sense::Minimize => sums(0, 0).min(sums(1, 1) + (self.tiles - covering.len()) as i32),
        };
        best.unsigned_abs()
    }
}
