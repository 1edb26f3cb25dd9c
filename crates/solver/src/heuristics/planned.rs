//! Orders that begin with planned tiles: incumbents for the maximum of a square wall under constraints, of any size.
//!
//! Without constraints an order earns the maximum if its singles are the tiles of a separable permutation, one
//! a line, and every other cell is filled when it has a neighbour both ways (thesis, section 3.2). Such a cell keeps its
//! neighbours: the order goes on with other cells while the constraints put some off, as far as they leave room. A cell that
//! waits for all others of its lines parts them; there each part has its own single.

use super::diagonal::maximizes_whole_wall;
use super::ending;
use super::greedy::{points, ranked};
use super::separable::Boxes;
use crate::instance::{Sense, Turn};
use crate::order::{Order, Solution};
use crate::problem::Problem;
use crate::wall::{Axis, Cell, CellSet, Wall};
use azulejo_control::Control;
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Number of random permutations.
const RANDOM_PLANS: usize = 40;

/// The best order of some plans, if the problem asks for the maximum of a whole square wall: the first that scores
/// `target`, where one does.
pub(super) fn order(
    problem: &Problem,
    target: u32,
    seed: u32,
    control: &Control,
) -> Option<Solution> {
    let wall = problem.wall();
    if !maximizes_whole_wall(problem) || wall.rows() != wall.columns() {
        return None;
    }
    let last = Turn::from_index(problem.horizon().saturating_sub(1));
    let deadlines = problem.deadlines().into_iter();
    let deadlines = deadlines.map(|turn| turn.unwrap_or(last)).collect_vec();
    let mut best: Option<Solution> = None;
    for plan in plans(problem, &deadlines, seed) {
        if control.stopped() {
            break;
        }
        let Some(order) = follow(problem, &CellSet::of(wall, plan), &deadlines, control) else {
            continue;
        };
        best = Solution::better(problem, best, Some(Solution::new(problem, order)));
        if best.as_ref().is_some_and(|best| best.score >= target) {
            break;
        }
    }
    best
}

/// An order in which each turn fills the most urgent planned cell or cell with neighbours both ways; where there is none, the cell that
/// earns the most.
fn follow(
    problem: &Problem,
    plan: &CellSet,
    deadlines: &[Turn],
    control: &Control,
) -> Option<Order> {
    let wall = problem.wall();
    let has_neighbours = |filled: &CellSet, cell| {
        let axes = Axis::ALL.into_iter();
        let mut lines = axes.map(|axis| wall.neighbours(cell, axis));
        lines.all(|mut neighbours| neighbours.any(|other| filled.contains(other)))
    };
    let rank = |filled: &CellSet, cell| {
        if plan.contains(cell) || has_neighbours(filled, cell) {
            (0, deadlines[cell.index()].number() as u32)
        } else {
            (1, u32::MAX - points(problem, filled, cell))
        }
    };
    ranked(problem, rank, control)
}

/// Plans, each the first cells of an order: the cells that must be first, completed; then before a cell that comes last; then the
/// diagonals; then permutations at random.
fn plans(problem: &Problem, deadlines: &[Turn], seed: u32) -> impl Iterator<Item = Vec<Cell>> {
    let wall = problem.wall();
    let n = wall.rows();
    let urgent = wall
        .cells()
        .filter(|cell| deadlines[cell.index()].index() < n);
    let first = urgent.map(|cell| (wall.row_of(cell), wall.column_of(cell)));
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    let random_plans = (0..RANDOM_PLANS).map(move |_| {
        let mut columns = Vec::with_capacity(n);
        draw(0..n, &mut random, &mut columns);
        columns.into_iter().enumerate().collect_vec()
    });
    let diagonals = [
        (0..n).map(|row| (row, row)).collect_vec(),
        (0..n).map(|row| (row, n - 1 - row)).collect_vec(),
    ];
    let tiles = completion(n, &first.collect_vec())
        .into_iter()
        .chain(problem.last_cell().map(|cell| singles_before(wall, cell)))
        .chain(diagonals)
        .chain(random_plans);
    tiles.map(move |tiles| {
        let cells = tiles.into_iter();
        cells
            .filter_map(|(row, column)| wall.cell(row, column))
            .collect()
    })
}

/// A tile by its row and column, from 0.
type Tile = (usize, usize);

/// Largest number of rows of a permutation that is completed: its memory grows with their cube.
const MOST_ROWS: usize = 300;

/// The tiles of a separable permutation that has these tiles; none where two of them are in one line.
fn completion(rows: usize, tiles: &[Tile]) -> Option<Vec<Tile>> {
    let is_partial_permutation = tiles.iter().map(|tile| tile.0).all_unique()
        && tiles.iter().map(|tile| tile.1).all_unique();
    if !is_partial_permutation || rows > MOST_ROWS {
        return None;
    }
    let columns = Boxes::new(rows, tiles).completion()?.into_iter();
    Some(columns.map(|column| column as usize).enumerate().collect())
}

/// The singles of the best order that ends in a cell.
fn singles_before(wall: Wall, last: Cell) -> Vec<Tile> {
    let mut filled = CellSet::empty(wall);
    let mut singles = Vec::new();
    for cell in ending::cells(wall, last, Sense::Maximize) {
        let mut neighbours = Axis::ALL
            .into_iter()
            .flat_map(|axis| wall.neighbours(cell, axis));
        if !neighbours.any(|other| filled.contains(other)) {
            singles.push((wall.row_of(cell), wall.column_of(cell)));
        }
        filled.insert(cell);
    }
    singles
}

/// The columns of a separable permutation at random: cut somewhere, and each part likewise.
fn draw(columns: std::ops::Range<usize>, random: &mut ChaCha8Rng, output: &mut Vec<usize>) {
    if columns.len() <= 1 {
        output.extend(columns);
        return;
    }
    let cut = columns.start + 1 + random.next_u32() as usize % (columns.len() - 1);
    let (left, right) = (columns.start..cut, cut..columns.end);
    let [above, below] = if random.next_u32() & 1 == 0 {
        [left, right]
    } else {
        [right, left]
    };
    draw(above, random, output);
    draw(below, random, output);
}
