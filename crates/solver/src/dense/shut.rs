//! Sets and tiles of a block that the rows of a problem shut.
//!
//! The sum of a row over the cells of a set is that over the high cells, which all sets of a block share, and that over the low
//! cells, which a table has for each place of a block.

use super::cost::{Cost, Scale};
use super::costs::Split;
use crate::problem::{RowTests, Sum, Test};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The rows of a problem, on blocks of sets.
#[derive(Debug)]
pub(super) struct BlockRows<'a, C> {
    split: Split,
    scale: Scale,
    /// Places of a block, by their number of low cells.
    places: Vec<Vec<usize>>,
    /// Sums over low cells, one for all that have the same weights.
    low_sums: Vec<LowSums>,
    /// By time.
    level: Vec<Vec<BlockTest<'a>>>,
    /// By turn, from 0.
    step: Vec<StepTests<'a, C>>,
}

/// Sums over the low cells of sets.
#[derive(Debug)]
struct LowSums {
    by_place: Vec<i64>,
    /// The least and the greatest sum, by the number of low cells.
    ranges: Vec<[i64; 2]>,
}

/// A row: all sums of one of the clauses are small enough.
type BlockTest<'a> = Vec<Vec<BlockSum<'a>>>;

/// A sum of a row, with its sums over low cells.
#[derive(Debug)]
struct BlockSum<'a> {
    sum: &'a Sum<u32>,
    low_sums: usize,
}

/// The rows of a turn.
#[derive(Debug)]
struct StepTests<'a, C> {
    /// By cell, the cost of its tile by the cost without rows: rows that know the cell and its points alone. Empty without such.
    by_cost: Vec<Vec<C>>,
    /// The other rows.
    tests: Vec<BlockTest<'a>>,
}

/// A sum of which the outcome depends on the place: the sums over low cells, the factor of points, and the most that both may be.
type PlaceSum<'s> = (&'s [i64], i64, i64);

impl<'a, C: Cost> BlockRows<'a, C> {
    pub(super) fn new(rows: &'a RowTests<u32>, split: Split, scale: Scale) -> Self {
        let mut places = vec![Vec::new(); split.low as usize + 1];
        for place in 0..split.block_len() {
            places[place.count_ones() as usize].push(place);
        }
        let (mut known, mut low_sums) = (FxHashMap::default(), Vec::new());
        let mut test = |test: &'a Test<u32>| -> BlockTest<'a> {
            let clauses = test.clauses.iter().map(|clause| {
                let sums = clause.iter().map(|sum| {
                    let weights: Vec<i64> = (0..split.low).map(|cell| weight(sum, cell)).collect();
                    let low_sums = *known.entry(weights).or_insert_with_key(|weights| {
                        low_sums.push(LowSums::new(weights, &places));
                        low_sums.len() - 1
                    });
                    BlockSum { sum, low_sums }
                });
                sums.collect()
            });
            clauses.collect()
        };
        let level = (0..=rows.turns()).map(|time| rows.level(time).iter().map(&mut test).collect());
        let level = level.collect();
        let step = (0..rows.turns()).map(|turn| {
            let cells = split.low + split.high;
            let (of_points, others): (Vec<_>, Vec<_>) = rows
                .step(turn)
                .iter()
                .partition(|test| knows_points_alone(test, cells));
            let of_cell = |cell: u32| costs_by_points(&of_points, cell, scale);
            StepTests {
                by_cost: match of_points.is_empty() {
                    true => Vec::new(),
                    false => (0..cells).map(of_cell).collect(),
                },
                tests: others.into_iter().map(&mut test).collect(),
            }
        });
        let step = step.collect();
        Self {
            split,
            scale,
            places,
            low_sums,
            level,
            step,
        }
    }

    /// The numbers of low cells of the sets of a block, each with the number of all cells, which is a turn and a time.
    fn sizes(&self, block: usize) -> impl Iterator<Item = (usize, usize)> + use<C> {
        let high = block.count_ones() as usize;
        (0..=self.split.low as usize).map(move |low| (low, high + low))
    }

    /// By place of a block: [`Cost::NEVER`] for the sets of which the rows of their time do not hold; none where no time of the block
    /// has rows.
    pub(super) fn shut(&self, block: usize) -> Option<Vec<C>> {
        let mut shut = None;
        for (low, time) in self.sizes(block) {
            if let Some(tests @ [_, ..]) = self.level.get(time).map(|tests| &tests[..]) {
                let shut = shut.get_or_insert_with(|| vec![C::NONE; self.split.block_len()]);
                self.test(tests, (block, low, None), shut);
            }
        }
        shut
    }

