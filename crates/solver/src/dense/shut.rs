//! Sets and tiles of a block that the rows of a problem exclude.
//!
//! The sum of a row over the cells of a set has two parts: the high cells, which all sets of a block share, and the low cells,
//! with a table for the places of a block.

use super::cost::{Cost, Scale};
use super::costs::Split;
use crate::problem::{RowTests, Sum, Test};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Rows of a problem, for blocks of sets.
#[derive(Debug)]
pub(super) struct BlockRows<'a, C> {
    split: Split,
    scale: Scale,
    /// Places of a block, by their number of low cells.
    places: Vec<Vec<usize>>,
    /// Sums over low cells, one for all rows with the same weights.
    low_sums: Vec<LowSums>,
    /// Tests by time.
    level: Vec<Vec<BlockTest<'a>>>,
    /// Tests by turn, from 0.
    step: Vec<StepTests<'a, C>>,
}

/// Sums over the low cells of sets.
#[derive(Debug)]
struct LowSums {
    by_place: Vec<i64>,
    /// Least and greatest sum, by the number of low cells.
    ranges: Vec<[i64; 2]>,
}

/// Row in disjunctive form: every sum of some clause is small enough.
type BlockTest<'a> = Vec<Vec<BlockSum<'a>>>;

/// Sum of a row, with the index of its sums over low cells.
#[derive(Debug)]
struct BlockSum<'a> {
    sum: &'a Sum<u32>,
    low_sums: usize,
}

/// Rows of a turn.
#[derive(Debug)]
struct StepTests<'a, C> {
    /// Cost of each cell's tile by its cost without rows: the rows about the cell and its points. Empty without such rows.
    by_cost: Vec<Vec<C>>,
    /// The other rows.
    tests: Vec<BlockTest<'a>>,
}

/// Sum that depends on the place: the sums over low cells, the factor of points, and the maximum of their total.
type PlaceSum<'s> = (&'s [i64], i64, i64);

