//! Making an order better: one cell at a time to another turn.

use crate::control::Control;
use crate::order::{Order, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, Wall};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How many moves are tried.
const TRIED: usize = 400_000;

/// The order, or a better one that the problem admits: moves of a cell to another turn that make it no worse, drawn
/// at random until there were enough of them or it scores `enough`.
pub(super) fn improved(
    problem: &Problem,
    best: Solution,
    enough: u32,
    seed: u32,
    control: &Control,
) -> Solution {
    let wall = problem.wall();
    let sense = problem.sense();
    let turns = best.order.len();
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    let mut times = Times::new(wall, &best.order, problem);
    let mut score = best.score;
    let mut order: Vec<Cell> = best.order.into();
    for tried in 0..TRIED {
        let stop = tried % 1024 == 0 && control.stopped();
        if score == enough || turns < 2 || stop {
            break;
        }
        let (from, to) = (below(&mut random, turns), below(&mut random, turns));
        let cell = order[from];
        let before = times.around(cell);
        let turn = times.turn[cell.index()];
        // Turns are even; between two of them is an odd time.
        times.turn[cell.index()] = 2 * to as i64 + if to > from { 1 } else { -1 };
        let after = times.around(cell);
        times.turn[cell.index()] = turn;
        let moved = score + after - before;
        if from == to || sense.better(score, moved) {
            continue;
        }
        shift(&mut order, from, to);
        if problem.admits(&order) {
            score = moved;
            times.number(&order);
        } else {
            shift(&mut order, to, from);
        }
    }
    let order = Order::from(order);
    debug_assert_eq!(score, order.score(problem));
    Solution { order, score }
}

fn below(random: &mut ChaCha8Rng, limit: usize) -> usize {
    random.next_u32() as usize % limit
}

/// Takes the cell out at `from` and puts it in at `to`.
fn shift(order: &mut [Cell], from: usize, to: usize) {
    if from < to {
        order[from..=to].rotate_left(1);
    } else {
        order[to..=from].rotate_right(1);
    }
}

/// When each cell is filled.
struct Times {
    wall: Wall,
    /// Twice the turn; before all of them what is initial, after all of them what stays empty.
    turn: Vec<i64>,
}

impl Times {
    fn new(wall: Wall, order: &[Cell], problem: &Problem) -> Self {
        let mut turn = vec![i64::MAX; wall.len()];
        for cell in problem.initial().iter() {
            turn[cell.index()] = i64::MIN;
        }
        let mut times = Self { wall, turn };
        times.number(order);
        times
    }

    fn number(&mut self, order: &[Cell]) {
        for (index, cell) in order.iter().enumerate() {
            self.turn[cell.index()] = 2 * index as i64;
        }
    }

    /// What the cells of the lines of a cell earn: all that depends on its turn.
    fn around(&self, cell: Cell) -> u32 {
        let (row, column) = (self.wall.row_of(cell), self.wall.column_of(cell));
        let in_row = (0..self.wall.columns()).filter_map(|other| self.wall.cell(row, other));
        let in_column = (0..self.wall.rows()).filter_map(|other| self.wall.cell(other, column));
        let cells = in_row.chain(in_column.filter(|&other| other != cell));
        cells.map(|other| self.points(other)).sum()
    }

    fn points(&self, cell: Cell) -> u32 {
        let turn = self.turn[cell.index()];
        if turn == i64::MIN || turn == i64::MAX {
            return 0;
        }
        let before = |other: Cell| self.turn[other.index()] < turn;
        self.wall.points(cell, before).total()
    }
}
