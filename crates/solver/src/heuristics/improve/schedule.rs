use super::rules::Rules;
use crate::order::{Order, Solution};
use crate::problem::Problem;
use crate::wall::Cell;

/// The time of a cell that stays empty: later than every turn.
const EMPTY: u32 = u32::MAX;

/// An order that moves change, with what each line earns, so that a move costs no more than the lines it touches.
///
/// The score depends on no more than who came first along each line. A tile's run reaches on both sides to the nearest
/// cell of the line that is filled later, so a stack finds all runs of a line in a single pass.
#[derive(Debug, Clone)]
pub(super) struct Schedule<'a> {
    pub(super) rules: &'a Rules,
    /// The cell of each place, also of the places behind the last turn.
    cells: Vec<usize>,
    /// Per cell, its place.
    places: Vec<usize>,
    /// Per cell, 0 for an initial one, else its turn, or [`EMPTY`].
    time: Vec<u32>,
    /// The points of each line.
    points: Vec<i64>,
    /// Per cell, whether it is a start along its row and along its column.
    starts: Vec<[bool; 2]>,
    singles: i64,
    bonus: i64,
    score: i64,
    log: Log,
    stack: Vec<usize>,
}

/// The changes of the last move.
#[derive(Debug, Clone, Default)]
struct Log {
    places: Vec<usize>,
    by: usize,
    points: Vec<(usize, i64)>,
    starts: Vec<(usize, [bool; 2])>,
    /// Singles, bonus and score before.
    sums: [i64; 3],
    touched: Vec<usize>,
}

impl<'a> Schedule<'a> {
    /// The schedule of an order that the problem admits.
    pub(super) fn new(problem: &Problem, rules: &'a Rules, order: &Order) -> Self {
        let size = problem.wall().len();
        let mut schedule = Self {
            rules,
            cells: Vec::new(),
            places: vec![usize::MAX; size],
            time: vec![0; size],
            points: vec![0; rules.lines.len()],
            starts: vec![[false; 2]; size],
            singles: 0,
            bonus: 0,
            score: 0,
            log: Log::default(),
            stack: Vec::new(),
        };
        let empty = problem.free().filter(|&cell| !order.contains(&Some(cell)));
        let cells = order.cells().chain(empty);
        schedule.set_all(cells.map(Cell::index).collect());
        schedule
    }

    /// Sets all cells anew.
    pub(super) fn set_all(&mut self, cells: Vec<usize>) {
        self.cells = cells;
        for place in 0..self.cells.len() {
            self.put(place, self.cells[place]);
        }
        for line in 0..self.points.len() {
            self.rescore(line);
        }
        self.bonus = self.count_bonus();
        self.score = self.points.iter().sum::<i64>() + self.singles + self.bonus;
        self.keep();
    }

    /// The cell of each place.
    pub(super) fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The place of a cell that is not initial.
    pub(super) fn place(&self, cell: usize) -> usize {
        self.places[cell]
    }

    /// The objective of the search, which it makes as small as can be.
    pub(super) fn cost(&self) -> i64 {
        self.rules.cost(self.score)
    }

    /// The order as it is.
    pub(super) fn solution(&self) -> Solution {
        let cells = &self.cells[..self.rules.horizon];
        Solution {
            order: cells
                .iter()
                .copied()
                .map(Cell::from_index)
                .collect::<Order>(),
            score: u32::try_from(self.score).unwrap_or(0),
        }
    }

    /// Moves the cells of these places, an ascending sequence: each gets the cell of the `by`-th place after it, around.
    /// False, and nothing has changed, where a constraint forbids that. A move that was made is [kept](Self::keep) or
    /// [undone](Self::undo) before the next.
    pub(super) fn rotate(&mut self, places: &[usize], by: usize) -> bool {
        let count = places.len();
        let moved = |k: usize| places[(k + by) % count];
        if (0..count).any(|k| !self.rules.may(places[k], self.cells[moved(k)])) {
            return false;
        }
        self.log.sums = [self.singles, self.bonus, self.score];
        self.touch(places, by);
        self.log.places.clear();
        self.log.places.extend_from_slice(places);
        self.log.by = by;
        self.shift(by);
        let touched = std::mem::take(&mut self.log.touched);
        let fits = touched.iter().all(|&cell| self.waits_well(cell));
        if fits {
            for &cell in &touched {
                for line in self.rules.lines_of[cell] {
                    if self.log.points.iter().all(|(other, _)| *other != line) {
                        self.rescore(line);
                    }
                }
            }
            let horizon = self.rules.horizon;
            if !self.rules.bonus_lines.is_empty() && places.last().is_some_and(|&at| at >= horizon)
            {
                self.score -= self.bonus;
                self.bonus = self.count_bonus();
                self.score += self.bonus;
            }
        }
        self.log.touched = touched;
        if !fits {
            self.undo();
        }
        fits
    }

