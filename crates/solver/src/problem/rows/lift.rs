//! Rows that say what turns and waiting say, too: every method takes them as that.

use super::Problem;
use crate::instance::{Quantity, Requirement, Turn};
use crate::wall::{Cell, CellSet};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// Per two cells, the times by which the second one is filled only if the first one is.
type Waits = BTreeMap<(Cell, Cell), BTreeSet<usize>>;

/// A sum of y(c,t) that is at most a number.
struct FilledSum {
    /// Cells and times with their factors.
    terms: Vec<(Cell, usize, i64)>,
    at_most: i64,
}

impl Problem {
    /// Takes from the rows what closes turns to cells and makes cells wait for others. What a row says beyond that
    /// stays.
    pub(in crate::problem) fn lift(&mut self) {
        if self.rows.is_empty() {
            return;
        }
        let mut rows = std::mem::take(&mut self.rows);
        let mut waits = Waits::new();
        let end = self.fills_the_wall().then_some(self.horizon());
        rows.retain(|row| match alone(row) {
            Some(row) => {
                !(row.holds_always(end)
                    || self.lift_level(&row)
                    || self.lift_turn(&row)
                    || self.lift_span(&row))
            }
            None => true,
        });
        let wait = |row: &Requirement| alone(row).and_then(|row| row.wait());
        for (pair, time) in rows.iter().filter_map(wait) {
            waits.entry(pair).or_default().insert(time);
        }
        waits.retain(|&(_, then), times| self.always(then, times));
        rows.retain(|row| wait(row).is_none_or(|(pair, _)| !waits.contains_key(&pair)));
        for (first, then) in waits.into_keys() {
            self.before[then.index()].insert(first);
        }
        self.rows = rows;
        self.fill_by_deadlines();
    }

    /// Keeps turns for the cells that have no others: as many cells as there are turns up to one, or from one on.
    fn fill_by_deadlines(&mut self) {
        if !self.fills_the_wall() {
            return;
        }
        let turns = self.horizon();
        for time in 1..turns {
            let windows = self.windows();
            let of_window = |is_meant: &dyn Fn(usize, usize) -> bool| {
                let cells = self.free().filter(|cell| {
                    windows[cell.index()]
                        .is_some_and(|(first, last)| is_meant(first.number(), last.number()))
                });
                CellSet::of(self.wall, cells)
            };
            let early = of_window(&|_, last| last <= time);
            let late = of_window(&|first, _| first > time);
            if early.len() == time {
                (0..time).for_each(|index| self.only(Turn::from_index(index), &early));
            }
            if late.len() == turns - time {
                (time..turns).for_each(|index| self.only(Turn::from_index(index), &late));
            }
        }
    }

    /// Whether every time at which a cell may be filled is one of these, or needs no row.
    fn always(&self, then: Cell, times: &BTreeSet<usize>) -> bool {
        let last = self.horizon() - usize::from(self.fills_the_wall());
        let first = self.turns().find(|&turn| self.allowed(turn).contains(then));
        let first = first.map_or(last + 1, Turn::number);
        (first..=last).all(|time| times.contains(&time))
    }

    /// Of a row about one time: cells that must be filled by it, and cells that must not. Whether nothing else is said.
    fn lift_level(&mut self, row: &FilledSum) -> bool {
        let mut times = row.terms.iter().map(|&(_, time, _)| time);
        let Ok(time) = times.all_equal_value() else {
            return false;
        };
        let least: i64 = row.terms.iter().map(|(.., factor)| factor.min(&0)).sum();
        let mut open = 0;
        let mut rest = row.at_most;
        let mut needs_all = false;
        for &(cell, _, factor) in &row.terms {
            let is_forced = least + factor.abs() > row.at_most;
            match (is_forced, factor > 0) {
                (true, true) => self.close(cell, |turn| turn.number() <= time),
                (true, false) => {
                    self.close(cell, |turn| turn.number() > time);
                    needs_all = true;
                    rest -= factor;
                }
                (false, _) => open += factor.max(0),
            }
        }
        open <= rest && (!needs_all || self.fills_the_wall())
    }

    /// Of a row about the tile of one turn: cells that it must not fill. Whether nothing else is said.
    fn lift_turn(&mut self, row: &FilledSum) -> bool {
        let Some((turn, factors)) = row.of_one_turn() else {
            return false;
        };
        let index = turn - 1;
        let factor = |cell: Cell| factors.get(&cell).copied().unwrap_or(0);
        let closed = self.allowed[index].iter();
        let closed = closed
            .filter(|&cell| factor(cell) > row.at_most)
            .collect_vec();
        for cell in closed {
            self.allowed[index].remove(cell);
        }
        // A turn that passes fills nothing.
        row.at_most >= 0 || !self.passes()
    }

