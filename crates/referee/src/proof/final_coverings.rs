//! The final coverings: the sets of cells that orders can have filled at the end. `docs/proofs.md`, section 6.

use super::line::each;
use super::sweep::{Cells, SetPair, Walk, set_of};
use crate::refusal::{Refusal, need};
use crate::statement::Sense;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The limit of beginnings of final coverings in the search.
pub(super) const MOST_BEGINNINGS: usize = 5_000_000;

/// A multiset of small numbers: the multiplicity of each in five bits.
type Multiset = u64;

/// The points that lines earn together, by the multiset of their numbers of tiles, in descending order.
type Sums = Vec<(i64, Multiset)>;

/// The points that a line earns by its number of tiles; none where the number is impossible.
type ByNumber = Vec<Option<i64>>;

/// The search for final coverings that may reach a goal, row by row.
pub(super) struct FinalCoverings<'a> {
    walk: &'a Walk<'a>,
    beginnings: usize,
    coverings: BTreeSet<Cells>,
}

/// A way of counting: singles count as starts of rows, or as starts of columns. For a minimum singles count not at all,
/// or all starts count, less all tiles.
struct CountingWay {
    /// The points that the lines must earn to reach the goal.
    goal: i64,
    /// The points of each line by the set of its places in the final covering; none if the set is impossible.
    earns: Vec<Vec<Option<i64>>>,
    /// The sums of the rows that are not decided, by the number of decided rows and by their tiles.
    rest: Vec<Vec<Sums>>,
}

impl CountingWay {
    /// A way of counting for final coverings that contain the forced cells.
    fn new(walk: &Walk<'_>, way: usize, goal: i64, forced: Cells) -> Self {
        let wall = walk.facts.wall;
        let earns = (0..wall.lines()).map(|line| {
            let forced = walk.places(line, walk.pair(forced));
            let with_starts = match walk.facts.statement.sense {
                Sense::Maximize => (line < wall.rows) == (way == 0),
                Sense::Minimize => way == 1,
            };
            let earns = |places| walk.at_the_end(line, places, with_starts);
            let sets = 0..1 << walk.lines[line].0.cells.len();
            let earns = sets.map(|set| earns(set).filter(|_| forced & !set == 0));
            earns.collect()
        });
        let mut counting_way = Self {
            goal,
            earns: earns.collect(),
            rest: Vec::new(),
        };
        let rows = (0..wall.rows).map(|row| counting_way.points(walk, row, 0, (0, 0)));
        let rows: Vec<ByNumber> = rows.collect();
        let rest = (0..=wall.rows).map(|decided| {
            let sums = |tiles| sums(&rows[decided..], tiles, i64::MIN);
            (0..=walk.facts.turns).map(sums).collect()
        });
        counting_way.rest = rest.collect();
        counting_way
    }

    /// The points of a line by its number of new tiles, if its first places are as in `end`.
    fn points(&self, walk: &Walk<'_>, line: usize, decided: usize, end: SetPair) -> ByNumber {
        let (places, line_of) = (walk.places(line, end), &walk.lines[line].0);
        let (length, initial) = (line_of.cells.len() - decided, line_of.initial >> decided);
        let mut best = vec![None; length + 1];
        for rest in 0..1u64 << length {
            let earns = self.earns[line][(places | rest << decided) as usize];
            let best = &mut best[(rest & !initial).count_ones() as usize];
            *best = earns.max(*best);
        }
        best
    }
}

impl<'a> FinalCoverings<'a> {
    /// All final coverings that may reach a goal.
    pub(super) fn of(walk: &'a Walk<'a>, goal: i64) -> Result<BTreeSet<Cells>, Refusal> {
        let (statement, turns) = (&walk.facts.statement, walk.facts.turns);
        let mut search = Self {
            walk,
            beginnings: 0,
            coverings: BTreeSet::new(),
        };
        // A bonus only makes a score greater: for the minimum no colour needs to be full.
        let colours = match statement.sense {
            Sense::Maximize => statement.colours().len(),
            Sense::Minimize => 0,
        };
        for full in 0..1u64 << colours {
            let full_cells = each(full).flat_map(|colour| statement.wall.colour(colour + 1));
            let forced = walk.forced | set_of(full_cells);
            let points = i64::from(full.count_ones() * statement.bonus.colour);
            let extra = match statement.sense {
                Sense::Maximize => [points; 2],
                Sense::Minimize => [0, turns as i64],
            };
            let ways = [0, 1].map(|way| CountingWay::new(walk, way, goal - extra[way], forced));
            search.descend(&ways, 0, 0, turns, [0; 2])?;
        }
        Ok(search.coverings)
    }

