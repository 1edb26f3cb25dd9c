//! Rows that say what turns and waiting say, too: every method takes them as that.

use super::Problem;
use crate::instance::{Inequality, Quantity, Requirement, Turn};
use crate::wall::{Cell, CellSet};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// Per two cells, the times by which the second one is filled only if the first one is.
type Waits = BTreeMap<(Cell, Cell), BTreeSet<usize>>;

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
                !(holds_always(row, end)
                    || self.lift_level(row)
                    || self.lift_turn(row)
                    || self.lift_span(row))
            }
            None => true,
        });
        for row in &rows {
            if let Some((pair, time)) = alone(row).and_then(wait) {
                waits.entry(pair).or_default().insert(time);
            }
        }
        waits.retain(|&(_, then), times| self.always(then, times));
        rows.retain(|row| {
            let wait = alone(row).and_then(wait);
            wait.is_none_or(|(pair, _)| !waits.contains_key(&pair))
        });
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
    fn lift_level(&mut self, row: &Inequality) -> bool {
        let Some(time) = at_one_time(row) else {
            return false;
        };
        let least: i64 = row.terms.iter().map(|(_, factor)| factor.min(&0)).sum();
        let mut open = 0;
        let mut rest = row.at_most;
        let mut needs_all = false;
        for &(quantity, factor) in &row.terms {
            let Quantity::Filled { cell, .. } = quantity else {
                return false;
            };
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
    fn lift_turn(&mut self, row: &Inequality) -> bool {
        let Some((turn, factors)) = of_one_turn(row) else {
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
    fn lift_span(&mut self, row: &Inequality) -> bool {
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
    fn span_of(&self, row: &Inequality) -> Option<(Vec<Cell>, usize, usize)> {
        let (mut early, mut late) = (Vec::new(), Vec::new());
        let mut times = BTreeSet::new();
        for &(quantity, factor) in &row.terms {
            let Quantity::Filled { cell, time } = quantity else {
                return None;
            };
            times.insert(time);
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

/// The inequality of a row that is one.
fn alone(row: &Requirement) -> Option<&Inequality> {
    let clause = row.clauses.iter().exactly_one().ok()?;
    clause.iter().exactly_one().ok()
}

/// Whether a row says that between two times no more cells of a set are filled than there are turns; `end` is the last
/// time, where all cells are filled by it.
fn holds_always(row: &Inequality, end: Option<usize>) -> bool {
    let mut sets: BTreeMap<i64, (BTreeSet<usize>, Vec<Cell>)> = BTreeMap::new();
    for &(quantity, factor) in &row.terms {
        let Quantity::Filled { cell, time } = quantity else {
            return false;
        };
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
            return left.is_some_and(|left| row.at_most >= left);
        }
        _ => return false,
    };
    row.at_most >= turns as i64
}

/// The time of a row about one time.
fn at_one_time(row: &Inequality) -> Option<usize> {
    let mut times = row.terms.iter().map(|(quantity, _)| match quantity {
        Quantity::Filled { time, .. } => Some(*time),
        _ => None,
    });
    times.all_equal_value().ok().flatten()
}

/// The turn of a row about x(c,t) of one turn t, and the factor of each cell.
fn of_one_turn(row: &Inequality) -> Option<(usize, BTreeMap<Cell, i64>)> {
    let times = row.terms.iter().map(|(quantity, _)| match quantity {
        Quantity::Filled { time, .. } => Some(*time),
        _ => None,
    });
    let times: Option<BTreeSet<usize>> = times.collect();
    let (first, turn) = times?.into_iter().collect_tuple()?;
    let mut factors = BTreeMap::new();
    let mut sums: BTreeMap<Cell, i64> = BTreeMap::new();
    for &(quantity, factor) in &row.terms {
        if let Quantity::Filled { cell, time } = quantity {
            *sums.entry(cell).or_default() += factor;
            if time == turn {
                factors.insert(cell, factor);
            }
        }
    }
    (first + 1 == turn && sums.values().all(|&sum| sum == 0)).then_some((turn, factors))
}

/// Two cells and a time by which the second one is filled only if the first one is.
fn wait(row: &Inequality) -> Option<((Cell, Cell), usize)> {
    let [(one, factor), (other, back)] = row.terms[..] else {
        return None;
    };
    let (
        Quantity::Filled { cell: one, time },
        Quantity::Filled {
            cell: other,
            time: at,
        },
    ) = (one, other)
    else {
        return None;
    };
    let ((first, earlier), (then, by)) = match factor > 0 {
        true => ((other, at), (one, time)),
        false => ((one, time), (other, at)),
    };
    let is_wait = factor == -back
        && (0..factor.abs()).contains(&row.at_most)
        && first != then
        && (earlier == by || earlier + 1 == by);
    is_wait.then_some(((first, then), by))
}
