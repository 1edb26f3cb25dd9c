//! All orders of one line at once: the greatest that any of them earns at given prices.

use super::Refusal;
use super::facts::Facts;
use super::names::Column;
use std::collections::BTreeSet;
use std::ops::Range;

/// A line, with what its orders have to keep to. A set of its cells is a number, with a bit for each place.
pub(super) struct Line {
    cells: Vec<usize>,
    /// The places that are filled at first.
    initial: u64,
    /// The places that are filled in the end in every order.
    must: u64,
    /// Per place, those that come before it.
    earlier: Vec<u64>,
    /// Per turn, from 1, the places that it may fill.
    allowed: Vec<u64>,
    /// The turns after which other places may be filled, and the last turn.
    ends: Vec<usize>,
    /// What the line earns if it is full in the end.
    bonus: i64,
    /// Whether every order fills the wall.
    whole: bool,
}

/// What facts about a line earn, beside its points.
#[derive(Clone, Default)]
pub(super) struct Prices(pub(super) Vec<(Column, i64)>);

impl Prices {
    /// No price is as large as this: so no sum of them is too large for 63 bits.
    const MOST: i128 = 1 << 48;

    pub(super) fn add(&mut self, column: Column, price: i128) -> Result<(), Refusal> {
        if price.abs() >= Self::MOST {
            return Err(Refusal::at("sum", "a coefficient is too large"));
        }
        if price != 0 {
            self.0.push((column, price as i64));
        }
        Ok(())
    }
}

/// How many sets were gone through so far.
pub(super) type Steps = std::cell::Cell<u64>;

/// Facts about a line that are given.
pub(super) type Fixed = Vec<(Column, bool)>;

/// What is never reached.
const NEVER: i64 = i64::MIN;

impl Line {
    /// The longest line: all sets of its cells are gone through.
    pub(super) const LONGEST: usize = 12;

    /// The longest line of a wall that is full in the end, where only points and starts have prices.
    pub(super) const LONGEST_WHOLE: usize = 64;

    /// A line by its number: the rows come first, then the columns.
    ///
    /// # Errors
    /// When it is too long.
    pub(super) fn new(facts: &Facts, number: usize) -> Result<Self, Refusal> {
        let cells = facts.line(number);
        if cells.len() > Self::LONGEST_WHOLE {
            let reason = format!("a line of more than {} cells", Self::LONGEST_WHOLE);
            return Err(Refusal::at("instance", reason));
        }
        let set = |has: &dyn Fn(usize) -> bool| bits(cells.iter().map(|&cell| has(cell)));
        let allowed: Vec<u64> = (0..=facts.turns)
            .map(|turn| set(&|cell| turn > 0 && facts.may(cell, turn)))
            .collect();
        let changes = (1..facts.turns).filter(|&turn| allowed[turn] != allowed[turn + 1]);
        let ends = changes
            .chain((facts.turns > 0).then_some(facts.turns))
            .collect();
        let bonus = if number < facts.rows {
            facts.bonus.row
        } else {
            facts.bonus.column
        };
        Ok(Self {
            initial: set(&|cell| facts.is_initial(cell)),
            must: set(&|cell| facts.must(cell)),
            // What a cell waits for is filled before it, if it is filled.
            earlier: cells
                .iter()
                .map(|&then| {
                    set(&|first| facts.comes(first, then) || facts.waits.contains(&(first, then)))
                })
                .collect(),
            allowed,
            ends,
            bonus: i64::from(bonus),
            whole: facts.whole,
            cells,
        })
    }

    fn place(&self, cell: usize) -> usize {
        // A line is only given columns of its own cells.
        self.cells
            .iter()
            .position(|&other| other == cell)
            .unwrap_or(0)
    }

    /// The greatest that an order of the line earns: its points and its bonus by weight, and the facts at their prices.
    /// None if no order keeps to what is fixed.
    ///
    /// # Errors
    /// When the line is too long for that.
    pub(super) fn best(
        &self,
        weight: i64,
        prices: &Prices,
        fixed: &Fixed,
        steps: &Steps,
    ) -> Result<Option<i64>, Refusal> {
        if self.cells.len() <= Self::LONGEST {
            return Ok(self.best_of_sets(weight, prices, fixed, steps));
        }
        let mut starts = vec![0; self.cells.len()];
        for &(column, price) in &prices.0 {
            match column {
                Column::Start(_, cell) => starts[self.place(cell)] += price,
                _ => return Err(self.too_long()),
            }
        }
        match self.whole && fixed.is_empty() && self.cells.len() <= Self::LONGEST_WHOLE {
            true => Ok(self.best_of_intervals(weight, &starts, steps)),
            false => Err(self.too_long()),
        }
    }

