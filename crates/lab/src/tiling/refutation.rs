//! Proofs that an incomplete permutation cannot be completed, in steps that a person can follow.
//!
//! Some box of a separating tree is the smallest that holds given tiles. It is made of two squares that
//! meet in a corner, and each has some of the tiles. The tiles' rows and columns say where the corner can
//! be. Then either the two squares have no room there, or one square holds tiles that cannot be
//! completed in its room, by an earlier step of the proof. One tile or two can always be completed, and
//! so can a box around a smaller one with the same tiles: the rest of it is four empty squares in corners.

use azulejo_solver::heuristics::separable::Boxes;
use azulejo_solver::heuristics::separable::Sign;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A proof that no separable permutation holds certain tiles. Rows and columns are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The tiles, as (row, column), from the top. None can be left out: without any one of them the
    /// others can be completed.
    pub tiles: Vec<(usize, usize)>,
    /// The steps of the proof, in their order. Each step refers only to earlier ones; the last is about all
    /// the tiles and the whole wall. Empty where [`Refutation::MOST_STEPS`] are not enough.
    pub steps: Vec<Step>,
}

impl Refutation {
    /// The greatest number of attempted steps.
    pub const MOST_STEPS: usize = 100_000;
}

/// A rectangle of rows and columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Region {
    /// Rows of the region.
    pub rows: Range<i64>,
    /// Columns of the region.
    pub columns: Range<i64>,
}

/// Proof that no box within a region is the smallest that holds certain tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The tiles, by their places in [`Refutation::tiles`].
    pub tiles: Range<usize>,
    /// The region.
    pub region: Region,
    /// Every way to part the tiles by a cut; their columns do not allow any other.
    pub partings: Vec<Parting>,
}

/// Proof that two squares that meet in a corner cannot hold the upper and the lower tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// The first tile of the lower square, by its place in [`Refutation::tiles`].
    pub lower: usize,
    /// The position of the two squares.
    pub sign: Sign,
    /// The obstacles to each corner.
    pub corners: Vec<Corners>,
}

/// The obstacle to all the corners in a rectangle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corners {
    /// The number of rows of the wall above the corner.
    pub above: (i64, i64),
    /// The number of columns to the left of the corner.
    pub left: (i64, i64),
    /// The obstacle to these corners.
    pub blocker: Blocker,
}

/// The obstacle to a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocker {
    /// A square that is large enough for its tiles leaves the region.
    NoRoom,
    /// An earlier step, by its place in [`Refutation::steps`], about the tiles of one of the squares and
    /// a region that holds it however large it is.
    Step(usize),
}

/// The refutation of a wall that cannot be completed, by an irreducible set of tiles.
pub(super) fn irreducible(boxes: &Boxes) -> Refutation {
    let rows = boxes.rows();
    let mut tiles = boxes.tiles().to_vec();
    // Large parts first: mostly few tiles are needed.
    let mut part = tiles.len().div_ceil(2);
    while part > 0 {
        let mut at = 0;
        while at < tiles.len() {
            let end = tiles.len().min(at + part);
            let others = [&tiles[..at], &tiles[end..]].concat();
            let without = Boxes::new(rows, &others);
            if without.completable(without.whole()) {
                at = end;
            } else {
                tiles = others;
            }
        }
        part /= 2;
    }
    let mut search = Search {
        tiles: &tiles,
        steps: Vec::new(),
        by_key: FxHashMap::default(),
        tries: 0,
    };
    let side = 0..rows as i64;
    let whole = Region {
        rows: side.clone(),
        columns: side,
    };
    let steps = match search.refute(0..tiles.len(), whole) {
        Some(last) => ancestors(search.steps, last),
        None => Vec::new(),
    };
    Refutation { tiles, steps }
}

/// The step at `last` and all steps that it refers to, directly or not.
fn ancestors(steps: Vec<Step>, last: usize) -> Vec<Step> {
    let mut marks = vec![false; last + 1];
    marks[last] = true;
    for (place, step) in steps.iter().enumerate().take(last + 1).rev() {
        if marks[place] {
            for corners in step.partings.iter().flat_map(|parting| &parting.corners) {
                if let Blocker::Step(other) = corners.blocker {
                    marks[other] = true;
                }
            }
        }
    }
    let mut new_places = vec![0; last + 1];
    let mut reduced_steps = Vec::new();
    for (place, mut step) in steps.into_iter().enumerate().take(last + 1) {
        if marks[place] {
            let partings = step.partings.iter_mut();
            for corners in partings.flat_map(|parting| &mut parting.corners) {
                if let Blocker::Step(other) = &mut corners.blocker {
                    *other = new_places[*other];
                }
            }
            new_places[place] = reduced_steps.len();
            reduced_steps.push(step);
        }
    }
    reduced_steps
}

struct Search<'a> {
    tiles: &'a [(usize, usize)],
    steps: Vec<Step>,
    by_key: FxHashMap<(Range<usize>, Region), Option<usize>>,
    tries: usize,
}

/// The smallest rectangle around some tiles: first and last row, first and last column.
struct Extent {
    rows: (i64, i64),
    columns: (i64, i64),
}

/// Two parts of some tiles, as two squares on a falling diagonal would hold them. For the other
/// sign the columns are mirrored: column c becomes −1 − c.
struct Parts {
    tiles: Range<usize>,
    lower: usize,
    sign: Sign,
    region: Region,
    above: Extent,
    below: Extent,
}

