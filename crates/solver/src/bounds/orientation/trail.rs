//! Orientations without circles, at random from all orientations of little loss.

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
    /// Per cell, some cells before it: an order with these precedences has no more loss than the slack.
    Before(Vec<CellSet>),
    /// No orientation is free of circles.
    Nothing,
    /// Too little memory for an answer.
    Unknown,
}

/// Per column, the columns whose last cells so far come after its last cell so far.
type Followers = [u16; LONGEST];

/// Orientations of little loss.
pub(crate) struct Trails<'a> {
    sweep: Sweep<'a>,
    layers: Layers,
    /// Dead ends: the cell, the state before it, the cost, and the followers.
    dead_ends: FxHashSet<(u8, State, u16, Followers)>,
    dead_end_limit: usize,
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
            dead_ends: FxHashSet::default(),
            dead_end_limit: memory / (2 * size_of::<(u8, State, u16, Followers)>()),
        }
    }

    /// Whether there is no orientation, even with circles of more than four cells.
    pub(crate) fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Number of states of the sweep.
    pub(crate) fn states(&self) -> usize {
        self.layers.state_count
    }

    /// A random orientation without circles.
    ///
    /// # Errors
    /// When the run has to end.
    pub(crate) fn draw(
        &mut self,
        random: &mut ChaCha8Rng,
        control: &Control,
    ) -> Result<Draw, Stopped> {
        let mut decisions = Vec::with_capacity(self.sweep.cells());
        let start = (self.layers.start(), 0);
        Ok(
            match self.decide_rest(start, [0; LONGEST], &mut decisions, random, control)? {
                Some(true) => Draw::Before(self.precedences(&decisions)),
                Some(false) => Draw::Nothing,
                None => Draw::Unknown,
            },
        )
    }

    /// Decides the remaining cells; whether that is possible, or none where the memory is too small for an answer.
    fn decide_rest(
        &mut self,
        (state, cost): (State, u16),
        followers: Followers,
        decisions: &mut Vec<Decision>,
        random: &mut ChaCha8Rng,
        control: &Control,
    ) -> Result<Option<bool>, Stopped> {
        control.go_on()?;
        let position = decisions.len();
        if position == self.sweep.cells() {
            return Ok(Some(true));
        }
        let Some(followers) = self.with_cell(position, state, followers) else {
            return Ok(Some(false));
        };
        let node = (position as u8, state, cost, followers);
        if self.dead_ends.contains(&node) {
            return Ok(Some(false));
        }
        let mut choices = Vec::new();
        self.sweep.decisions(position, state, |decision| {
            if self
                .layers
                .may_continue(position + 1, decision.state, cost + decision.cost)
            {
                let haste = self.haste(position, &decision);
                choices.push((haste + random.next_u32() % self.turns, decision));
            }
        });
        for (_, decision) in choices
            .into_iter()
            .sorted_unstable_by_key(|&(priority, _)| priority)
        {
            decisions.push(decision);
            let next = (decision.state, cost + decision.cost);
            let result = self.decide_rest(next, followers, decisions, random, control)?;
            if result != Some(false) {
                return Ok(result);
            }
            decisions.pop();
        }
        self.dead_ends.insert(node);
        Ok((self.dead_ends.len() < self.dead_end_limit).then_some(false))
    }

    /// Number of turns by which the first cells of a decision are due after their neighbours.
    fn haste(&self, position: usize, decision: &Decision) -> u32 {
        let board = self.sweep.board;
        let (row, column) = (position / board.width, position % board.width);
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

    /// Followers after a cell takes the place of the cell above it; none where cells form a circle.
    fn with_cell(
        &self,
        position: usize,
        state: State,
        mut followers: Followers,
    ) -> Option<Followers> {
        let board = self.sweep.board;
        let (row, column) = (position / board.width, position % board.width);
        let cell = board.cell(row, column);
        let (above, left) = self.sweep.neighbours(position, state);
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
            let neighbour = match other < column {
                true => board.cell(row, other),
                false if row > 0 => board.cell(row - 1, other),
                false => continue,
            };
            if board.earlier.comes(neighbour, cell) {
                insert(other, true);
            }
            if board.earlier.comes(cell, neighbour) {
                insert(other, false);
            }
        }
        let columns = 0..board.width;
        let is_in = |set: u16| move |&column: &usize| set >> column & 1 == 1;
        then = columns
            .clone()
            .filter(is_in(then))
            .fold(then, |all, other| all | followers[other]);
        let waits = columns
            .clone()
            .filter(|&other| followers[other] & first > 0);
        first = waits.fold(first, |all, other| all | 1 << other);
        if first & then > 0 {
            return None;
        }
        for other in columns {
            match first >> other & 1 == 1 {
                true => followers[other] |= then | 1 << column,
                false => followers[other] &= !(1 << column),
            }
        }
        followers[column] = then & !(1 << column);
        Some(followers)
    }

    /// Per cell, the cells before it by the decisions.
    fn precedences(&self, decisions: &[Decision]) -> Vec<CellSet> {
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
            let cell =
                |&position: &usize| board.cell(position / board.width, position % board.width);
            let letter = |&position: &usize| match axis {
                Axis::Horizontal => decisions[position].across,
                Axis::Vertical => decisions[position].down,
            };
            let cells = places.iter().map(cell).collect_vec();
            let letters = places.iter().map(letter).collect_vec();
            let mut table = Table::new(&words.rules);
            for (place, &letter) in letters.iter().enumerate() {
                table.put(place, letter);
            }
            for ((&left, &right), letter) in cells.iter().tuple_windows().zip(&letters) {
                match letter.forward {
                    true => insert(left, right),
                    false => insert(right, left),
                }
            }
            for (first, then) in table.pairs() {
                insert(cells[first], cells[then]);
            }
        }
        before
    }
}
