//! Rows with the meaning of allowed cells or precedences, which every method takes in that form.

use super::Problem;
use crate::instance::{Quantity, Requirement, Turn};
use crate::wall::{Cell, CellSet};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// Times by which the second cell is filled only after the first one, for pairs of cells.
type Precedences = BTreeMap<(Cell, Cell), BTreeSet<usize>>;

/// A sum of y(c,t) that is at most a number.
struct FilledSum {
    /// Cells and times with their factors.
    terms: Vec<(Cell, usize, i64)>,
    at_most: i64,
}

impl Problem {
    /// Lifts rows to allowed cells and precedences. A row with a further meaning stays.
    pub(in crate::problem) fn lift(&mut self) {
        if self.rows.is_empty() {
            return;
        }
        let mut rows = std::mem::take(&mut self.rows);
        let mut precedences = Precedences::new();
        let end = self.fills_the_wall().then_some(self.horizon());
        rows.retain(|row| match single_sum(row) {
            Some(row) => {
                !(row.is_trivial(end)
                    || self.lift_level(&row)
                    || self.lift_turn(&row)
                    || self.lift_span(&row))
            }
            None => true,
        });
        let precedence = |row: &Requirement| single_sum(row).and_then(|row| row.precedence());
        for (pair, time) in rows.iter().filter_map(precedence) {
            precedences.entry(pair).or_default().insert(time);
        }
        precedences.retain(|&(_, then), times| self.covers_times(then, times));
        rows.retain(|row| precedence(row).is_none_or(|(pair, _)| !precedences.contains_key(&pair)));
        for (first, then) in precedences.into_keys() {
            self.before[then.index()].insert(first);
        }
        self.rows = rows;
        self.fill_by_deadlines();
    }

    /// Reserves the turns up to a time, or from a time on, for as many cells that have no other turns.
    fn fill_by_deadlines(&mut self) {
        if !self.fills_the_wall() {
            return;
        }
        let turns = self.horizon();
        for time in 1..turns {
            let windows = self.windows();
            let with_window = |is_member: &dyn Fn(usize, usize) -> bool| {
                let cells = self.free().filter(|cell| {
                    windows[cell.index()]
                        .is_some_and(|(first, last)| is_member(first.number(), last.number()))
                });
                CellSet::of(self.wall, cells)
            };
            let early = with_window(&|_, last| last <= time);
            let late = with_window(&|first, _| first > time);
            if early.len() == time {
                self.only(0..time, &early);
            }
            if late.len() == turns - time {
                self.only(time..turns, &late);
            }
        }
    }

    /// Whether `times` has every time with a choice about a cell.
    fn covers_times(&self, then: Cell, times: &BTreeSet<usize>) -> bool {
        let last = self.horizon() - usize::from(self.fills_the_wall());
        let first = self.turns().find(|&turn| self.allowed(turn).contains(then));
        let first = first.map_or(last + 1, Turn::number);
        (first..=last).all(|time| times.contains(&time))
    }

    /// Lifts a row about one time: cells that must be filled by it, and cells that must not. True if the row has no other meaning.
    fn lift_level(&mut self, row: &FilledSum) -> bool {
        let mut times = row.terms.iter().map(|&(_, time, _)| time);
        let Ok(time) = times.all_equal_value() else {
            return false;
        };
        let least: i64 = row.terms.iter().map(|(.., factor)| factor.min(&0)).sum();
        let mut free_sum = 0;
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
                (false, _) => free_sum += factor.max(0),
            }
        }
        free_sum <= rest && (!needs_all || self.fills_the_wall())
    }

    /// Lifts a row about the tile of one turn: cells that it must not fill. True if the row has no other meaning.
    fn lift_turn(&mut self, row: &FilledSum) -> bool {
        let Some((turn, factors)) = row.turn_factors() else {
            return false;
        };
        let index = turn - 1;
        let factor = |cell: Cell| factors.get(&cell).copied().unwrap_or(0);
        let forbidden = self.allowed[index].iter();
        let forbidden = forbidden
            .filter(|&cell| factor(cell) > row.at_most)
            .collect_vec();
        for cell in forbidden {
            self.allowed[index].remove(cell);
        }
        // A turn that passes fills nothing.
        row.at_most >= 0 || !self.passes()
    }

    /// Lifts a row about the only cells of some turns. True if the row has no other meaning: no turn passes.
    fn lift_span(&mut self, row: &FilledSum) -> bool {
        let Some((cells, from, to)) = self.span_of(row) else {
            return false;
        };
        let set = CellSet::of(self.wall, cells);
        self.only(from..to, &set);
        !self.passes()
    }

    /// Cells, and two times with a cell for every turn between them: the number of cells filled between the two times is the number
    /// of turns.
    fn span_of(&self, row: &FilledSum) -> Option<(Vec<Cell>, usize, usize)> {
        let (mut early, mut late) = (Vec::new(), Vec::new());
        for &(cell, time, factor) in &row.terms {
            match factor {
                1 => early.push((cell, time)),
                -1 => late.push((cell, time)),
                _ => return None,
            }
        }
        let common_time =
            |cells: &[(Cell, usize)]| cells.iter().map(|(_, time)| *time).all_equal_value().ok();
        let cells =
            |cells: &[(Cell, usize)]| cells.iter().map(|(cell, _)| *cell).sorted().collect_vec();
        let (early_cells, late_cells) = (cells(&early), cells(&late));
        let (cells, from, to) = match (common_time(&early), common_time(&late)) {
            (None, Some(to)) if early.is_empty() => (late_cells, 0, to),
            (Some(from), Some(to)) if early_cells == late_cells && from < to => {
                (early_cells, from, to)
            }
            (Some(from), None) if late.is_empty() && self.fills_the_wall() => {
                // The last turn fills the last of them.
                let (count, turns) = (early_cells.len() as i64, (self.horizon() - from) as i64);
                return (row.at_most == count - turns).then(|| (early_cells, from, self.horizon()));
            }
            _ => return None,
        };
        (row.at_most == -((to - from) as i64)).then_some((cells, from, to))
    }
}

/// The sum of a row of one clause with one inequality about filled cells.
fn single_sum(row: &Requirement) -> Option<FilledSum> {
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
    /// Whether the sum bounds the number of filled cells between two times by the number of turns or more. `end` is the last
    /// time, if all cells are filled.
    fn is_trivial(&self, end: Option<usize>) -> bool {
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
                let least = end.map(|end| (end - from) as i64 - cells.len() as i64);
                return least.is_some_and(|least| self.at_most >= least);
            }
            _ => return false,
        };
        self.at_most >= turns as i64
    }

    /// The turn t and the factor of each cell, if the sum is about x(c,t) of one turn t.
    fn turn_factors(&self) -> Option<(usize, BTreeMap<Cell, i64>)> {
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

    /// Two cells and a time by which the second one is filled only after the first one.
    fn precedence(&self) -> Option<((Cell, Cell), usize)> {
        let [left @ (.., factor), right @ (.., opposite)] = self.terms[..] else {
            return None;
        };
        let ((first, earlier, _), (then, time, _)) = match factor > 0 {
            true => (right, left),
            false => (left, right),
        };
        let is_precedence = factor == -opposite
            && (0..factor.abs()).contains(&self.at_most)
            && first != then
            && (earlier == time || earlier + 1 == time);
        is_precedence.then_some(((first, then), time))
    }
}