    /// The last move stays.
    pub(super) fn keep(&mut self) {
        self.log.places.clear();
        self.log.points.clear();
        self.log.starts.clear();
    }

    /// Everything is as it was before the last move.
    pub(super) fn undo(&mut self) {
        let back = self.log.places.len() - self.log.by;
        self.shift(back);
        for (line, points) in self.log.points.drain(..) {
            self.points[line] = points;
        }
        for (cell, starts) in self.log.starts.drain(..).rev() {
            self.starts[cell] = starts;
        }
        [self.singles, self.bonus, self.score] = self.log.sums;
        self.log.places.clear();
    }

    /// The cells that come before others that they came after, or the other way round: of two such cells at least one.
    fn touch(&mut self, places: &[usize], by: usize) {
        let (count, horizon) = (places.len(), self.rules.horizon);
        self.log.touched.clear();
        // The first `by` cells change sides with the others; of two that change places both do, with those between.
        let part = match by <= count - by {
            _ if count == 2 => 0..2,
            true => 0..by,
            false => by..count,
        };
        self.log.touched.extend(part.map(|k| self.cells[places[k]]));
        for k in 0..count {
            let (from, to) = (places[(k + by) % count], places[k]);
            if (from < horizon) != (to < horizon) {
                self.log.touched.push(self.cells[from]);
            }
        }
        // Cells between that do not move are passed by some that do.
        let turns = places.partition_point(|&place| place < horizon);
        if count > 2 && turns > 1 && places[turns - 1] - places[0] >= turns {
            let skipped = places[..turns]
                .windows(2)
                .flat_map(|two| two[0] + 1..two[1]);
            let skipped: Vec<usize> = skipped.map(|place| self.cells[place]).collect();
            match skipped.len() < count {
                true => self.log.touched.extend(skipped),
                false => self
                    .log
                    .touched
                    .extend(places.iter().map(|&place| self.cells[place])),
            }
        }
    }

    /// Moves the cells of the places of the log.
    fn shift(&mut self, by: usize) {
        let places = std::mem::take(&mut self.log.places);
        let cells: Vec<usize> = places.iter().map(|&place| self.cells[place]).collect();
        for (k, &place) in places.iter().enumerate() {
            self.put(place, cells[(k + by) % cells.len()]);
        }
        self.log.places = places;
    }

    fn put(&mut self, place: usize, cell: usize) {
        self.cells[place] = cell;
        self.places[cell] = place;
        self.time[cell] = match place < self.rules.horizon {
            true => place as u32 + 1,
            false => EMPTY,
        };
    }

    /// Whether a cell comes after those that it waits for, and before those that wait for it.
    fn waits_well(&self, cell: usize) -> bool {
        let comes = |first: usize, then: usize| {
            self.time[then] == EMPTY || self.time[first] < self.time[then]
        };
        self.rules.first[cell]
            .iter()
            .all(|&first| comes(first, cell))
            && self.rules.then[cell].iter().all(|&then| comes(cell, then))
    }

    fn rescore(&mut self, line: usize) {
        let rules = self.rules;
        let cells = &rules.lines[line];
        let axis = usize::from(rules.lines_of[cells[0]][0] != line);
        let mut stack = std::mem::take(&mut self.stack);
        let mut points = 0;
        for right in 0..=cells.len() {
            // Beyond the end everything is later.
            let next = cells.get(right).map_or(EMPTY, |&cell| self.time[cell]);
            while let Some(&at) = stack.last() {
                if right < cells.len() && self.time[cells[at]] >= next {
                    break;
                }
                stack.pop();
                let left = stack.last().map_or(0, |&left| left + 1);
                let tile = (1..EMPTY).contains(&self.time[cells[at]]);
                let run = right - left;
                if tile && run > 1 {
                    points += run as i64;
                }
                self.set_start(cells[at], axis, tile && run == 1);
            }
            stack.push(right);
        }
        stack.clear();
        self.stack = stack;
        self.log.points.push((line, self.points[line]));
        self.score += points - self.points[line];
        self.points[line] = points;
    }

    fn set_start(&mut self, cell: usize, axis: usize, start: bool) {
        let before = self.starts[cell];
        if before[axis] != start {
            self.log.starts.push((cell, before));
            self.starts[cell][axis] = start;
            if before[1 - axis] {
                let change = if start { 1 } else { -1 };
                self.singles += change;
                self.score += change;
            }
        }
    }

    fn count_bonus(&self) -> i64 {
        let complete = self
            .rules
            .bonus_lines
            .iter()
            .filter(|(cells, _)| cells.iter().all(|&cell| self.time[cell] != EMPTY));
        complete.map(|(_, points)| points).sum()
    }
}
