//! The subproblem of one line: the maximum over all orders of the line at given prices.

use super::facts::Facts;
use super::names::Column;
use crate::refusal::{Refusal, need};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;

/// A line with the constraints on its orders. A set of its cells is a word with a bit for each place.
pub(super) struct Line {
    pub(super) cells: Vec<usize>,
    /// The places that are filled at first.
    pub(super) initial: u64,
    /// The places that are filled in the end in every order.
    forced: u64,
    /// The places that come before each place.
    earlier: Vec<u64>,
    /// The places that each turn, from 1, may fill.
    domains: Vec<u64>,
    /// The turns after which the allowed places change, and the last turn.
    ends: Vec<usize>,
    /// The bonus of the line if it is full at the end.
    pub(super) bonus: i64,
    /// Whether every order fills the wall.
    is_full: bool,
}

/// The price of each column of the line, besides its points.
pub(super) type Prices = Vec<(Column, i64)>;

/// The value of a set that no order reaches.
pub(super) const NEVER: i64 = i64::MIN;

impl Line {
    /// The limit of a line's cells where all sets of its cells are enumerated.
    pub(super) const LONGEST: usize = 12;

    /// The limit of a line's cells on a wall that is full at the end, where only points and starts have prices.
    const LONGEST_WHOLE: usize = 64;

    /// The line with a number: the rows come first, then the columns.
    ///
    /// # Errors
    /// When the line is too long.
    pub(super) fn new(facts: &Facts, number: usize) -> Result<Self, Refusal> {
        let cells = facts.wall.line(number);
        let limit = Self::LONGEST_WHOLE;
        let reason = format_args!("a line of more than {limit} cells");
        need(cells.len() <= limit, "instance", reason)?;
        let set = |has: &dyn Fn(usize) -> bool| {
            let places = cells.iter().zip(0..);
            places.fold(0, |set, (&cell, place)| set | u64::from(has(cell)) << place)
        };
        let domains = (0..=facts.turns).map(|turn| set(&|cell| facts.domain[cell][turn]));
        let domains: Vec<u64> = domains.collect();
        let changes = |turn: &usize| domains.get(*turn) != domains.get(turn + 1);
        // The precedences of a cell hold if the cell is filled.
        let earlier = |&then: &usize| {
            set(&|first| facts.earlier[then][first] || facts.arcs.contains(&(first, then)))
        };
        Ok(Self {
            initial: set(&|cell| facts.initial[cell]),
            forced: set(&|cell| facts.is_forced[cell]),
            earlier: cells.iter().map(earlier).collect(),
            ends: (1..=facts.turns).filter(changes).collect(),
            domains,
            bonus: i64::from(facts.statement.bonus_of(number)),
            is_full: facts.is_full,
            cells,
        })
    }

    fn place(&self, cell: usize) -> usize {
        // Each column of a line is about its own cells.
        self.cells.iter().position(|&own| own == cell).unwrap_or(0)
    }

    /// The maximum over the orders of the line: points and bonus times the weight, and columns at their prices. None if
    /// no order satisfies the fixed columns.
    ///
    /// # Errors
    /// When the line is too long for its prices.
    pub(super) fn best(
        &self,
        weight: i64,
        prices: &Prices,
        fixed: &[(Column, bool)],
        steps: &Cell<u64>,
    ) -> Result<Option<i64>, Refusal> {
        let mut starts = vec![0; self.cells.len()];
        let mut others = Vec::new();
        for &(column, price) in prices {
            match column {
                Column::Start(_, cell) => starts[self.place(cell)] += price,
                _ => others.push((column, price)),
            }
        }
        let length = self.cells.len();
        if length <= Self::LONGEST {
            return Ok(self.best_of_sets(weight, &starts, &others, fixed, steps));
        }
        let is_simple = others.is_empty() && self.is_full && fixed.is_empty();
        let reason = format_args!("a line of {length} cells is too long for this sum");
        need(is_simple, "line", reason)?;
        Ok(self.best_of_intervals(weight, &starts, steps))
    }

