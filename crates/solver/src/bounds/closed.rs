//! The minimum and the maximum of an empty wall that is filled completely, in closed form: over all orders, and over
//! those that end in a given cell.

use crate::wall::{Axis, Cell, Wall};

/// The minimum score of a whole a×b wall, without an end bonus:
///
/// ```text
/// a·Λ(b) + b·Λ(a) − a·b + ⌊a/2⌋⌊b/2⌋,   Λ(n) = Σ_{k=1}^{n+1} ⌈log₂ k⌉.
/// ```
///
/// 1, 9, 22, 52, 89, 141, 198, … for n×n; the thesis has the 89 (section 3.1). The proof has two halves.
/// [`block_bound`](super::block_bound) shows that no order scores less, and the order by balanced trees
/// ([`heuristics::constructed`](crate::heuristics::constructed)) scores no more. `docs/proofs.md` proves both by
/// hand.
///
/// ```
/// use azulejo_solver::{bounds::minimum, wall::Wall};
/// assert_eq!(minimum(Wall::new(5, 5)?), 89); // 5·11 + 5·11 − 25 + 4
/// assert_eq!(minimum(Wall::new(3, 4)?), 34);
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn minimum(wall: Wall) -> u64 {
    let (rows, columns) = (wall.rows() as u64, wall.columns() as u64);
    rows * least_runs(columns) + columns * least_runs(rows) - rows * columns
        + (rows / 2) * (columns / 2)
}

/// The maximum score of a whole a×b wall, without an end bonus:
///
/// ```text
/// a·b·(a + b + 2)/2 − max(a, b);   n³ + n² − n on n×n (thesis, section 3.1).
/// ```
///
/// Points and starts of a line of n cells are n·(n + 1)/2 at most, with a single start. A score is their sum over
/// the lines, less 1 for each tile that is a start along its row, its column or both. Every line has a start, so that
/// there are at least max(a, b) such tiles: no order scores more. The order of
/// [`heuristics::constructed`](crate::heuristics::constructed) has no more such tiles, and each of its lines grows from one
/// start. `docs/proofs.md`, section 3, tells it by hand.
///
/// ```
/// use azulejo_solver::{bounds::maximum, wall::Wall};
/// assert_eq!(maximum(Wall::new(3, 3)?), 33); // case study, section V
/// assert_eq!(maximum(Wall::new(5, 5)?), 145); // thesis, section 3.1
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn maximum(wall: Wall) -> u64 {
    let (rows, columns) = (wall.rows() as u64, wall.columns() as u64);
    rows * columns * (rows + columns + 2) / 2 - rows.max(columns)
}

/// The minimum score of a whole a×b wall over the orders that fill a given cell last, without an end bonus:
///
/// ```text
/// minimum + [b + Λ(p) + Λ(q) − Λ(b)] + [a + Λ(r) + Λ(s) − Λ(a)] + ε
/// ```
///
/// where the cell has p cells to its left, q to its right, r above and s below. On a wall of one row or one column
/// ε is 0. On any other wall ε is 1 if p and q are both even or r and s are both even, and else 0.
///
/// The last cell parts its row into two lines that know nothing of each other, and so it does with its column: this
/// is what the brackets count. It is no start. If p and q are both even, ⌊a/2⌋⌊b/2⌋ blocks have room side by side
/// without its column, and the cell is one more that is no start. `docs/proofs.md` has the whole proof, and
/// [`heuristics::constructed`](crate::heuristics::constructed) the order.
///
/// ```
/// use azulejo_solver::{bounds::minimum_ending_in, wall::Wall};
/// let wall = Wall::new(5, 5)?;
/// let least = |row, column| wall.cell(row, column).map(|last| minimum_ending_in(wall, last));
/// assert_eq!(least(2, 2), Some(90)); // the centre: 89 + 0 + 0 + 1
/// assert_eq!(least(0, 0), Some(94)); // a corner: 89 + 2 + 2 + 1
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn minimum_ending_in(wall: Wall, last: Cell) -> u64 {
    let excess = |axis| {
        let [before, after] = parts(wall, last, axis);
        let length = before + after + 1;
        length + least_runs(before) + least_runs(after) - least_runs(length)
    };
    let even = |axis| parts(wall, last, axis).iter().all(|part| part % 2 == 0);
    let crosses = wall.rows() > 1 && wall.columns() > 1;
    let one_more = crosses && Axis::ALL.into_iter().any(even);
    minimum(wall) + Axis::ALL.into_iter().map(excess).sum::<u64>() + u64::from(one_more)
}

/// The maximum score of a whole a×b wall over the orders that fill a given cell last, without an end bonus:
///
/// ```text
/// a·b·(a + b + 2)/2 − p·q − r·s − max(a + [p·q > 0], b + [r·s > 0])
/// ```
///
/// where the cell has p cells to its left, q to its right, r above and s below, and `[…]` is 1 if the inequality in it
/// holds, and else 0.
///
/// The last cell parts its row into two lines with a start each, and its row has p·q points and starts less than
/// another row. The same holds for its column. `docs/proofs.md` has the whole proof, and
/// [`heuristics::constructed`](crate::heuristics::constructed) the order.
///
/// ```
/// use azulejo_solver::{bounds::maximum_ending_in, wall::Wall};
/// let wall = Wall::new(3, 3)?;
/// let most = |row, column| wall.cell(row, column).map(|last| maximum_ending_in(wall, last));
/// assert_eq!(most(1, 1), Some(30)); // case study, section VI
/// assert_eq!(most(0, 0), Some(33));
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn maximum_ending_in(wall: Wall, last: Cell) -> u64 {
    let (rows, columns) = (wall.rows() as u64, wall.columns() as u64);
    let product = |axis| parts(wall, last, axis).iter().product::<u64>();
    let (in_row, in_column) = (product(Axis::Horizontal), product(Axis::Vertical));
    let starts = (rows + u64::from(in_row > 0)).max(columns + u64::from(in_column > 0));
    rows * columns * (rows + columns + 2) / 2 - in_row - in_column - starts
}

/// The numbers of cells before a cell and after it, in its line along an axis.
pub(super) fn parts(wall: Wall, cell: Cell, axis: Axis) -> [u64; 2] {
    axis.directions()
        .map(|direction| wall.toward(cell, direction).count() as u64)
}

/// Λ(n): the sum of the lengths of the runs that the tiles of a line of n cells make, a tile alone counted as a run of
/// 1, is at least the sum of the sizes of the subtrees of a balanced tree of n nodes (D. E. Knuth, The Art of Computer
/// Programming 1, 2.3.4.5).
pub(super) fn least_runs(cells: u64) -> u64 {
    (1..=cells).map(|k| u64::from(k.ilog2()) + 1).sum()
}