    fn too_long(&self) -> Refusal {
        let reason = format!(
            "a line of {} cells is too long for this sum",
            self.cells.len()
        );
        Refusal::at("line", reason)
    }

    /// The same, by the tile that is last in each interval: all cells of an interval between cells that are still empty
    /// are its run, and it parts them.
    fn best_of_intervals(&self, weight: i64, starts: &[i64], steps: &Steps) -> Option<i64> {
        let places = self.cells.len();
        steps.set(steps.get() + (places * places) as u64);
        // Per first place and number of places.
        let mut best = vec![vec![Some(0)]; places + 1];
        for size in 1..=places {
            for from in 0..=places - size {
                let inside = u64::MAX >> (64 - size) << from;
                let last = each(inside & !self.initial);
                let last =
                    last.filter(|&at| each(inside).all(|then| self.earlier[then] >> at & 1 == 0));
                let sums = last.filter_map(|at| {
                    let earns = if size == 1 {
                        starts[at]
                    } else {
                        weight * size as i64
                    };
                    Some(earns + best[from][at - from]? + best[at + 1][from + size - at - 1]?)
                });
                let most = if inside & !self.initial == 0 {
                    Some(0)
                } else {
                    sums.max()
                };
                best[from].push(most);
            }
        }
        best[0][places].map(|best| best + weight * self.bonus)
    }

    /// The same, by all sets of its cells.
    fn best_of_sets(
        &self,
        weight: i64,
        prices: &Prices,
        fixed: &Fixed,
        steps: &Steps,
    ) -> Option<i64> {
        let places = self.cells.len();
        let mut earlier = self.earlier.clone();
        let mut ends: BTreeSet<usize> = self.ends.iter().copied().collect();
        let (mut filled, mut empty) = (vec![], vec![]);
        for &(column, value) in fixed {
            match (column, value) {
                (Column::Before(a, b), true) => earlier[self.place(b)] |= 1 << self.place(a),
                (Column::Before(a, b), false) => earlier[self.place(a)] |= 1 << self.place(b),
                (Column::By(_, cell, turn), _) => {
                    let sets = if value { &mut filled } else { &mut empty };
                    sets.push((turn, 1u64 << self.place(cell)));
                    ends.insert(turn);
                }
                _ => {}
            }
        }
        let mut starts = vec![0; places];
        let mut pairs = vec![];
        let mut by = vec![];
        for &(column, price) in &prices.0 {
            match column {
                Column::Before(a, b) => pairs.push((self.place(a), self.place(b), price)),
                Column::By(_, cell, turn) => {
                    by.push((turn, self.place(cell), price));
                    ends.insert(turn);
                }
                Column::Start(_, cell) => starts[self.place(cell)] += price,
                Column::Single(_) | Column::Full(_) => {}
            }
        }
        let gains = self.gains(weight, &starts, &pairs);
        let mut best = vec![NEVER; 1 << places];
        best[self.initial as usize] = 0;
        let mut from = 1;
        for end in ends {
            self.fill(&mut best, &gains, &earlier, from..end + 1, steps);
            steps.set(steps.get() + best.len() as u64);
            let prices: Vec<i64> = (0..places)
                .map(|place| {
                    by.iter()
                        .filter(|(turn, at, _)| *turn == end && *at == place)
                        .map(|it| it.2)
                        .sum()
                })
                .collect();
            let now = |sets: &[(usize, u64)]| {
                let now = sets.iter().filter(|(turn, _)| *turn == end);
                now.fold(0, |all, (_, set)| all | set)
            };
            let (filled, empty) = (now(&filled), now(&empty));
            for (set, value) in best
                .iter_mut()
                .enumerate()
                .filter(|(_, value)| **value != NEVER)
            {
                let set = set as u64;
                match set & filled == filled && set & empty == 0 {
                    true => *value += each(set).map(|place| prices[place]).sum::<i64>(),
                    false => *value = NEVER,
                }
            }
            from = end + 1;
        }
        let ended = best
            .iter()
            .zip(0..)
            .filter(|(value, set)| **value != NEVER && self.must & !set == 0);
        let ended = ended.map(|(value, set): (&i64, u64)| {
            // Of two cells that stay empty, the lower number comes first.
            let unfilled = pairs
                .iter()
                .filter(|(a, b, _)| set & (1 << a | 1 << b) == 0);
            let bonus = if set.count_ones() as usize == places {
                weight * self.bonus
            } else {
                0
            };
            value + bonus + unfilled.map(|(.., price)| price).sum::<i64>()
        });
        ended.max()
    }