    /// The maximum by dynamic programming over intervals: the last tile of an interval between empty cells has the
    /// whole interval as its run, and parts it.
    fn best_of_intervals(&self, weight: i64, starts: &[i64], steps: &Cell<u64>) -> Option<i64> {
        let places = self.cells.len();
        steps.set(steps.get() + (places * places) as u64);
        // Per first place and number of places.
        let mut best = vec![vec![Some(0)]; places + 1];
        for size in 1..=places {
            for from in 0..=places - size {
                let inside = u64::MAX >> (64 - size) << from;
                let earlier = each(inside).fold(0, |all, then| all | self.earlier[then]);
                let sums = each(inside & !self.initial & !earlier).filter_map(|last| {
                    let sides = best[from][last - from]? + best[last + 1][from + size - last - 1]?;
                    let start = (size == 1).then_some(starts[last]);
                    Some(sides + start.unwrap_or(weight * size as i64))
                });
                // No cell to fill, or a last tile.
                let empty = (inside & !self.initial == 0).then_some(0);
                let maximum = empty.or(sums.max());
                best[from].push(maximum);
            }
        }
        best[0][places].map(|best| best + weight * self.bonus)
    }

    /// The maximum by dynamic programming over all sets of the line's cells.
    fn best_of_sets(
        &self,
        weight: i64,
        starts: &[i64],
        prices: &[(Column, i64)],
        fixed: &[(Column, bool)],
        steps: &Cell<u64>,
    ) -> Option<i64> {
        let places = self.cells.len();
        let (mut earlier, mut forced) = (self.earlier.clone(), self.forced);
        let mut pairs = Vec::new();
        // By turn and place: the price of a cell filled by the turn, and the fixed value.
        let (mut turn_prices, mut fixings) = (Vec::new(), Vec::new());
        for &(column, value) in fixed {
            match (column, value) {
                (Column::Before(a, b), true) => earlier[self.place(b)] |= 1 << self.place(a),
                (Column::Before(a, b), false) => {
                    // Of two cells that stay empty, the lower number comes first.
                    earlier[self.place(a)] |= 1 << self.place(b);
                    forced |= 1 << self.place(b);
                }
                (Column::Filled(_, cell, turn), _) => fixings.push((turn, self.place(cell), value)),
                _ => {}
            }
        }
        for &(column, price) in prices {
            match column {
                Column::Before(a, b) => pairs.push((self.place(a), self.place(b), price)),
                Column::Filled(_, cell, turn) => turn_prices.push((turn, self.place(cell), price)),
                _ => {}
            }
        }
        let gains = self.gains(weight, starts, &pairs);
        let mut best = vec![NEVER; 1 << places];
        best[self.initial as usize] = 0;
        let mut ends: BTreeSet<usize> = self.ends.iter().copied().collect();
        ends.extend(turn_prices.iter().map(|entry| entry.0));
        ends.extend(fixings.iter().map(|entry| entry.0));
        let mut from = 1;
        for end in ends {
            self.fill(&mut best, &gains, &earlier, from..end + 1, steps);
            steps.set(steps.get() + best.len() as u64);
            let mut prices = vec![0; places];
            let prices_of_turn = turn_prices.iter().filter(|(turn, ..)| *turn == end);
            prices_of_turn.for_each(|&(_, place, price)| prices[place] += price);
            let (mut filled, mut empty) = (0, 0);
            for &(_, place, value) in fixings.iter().filter(|(turn, ..)| *turn == end) {
                *(if value { &mut filled } else { &mut empty }) |= 1 << place;
            }
            let values = best.iter_mut().zip(0u64..);
            for (best, set) in values.filter(|(best, _)| **best != NEVER) {
                match set & filled == filled && set & empty == 0 {
                    true => *best += each(set).map(|place| prices[place]).sum::<i64>(),
                    false => *best = NEVER,
                }
            }
            from = end + 1;
        }
        let finals = best.iter().zip(0u64..);
        let finals = finals.filter(|(best, set)| **best != NEVER && forced & !set == 0);
        let finals = finals.map(|(best, set)| {
            let empty = |(a, b, _): &&(usize, usize, i64)| set & (1 << a | 1 << b) == 0;
            let empty_pairs = pairs.iter().filter(empty);
            let pair_prices: i64 = empty_pairs.map(|(.., price)| price).sum();
            best + pair_prices + weight * self.bonus_of(set)
        });
        finals.max()
    }

