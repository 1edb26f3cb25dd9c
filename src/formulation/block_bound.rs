//! What no order scores less than, by lines and 2×2 blocks: on an empty wall, the minimum itself.

use super::line_cuts::best_of_lines;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, CellSet, Wall};
use itertools::{Itertools, iproduct};

/// What no order scores less than when the whole wall is filled; for other problems, and for the maximum, none.
///
/// Let a tile's run along a line have length 1 where it is alone. Then the tile earns the lengths of its two
/// runs, less 1 if one of them is 1: if it is a start, one way or both. So
///
/// ```text
/// score = Σ_lines (points + starts) − (cells that are a start, one way or both).
/// ```
///
/// A line's order decides its summand. The last tile of n cells in a row has a run of n, and parts the others
/// into two such rows: the sum of the runs is that of the sizes of the subtrees of a binary search tree,
/// Λ(n) = Σ_{k=1}^{n+1} ⌈log₂ k⌉ at least (D. E. Knuth, The Art of Computer Programming 3, 5.3.1 and 6.2.1).
/// And of the four cells of a 2×2 block, the last one has a filled neighbour both ways: it is no start. An a×b wall
/// has ⌊a/2⌋⌊b/2⌋ blocks side by side, so that no order of it scores less than
///
/// ```text
/// a·Λ(b) + b·Λ(a) − a·b + ⌊a/2⌋⌊b/2⌋.
/// ```
///
/// This is the minimum: orders by balanced trees reach it (`src/frontier/balanced.rs`). Where some cells
/// are filled before turn 1, or it is known which of two comes first, the sums over lines keep to that.
///
/// ```
/// use azulejo::{formulation::block_bound, instance::{Instance, Sense}, problem::Problem};
/// let least = |n| Some(block_bound(&Problem::from(&Instance::builder(n, n, Sense::Minimize).build().ok()?))?);
/// assert_eq!(least(5), Some(89)); // thesis, section 3.1: 5·11 + 5·11 − 25 + 4
/// assert_eq!(least(20), Some(2660));
/// ```
pub fn block_bound(problem: &Problem) -> Option<u32> {
    if problem.sense() == Sense::Maximize || !problem.fills_the_wall() {
        return None;
    }
    let offsets = iproduct!(0..2, 0..2);
    let starts = offsets.map(|offset| most_starts(problem, offset)).min()?;
    let lines: i64 = best_of_lines(problem, 1).into_iter().sum();
    let bonuses = problem.bonus_lines().into_iter().map(|(_, points)| points);
    u32::try_from(lines - starts as i64)
        .ok()
        .map(|bound| bound + bonuses.sum::<u32>())
}

/// How many cells can be starts at most, by the 2×2 blocks side by side from this row and column on.
fn most_starts(problem: &Problem, offset: (usize, usize)) -> usize {
    let wall = problem.wall();
    let side_by_side = |block: &[Cell; 4]| {
        let (row, column) = (wall.row_of(block[0]), wall.column_of(block[0]));
        row % 2 == offset.0 && column % 2 == offset.1
    };
    // All but one of a block, and none that has neighbours both ways from the first turn on.
    let among = |cells: &[Cell], all_but: usize| {
        let free = cells
            .iter()
            .filter(|&&cell| !problem.initial().contains(cell));
        let free = free.collect_vec();
        let can = free
            .iter()
            .filter(|&&&cell| can_be_start(problem, cell))
            .count();
        can.min(free.len().saturating_sub(all_but))
    };
    let mut alone = CellSet::full(wall);
    let mut starts = 0;
    for block in blocks(wall).filter(side_by_side) {
        starts += among(&block, 1);
        alone.subtract(&CellSet::of(wall, block));
    }
    starts + among(&alone.iter().collect_vec(), 0)
}

fn can_be_start(problem: &Problem, cell: Cell) -> bool {
    let neighbours = |axis| problem.wall().neighbours(cell, axis);
    let open = |axis| !neighbours(axis).any(|other| problem.initial().contains(other));
    Axis::ALL.into_iter().any(open)
}

/// The 2×2 blocks of a wall.
pub(super) fn blocks(wall: Wall) -> impl Iterator<Item = [Cell; 4]> {
    let corners = iproduct!(1..wall.rows(), 1..wall.columns());
    corners.filter_map(move |(row, column)| {
        let cells = [
            (row - 1, column - 1),
            (row - 1, column),
            (row, column - 1),
            (row, column),
        ];
        let cells = cells
            .into_iter()
            .filter_map(|(row, column)| wall.cell(row, column));
        cells.collect_array()
    })
}