    /// Of a row that some turns fill none but some cells: that. Nothing else is said where no turn passes.
    fn lift_span(&mut self, row: &FilledSum) -> bool {
        let Some((cells, from, to)) = self.span_of(row) else {
            return false;
        };
        let set = CellSet::of(self.wall, cells);
        for time in from..to {
            self.only(Turn::from_index(time), &set);
        }
        !self.passes()
    }

    /// Cells, and two times between which every turn fills one of them: as many are filled by the later time as there
    /// are turns, less those that are filled by the earlier one.
    fn span_of(&self, row: &FilledSum) -> Option<(Vec<Cell>, usize, usize)> {
        let (mut early, mut late) = (Vec::new(), Vec::new());
        for &(cell, time, factor) in &row.terms {
            match factor {
                1 => early.push((cell, time)),
                -1 => late.push((cell, time)),
                _ => return None,
            }
        }
        let at =
            |cells: &[(Cell, usize)]| cells.iter().map(|(_, time)| *time).all_equal_value().ok();
        let cells =
            |cells: &[(Cell, usize)]| cells.iter().map(|(cell, _)| *cell).sorted().collect_vec();
        let (one, other) = (cells(&early), cells(&late));
        let (cells, from, to) = match (at(&early), at(&late)) {
            (None, Some(to)) if early.is_empty() => (other, 0, to),
            (Some(from), Some(to)) if one == other && from < to => (one, from, to),
            (Some(from), None) if late.is_empty() && self.fills_the_wall() => {
                // By the end all of them are filled.
                let (count, turns) = (one.len() as i64, (self.horizon() - from) as i64);
                return (row.at_most == count - turns).then(|| (one, from, self.horizon()));
            }
            _ => return None,
        };
        (row.at_most == -((to - from) as i64)).then_some((cells, from, to))
    }
}

/// The sum of a row that is one.
fn alone(row: &Requirement) -> Option<FilledSum> {
    let clause = row.clauses.iter().exactly_one().ok()?;
    let row = clause.iter().exactly_one().ok()?;
    let terms = row.terms.iter().map(|&(quantity, factor)| match quantity {
        Quantity::Filled { cell, time } => Some((cell, time, factor)),
        _ => None,
    });
    Some(FilledSum {
        terms: terms.collect::<Option<_>>()?,
        at_most: row.at_most,
    })
}

impl FilledSum {
    /// Whether it says that between two times no more cells of a set are filled than there are turns; `end` is the last
    /// time, where all cells are filled by it.
    fn holds_always(&self, end: Option<usize>) -> bool {
        let mut sets: BTreeMap<i64, (BTreeSet<usize>, Vec<Cell>)> = BTreeMap::new();
        for &(cell, time, factor) in &self.terms {
            let (times, cells) = sets.entry(factor).or_default();
            times.insert(time);
            cells.push(cell);
        }
        let set = |factor| {
            let (times, cells) = sets.get(&factor)?;
            let time = times.iter().exactly_one().ok()?;
            Some((*time, cells.iter().sorted().collect_vec()))
        };
        let turns = match (sets.len(), set(-1), set(1)) {
            (1, None, Some((to, _))) => to,
            (2, Some((from, early)), Some((to, late))) if early == late && from < to => to - from,
            (1, Some((from, cells)), None) => {
                let left = end.map(|end| (end - from) as i64 - cells.len() as i64);
                return left.is_some_and(|left| self.at_most >= left);
            }
            _ => return false,
        };
        self.at_most >= turns as i64
    }

    /// The turn, if it is about x(c,t) of one turn t, and the factor of each cell.
    fn of_one_turn(&self) -> Option<(usize, BTreeMap<Cell, i64>)> {
        let times: BTreeSet<usize> = self.terms.iter().map(|&(_, time, _)| time).collect();
        let (first, turn) = times.into_iter().collect_tuple()?;
        let mut factors = BTreeMap::new();
        let mut sums: BTreeMap<Cell, i64> = BTreeMap::new();
        for &(cell, time, factor) in &self.terms {
            *sums.entry(cell).or_default() += factor;
            if time == turn {
                factors.insert(cell, factor);
            }
        }
        (first + 1 == turn && sums.values().all(|&sum| sum == 0)).then_some((turn, factors))
    }

    /// Two cells and a time by which the second one is filled only if the first one is.
    fn wait(&self) -> Option<((Cell, Cell), usize)> {
        let [one @ (.., factor), other @ (.., back)] = self.terms[..] else {
            return None;
        };
        let ((first, earlier, _), (then, by, _)) = match factor > 0 {
            true => (other, one),
            false => (one, other),
        };
        let is_wait = factor == -back
            && (0..factor.abs()).contains(&self.at_most)
            && first != then
            && (earlier == by || earlier + 1 == by);
        is_wait.then_some(((first, then), by))
    }
}
