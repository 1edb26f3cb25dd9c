//! A problem: an instance compiled to the few primitives of the solvers.
//!
//! Every kind of constraint becomes `allowed` (the cells that a turn may fill) or `before` (the
//! cells that precede a cell), so that a new kind touches no solver. The rest of a user's row
//! stays a row ([`Problem::rows`]), which [`Problem::features`] reports to the methods.

mod assignment;
mod bonus;
#[cfg(test)]
pub(crate) mod brute_force;
mod classes;
mod features;
mod moves;
mod order;
mod phases;
mod rows;
#[cfg(test)]
pub(crate) mod small;
mod tightened;

pub(crate) use assignment::Assignment;
pub(crate) use classes::SymmetryClasses;
pub use features::{Feature, Features, Unfit, UnsupportedFeature};
pub use moves::Moves;
pub use order::Order;
pub use phases::Phase;
pub(crate) use rows::{RowTests, RowsByTurn, Sum, Test, Timeline};
pub(crate) use tightened::close_transitively;

use crate::instance::{Constraint, Instance, Requirement, Sense, Turn};
use crate::wall::{Bonus, BonusSet, Cell, CellSet, Colours, Factors, Line, Scorer, Symmetry, Wall};
use itertools::Itertools;
use std::ops::Range;

/// An ordering problem in primitives.
#[derive(Debug, Clone)]
pub struct Problem {
    wall: Wall,
    sense: Sense,
    initial: CellSet,
    /// Cells outside of the wall.
    holes: CellSet,
    bonus: Bonus,
    bonus_sets: Vec<BonusSet>,
    colours: Colours,
    factors: Factors,
    allowed: Vec<CellSet>,
    /// The number of tiles: one for each turn, or fewer.
    tiles: usize,
    /// Whether constraints name a cell for each turn, so that it does not pass.
    must_fill: Vec<bool>,
    before: Vec<CellSet>,
    rows: Vec<Requirement>,
}

impl From<&Instance> for Problem {
    fn from(instance: &Instance) -> Self {
        let mut problem = Self::without_propagation(instance);
        problem.close_hall_sets();
        problem
    }
}

impl Problem {
    /// The problem with the turns that single constraints leave to cells; [`Problem::from`] closes turns by Hall sets, too.
    pub(crate) fn without_propagation(instance: &Instance) -> Self {
        let wall = instance.wall();
        let initial = CellSet::of(wall, instance.initial().iter().copied());
        let mut free = CellSet::full(wall);
        free.subtract(&initial);
        let holes = CellSet::of(wall, instance.holes().iter().copied());
        free.subtract(&holes);
        let mut problem = Self {
            wall,
            sense: instance.sense(),
            initial,
            holes,
            bonus: instance.bonus(),
            bonus_sets: instance.bonus_sets().to_vec(),
            colours: instance.colours().clone(),
            factors: instance.factors().clone(),
            allowed: vec![free; instance.horizon()],
            tiles: instance.tiles(),
            must_fill: vec![false; instance.horizon()],
            before: vec![CellSet::empty(wall); wall.len()],
            rows: Vec::new(),
        };
        for constraint in instance.constraints() {
            problem.impose(constraint);
        }
        problem.lift();
        problem
    }
}

/// Makes deadlines earlier, so that each cell leaves a turn to its successors. `predecessors` has the predecessors of each cell.
pub(crate) fn tighten_deadlines(deadlines: &mut [Option<Turn>], predecessors: &[CellSet]) {
    // At most one round for each cell of a chain.
    for _ in 0..deadlines.len() {
        let previous = deadlines.to_vec();
        for (then, predecessors) in predecessors.iter().enumerate() {
            let Some(turn) = deadlines[then] else {
                continue;
            };
            let latest = Turn::from_index(turn.index().saturating_sub(1));
            for first in predecessors.iter() {
                let deadline = &mut deadlines[first.index()];
                *deadline = deadline.map(|turn| turn.min(latest));
            }
        }
        if *deadlines == *previous {
            break;
        }
    }
}

