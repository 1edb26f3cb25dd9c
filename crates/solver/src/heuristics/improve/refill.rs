//! Large neighbourhoods: some cells are taken out of an order and put back in the best way there is.

use super::below;
use super::rules::Rules;
use super::schedule::Schedule;
use crate::problem::Problem;
use crate::wall::{Cell, Covering, Scorer};
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;

/// Number of cells that are taken out: the tables have an entry for each set of them.
const CELLS: usize = 10;

/// Worse than every cost.
const NEVER: i64 = i64::MAX / 4;

/// The best way to put cells back, found by a dynamic program over the sets of those that are back already.
#[derive(Debug, Clone)]
pub(super) struct Refill {
    scorer: Scorer,
    initial: Covering,
    /// Per cell, what must be filled before it.
    before: Vec<Covering>,
    rows: usize,
    columns: usize,
    cost: Vec<i64>,
    last: Vec<u8>,
}

impl Refill {
    /// Empty tables; none where the wall is larger than a [`Covering`].
    pub(super) fn new(problem: &Problem, rules: &Rules) -> Option<Self> {
        let wall = problem.wall();
        let covering = |cells: &Vec<usize>| cells.iter().copied().map(Cell::from_index).collect();
        (wall.len() <= Covering::MAX_CELLS).then(|| Self {
            scorer: Scorer::new(wall),
            initial: Covering::from(problem.initial()),
            before: rules.first.iter().map(covering).collect(),
            rows: wall.rows(),
            columns: wall.columns(),
            cost: Vec::new(),
            last: Vec::new(),
        })
    }

    /// Takes some cells out and puts them back: into the turns that they had, all others keep theirs. The new order is
    /// no worse.
    pub(super) fn step(&mut self, schedule: &mut Schedule<'_>, random: &mut ChaCha8Rng) {
        let taken = self.draw(schedule, random);
        if taken.len() > 1 {
            self.put_back(schedule, &taken);
        }
    }

    /// The cells of a stretch of turns, those of a rectangle, or any.
    fn draw(&self, schedule: &Schedule<'_>, random: &mut ChaCha8Rng) -> Vec<usize> {
        let all = schedule.cells();
        let turns = schedule.rules.horizon;
        let mut taken = match below(random, 3) {
            0 => {
                let from = below(random, turns.saturating_sub(CELLS) + 1);
                all[from..turns.min(from + CELLS)].to_vec()
            }
            1 => {
                let height = 1 + below(random, self.rows.min(CELLS));
                let width = (CELLS / height).min(self.columns);
                let top = below(random, self.rows - height + 1);
                let left = below(random, self.columns - width + 1);
                let cells = (top..top + height)
                    .cartesian_product(left..left + width)
                    .map(|(row, column)| row * self.columns + column);
                cells
                    .filter(|&cell| schedule.place(cell) != usize::MAX)
                    .collect()
            }
            _ => Vec::new(),
        };
        while taken.len() < CELLS.min(all.len()) {
            let cell = all[below(random, all.len())];
            if !taken.contains(&cell) {
                taken.push(cell);
            }
        }
        // Of ways that are as good as each other, the first is found: the sequence is drawn.
        for k in (1..taken.len()).rev() {
            taken.swap(k, below(random, k + 1));
        }
        taken
    }