    /// Extends a beginning by the next row.
    fn descend(
        &mut self,
        ways: &[CountingWay; 2],
        row: usize,
        end: Cells,
        left: usize,
        earned: [i64; 2],
    ) -> Result<(), Refusal> {
        let wall = self.walk.facts.wall;
        if row == wall.rows {
            self.coverings.extend((left == 0).then_some(end));
            return Ok(());
        }
        let initial = self.walk.lines[row].0.initial;
        for places in 0..1u64 << wall.columns {
            let tiles = (places & !initial).count_ones() as usize;
            let earns = [0, 1].map(|way| ways[way].earns[row][places as usize]);
            let ([Some(first), Some(second)], Some(left)) = (earns, left.checked_sub(tiles)) else {
                continue;
            };
            let next = end | Cells::from(places) << (row * wall.columns);
            let earned = [earned[0] + first, earned[1] + second];
            self.beginnings += 1;
            let reason = format_args!("more than {MOST_BEGINNINGS} beginnings");
            need(self.beginnings <= MOST_BEGINNINGS, "ends", reason)?;
            self.walk.check_stop(0)?;
            let mut counts = ways.iter().zip(earned);
            if counts.all(|(way, earned)| self.may_reach(way, row + 1, next, left, earned)) {
                self.descend(ways, row + 1, next, left, earned)?;
            }
        }
        Ok(())
    }

    /// Whether the other rows and all columns can earn the missing points, with consistent numbers of tiles.
    fn may_reach(
        &self,
        way: &CountingWay,
        decided: usize,
        end: Cells,
        left: usize,
        earned: i64,
    ) -> bool {
        let wall = self.walk.facts.wall;
        let (missing, rest) = (way.goal - earned, &way.rest[decided][left]);
        let least = rest.first().map_or(missing, |(most, _)| missing - most);
        let end = self.walk.pair(end);
        let columns = wall.rows..wall.lines();
        let lists = columns.map(|line| way.points(self.walk, line, decided, end));
        let lists: Vec<ByNumber> = lists.collect();
        let column_sums = sums(&lists, left, least);
        rest.iter().any(|&(row, numbers)| {
            let is_enough = |sum: &&(i64, Multiset)| row + sum.0 >= missing;
            let mut best_sums = column_sums.iter().take_while(is_enough);
            best_sums.any(|&(_, others)| are_consistent(numbers, others))
        })
    }
}

/// The best sums of lines with this number of tiles together that are not less than `least`, by the multiset of the numbers of
/// their tiles.
fn sums(lines: &[ByNumber], tiles: usize, least: i64) -> Sums {
    // The best sum of the last lines by their tiles, from no line to all lines.
    let mut bounds = vec![vec![None; tiles + 1]];
    bounds[0][0] = Some(0);
    for (line, others) in lines.iter().rev().zip(0..) {
        let sum = |tiles| {
            let numbers = line.iter().zip(0..=tiles);
            let sums = numbers.filter_map(|(earns, number)| {
                let others: Option<i64> = bounds[others][tiles - number];
                Some((*earns)? + others?)
            });
            sums.max()
        };
        bounds.push((0..=tiles).map(sum).collect());
    }
    // By the tiles that are left for the other lines, and the multiset.
    let mut sums: FxHashMap<(usize, Multiset), i64> = [((tiles, 0), 0)].into_iter().collect();
    for (line, bounds) in lines.iter().zip(bounds.iter().rev().skip(1)) {
        let mut next = FxHashMap::default();
        for (&(left, numbers), &sum) in &sums {
            for (earns, number) in line.iter().zip(0..=left) {
                let is_enough =
                    |sum: &i64| bounds[left - number].is_some_and(|most| sum + most >= least);
                if let Some(sum) = earns.map(|earns| sum + earns).filter(is_enough) {
                    let key = (left - number, numbers + (1 << (5 * number)));
                    let best = next.entry(key).or_insert(sum);
                    *best = sum.max(*best);
                }
            }
        }
        sums = next;
    }
    let sums = sums.into_iter().map(|((_, numbers), sum)| (sum, numbers));
    let mut sums: Sums = sums.collect();
    sums.sort_unstable_by(|left, right| right.cmp(left));
    sums
}

/// The numbers of a multiset with their multiplicities.
fn numbers(multiset: Multiset) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    (0..12).map(move |number| (number, (multiset >> (5 * number) & 31) as usize))
}

/// Whether some set of cells has the given numbers in its rows and in its columns, with equal sums: the first columns
/// have no more cells than the rows have room for (Gale and Ryser).
fn are_consistent(rows: Multiset, columns: Multiset) -> bool {
    let largest = numbers(columns).rev();
    let largest = largest.flat_map(|(number, times)| std::iter::repeat_n(number, times));
    let (mut cells, mut room) = (0, 0);
    largest.zip(1..).all(|(number, column)| {
        cells += number;
        let longer = numbers(rows).filter(|(tiles, _)| *tiles >= column);
        room += longer.map(|(_, times)| times).sum::<usize>();
        cells <= room
    })
}
