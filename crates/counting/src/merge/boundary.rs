//! Connected sets of cells that span a square box, each run of theirs an interval: by the paths around their corners.
//!
//! Such a set leaves four staircases of the box empty, one in each corner. The edge of a staircase is a path of 2k
//! steps around a corner of the box of k×k cells, clockwise: 1 for a step in its first direction (up around the upper left
//! corner), 0 for one in its second (right). An empty staircase is k ones and then k zeros. A quarter turn of the set moves
//! the paths on by a corner, and a mirror reads each of them backwards with 0 for 1.

/// The corners of a box, clockwise.
pub(super) const UPPER_LEFT: usize = 0;
pub(super) const UPPER_RIGHT: usize = 1;
pub(super) const LOWER_RIGHT: usize = 2;
pub(super) const LOWER_LEFT: usize = 3;

/// The bits of a path in the number of a boundary: walls have at most 12 rows.
const BITS: u32 = 24;

/// The edge of a staircase: the first step is the lowest bit.
pub(super) type Path = u32;

/// The paths of a set, as one number in as few bytes as it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Boundary([u32; 3]);

/// An empty staircase.
pub(super) fn empty(rows: usize) -> Path {
    (1 << rows) - 1
}

/// Each path of a box, for tables.
pub(super) fn paths(rows: usize) -> impl Iterator<Item = Path> {
    (0..1 << (2 * rows)).filter(move |path: &Path| path.count_ones() as usize == rows)
}

/// The hooks of a staircase: each cell lies between a step of the second kind and a later one of the first, and its hook is
/// as long as these are apart.
pub(super) fn hooks(path: Path, steps: usize) -> impl Iterator<Item = u64> {
    let pairs = (0..steps).flat_map(move |from| (from + 1..steps).map(move |to| (from, to)));
    pairs
        .filter(move |&(from, to)| path >> from & 1 == 0 && path >> to & 1 == 1)
        .map(|(from, to)| (to - from) as u64)
}

/// The path of the staircase in a mirror.
pub(super) fn mirror_image(path: Path, rows: usize) -> Path {
    !path.reverse_bits() >> (32 - 2 * rows)
}

/// The path after one of its inner corners is filled.
pub(super) fn without_corner(path: Path, rows: usize) -> impl Iterator<Item = Path> {
    let mut corners = !path & path >> 1 & ((1 << (2 * rows - 1)) - 1);
    std::iter::from_fn(move || {
        let at = corners.trailing_zeros();
        (corners != 0).then(|| {
            corners &= corners - 1;
            path ^ 3 << at
        })
    })
}

/// The cells of a staircase: one for each step of the first kind and earlier one of the second.
pub(super) fn cells(path: Path) -> usize {
    let mut ups = path;
    let steps = (0..path.count_ones()).map(|before| {
        let at = ups.trailing_zeros();
        ups &= ups - 1;
        at - before
    });
    steps.sum::<u32>() as usize
}

impl Boundary {
    pub(super) fn of(paths: [Path; 4]) -> Self {
        let paths = paths.iter().rev();
        Self::from_number(paths.fold(0, |number, &path| number << BITS | u128::from(path)))
    }

    fn from_number(number: u128) -> Self {
        Self([0, 32, 64].map(|at| (number >> at) as u32))
    }

    fn number(self) -> u128 {
        let [low, middle, high] = self.0.map(u128::from);
        low | middle << 32 | high << 64
    }

    pub(super) fn bytes(self) -> [u8; 12] {
        let [low, middle, high] = self.0.map(u32::to_le_bytes);
        std::array::from_fn(|at| [low, middle, high][at / 4][at % 4])
    }

    pub(super) fn from_bytes(bytes: [u8; 12]) -> Self {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        Self([word(0), word(4), word(8)])
    }

    /// Whether this is the class of a set of so many rows and tiles.
    pub(super) fn is_of(self, rows: usize, tiles: usize) -> bool {
        let paths = self.paths();
        let steps = 1 << (2 * rows);
        let is_path = |path: &Path| *path < steps && path.count_ones() as usize == rows;
        paths.iter().all(is_path)
            && paths.map(cells).iter().sum::<usize>() + tiles == rows * rows
            && self.class(rows) == self
    }

    pub(super) fn paths(self) -> [Path; 4] {
        let number = self.number();
        [0, 1, 2, 3].map(|corner| (number >> (BITS * corner)) as Path & ((1 << BITS) - 1))
    }

    /// The place of the boundary among `places` tables. The last place is half as frequent as the first, and the frequency
    /// falls in between, so that the tables do not grow at the same time.
    pub(super) fn place(self, places: u64) -> usize {
        let number = self.number();
        let hash =
            (number as u64 ^ (number >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let all = 1u64 << 24;
        (hash * (2 * all + hash) / (3 * all) * places / all) as usize
    }

    /// The set turned and mirrored in all eight ways.
    pub(super) fn images(self, rows: usize) -> [Self; 8] {
        let [a, b, c, d] = self.paths();
        let [ma, mb, mc, md] = [a, b, c, d].map(|path| mirror_image(path, rows));
        [
            [a, b, c, d],
            [b, c, d, a],
            [c, d, a, b],
            [d, a, b, c],
            [ma, md, mc, mb],
            [md, mc, mb, ma],
            [mc, mb, ma, md],
            [mb, ma, md, mc],
        ]
        .map(Self::of)
    }

    /// The least image, which stands for all of them.
    pub(super) fn class(self, rows: usize) -> Self {
        let images = self.images(rows);
        images.into_iter().fold(self, Self::min)
    }

    /// The sets with one more cell. It has neighbours in its row and in its column, at an inner corner of
    /// a staircase.
    pub(super) fn successors(self, rows: usize) -> impl Iterator<Item = Self> {
        let number = self.number();
        let steps = self.paths().into_iter().zip([0, 1, 2, 3]);
        steps.flat_map(move |(path, corner)| {
            without_corner(path, rows).map(move |successor| {
                let changed = u128::from(path ^ successor) << (BITS * corner);
                Self::from_number(number ^ changed)
            })
        })
    }

    /// The set of two sets that a cell joins: one in the upper left with its lower right cell filled, the other in
    /// the lower right with its upper left cell filled. The cell is in the last row of the one, and in the first column of the
    /// other.
    pub(super) fn merge(upper: [Path; 4], above: usize, lower: [Path; 4], below: usize) -> Self {
        Self::of([
            empty(below) | upper[UPPER_LEFT] << below,
            join(upper[UPPER_RIGHT], above, lower[UPPER_RIGHT]),
            empty(above) | lower[LOWER_RIGHT] << above,
            apart(lower[LOWER_LEFT], below, upper[LOWER_LEFT]),
        ])
    }
}

/// A path of `rows` rows and then another, with no cell where they meet.
pub(super) fn apart(first: Path, rows: usize, then: Path) -> Path {
    first | then << (2 * rows)
}

/// A path of `rows` rows and then another, with the cell filled where they meet: it takes the corner between them.
pub(super) fn join(first: Path, rows: usize, then: Path) -> Path {
    apart(first, rows, then) ^ 3 << (2 * rows - 1)
}

/// Whether two paths meet in a corner that a cell can take.
pub(super) fn is_joinable(first: Path, rows: usize, then: Path) -> bool {
    first >> (2 * rows - 1) & 1 == 0 && then & 1 == 1
}