impl Search<'_> {
    /// The index of a step about these tiles and this region; none if a completion may exist.
    fn refute(&mut self, tiles: Range<usize>, region: Region) -> Option<usize> {
        if tiles.len() < 3 {
            return None;
        }
        let key = (tiles.clone(), region.clone());
        if let Some(step) = self.by_key.get(&key) {
            return *step;
        }
        let partings = self.partings(tiles.clone(), &region);
        let place = partings.map(|partings| {
            self.steps.push(Step {
                tiles,
                region,
                partings,
            });
            self.steps.len() - 1
        });
        self.by_key.insert(key, place);
        place
    }

    fn partings(&mut self, tiles: Range<usize>, region: &Region) -> Option<Vec<Parting>> {
        let mut partings = Vec::new();
        for lower in tiles.start + 1..tiles.end {
            for sign in Sign::ALL {
                let is_mirrored = sign == Sign::Positive;
                let parts = Parts {
                    tiles: tiles.clone(),
                    lower,
                    sign,
                    region: mirror(region, is_mirrored),
                    above: extent(&self.tiles[tiles.start..lower], is_mirrored),
                    below: extent(&self.tiles[lower..tiles.end], is_mirrored),
                };
                // The upper square has its lower left corner where the lower one has its upper right.
                let corner_rows = (parts.above.rows.1 + 1, parts.below.rows.0);
                let corner_columns = (parts.below.columns.1 + 1, parts.above.columns.0);
                if corner_columns.0 > corner_columns.1 {
                    continue;
                }
                let mut corners = Vec::new();
                self.block(&parts, corner_rows, corner_columns, &mut corners)?;
                partings.push(Parting {
                    lower,
                    sign,
                    corners,
                });
            }
        }
        Some(partings)
    }

    /// Adds the obstacles to all corners of a rectangle; none if a corner has no obstacle.
    fn block(
        &mut self,
        parts: &Parts,
        above: (i64, i64),
        left: (i64, i64),
        corners: &mut Vec<Corners>,
    ) -> Option<()> {
        self.tries += 1;
        if self.tries > Refutation::MOST_STEPS {
            return None;
        }
        let sums = parts.sums_with_room();
        let sums = (sums.0.max(above.0 + left.0), sums.1.min(above.1 + left.1));
        let blocker = if sums.0 > sums.1 {
            Some(Blocker::NoRoom)
        } else {
            let Region { rows, columns } = &parts.region;
            let upper = Region {
                rows: rows.start.max(sums.0 - columns.end)..above.1,
                columns: left.0..columns.end.min(sums.1 - rows.start),
            };
            let lower = Region {
                rows: above.0..rows.end.min(sums.1 - columns.start),
                columns: columns.start.max(sums.0 - rows.end)..left.1,
            };
            let is_mirrored = parts.sign == Sign::Positive;
            let by_upper = self.refute(parts.tiles.start..parts.lower, mirror(&upper, is_mirrored));
            let step = by_upper
                .or_else(|| self.refute(parts.lower..parts.tiles.end, mirror(&lower, is_mirrored)));
            step.map(Blocker::Step)
        };
        if let Some(blocker) = blocker {
            let left = match parts.sign {
                Sign::Positive => (-left.1, -left.0),
                Sign::Negative => left,
            };
            corners.push(Corners {
                above,
                left,
                blocker,
            });
            return Some(());
        }
        // A single corner is decided exactly, so that halving comes to an end.
        let middle = |(first, last): (i64, i64)| first + (last - first).div_euclid(2);
        let (height, width) = (above.1 - above.0, left.1 - left.0);
        // Parts with at most two tiles each can be completed wherever they have room.
        let are_small = parts.lower - parts.tiles.start < 3 && parts.tiles.end - parts.lower < 3;
        if are_small || (height == 0 && width == 0) {
            None
        } else if height >= width {
            let middle = middle(above);
            self.block(parts, (above.0, middle), left, corners)?;
            self.block(parts, (middle + 1, above.1), left, corners)
        } else {
            let middle = middle(left);
            self.block(parts, above, (left.0, middle), corners)?;
            self.block(parts, above, (middle + 1, left.1), corners)
        }
    }
}

impl Parts {
    /// The least and the greatest sum of a corner's two counts with which both squares can hold their
    /// tiles within the region.
    ///
    /// A square from the corner (y, x) up and to the right reaches row r if it has y − r rows, and then
    /// column x + y − r − 1; so with the other three.
    fn sums_with_room(&self) -> (i64, i64) {
        let Region { rows, columns } = &self.region;
        let least_above = rows.start + self.above.columns.1 + 1;
        let least_below = columns.start + self.below.rows.1 + 1;
        let greatest_above = columns.end + self.above.rows.0;
        let greatest_below = rows.end + self.below.columns.0;
        (
            least_above.max(least_below),
            greatest_above.min(greatest_below),
        )
    }
}

fn mirror(region: &Region, is_mirrored: bool) -> Region {
    let Region { rows, columns } = region.clone();
    let columns = if is_mirrored {
        -columns.end..-columns.start
    } else {
        columns
    };
    Region { rows, columns }
}

/// The extent of a nonempty list of tiles from the top.
fn extent(tiles: &[(usize, usize)], is_mirrored: bool) -> Extent {
    let columns = tiles.iter().map(|&(_, column)| match is_mirrored {
        true => -1 - column as i64,
        false => column as i64,
    });
    let around = |first: (i64, i64), column: i64| (first.0.min(column), first.1.max(column));
    Extent {
        rows: (tiles[0].0 as i64, tiles[tiles.len() - 1].0 as i64),
        columns: columns.fold((i64::MAX, i64::MIN), around),
    }
}
