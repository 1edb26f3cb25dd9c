use super::rules::Rules;
use crate::order::{Order, Solution};
use crate::problem::Problem;
use crate::wall::Cell;

/// The time of a cell that stays empty: later than every turn.
const EMPTY: u32 = u32::MAX;

/// An order that moves change, with the points of each line, so that a move costs no more than the lines it touches.
///
/// The score depends only on the order along each line. A tile's run reaches on both sides to the nearest
/// cell of the line that is filled later, so a stack finds all runs of a line in a single pass.
#[derive(Debug, Clone)]
pub(super) struct Schedule<'a> {
    pub(super) rules: &'a Rules,
    /// The cell of each place, the places after the last turn included.
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
    offset: usize,
    points: Vec<(usize, i64)>,
    starts: Vec<(usize, [bool; 2])>,
    /// Singles, bonus and score before.
    sums: [i64; 3],
    suspects: Vec<usize>,
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
        self.commit();
    }

    /// The cell of each place.
    pub(super) fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The place of a cell that is not initial.
    pub(super) fn place(&self, cell: usize) -> usize {
        self.places[cell]
    }

    /// Cost of the order, which the search minimizes.
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

    /// Moves the cells of an ascending sequence of places: each place gets the cell of the `offset`-th place after it, around. False
    /// where a constraint forbids the move, which then changes nothing. A move is [committed](Self::commit) or [undone](Self::undo)
    /// before the next.
    pub(super) fn rotate(&mut self, places: &[usize], offset: usize) -> bool {
        let count = places.len();
        let source = |k: usize| places[(k + offset) % count];
        if (0..count).any(|k| !self.rules.may(places[k], self.cells[source(k)])) {
            return false;
        }
        self.log.sums = [self.singles, self.bonus, self.score];
        self.collect_suspects(places, offset);
        self.log.places.clear();
        self.log.places.extend_from_slice(places);
        self.log.offset = offset;
        self.shift(offset);
        let suspects = std::mem::take(&mut self.log.suspects);
        let is_valid = suspects.iter().all(|&cell| self.keeps_precedences(cell));
        if is_valid {
            for &cell in &suspects {
                for line in self.rules.lines_of[cell] {
                    if self.log.points.iter().all(|(other, _)| *other != line) {
                        self.rescore(line);
                    }
                }
            }
            let horizon = self.rules.horizon;
            if !self.rules.bonus_lines.is_empty()
                && places.last().is_some_and(|&place| place >= horizon)
            {
                self.score -= self.bonus;
                self.bonus = self.count_bonus();
                self.score += self.bonus;
            }
        }
        self.log.suspects = suspects;
        if !is_valid {
            self.undo();
        }
        is_valid
    }

    /// Commits the last move.
    pub(super) fn commit(&mut self) {
        self.log.places.clear();
        self.log.points.clear();
        self.log.starts.clear();
    }

    /// Restores the state before the last move.
    pub(super) fn undo(&mut self) {
        let inverse = self.log.places.len() - self.log.offset;
        self.shift(inverse);
        for (line, points) in self.log.points.drain(..) {
            self.points[line] = points;
        }
        for (cell, starts) in self.log.starts.drain(..).rev() {
            self.starts[cell] = starts;
        }
        [self.singles, self.bonus, self.score] = self.log.sums;
        self.log.places.clear();
    }

    /// Collects cells that change their order with other cells: of two such cells at least one.
    fn collect_suspects(&mut self, places: &[usize], offset: usize) {
        let (count, horizon) = (places.len(), self.rules.horizon);
        self.log.suspects.clear();
        // The first `offset` cells change sides with the others; of two cells that change places both do, with the cells between.
        let part = match offset <= count - offset {
            _ if count == 2 => 0..2,
            true => 0..offset,
            false => offset..count,
        };
        self.log
            .suspects
            .extend(part.map(|k| self.cells[places[k]]));
        for k in 0..count {
            let (from, to) = (places[(k + offset) % count], places[k]);
            if (from < horizon) != (to < horizon) {
                self.log.suspects.push(self.cells[from]);
            }
        }
        // Some cells that move pass the cells between that do not.
        let turns = places.partition_point(|&place| place < horizon);
        if count > 2 && turns > 1 && places[turns - 1] - places[0] >= turns {
            let between = places[..turns]
                .windows(2)
                .flat_map(|pair| pair[0] + 1..pair[1]);
            let between: Vec<usize> = between.map(|place| self.cells[place]).collect();
            match between.len() < count {
                true => self.log.suspects.extend(between),
                false => self
                    .log
                    .suspects
                    .extend(places.iter().map(|&place| self.cells[place])),
            }
        }
    }

    /// Moves the cells of the places of the log.
    fn shift(&mut self, offset: usize) {
        let places = std::mem::take(&mut self.log.places);
        let cells: Vec<usize> = places.iter().map(|&place| self.cells[place]).collect();
        for (k, &place) in places.iter().enumerate() {
            self.put(place, cells[(k + offset) % cells.len()]);
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

    /// Whether a cell comes after the cells for which it waits, and before the cells that wait for it.
    fn keeps_precedences(&self, cell: usize) -> bool {
        let is_ordered = |first: usize, then: usize| {
            self.time[then] == EMPTY || self.time[first] < self.time[then]
        };
        self.rules.first[cell]
            .iter()
            .all(|&first| is_ordered(first, cell))
            && self.rules.then[cell]
                .iter()
                .all(|&then| is_ordered(cell, then))
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
            while let Some(&place) = stack.last() {
                if right < cells.len() && self.time[cells[place]] >= next {
                    break;
                }
                stack.pop();
                let left = stack.last().map_or(0, |&left| left + 1);
                let is_tile = (1..EMPTY).contains(&self.time[cells[place]]);
                let run = right - left;
                if is_tile && run > 1 {
                    points += run as i64;
                }
                self.set_start(cells[place], axis, is_tile && run == 1);
            }
            stack.push(right);
        }
        stack.clear();
        self.stack = stack;
        self.log.points.push((line, self.points[line]));
        self.score += points - self.points[line];
        self.points[line] = points;
    }

    fn set_start(&mut self, cell: usize, axis: usize, is_start: bool) {
        let before = self.starts[cell];
        if before[axis] != is_start {
            self.log.starts.push((cell, before));
            self.starts[cell][axis] = is_start;
            if before[1 - axis] {
                let change = if is_start { 1 } else { -1 };
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