    /// The bonus of the line if a set of its places is filled at the end.
    pub(super) fn bonus_of(&self, set: u64) -> i64 {
        let full = set.count_ones() as usize == self.cells.len();
        if full { self.bonus } else { 0 }
    }

    /// Extends the table by turns that may fill the same places.
    fn fill(
        &self,
        best: &mut [i64],
        gains: &[i64],
        earlier: &[u64],
        turns: Range<usize>,
        steps: &Cell<u64>,
    ) {
        let Some(&domain) = self.domains.get(turns.start).filter(|_| !turns.is_empty()) else {
            return;
        };
        let places = self.cells.len();
        let step = |best: &mut [i64], index: usize| {
            let set = index as u64;
            if best[index] == NEVER {
                return;
            }
            for place in each(domain & !set).filter(|&place| earlier[place] & !set == 0) {
                let value = best[index] + gains[index * places + place];
                let successor = &mut best[index | 1 << place];
                *successor = value.max(*successor);
            }
        };
        // With turns for all places, one pass from the smallest set upward; else one pass from the
        // largest set downward for each turn, which fills one place.
        let is_upward = turns.len() >= domain.count_ones() as usize;
        let passes = if is_upward { 1 } else { turns.len() };
        steps.set(steps.get() + (passes * best.len()) as u64);
        match is_upward {
            true => (0..best.len()).for_each(|index| step(best, index)),
            false => turns.for_each(|_| (0..best.len()).rev().for_each(|index| step(best, index))),
        }
    }

    /// The gain of a place that is filled beside a set, for each set and place.
    fn gains(&self, weight: i64, starts: &[i64], pairs: &[(usize, usize, i64)]) -> Vec<i64> {
        let places = self.cells.len();
        let mut gains = vec![0; places << places];
        for (gains, set) in gains.chunks_exact_mut(places).zip(0u64..) {
            for (place, gain) in gains.iter_mut().enumerate() {
                *gain = match run(set, place) {
                    1 => starts[place],
                    run => weight * run as i64,
                };
            }
            // A filled cell comes before all empty cells.
            for &(a, b, price) in pairs {
                if set & (1 << a | 1 << b) == 0 {
                    gains[a] += price;
                }
            }
        }
        gains
    }

    /// The maximum points of orders of the line by turn and by the set filled by then, with `start` more points for
    /// each start. For a minimum, points are negative.
    pub(super) fn by_turn(&self, weight: i64, start: i64) -> Vec<Vec<i64>> {
        let gains = self.gains(weight, &vec![weight * start; self.cells.len()], &[]);
        let mut best = vec![NEVER; 1 << self.cells.len()];
        best[self.initial as usize] = 0;
        let mut tables = vec![best.clone()];
        for turn in 1..self.domains.len() {
            let turns = turn..turn + 1;
            self.fill(&mut best, &gains, &self.earlier, turns, &Cell::default());
            tables.push(best.clone());
        }
        tables
    }
}

/// The places of a set, in ascending order.
pub(super) fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}

/// The length of the run that a place makes beside a set.
pub(super) fn run(set: u64, place: usize) -> usize {
    let after = (!(set >> (place + 1))).trailing_zeros() as usize;
    let before = match place {
        0 => 0,
        _ => (!(set << (64 - place))).leading_zeros() as usize,
    };
    before.min(place) + 1 + after
}