    /// Goes on through turns that may fill the same places.
    fn fill(
        &self,
        best: &mut [i64],
        gains: &[i64],
        earlier: &[u64],
        turns: Range<usize>,
        steps: &Steps,
    ) {
        let Some(&allowed) = self.allowed.get(turns.start).filter(|_| !turns.is_empty()) else {
            return;
        };
        let places = self.cells.len();
        let step = |best: &mut [i64], index: usize| {
            let set = index as u64;
            if best[index] == NEVER {
                return;
            }
            for place in each(allowed & !set).filter(|&place| earlier[place] & !set == 0) {
                let value = best[index] + gains[index * places + place];
                let after = &mut best[index | 1 << place];
                *after = value.max(*after);
            }
        };
        // Where there is time for any number of them, one pass from the smallest set up does it; else a pass from the
        // largest set down for each turn, so that it fills one place.
        let up = turns.len() >= allowed.count_ones() as usize;
        let passes = if up { 1 } else { turns.len() };
        steps.set(steps.get() + (passes * best.len()) as u64);
        match up {
            true => (0..best.len()).for_each(|index| step(best, index)),
            false => turns.for_each(|_| (0..best.len()).rev().for_each(|index| step(best, index))),
        }
    }

    /// What a place earns when it is filled beside a set, for each set and place.
    fn gains(&self, weight: i64, starts: &[i64], pairs: &[(usize, usize, i64)]) -> Vec<i64> {
        let places = self.cells.len();
        let mut gains = vec![0; places << places];
        for index in 0..1usize << places {
            let set = index as u64;
            for place in each(!set & ((1 << places) - 1)) {
                let run = run(set, place);
                gains[index * places + place] = match run {
                    1 => starts[place],
                    _ => weight * run as i64,
                };
            }
            // Who is filled comes before all that are not filled yet.
            for &(a, b, price) in pairs {
                if set & (1 << a | 1 << b) == 0 {
                    gains[index * places + a] += price;
                }
            }
        }
        gains
    }

    /// The greatest points that orders of the line have, for each turn and set that is filled by then; with `start` more
    /// for each start. Of a minimum, of the points below zero.
    pub(super) fn by_turn(&self, weight: i64, start: i64) -> Vec<Vec<i64>> {
        let gains = self.gains(weight, &vec![weight * start; self.cells.len()], &[]);
        let mut best = vec![NEVER; 1 << self.cells.len()];
        best[self.initial as usize] = 0;
        let mut tables = vec![best.clone()];
        for turn in 1..self.allowed.len() {
            self.fill(
                &mut best,
                &gains,
                &self.earlier,
                turn..turn + 1,
                &Steps::default(),
            );
            tables.push(best.clone());
        }
        tables
    }

    pub(super) fn bonus(&self) -> i64 {
        self.bonus
    }

    pub(super) fn cells(&self) -> &[usize] {
        &self.cells
    }
}

fn bits(places: impl Iterator<Item = bool>) -> u64 {
    places
        .enumerate()
        .fold(0, |set, (place, has)| set | u64::from(has) << place)
}

/// The places of a set.
fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}

/// The run that a place makes beside a set.
pub(super) fn run(set: u64, place: usize) -> usize {
    let after = (!(set >> (place + 1))).trailing_zeros() as usize;
    let before = match place {
        0 => 0,
        _ => (!(set << (64 - place))).leading_zeros() as usize,
    };
    before.min(place) + 1 + after
}
