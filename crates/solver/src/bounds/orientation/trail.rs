//! Ways to say who comes first in which no cells wait for each other, drawn at random from all that lose little.

use super::line::{LONGEST, Letter};
use super::sweep::{Decision, Layers, State, Sweep};
use super::table::Table;
use crate::instance::Turn;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, CellSet};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use rustc_hash::FxHashSet;

/// Result of a draw.
pub(crate) enum Draw {
    /// Per cell, some that come before it: in all orders that keep to these, the lines lose no more than they may.
    Before(Vec<CellSet>),
    /// No way: in each one, some cells wait for each other.
    Nothing,
    /// There is not enough memory to find one.
    Unknown,
}

/// Per column, the columns whose last cells so far come after its last cell so far.
type After = [u16; LONGEST];

/// The ways that lose little.
pub(crate) struct Trails<'a> {
    sweep: Sweep<'a>,
    layers: Layers,
    /// Dead ends: the cell, the state before it, what it has cost, and who comes after whom.
    failed: FxHashSet<(u8, State, u16, After)>,
    most_failed: usize,
    /// Per cell, the middle of the turns that may fill it.
    middles: Vec<u32>,
    turns: u32,
}

impl<'a> Trails<'a> {
    pub(super) fn new(sweep: Sweep<'a>, layers: Layers, problem: &Problem, memory: usize) -> Self {
        let middle = |window: Option<(Turn, Turn)>| {
            window.map_or(0, |(first, last)| (first.index() + last.index()) as u32 / 2)
        };
        Self {
            middles: problem.windows().into_iter().map(middle).collect(),
            turns: problem.horizon() as u32,
            sweep,
            layers,
            failed: FxHashSet::default(),
            most_failed: memory / (2 * size_of::<(u8, State, u16, After)>()),
        }
    }

    /// Whether there is no way, even where more than four cells may wait for each other.
    pub(crate) fn are_none(&self) -> bool {
        self.layers.are_empty()
    }

    /// Number of states that the sweep made to find them.
    pub(crate) fn states(&self) -> usize {
        self.layers.made
    }

    /// One way.
    ///
    /// # Errors
    /// When the run has to end.
    pub(crate) fn draw(
        &mut self,
        random: &mut ChaCha8Rng,
        control: &Control,
    ) -> Result<Draw, Stopped> {
        let mut decided = Vec::with_capacity(self.sweep.cells());
        let start = (self.layers.start(), 0);
        Ok(
            match self.go_on(start, [0; LONGEST], &mut decided, random, control)? {
                Some(true) => Draw::Before(self.before(&decided)),
                Some(false) => Draw::Nothing,
                None => Draw::Unknown,
            },
        )
    }

    /// Decides the cells from here on; whether that is possible, or none if it takes too much memory to know.
    fn go_on(
        &mut self,
        (state, cost): (State, u16),
        after: After,
        decided: &mut Vec<Decision>,
        random: &mut ChaCha8Rng,
        control: &Control,
    ) -> Result<Option<bool>, Stopped> {
        control.go_on()?;
        let at = decided.len();
        if at == self.sweep.cells() {
            return Ok(Some(true));
        }
        let Some(after) = self.with_cell(at, state, after) else {
            return Ok(Some(false));
        };
        let here = (at as u8, state, cost, after);
        if self.failed.contains(&here) {
            return Ok(Some(false));
        }
        let mut ways = Vec::new();
        self.sweep.decisions(at, state, |decision| {
            if self
                .layers
                .may_go_on(at + 1, decision.state, cost + decision.cost)
            {
                let haste = self.haste(at, &decision);
                ways.push((haste + random.next_u32() % self.turns, decision));
            }
        });
        for (_, decision) in ways.into_iter().sorted_unstable_by_key(|&(place, _)| place) {
            decided.push(decision);
            let next = (decision.state, cost + decision.cost);
            let found = self.go_on(next, after, decided, random, control)?;
            if found != Some(false) {
                return Ok(found);
            }
            decided.pop();
        }
        self.failed.insert(here);
        Ok((self.failed.len() < self.most_failed).then_some(false))
    }

