//! Best gains of the tiles of one line until it has the cells of an end.

use super::counts::NEVER;
use crate::bounds::prefix::LineEnds;
use crate::wall::Line;

/// Best gains of a line in two ways to count: without and with 1 for each start. A gain is points for the maximum, and points with
/// the other sign for the minimum.
pub(super) type Gains<T> = [T; 2];

/// Per set of places, as bits, the best gain of a line of `length` places with exactly these filled at the end; [`NEVER`] where no
/// order fills the line so.
pub(super) fn until_the_end(ends: &LineEnds, line: Line, length: usize) -> Gains<Vec<i32>> {
    let gains_of = |bits| ends.of(line, bits).unwrap_or([NEVER; 2]);
    let gains = (0..1 << length).map(gains_of);
    [0, 1].map(|way| gains.clone().map(|gains| gains[way]).collect())
}
