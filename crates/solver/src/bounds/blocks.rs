//! Lower bound on the score by lines and 2×2 blocks: on an empty wall, the minimum itself.

use super::earlier::Earlier;
use super::line::best_of_lines;
use crate::instance::Sense;
use crate::problem::{Features, Problem};
use crate::wall::{Axis, Cell, CellSet, Wall};
use azulejo_control::{Control, Stopped};
use itertools::{Itertools, iproduct};

/// Lower bound on the score when the whole wall is filled; none for other problems, none where the instance has fields that blocks do
/// not know, and none for the maximum.
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
/// Λ(n) = Σ_{k=1}^{n+1} ⌈log₂ k⌉ at least (D. E. Knuth, The Art of Computer Programming 1, 2.3.4.5).
/// And of the four cells of a 2×2 block, the last one has a filled neighbour both ways: it is no start. An a×b wall
/// has ⌊a/2⌋⌊b/2⌋ blocks side by side, so that no order of it scores less than
///
/// ```text
/// a·Λ(b) + b·Λ(a) − a·b + ⌊a/2⌋⌊b/2⌋.
/// ```
///
/// The bound is the minimum: orders by balanced trees reach it (`crates/solver/src/heuristics/balanced.rs`). Where some cells are
/// filled before turn 1, or it is known which of two cells comes first, both sums keep to that. So with the centre of 5×5, 9×9, …
/// last, the minimum is 1 more at least: the blocks may leave out the row and the column of the centre, and the centre is no start.
///
/// ```
/// use azulejo_solver::{bounds::block_bound, instance::{Instance, Sense}, problem::Problem};
/// let least = |n| Some(block_bound(&Problem::from(&Instance::builder(n, n, Sense::Minimize).build().ok()?))?);
/// assert_eq!(least(5), Some(89)); // thesis, section 3.1: 5·11 + 5·11 − 25 + 4
/// assert_eq!(least(20), Some(2660));
/// ```
pub fn block_bound(problem: &Problem) -> Option<u32> {
    let bound = block_bound_within(problem, &Control::default());
    bound.expect("not stopped")
}

/// [`block_bound`], unless the run is stopped.
pub(crate) fn block_bound_within(
    problem: &Problem,
    control: &Control,
) -> Result<Option<u32>, Stopped> {
    let is_applicable = problem.fills_the_wall() && !problem.features().meets(Features::FIELDS);
    if problem.sense() == Sense::Maximize || !is_applicable {
        return Ok(None);
    }
    let earlier = Earlier::new(problem);
    let starts = most_starts(problem, &earlier);
    let lines = best_of_lines(problem, &earlier, 1, control)?;
    let lines: i64 = lines.into_iter().sum();
    let bound = u32::try_from(lines - starts as i64).ok();
    Ok(bound.map(|bound| bound + problem.full_bonus()))
}

/// Upper bound on the number of starts: the cells that can be starts by the known precedences, less one for each 2×2 block, of as
/// many blocks as have room side by side.
fn most_starts(problem: &Problem, earlier: &Earlier) -> usize {
    let (candidates, packings) = side_by_side(problem, earlier);
    candidates.len() - packings.iter().map(Vec::len).max().unwrap_or(0)
}

/// Cells that can be starts by the known precedences, and for each way to lay 2×2 blocks side by side, the blocks with a cell that
/// is no start.
pub(crate) fn side_by_side(problem: &Problem, earlier: &Earlier) -> (CellSet, Vec<Vec<[Cell; 4]>>) {
    let wall = problem.wall();
    let starts = problem.free();
    let starts = starts.filter(|&cell| can_be_start(problem, earlier, cell));
    let candidates = CellSet::of(wall, starts);
    let losing = losing_blocks(problem, &candidates);
    let packings = iproduct!(unpaired_lines(wall.rows()), unpaired_lines(wall.columns())).map(
        |(row, column)| {
            let is_paired = |block: &[Cell; 4]| {
                begins_pair(wall.row_of(block[0]), row)
                    && begins_pair(wall.column_of(block[0]), column)
            };
            losing.iter().copied().filter(is_paired).collect()
        },
    );
    let packings = packings.collect();
    (candidates, packings)
}

/// 2×2 blocks whose empty cells are all candidates for starts: the last one to be filled is none.
fn losing_blocks(problem: &Problem, candidates: &CellSet) -> Vec<[Cell; 4]> {
    let loses_one = |block: &[Cell; 4]| {
        let mut free = block
            .iter()
            .filter(|&&cell| !problem.initial().contains(cell))
            .peekable();
        free.peek().is_some() && free.all(|&cell| candidates.contains(cell))
    };
    blocks(problem.wall()).filter(loses_one).collect()
}

/// The line that pairs of neighbouring lines leave out: none where the number of lines is even, else any line with an even number of
/// lines before it.
pub(super) fn unpaired_lines(lines: usize) -> Vec<Option<usize>> {
    match lines % 2 {
        0 => vec![None],
        _ => (0..lines).step_by(2).map(Some).collect(),
    }
}

/// Whether a line is the first of a pair, by the line without a pair.
pub(super) fn begins_pair(line: usize, unpaired: Option<usize>) -> bool {
    let is_beyond = unpaired.is_some_and(|unpaired| line >= unpaired);
    line.is_multiple_of(2) != is_beyond
}

/// Whether an order may fill the cell before all of its neighbours in its row, or in its column.
fn can_be_start(problem: &Problem, earlier: &Earlier, cell: Cell) -> bool {
    let is_before = |other: Cell| problem.initial().contains(other) || earlier.comes(other, cell);
    let is_open = |axis| !problem.wall().neighbours(cell, axis).any(is_before);
    Axis::ALL.into_iter().any(is_open)
}

/// The 2×2 blocks of a wall.
pub(crate) fn blocks(wall: Wall) -> impl Iterator<Item = [Cell; 4]> {
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