    /// The costs of a cell after the sets of a block, where the rows of the turn allow it.
    pub(super) fn in_turns<'c>(&self, block: usize, index: usize, after: &'c [C]) -> Cow<'c, [C]> {
        let mut costs = Cow::Borrowed(after);
        for (low, turn) in self.sizes(block) {
            let Some(step) = self.step.get(turn) else {
                continue;
            };
            if let Some(by_cost) = step.by_cost.get(index) {
                let costs = costs.to_mut();
                for &place in &self.places[low] {
                    let cost: u32 = costs[place].into();
                    costs[place] = by_cost.get(cost as usize).map_or(C::NEVER, |cost| *cost);
                }
            }
            if !step.tests.is_empty() {
                self.test(&step.tests, (block, low, Some(index)), costs.to_mut());
            }
        }
        costs
    }

    /// Shuts the places with so many low cells of which some row does not hold, where a `cell` is filled or none is.
    fn test(
        &self,
        tests: &[BlockTest<'_>],
        (block, low, cell): (usize, usize, Option<usize>),
        costs: &mut [C],
    ) {
        let places = self.places[low].iter().copied();
        // What a filled cell costs once more has no meaning.
        let places = places.filter(|place| cell.is_none_or(|cell| place >> cell & 1 == 0));
        let points = |cost: C| i64::from(self.scale.points(1, cost.into()));
        for test in tests {
            let clauses = test.iter();
            let clauses = clauses.filter_map(|clause| self.open(clause, block, low, cell));
            let clauses: Vec<Vec<PlaceSum<'_>>> = clauses.collect();
            if clauses.iter().any(Vec::is_empty) {
                continue;
            }
            let holds = |(sums, factor, most): PlaceSum<'_>, place: usize, cost: C| match factor {
                0 => sums[place] <= most,
                factor => sums[place] + factor * points(cost) <= most,
            };
            // All sums of a clause hold where each of them does, and most rows have one clause.
            if let [sums] = &clauses[..] {
                for &sum in sums {
                    for place in places.clone() {
                        let cost = costs[place];
                        if cost != C::NEVER && !holds(sum, place, cost) {
                            costs[place] = C::NEVER;
                        }
                    }
                }
                continue;
            }
            for place in places.clone() {
                let cost = costs[place];
                let hold =
                    |sums: &Vec<PlaceSum<'_>>| sums.iter().all(|&sum| holds(sum, place, cost));
                if cost != C::NEVER && !clauses.iter().any(hold) {
                    costs[place] = C::NEVER;
                }
            }
        }
    }

    /// The sums of a clause that do not hold at each place with so many low cells; none where one of them holds at no place.
    fn open(
        &self,
        clause: &[BlockSum<'_>],
        block: usize,
        low: usize,
        cell: Option<usize>,
    ) -> Option<Vec<PlaceSum<'_>>> {
        let high = self.split.set(block, 0);
        let mut open = Vec::with_capacity(clause.len());
        for BlockSum { sum, low_sums } in clause {
            let LowSums { by_place, ranges } = &self.low_sums[*low_sums];
            let of_cell = cell.map_or(0, |cell| sum.of_cells((0, 1 << cell)));
            let most = sum.at_most - sum.of_cells((high, high)) - of_cell;
            let points = [0, self.scale.worst_cost()].map(|cost| {
                let points = self.scale.points(1, cost);
                sum.earned * i64::from(points)
            });
            let [least, greatest] = ranges[low];
            if least + points[0].min(points[1]) > most {
                return None;
            }
            if greatest + points[0].max(points[1]) > most {
                open.push((&by_place[..], sum.earned, most));
            }
        }
        Some(open)
    }
}

impl LowSums {
    fn new(weights: &[i64], places: &[Vec<usize>]) -> Self {
        let mut by_place = vec![0; 1 << weights.len()];
        for place in 1..by_place.len() {
            let lowest = place.trailing_zeros() as usize;
            by_place[place] = by_place[place & (place - 1)] + weights[lowest];
        }
        let ranges = places.iter().map(|places| {
            let sums = || places.iter().map(|&place| by_place[place]);
            [sums().min().unwrap_or(0), sums().max().unwrap_or(0)]
        });
        Self {
            ranges: ranges.collect(),
            by_place,
        }
    }
}

/// The weight of a cell that is filled before the turn and after it.
fn weight(sum: &Sum<u32>, cell: u32) -> i64 {
    sum.of_cells((1 << cell, 1 << cell))
}

/// Whether a row of a turn knows nothing of the cells that are filled before it.
fn knows_points_alone(test: &Test<u32>, cells: u32) -> bool {
    let mut sums = test.clauses.iter().flatten();
    sums.all(|sum| (0..cells).all(|cell| weight(sum, cell) == 0))
}

/// The cost of a tile by its cost without rows, where these rows are all and know its cell and its points alone.
fn costs_by_points<C: Cost>(tests: &[&Test<u32>], cell: u32, scale: Scale) -> Vec<C> {
    let permitted = |&cost: &u32| {
        let mut tests = tests.iter();
        tests.all(|test| test.holds((0, 1 << cell), &|| scale.points(1, cost)))
    };
    let costs = (0..=scale.worst_cost()).map(|cost| Some(cost).filter(permitted));
    let costs = costs.map(|cost| cost.and_then(|cost| C::try_from(cost).ok()));
    costs.map(|cost| cost.unwrap_or(C::NEVER)).collect()
}