impl<'a, C: Cost> BlockRows<'a, C> {
    pub(super) fn new(rows: &'a RowTests<u32>, split: Split, scale: Scale) -> Self {
        let mut places = vec![Vec::new(); split.low as usize + 1];
        for place in 0..split.block_len() {
            places[place.count_ones() as usize].push(place);
        }
        let (mut indices, mut low_sums) = (FxHashMap::default(), Vec::new());
        let mut test = |test: &'a Test<u32>| -> BlockTest<'a> {
            let clauses = test.clauses.iter().map(|clause| {
                let sums = clause.iter().map(|sum| {
                    let weights: Vec<i64> = (0..split.low).map(|cell| weight(sum, cell)).collect();
                    let low_sums = *indices.entry(weights).or_insert_with_key(|weights| {
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
            let (points_tests, others): (Vec<_>, Vec<_>) = rows
                .step(turn)
                .iter()
                .partition(|test| is_points_only(test, cells));
            let tile_costs = |cell: u32| costs_by_points(&points_tests, cell, scale);
            StepTests {
                by_cost: match points_tests.is_empty() {
                    true => Vec::new(),
                    false => (0..cells).map(tile_costs).collect(),
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

    /// Numbers of low cells of a block's sets, each with the number of all cells, which is a turn and a time.
    fn sizes(&self, block: usize) -> impl Iterator<Item = (usize, usize)> + use<C> {
        let high = block.count_ones() as usize;
        (0..=self.split.low as usize).map(move |low| (low, high + low))
    }

    /// Mask of a block by place: [`Cost::NEVER`] for the sets that the rows of their time exclude; none for a block without rows at
    /// its times.
    pub(super) fn mask(&self, block: usize) -> Option<Vec<C>> {
        let mut mask = None;
        for (low, time) in self.sizes(block) {
            if let Some(tests @ [_, ..]) = self.level.get(time).map(|tests| &tests[..]) {
                let mask = mask.get_or_insert_with(|| vec![C::ZERO; self.split.block_len()]);
                self.exclude(tests, (block, low, None), mask);
            }
        }
        mask
    }

    /// Costs of a cell after the sets of a block, within the rows of the turns.
    pub(super) fn constrained_costs<'c>(
        &self,
        block: usize,
        index: usize,
        costs: &'c [C],
    ) -> Cow<'c, [C]> {
        let mut costs = Cow::Borrowed(costs);
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
                self.exclude(&step.tests, (block, low, Some(index)), costs.to_mut());
            }
        }
        costs
    }

    /// Excludes the places with `low` low cells that violate a test after a move to `cell`, or after no move.
    fn exclude(
        &self,
        tests: &[BlockTest<'_>],
        (block, low, cell): (usize, usize, Option<usize>),
        costs: &mut [C],
    ) {
        let places = self.places[low].iter().copied();
        // The cost of a cell that is filled already has no meaning.
        let places = places.filter(|place| cell.is_none_or(|cell| place >> cell & 1 == 0));
        let points = |cost: C| i64::from(self.scale.points(1, cost.into()));
        for test in tests {
            let clauses = test.iter();
            let clauses = clauses.filter_map(|clause| self.undecided(clause, block, low, cell));
            let clauses: Vec<Vec<PlaceSum<'_>>> = clauses.collect();
            if clauses.iter().any(Vec::is_empty) {
                continue;
            }
            let holds = |(sums, factor, limit): PlaceSum<'_>, place: usize, cost: C| match factor {
                0 => sums[place] <= limit,
                factor => sums[place] + factor * points(cost) <= limit,
            };
            // A single clause, as most rows have, is the conjunction of its sums, which are tested one by one.
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
                let is_satisfied =
                    |sums: &Vec<PlaceSum<'_>>| sums.iter().all(|&sum| holds(sum, place, cost));
                if cost != C::NEVER && !clauses.iter().any(is_satisfied) {
                    costs[place] = C::NEVER;
                }
            }
        }
    }

    /// Sums of a clause that hold at some of the places with `low` low cells, not at all; none if a sum holds at no place.
    fn undecided(
        &self,
        clause: &[BlockSum<'_>],
        block: usize,
        low: usize,
        cell: Option<usize>,
    ) -> Option<Vec<PlaceSum<'_>>> {
        let high = self.split.set(block, 0);
        let mut undecided = Vec::with_capacity(clause.len());
        for BlockSum { sum, low_sums } in clause {
            let LowSums { by_place, ranges } = &self.low_sums[*low_sums];
            let cell_weight = cell.map_or(0, |cell| sum.cell_sum((0, 1 << cell)));
            let limit = sum.at_most - sum.cell_sum((high, high)) - cell_weight;
            let points = [0, self.scale.worst_cost()].map(|cost| {
                let points = self.scale.points(1, cost);
                sum.points_factor * i64::from(points)
            });
            let [least, greatest] = ranges[low];
            if least + points[0].min(points[1]) > limit {
                return None;
            }
            if greatest + points[0].max(points[1]) > limit {
                undecided.push((&by_place[..], sum.points_factor, limit));
            }
        }
        Some(undecided)
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

/// Weight of a cell that is filled before the turn.
fn weight(sum: &Sum<u32>, cell: u32) -> i64 {
    sum.cell_sum((1 << cell, 1 << cell))
}

/// Whether a row of a turn is independent of the cells before the turn.
fn is_points_only(test: &Test<u32>, cells: u32) -> bool {
    let mut sums = test.clauses.iter().flatten();
    sums.all(|sum| (0..cells).all(|cell| weight(sum, cell) == 0))
}

/// Cost of a tile by its cost without rows, within these rows about its cell and its points.
fn costs_by_points<C: Cost>(tests: &[&Test<u32>], cell: u32, scale: Scale) -> Vec<C> {
    let is_feasible = |&cost: &u32| {
        let mut tests = tests.iter();
        tests.all(|test| test.holds((0, 1 << cell), &|| scale.points(1, cost)))
    };
    let costs = (0..=scale.worst_cost()).map(|cost| Some(cost).filter(is_feasible));
    let costs = costs.map(|cost| cost.and_then(|cost| C::try_from(cost).ok()));
    costs.map(|cost| cost.unwrap_or(C::NEVER)).collect()
}
