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

/// Dynamic program over the sets of cells that are back in the order, for the best way to put cells back.
#[derive(Debug, Clone)]
pub(super) struct Refill {
    scorer: Scorer,
    initial: Covering,
    /// Per cell, the cells that must be filled before it.
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

    /// Takes some cells out and puts them back into their own turns, in the best sequence; all other cells stay. The new order is no
    /// worse.
    pub(super) fn step(&mut self, schedule: &mut Schedule<'_>, random: &mut ChaCha8Rng) {
        let free = self.draw(schedule, random);
        if free.len() > 1 {
            self.put_back(schedule, &free);
        }
    }

    /// The cells of a stretch of turns, of a rectangle, or any cells.
    fn draw(&self, schedule: &Schedule<'_>, random: &mut ChaCha8Rng) -> Vec<usize> {
        let all = schedule.cells();
        let turns = schedule.rules.horizon;
        let mut free = match below(random, 3) {
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
        while free.len() < CELLS.min(all.len()) {
            let cell = all[below(random, all.len())];
            if !free.contains(&cell) {
                free.push(cell);
            }
        }
        // The first of equally good ways is found: a random sequence of the cells varies it.
        for k in (1..free.len()).rev() {
            free.swap(k, below(random, k + 1));
        }
        free
    }

    fn put_back(&mut self, schedule: &mut Schedule<'_>, free: &[usize]) {
        let rules = schedule.rules;
        let places = free
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
        let sets = 1usize << free.len();
        let covering = |set: usize| -> Covering {
            let cells = free.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
            cells.map(|(_, &cell)| Cell::from_index(cell)).collect()
        };
        let coverings = (0..sets).map(covering).collect_vec();
        self.cost.clear();
        self.cost.resize(sets, NEVER);
        self.cost[0] = 0;
        self.last.clear();
        self.last.resize(sets, 0);
        let mut base = schedule.cells()[..places[0]]
            .iter()
            .map(|&cell| Cell::from_index(cell))
            .fold(self.initial, Covering::with);
        let mut layer = vec![0];
        let mut back_count = 0;
        for place in places[0]..rules.horizon {
            if places.get(back_count) == Some(&place) {
                layer = self.fill(rules, free, &coverings, (place, base), &layer);
                back_count += 1;
                if layer.is_empty() {
                    return;
                }
                if back_count == free.len() {
                    break; // The order goes on from the same covering.
                }
            } else {
                let cell = schedule.cells()[place];
                for &set in &layer {
                    self.pass(
                        rules,
                        set,
                        Covering::from_bits(base.bits() | coverings[set].bits()),
                        cell,
                    );
                }
                base = base.with(Cell::from_index(cell));
            }
        }
        let final_covering = |set: usize| Covering::from_bits(base.bits() | coverings[set].bits());
        let bonus = |set: usize| -> i64 {
            let filled = final_covering(set);
            let complete = rules.bonus_lines.iter().filter(|(cells, _)| {
                cells
                    .iter()
                    .all(|&cell| filled.contains(Cell::from_index(cell)))
            });
            complete.map(|(_, points)| points).sum()
        };
        let final_cost = |set: &usize| match turns < free.len() {
            true => self.cost[*set].saturating_add(rules.cost(bonus(*set))),
            false => self.cost[*set],
        };
        let Some(end) = layer
            .iter()
            .copied()
            .min_by_key(final_cost)
            .filter(|&set| self.cost[set] < NEVER)
        else {
            return;
        };
        self.apply(schedule, free, &places, (turns, end));
    }

    /// The sets after a turn that puts one of the cells back.
    fn fill(
        &mut self,
        rules: &Rules,
        free: &[usize],
        coverings: &[Covering],
        (place, base): (usize, Covering),
        layer: &[usize],
    ) -> Vec<usize> {
        let mut next = Vec::new();
        for &set in layer {
            let cost = self.cost[set];
            if cost >= NEVER {
                continue;
            }
            let covering = Covering::from_bits(base.bits() | coverings[set].bits());
            for (k, &cell) in free.iter().enumerate() {
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
                let (successor, cost) = (set | 1 << k, cost + rules.cost(points.into()));
                if self.cost[successor] == NEVER {
                    next.push(successor);
                }
                if cost < self.cost[successor] {
                    self.cost[successor] = cost;
                    self.last[successor] = k as u8;
                }
            }
        }
        next
    }

    /// Passes a turn whose cell stays in its place.
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
        free: &[usize],
        places: &[usize],
        (turns, end): (usize, usize),
    ) {
        let mut cells = schedule.cells().to_vec();
        let mut set = end;
        for &place in places[..turns].iter().rev() {
            let k = usize::from(self.last[set]);
            cells[place] = free[k];
            set &= !(1 << k);
        }
        let empty = (0..free.len()).filter(|k| end >> k & 1 == 0);
        for (k, &place) in empty.zip(&places[turns..]) {
            cells[place] = free[k];
        }
        if cells != schedule.cells() {
            schedule.set_all(cells);
        }
    }
}
