//! The minimum and the maximum of an empty wall that is filled completely, in closed form.

use crate::wall::Wall;

/// The minimum score of a whole a×b wall, without an end bonus:
///
/// ```text
/// a·Λ(b) + b·Λ(a) − a·b + ⌊a/2⌋⌊b/2⌋,   Λ(n) = Σ_{k=1}^{n+1} ⌈log₂ k⌉.
/// ```
///
/// 1, 9, 22, 52, 89, 141, 198, … for n×n; the thesis has the 89 (section 3.1). The proof has two halves.
/// [`block_bound`](super::block_bound) shows that no order scores less, and the order by balanced trees
/// ([`starts::constructed`](crate::starts::constructed)) scores no more. `models/README.md`, section 10, tells both by
/// hand.
///
/// ```
/// use azulejo::{bounds::minimum, wall::Wall};
/// assert_eq!(minimum(Wall::new(5, 5)?), 89); // 5·11 + 5·11 − 25 + 4
/// assert_eq!(minimum(Wall::new(3, 4)?), 34);
/// # Ok::<(), azulejo::wall::WallError>(())
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
/// [`starts::constructed`](crate::starts::constructed) has no more such tiles, and each of its lines grows from one
/// start. `models/README.md`, section 10, tells it by hand.
///
/// ```
/// use azulejo::{bounds::maximum, wall::Wall};
/// assert_eq!(maximum(Wall::new(3, 3)?), 33); // case study, section V
/// assert_eq!(maximum(Wall::new(5, 5)?), 145); // thesis, section 3.1
/// # Ok::<(), azulejo::wall::WallError>(())
/// ```
pub fn maximum(wall: Wall) -> u64 {
    let (rows, columns) = (wall.rows() as u64, wall.columns() as u64);
    rows * columns * (rows + columns + 2) / 2 - rows.max(columns)
}

/// Λ(n): the sum of the lengths of the runs that the tiles of a line of n cells make, a tile alone counted as a run of
/// 1, is at least the sum of the sizes of the subtrees of a balanced tree of n nodes (D. E. Knuth, The Art of Computer
/// Programming 1, 2.3.4.5).
pub(super) fn least_runs(cells: u64) -> u64 {
    (1..=cells).map(|k| u64::from(k.ilog2()) + 1).sum()
}