/// Whether a set is a Hall set: as many turns as it has cells may fill no other cells.
fn is_hall_set(phases: &[Phase<'_>], set: &CellSet) -> bool {
    let inner = phases.iter().filter(|phase| phase.cells.is_within(set));
    inner.map(|phase| phase.turns).sum::<usize>() == set.len()
}

impl Problem {
    fn impose(&mut self, constraint: &Constraint) {
        let (wall, horizon) = (self.wall, self.horizon());
        match constraint {
            Constraint::PlaceAt { cell, turn } => self.fill(turn.index()..turn.number(), &[*cell]),
            Constraint::Window { cell, from, to } => {
                self.close(*cell, |turn| turn < *from || turn > *to);
            }
            Constraint::Before { first, then } => self.before[then.index()].insert(*first),
            Constraint::First { cells } => self.fill(0..cells.len(), cells),
            Constraint::Last { cells } => self.fill(horizon - cells.len()..horizon, cells),
            Constraint::Only { cells, from, to } => {
                let set = CellSet::of(wall, cells.iter().copied());
                self.only(from.index()..to.number(), &set);
            }
            Constraint::Rounds => {
                for index in 0..horizon {
                    self.only(index..index + 1, &self.row(index % wall.rows()));
                }
            }
            Constraint::LastRound => {
                for row in 0..wall.rows() {
                    let index = horizon - wall.rows() + row;
                    self.only(index..index + 1, &self.row(row));
                }
            }
            Constraint::SubjectTo { row } => self.rows.extend_from_slice(row.requirements()),
        }
    }

    /// Closes the cells of Hall sets to other turns, if no turn passes.
    fn close_hall_sets(&mut self) {
        while !self.passes() {
            let phases = self.phases();
            let sets = phases.iter().map(|phase| phase.cells).unique();
            let mut hall_sets = sets.filter(|set| {
                let mut others = phases.iter().map(|phase| phase.cells);
                is_hall_set(&phases, set)
                    && others.any(|cells| !cells.is_within(set) && cells.intersects(set))
            });
            let Some(set) = hall_sets.next().cloned() else {
                return;
            };
            for allowed in &mut self.allowed {
                if !allowed.is_within(&set) {
                    allowed.subtract(&set);
                }
            }
        }
    }

    /// Makes turns fill one of these cells each, and no other turn any of them; there are as many turns as cells.
    fn fill(&mut self, turns: Range<usize>, cells: &[Cell]) {
        let set = CellSet::of(self.wall, cells.iter().copied());
        self.only(turns.clone(), &set);
        for &cell in cells {
            self.close(cell, |turn| !turns.contains(&turn.index()));
        }
        self.must_fill[turns].fill(true);
    }

    fn row(&self, row: usize) -> CellSet {
        CellSet::of(self.wall, self.wall.line_cells(Line::Row(row as u32)))
    }

    /// Closes other cells to turns, by their indices from 0.
    pub(crate) fn only(&mut self, turns: Range<usize>, cells: &CellSet) {
        for allowed in &mut self.allowed[turns] {
            allowed.keep(cells);
        }
    }

    fn close(&mut self, cell: Cell, is_closed: impl Fn(Turn) -> bool) {
        for (index, allowed) in self.allowed.iter_mut().enumerate() {
            if is_closed(Turn::from_index(index)) {
                allowed.remove(cell);
            }
        }
    }

    /// The wall.
    pub fn wall(&self) -> Wall {
        self.wall
    }

    /// The sense: maximization or minimization of the score.
    pub fn sense(&self) -> Sense {
        self.sense
    }

    /// The cells filled before turn 1.
    pub fn initial(&self) -> &CellSet {
        &self.initial
    }

    /// The points for complete lines at the end.
    pub fn bonus(&self) -> Bonus {
        self.bonus
    }

    /// The factors of the points of cells.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// The points of a tile in `cell` after the `filled` cells, on a wall of any size, without tables.
    pub fn points(&self, cell: Cell, filled: impl Fn(Cell) -> bool) -> u32 {
        self.wall.points(cell, filled).total() * self.factors.of(cell)
    }

    /// The scorer of the problem.
    ///
    /// # Panics
    /// When the wall has more than [`Covering::MAX_CELLS`](crate::wall::Covering::MAX_CELLS) cells.
    pub fn scorer(&self) -> Scorer {
        Scorer::new(self.wall).with_factors(self.factors.clone())
    }

    /// The cells that the wall does not have: no tile lies there, and runs end there.
    pub fn holes(&self) -> &CellSet {
        &self.holes
    }

    /// Whether a cell is empty before turn 1 and no hole.
    pub fn is_free(&self, cell: Cell) -> bool {
        !self.initial.contains(cell) && !self.holes.contains(cell)
    }

    /// The cells that are empty before turn 1 and no holes, by number.
    pub fn free(&self) -> impl Iterator<Item = Cell> + Clone {
        self.wall.cells().filter(|cell| self.is_free(*cell))
    }

    /// The number of cells that are empty before turn 1 and no holes.
    pub fn free_len(&self) -> usize {
        self.wall.len() - self.initial.len() - self.holes.len()
    }

    /// The number of turns.
    pub fn horizon(&self) -> usize {
        self.allowed.len()
    }

    /// The turns, first to last.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn> + ExactSizeIterator + Clone {
        (0..self.horizon()).map(Turn::from_index)
    }

    /// The number of tiles: at most the number of turns.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Whether some turns pass, because there are fewer tiles than turns.
    pub fn passes(&self) -> bool {
        self.tiles < self.horizon()
    }

    /// Whether a turn may fill no cell.
    pub fn may_pass(&self, turn: Turn) -> bool {
        self.passes() && !self.must_fill[turn.index()]
    }

    /// Whether the last turn fills the last cell.
    pub fn fills_the_wall(&self) -> bool {
        self.tiles == self.free_len()
    }

    /// The cells that may be filled in a turn; never an initial one.
    pub fn allowed(&self, turn: Turn) -> &CellSet {
        &self.allowed[turn.index()]
    }

    /// The last cell of every order, if the last turn may fill only one.
    pub(crate) fn last_cell(&self) -> Option<Cell> {
        let last = self.turns().next_back().filter(|_| !self.passes())?;
        self.allowed(last).iter().exactly_one().ok()
    }

    /// The first and the last turn of each cell; none for a cell that no turn may fill.
    pub(crate) fn windows(&self) -> Vec<Option<(Turn, Turn)>> {
        let mut windows: Vec<Option<(Turn, Turn)>> = vec![None; self.wall.len()];
        for turn in self.turns() {
            for cell in self.allowed(turn).iter() {
                let window = &mut windows[cell.index()];
                *window = Some((window.map_or(turn, |(first, _)| first), turn));
            }
        }
        windows
    }

    /// The last turn of each cell; none for a cell that no turn may fill. A deadline leaves turns to the successors of the cell if
    /// all cells are filled.
    pub(crate) fn deadlines(&self) -> Vec<Option<Turn>> {
        let windows = self.windows().into_iter();
        let mut deadlines = windows
            .map(|window| window.map(|(_, last)| last))
            .collect_vec();
        if !self.fills_the_wall() {
            return deadlines;
        }
        tighten_deadlines(&mut deadlines, &self.before);
        deadlines
    }

    /// Cells of every order, by Hall sets and the predecessors of their cells; none if turns may pass.
    pub(crate) fn mandatory_cells(&self) -> CellSet {
        let mut mandatory = CellSet::empty(self.wall);
        if self.passes() {
            return mandatory;
        }
        let phases = self.phases();
        for set in phases.iter().map(|phase| phase.cells).unique() {
            if is_hall_set(&phases, set) {
                mandatory.add(set);
            }
        }
        self.add_predecessors(&mut mandatory);
        mandatory
    }

    /// Adds the cells for which cells of a set wait, and those for which these wait, but for initial ones.
    pub(crate) fn add_predecessors(&self, cells: &mut CellSet) {
        let mut stack = cells.iter().collect_vec();
        while let Some(then) = stack.pop() {
            for first in self.before(then).iter() {
                if !self.initial.contains(first) && !cells.contains(first) {
                    cells.insert(first);
                    stack.push(first);
                }
            }
        }
    }

    /// The predecessors of a cell: the cells that must be filled before it.
    pub fn before(&self, cell: Cell) -> &CellSet {
        &self.before[cell.index()]
    }

    /// The symmetries of the wall that map the problem onto itself, the identity first. The image of an order of the problem is an
    /// order with the same score.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let wall = self.wall;
        let bonus_lines = |symmetry: &Symmetry| {
            let lines = self.bonus_lines().into_iter().map(|(cells, points)| {
                let image = cells.into_iter().map(|cell| symmetry.image(cell));
                (image.sorted().collect::<Vec<Cell>>(), points)
            });
            lines.sorted().collect::<Vec<_>>()
        };
        let symmetries = wall.symmetries();
        let identity_lines = symmetries.first().map(bonus_lines);
        let is_symmetry = |symmetry: &Symmetry| {
            let is_fixed = |set: &CellSet| symmetry.image_of_set(wall, set) == *set;
            let keeps_precedence = |cell: Cell| {
                symmetry.image_of_set(wall, self.before(cell)) == *self.before(symmetry.image(cell))
            };
            is_fixed(&self.initial)
                && is_fixed(&self.holes)
                && self.allowed.iter().all(is_fixed)
                && wall.cells().all(keeps_precedence)
                && Some(bonus_lines(symmetry)) == identity_lines
                && wall
                    .cells()
                    .all(|cell| self.factors.of(symmetry.image(cell)) == self.factors.of(cell))
                && self.preserves_rows(symmetry)
        };
        symmetries.into_iter().filter(is_symmetry).collect()
    }

    /// Whether every order fills the wall from its first cell to its last.
    pub(crate) fn fills_an_empty_wall(&self) -> bool {
        self.fills_the_wall() && self.initial.is_empty()
    }

    /// Whether an order fills an allowed cell in each turn, or passes in a turn that may pass, and satisfies the rows.
    pub fn admits<T: Copy + Into<Option<Cell>>>(&self, order: &[T]) -> bool {
        let order = &Order::from(order);
        let mut filled = self.initial.clone();
        order.len() == self.horizon()
            && order.cells().count() == self.tiles
            && self.turns().zip(order.iter()).all(|(turn, &cell)| {
                let Some(cell) = cell else {
                    return self.may_pass(turn);
                };
                let is_open = !filled.contains(cell) && self.allowed(turn).contains(cell);
                filled.insert(cell);
                is_open
                    && self
                        .before(cell)
                        .iter()
                        .all(|first| first != cell && filled.contains(first))
            })
            && self.rows_hold(order)
    }

    fn rows_hold(&self, order: &Order) -> bool {
        self.rows.is_empty() || {
            let timeline = Timeline::new(self, order);
            let value = |quantity| timeline.value(quantity);
            self.rows.iter().all(|row| row.holds(value))
        }
    }

    /// Trivial dual bound: a tile earns at least 1 and at most the lengths of its row and its column, times the factor of its
    /// cell. The bound counts the cells with the best factors.
    pub fn trivial_bound(&self) -> u32 {
        let factors = self.free().map(|cell| self.factors.of(cell)).sorted();
        let tiles = self.tiles;
        let max_points = (self.wall.rows() + self.wall.columns()) as u32;
        match self.sense {
            Sense::Maximize => {
                factors.rev().take(tiles).sum::<u32>() * max_points + self.full_bonus()
            }
            Sense::Minimize => factors.take(tiles).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::small::{json_of, valid};
    use super::*;

    fn windows(constraints: &str) -> Vec<(usize, usize)> {
        let constraints = format!(r#", "constraints": [{constraints}]"#);
        let problem = valid(&json_of((2, 3), Sense::Minimize, &constraints));
        let windows = problem.windows().into_iter();
        let number = |(from, to): (Turn, Turn)| (from.number(), to.number());
        windows
            .map(|window| window.map_or((0, 0), number))
            .collect()
    }

    #[test]
    fn hall_sets_are_closed_to_other_turns() {
        let last = r#"{"type": "last", "cells": [1, 2]}"#;
        let [late, early] = [(5, 6), (1, 4)];
        assert_eq!(windows(last), [late, late, early, early, early, early]);
        // Turns 2 and 3 fill cells 1 and 2, so that cell 3, with turns up to 3, comes in turn 1.
        let chain = r#"{"type": "only", "cells": [1, 2], "from": 2, "to": 3},
            {"type": "window", "cell": 3, "from": 1, "to": 3}"#;
        assert_eq!(
            windows(chain),
            [(2, 3), (2, 3), (1, 1), (4, 6), (4, 6), (4, 6)]
        );
        // Turns 1 and 2 fill two of three cells: nothing follows.
        let two_of_three = r#"{"type": "only", "cells": [1, 2, 3], "from": 1, "to": 2}"#;
        assert_eq!(
            windows(two_of_three),
            [(1, 6), (1, 6), (1, 6), (3, 6), (3, 6), (3, 6)]
        );
    }
}
