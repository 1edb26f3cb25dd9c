use crate::instance::Sense;
use crate::wall::{Axis, Covering, Wall, column_bits, row_bits};

/// A bound on what the empty cells of a covering can still earn when the whole wall is filled,
/// line by line: in each line the best points of any order of its empty cells (DESIGN, section 5).
///
/// A tile's points are its horizontal line points, its vertical line points, and 1 more if it is a
/// single. A single is a horizontal start and a vertical start at once, so for the maximum either
/// the rows or the columns may count 1 for each of their starts: the smaller sum holds.
/// For the minimum singles count nothing.
#[derive(Debug, Clone)]
pub struct LineBounds {
    wall: Wall,
    sense: Sense,
    row: LineTable,
    column: LineTable,
}

impl LineBounds {
    /// The bounds of a wall; none where a line is longer than [`LineBounds::LONGEST`].
    pub fn new(wall: Wall, sense: Sense) -> Option<Self> {
        let fits = wall.rows().max(wall.columns()) <= Self::LONGEST;
        fits.then(|| Self {
            wall,
            sense,
            row: LineTable::new(wall.columns(), sense),
            column: LineTable::new(wall.rows(), sense),
        })
    }

    /// The longest line that is tabulated: a table has 2^length entries.
    pub const LONGEST: usize = 16;

    /// At most (maximizing) or at least (minimizing) what is still to be earned.
    pub fn rest(&self, covering: Covering) -> u32 {
        let (mut plain, mut with_starts) = ([0; 2], [0; 2]);
        for row in 0..self.wall.rows() {
            let bits = row_bits(self.wall, covering, row) as usize;
            plain[Axis::Horizontal as usize] += self.row.plain[bits];
            with_starts[Axis::Horizontal as usize] += self.row.with_starts[bits];
        }
        for column in 0..self.wall.columns() {
            let bits = column_bits(self.wall, covering, column) as usize;
            plain[Axis::Vertical as usize] += self.column.plain[bits];
            with_starts[Axis::Vertical as usize] += self.column.with_starts[bits];
        }
        match self.sense {
            Sense::Maximize => (with_starts[0] + plain[1]).min(plain[0] + with_starts[1]),
            Sense::Minimize => plain[0] + plain[1],
        }
    }
}

/// For each set of filled cells of a line, the best line points of its empty cells.
#[derive(Debug, Clone)]
struct LineTable {
    plain: Box<[u32]>,
    /// The same with 1 more for each start.
    with_starts: Box<[u32]>,
}

impl LineTable {
    fn new(length: usize, sense: Sense) -> Self {
        Self {
            plain: best_rest(length, sense, 0),
            with_starts: best_rest(length, sense, 1),
        }
    }
}

/// Backwards over the sets: the best of every next cell and what the set with it can still earn.
fn best_rest(length: usize, sense: Sense, start_points: u32) -> Box<[u32]> {
    let full = (1usize << length) - 1;
    let mut best = vec![0; full + 1];
    for bits in (0..full).rev() {
        let choices = (0..length)
            .filter(|place| bits >> place & 1 == 0)
            .map(|place| {
                let after = (bits >> place >> 1).trailing_ones();
                let before = (0..place)
                    .rev()
                    .take_while(|at| bits >> at & 1 == 1)
                    .count() as u32;
                let points = match before + after {
                    0 => start_points,
                    neighbours => neighbours + 1,
                };
                points + best[bits | 1 << place]
            });
        best[bits] = match sense {
            Sense::Maximize => choices.max(),
            Sense::Minimize => choices.min(),
        }
        .unwrap_or(0);
    }
    best.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::Scorer;

    /// The exact value of the rest, by trying every order.
    fn exact(wall: Wall, scorer: &Scorer, sense: Sense, covering: Covering) -> u32 {
        let choices = wall
            .cells()
            .filter(|cell| !covering.contains(*cell))
            .map(|cell| {
                scorer.points(covering, cell) + exact(wall, scorer, sense, covering.with(cell))
            });
        match sense {
            Sense::Maximize => choices.max(),
            Sense::Minimize => choices.min(),
        }
        .unwrap_or(0)
    }

    #[test]
    fn never_on_the_wrong_side() {
        for (rows, columns) in [(1, 5), (2, 2), (2, 3), (4, 2)] {
            let wall = Wall::new(rows, columns).expect("small");
            let scorer = Scorer::new(wall);
            for sense in [Sense::Maximize, Sense::Minimize] {
                let bounds = LineBounds::new(wall, sense).expect("short lines");
                for bits in 0..1 << wall.len() {
                    let covering = Covering::from_bits(bits);
                    let (bound, exact) =
                        (bounds.rest(covering), exact(wall, &scorer, sense, covering));
                    assert!(
                        !sense.better(exact, bound),
                        "{wall} {sense:?} {bits:b}: {exact} beats {bound}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_bound_of_an_empty_wall_is_the_thesis_maximum() {
        for n in 1..=8 {
            let wall = Wall::new(n, n).expect("small");
            let bounds = LineBounds::new(wall, Sense::Maximize).expect("short lines");
            let n = n as u32;
            assert_eq!(bounds.rest(Covering::EMPTY), n * n * n + n * n - n);
        }
    }
}