    /// Number of turns that the cells that are to be first may be filled later than their neighbours.
    fn haste(&self, at: usize, decision: &Decision) -> u32 {
        let board = self.sweep.board;
        let (row, column) = (at / board.width, at % board.width);
        let middle = |row: usize, column: usize| self.middles[board.cell(row, column).index()];
        let later = |letter: Letter, next: u32| match letter.forward {
            true => middle(row, column).saturating_sub(next),
            false => next.saturating_sub(middle(row, column)),
        };
        let across =
            (column + 1 < board.width).then(|| later(decision.across, middle(row, column + 1)));
        let down = (row + 1 < board.height).then(|| later(decision.down, middle(row + 1, column)));
        across.unwrap_or(0) + down.unwrap_or(0)
    }

    /// The table once a cell takes the place of the one above it; none where cells wait for each other then.
    fn with_cell(&self, at: usize, state: State, mut after: After) -> Option<After> {
        let board = self.sweep.board;
        let (row, column) = (at / board.width, at % board.width);
        let cell = board.cell(row, column);
        let (above, left) = self.sweep.neighbours(at, state);
        let (mut first, mut then) = (0u16, 0u16);
        let mut insert = |other: usize, comes_first: bool| match comes_first {
            true => first |= 1 << other,
            false => then |= 1 << other,
        };
        if let Some(comes_first) = above {
            insert(column, comes_first);
        }
        if let Some(comes_first) = left {
            insert(column - 1, comes_first);
        }
        for other in 0..board.width {
            let beside = match other < column {
                true => board.cell(row, other),
                false if row > 0 => board.cell(row - 1, other),
                false => continue,
            };
            if board.earlier.comes(beside, cell) {
                insert(other, true);
            }
            if board.earlier.comes(cell, beside) {
                insert(other, false);
            }
        }
        let columns = 0..board.width;
        let of = |set: u16| move |&column: &usize| set >> column & 1 == 1;
        then = columns
            .clone()
            .filter(of(then))
            .fold(then, |all, other| all | after[other]);
        let waits = columns.clone().filter(|&other| after[other] & first > 0);
        first = waits.fold(first, |all, other| all | 1 << other);
        if first & then > 0 {
            return None;
        }
        for other in columns {
            match first >> other & 1 == 1 {
                true => after[other] |= then | 1 << column,
                false => after[other] &= !(1 << column),
            }
        }
        after[column] = then & !(1 << column);
        Some(after)
    }

    /// Per cell, the cells that the decisions put before it.
    fn before(&self, decided: &[Decision]) -> Vec<CellSet> {
        let board = self.sweep.board;
        let wall = board.wall;
        let mut before = vec![CellSet::empty(wall); wall.len()];
        let mut insert = |first: Cell, then: Cell| before[then.index()].insert(first);
        let places = |row: usize, column: usize| row * board.width + column;
        let in_rows = board.rows.iter().enumerate().map(|(row, words)| {
            let places = (0..board.width).map(|column| places(row, column));
            (words, Axis::Horizontal, places.collect_vec())
        });
        let in_columns = board.columns.iter().enumerate().map(|(column, words)| {
            let places = (0..board.height).map(|row| places(row, column));
            (words, Axis::Vertical, places.collect_vec())
        });
        for (words, axis, places) in in_rows.chain(in_columns) {
            let cell = |&at: &usize| board.cell(at / board.width, at % board.width);
            let letter = |&at: &usize| match axis {
                Axis::Horizontal => decided[at].across,
                Axis::Vertical => decided[at].down,
            };
            let cells = places.iter().map(cell).collect_vec();
            let letters = places.iter().map(letter).collect_vec();
            let mut table = Table::new(&words.rules);
            for (place, &letter) in letters.iter().enumerate() {
                table.put(place, letter);
            }
            for ((&one, &other), letter) in cells.iter().tuple_windows().zip(&letters) {
                match letter.forward {
                    true => insert(one, other),
                    false => insert(other, one),
                }
            }
            for (first, then) in table.pairs() {
                insert(cells[first], cells[then]);
            }
        }
        before
    }
}