    fn put_back(&mut self, schedule: &mut Schedule<'_>, taken: &[usize]) {
        let rules = schedule.rules;
        let places = taken
            .iter()
            .map(|&cell| schedule.place(cell))
            .sorted()
            .collect_vec();
        let turns = places
            .iter()
            .filter(|&&place| place < rules.horizon)
            .count();
        if turns == 0 {
            return;
        }
        let sets = 1usize << taken.len();
        let covered = |set: usize| -> Covering {
            let cells = taken.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
            cells.map(|(_, &cell)| Cell::from_index(cell)).collect()
        };
        let covered = (0..sets).map(covered).collect_vec();
        self.cost.clear();
        self.cost.resize(sets, NEVER);
        self.cost[0] = 0;
        self.last.clear();
        self.last.resize(sets, 0);
        let mut fixed = schedule.cells()[..places[0]]
            .iter()
            .map(|&cell| Cell::from_index(cell))
            .fold(self.initial, Covering::with);
        let mut layer = vec![0];
        let mut back = 0;
        for place in places[0]..rules.horizon {
            if places.get(back) == Some(&place) {
                layer = self.fill(rules, taken, &covered, (place, fixed), &layer);
                back += 1;
                if layer.is_empty() {
                    return;
                }
                if back == taken.len() {
                    break; // The order goes on from the same covering.
                }
            } else {
                let cell = schedule.cells()[place];
                for &set in &layer {
                    self.pass(
                        rules,
                        set,
                        Covering::from_bits(fixed.bits() | covered[set].bits()),
                        cell,
                    );
                }
                fixed = fixed.with(Cell::from_index(cell));
            }
        }
        let whole = |set: usize| Covering::from_bits(fixed.bits() | covered[set].bits());
        let bonus = |set: usize| -> i64 {
            let filled = whole(set);
            let complete = rules.bonus_lines.iter().filter(|(cells, _)| {
                cells
                    .iter()
                    .all(|&cell| filled.contains(Cell::from_index(cell)))
            });
            complete.map(|(_, points)| points).sum()
        };
        let ended = |set: &usize| match turns < taken.len() {
            true => self.cost[*set].saturating_add(rules.cost(bonus(*set))),
            false => self.cost[*set],
        };
        let Some(end) = layer
            .iter()
            .copied()
            .min_by_key(ended)
            .filter(|&set| self.cost[set] < NEVER)
        else {
            return;
        };
        self.apply(schedule, taken, &places, (turns, end));
    }

    /// The sets after a turn that puts one of the cells back.
    fn fill(
        &mut self,
        rules: &Rules,
        taken: &[usize],
        covered: &[Covering],
        (place, fixed): (usize, Covering),
        layer: &[usize],
    ) -> Vec<usize> {
        let mut next = Vec::new();
        for &set in layer {
            let cost = self.cost[set];
            if cost >= NEVER {
                continue;
            }
            let covering = Covering::from_bits(fixed.bits() | covered[set].bits());
            for (k, &cell) in taken.iter().enumerate() {
                if set >> k & 1 == 1
                    || !rules.may(place, cell)
                    || !covering.includes(self.before[cell])
                {
                    continue;
                }
                let points = self
                    .scorer
                    .by_kind(covering, Cell::from_index(cell))
                    .total();
                let (with, cost) = (set | 1 << k, cost + rules.cost(points.into()));
                if self.cost[with] == NEVER {
                    next.push(with);
                }
                if cost < self.cost[with] {
                    self.cost[with] = cost;
                    self.last[with] = k as u8;
                }
            }
        }
        next
    }

    /// A turn whose cell was not taken out.
    fn pass(&mut self, rules: &Rules, set: usize, covering: Covering, cell: usize) {
        if self.cost[set] >= NEVER || !covering.includes(self.before[cell]) {
            self.cost[set] = NEVER;
            return;
        }
        let points = self
            .scorer
            .by_kind(covering, Cell::from_index(cell))
            .total();
        self.cost[set] += rules.cost(points.into());
    }

    fn apply(
        &self,
        schedule: &mut Schedule<'_>,
        taken: &[usize],
        places: &[usize],
        (turns, end): (usize, usize),
    ) {
        let mut cells = schedule.cells().to_vec();
        let mut set = end;
        for &place in places[..turns].iter().rev() {
            let k = usize::from(self.last[set]);
            cells[place] = taken[k];
            set &= !(1 << k);
        }
        let empty = (0..taken.len()).filter(|k| end >> k & 1 == 0);
        for (k, &place) in empty.zip(&places[turns..]) {
            cells[place] = taken[k];
        }
        if cells != schedule.cells() {
            schedule.set_all(cells);
        }
    }
}
