use super::lines::{LineBits, empty_places, line_points};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Covering, Wall};

/// Completion bound of turns that do not fill the wall, bonuses included.
///
/// Rows, columns and colours each share out the same tiles among their lines. A table has the best gain of a line from k more tiles;
/// a dynamic program over the lines finds, for each number of complete lines at the end, the best way to share the tiles out. Rows,
/// columns and colours meet in these numbers: `a` rows and `b` columns leave `(rows − a)·(columns − b)` cells of the wall, at least
/// `n − a − b` of them in each colour, and likewise for any two of the three; the tiles have to suffice for the complete lines.
/// Singles count as in [`LineBounds`](super::LineBounds), with all cells in the set or none.
#[derive(Debug, Clone)]
pub(crate) struct HorizonBounds {
    wall: Wall,
    sense: Sense,
    /// Tiles at the end.
    tiles: usize,
    /// The rows and the columns, each without and with 1 for each start.
    plain: [Grouping; 2],
    with_starts: [Grouping; 2],
    colours: Option<Grouping>,
}

impl HorizonBounds {
    /// The bounds of a problem whose lines are not longer than [`super::LineBounds::LONGEST`].
    pub(crate) fn new(problem: &Problem) -> Self {
        let (wall, sense, bonus) = (problem.wall(), problem.sense(), problem.bonus());
        let axes = |start: i64| {
            [
                (Axis::Horizontal, wall.rows(), wall.columns(), bonus.row),
                (Axis::Vertical, wall.columns(), wall.rows(), bonus.column),
            ]
            .map(|(axis, lines, length, bonus)| {
                let gain = |bits, place| match line_points(bits, place) {
                    0 => sense.gain(start),
                    points => sense.gain(points.into()),
                };
                Grouping::new(
                    Partition::Lines(axis),
                    (lines, length),
                    sense.gain(bonus.into()),
                    gain,
                )
            })
        };
        let n = wall.rows();
        let coloured = bonus.colour > 0 && n == wall.columns();
        Self {
            wall,
            sense,
            tiles: problem.initial().len() + problem.horizon(),
            plain: axes(0),
            with_starts: axes(1),
            colours: coloured.then(|| {
                let bonus = sense.gain(bonus.colour.into());
                Grouping::new(Partition::Colours, (n, n), bonus, |_, _| 0)
            }),
        }
    }

    /// Bound on the points of the turns after a covering; none where the turns cannot end in any covering.
    pub(crate) fn rest(&self, covering: Covering) -> Option<u32> {
        let bits = LineBits::of(self.wall, covering);
        let tiles_left = self.tiles - covering.len();
        let gains =
            |family: &Grouping| family.by_complete_lines(self.wall, covering, &bits, tiles_left);
        let [rows, columns] = self.plain.each_ref().map(gains);
        let [row_starts, column_starts] = self.with_starts.each_ref().map(gains);
        let colours = self.colours.as_ref().map_or_else(|| vec![0], gains);
        let mut best = NEVER;
        for (a, (row, row_start)) in rows.iter().zip(&row_starts).enumerate() {
            for (b, (column, column_start)) in columns.iter().zip(&column_starts).enumerate() {
                let lines = match self.sense {
                    Sense::Maximize => (row_start + column).min(row + column_start),
                    Sense::Minimize => {
                        (row + column).min(row_start + column_start + tiles_left as i64)
                    }
                };
                for (c, colour) in colours.iter().enumerate() {
                    if self.may_be_complete(a, b, c) {
                        best = best.max(lines + colour);
                    }
                }
            }
        }
        u32::try_from(self.sense.gain(best)).ok()
    }

    /// Whether `a` rows, `b` columns and `c` colours may be complete at the end.
    fn may_be_complete(&self, a: usize, b: usize, c: usize) -> bool {
        let (rows, columns) = (self.wall.rows(), self.wall.columns());
        // Each line of the third kind has at least `rows − a − b` cells outside of the complete lines of the other kinds.
        let cells = |a: usize, b: usize, c: usize| {
            rows * columns - (rows - a) * (columns - b) + c * rows.saturating_sub(a + b)
        };
        let square = rows == columns; // else there are no colours
        cells(a, b, c) <= self.tiles
            && (!square || cells(a, c, b) <= self.tiles && cells(b, c, a) <= self.tiles)
    }
}

/// Partition of the cells of a wall into lines.
#[derive(Debug, Clone, Copy)]
enum Partition {
    Lines(Axis),
    Colours,
}

impl Partition {
    /// The filled cells of each line.
    fn bits(self, wall: Wall, covering: Covering, bits: &LineBits) -> [u16; 16] {
        match self {
            Self::Lines(Axis::Horizontal) => bits.rows,
            Self::Lines(Axis::Vertical) => bits.columns,
            Self::Colours => {
                let mut colours = [0; 16];
                for cell in covering.cells() {
                    colours[wall.colour_of(cell).unwrap_or(0)] |= 1 << wall.row_of(cell);
                }
                colours
            }
        }
    }
}

/// Lines of a partition of the wall, with their best gains.
#[derive(Debug, Clone)]
struct Grouping {
    partition: Partition,
    lines: usize,
    length: usize,
    /// `best[bits * (length + 1) + k]`: the best gain of k more tiles when `bits` are filled.
    best: Box<[i64]>,
}

impl Grouping {
    fn new(
        partition: Partition,
        (lines, length): (usize, usize),
        bonus: i64,
        gain: impl Fn(usize, usize) -> i64,
    ) -> Self {
        let (full, width) = ((1usize << length) - 1, length + 1);
        let mut best = vec![0; (full + 1) * width];
        best[full * width] = bonus;
        for bits in (0..full).rev() {
            for tiles in 1..=length - bits.count_ones() as usize {
                let choices = empty_places(bits, length).map(|place| {
                    let filled = bits | 1 << place;
                    gain(bits, place) + best[filled * width + tiles - 1]
                });
                best[bits * width + tiles] = choices.fold(NEVER, i64::max);
            }
        }
        Self {
            partition,
            lines,
            length,
            best: best.into(),
        }
    }

    /// Best gain of all lines from `tiles_left` more tiles, by the number of lines that are complete then.
    fn by_complete_lines(
        &self,
        wall: Wall,
        covering: Covering,
        bits: &LineBits,
        tiles_left: usize,
    ) -> Vec<i64> {
        let width = tiles_left + 1;
        // `shared[complete * width + tiles]`, for the lines so far.
        let mut shared = vec![NEVER; (self.lines + 1) * width];
        shared[0] = 0;
        let bits = self.partition.bits(wall, covering, bits);
        let mut most = 0;
        for (index, &bits) in bits[..self.lines].iter().enumerate() {
            let empty = self.length - bits.count_ones() as usize;
            let line = &self.best[usize::from(bits) * (self.length + 1)..][..=empty];
            let mut next = vec![NEVER; shared.len()];
            for complete in 0..=index {
                for (tiles, gain) in line.iter().enumerate().take(width) {
                    let to = (complete + usize::from(tiles == empty)) * width;
                    let from = &shared[complete * width..][..(width - tiles).min(most + 1)];
                    for (entry, before) in next[to + tiles..].iter_mut().zip(from) {
                        *entry = (*entry).max(before + gain);
                    }
                }
            }
            most += empty;
            shared = next;
        }
        shared
            .chunks(width)
            .map(|by_tiles| by_tiles[tiles_left])
            .collect()
    }
}

/// Gain of an impossible line: below every sum, also as a summand of a few gains.
const NEVER: i64 = i64::MIN / 1024;
