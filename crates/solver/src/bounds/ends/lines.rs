//! Best gains of the tiles of one line until it has the cells of an end.

use super::counts::NEVER;
use crate::bounds::completion::LineBits;
use crate::bounds::prefix::LineEnds;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Line, Wall};
use itertools::{Itertools, chain};

/// Best gains of a line in two ways to count: without and with 1 for each start. A gain is points for the maximum, and points with
/// the other sign for the minimum.
pub(super) type Gains<T> = [T; 2];

/// Per set of places, as bits, the best gain of a line of `length` places with exactly these filled at the end; [`NEVER`] where no
/// order fills the line so.
fn until_the_end(ends: &LineEnds, line: Line, length: usize) -> Gains<Vec<i32>> {
    let gains_of = |bits| ends.of(line, bits).unwrap_or([NEVER; 2]);
    let gains = (0..1 << length).map(gains_of);
    [0, 1].map(|way| gains.clone().map(|gains| gains[way]).collect())
}

/// Decisions about some ends.
#[derive(Debug, Clone, Default)]
pub(super) struct Decisions {
    /// Colours that are complete, each by its cells.
    pub(super) complete: Vec<Vec<Cell>>,
    /// Colours that may be complete, each by its cells; others earn nothing.
    pub(super) open: Vec<Vec<Cell>>,
    /// Other cells that are filled.
    pub(super) filled: Vec<Cell>,
    /// Cells that are empty.
    pub(super) empty: Vec<Cell>,
}

impl Decisions {
    /// All cells that are filled.
    pub(super) fn filled(&self) -> impl Iterator<Item = &Cell> {
        chain(self.complete.iter().flatten(), &self.filled)
    }
}

/// Gains of all lines by their final places, in the ends of some decisions.
pub(super) struct LineGains {
    pub(super) wall: Wall,
    pub(super) initial: LineBits,
    /// Pairs of cells that are empty at first: an end with the second one has the first one.
    pub(super) precedences: Vec<[Cell; 2]>,
    /// Colours that may be complete, each by its cells, and the points of one.
    pub(super) open: Vec<Vec<Cell>>,
    pub(super) colour_points: i32,
    /// Gain of each row by the bits of its final places, in points.
    pub(super) rows: Vec<Gains<Vec<i32>>>,
    /// Gain of each column by the bits of its final places, in points.
    pub(super) columns: Vec<Gains<Vec<i32>>>,
    /// The points of the complete colours, and what the ways to count add.
    pub(super) extra: Gains<i32>,
}

impl LineGains {
    pub(super) fn new(problem: &Problem, line_ends: &LineEnds, decisions: &Decisions) -> Self {
        let (wall, sense, turns) = (problem.wall(), problem.sense(), problem.horizon());
        let mut filled = problem.mandatory_cells();
        filled.add(problem.initial());
        decisions.filled().for_each(|&cell| filled.insert(cell));
        let [initial, mandatory] =
            [problem.initial(), &filled].map(|cells| LineBits::of_cells(wall, cells.iter()));
        let empty = LineBits::of_cells(wall, decisions.empty.iter().copied());
        // Gains of a line by its final places; none without the mandatory places, and none with empty ones.
        let ends = |length: usize, line: Line, (mandatory, empty): (u16, u16), bonus: u32| {
            until_the_end(line_ends, line, length).map(|mut gains| {
                let full = gains.len() - 1;
                for (bits, gains) in gains.iter_mut().enumerate() {
                    if usize::from(mandatory) & !bits != 0 || usize::from(empty) & bits != 0 {
                        *gains = NEVER;
                    }
                }
                gains[full] += sense.gain(bonus as i32);
                gains
            })
        };
        let bonus = problem.bonus();
        let rows = (0..wall.rows()).map(|row| {
            let line = Line::Row(row as u32);
            let cells = (mandatory.rows[row], empty.rows[row]);
            ends(wall.columns(), line, cells, bonus.row)
        });
        let columns = (0..wall.columns()).map(|column| {
            let line = Line::Column(column as u32);
            let cells = (mandatory.columns[column], empty.columns[column]);
            ends(wall.rows(), line, cells, bonus.column)
        });
        let mut columns = columns.collect_vec();
        // For the maximum the starts count along one axis, and for the minimum along both or none.
        if sense == Sense::Maximize {
            columns.iter_mut().for_each(|gains| gains.swap(0, 1));
        }
        let colour_points = sense.gain(bonus.colour as i32);
        let points = colour_points * decisions.complete.len() as i32;
        Self {
            wall,
            initial,
            precedences: precedences(problem),
            open: decisions.open.clone(),
            colour_points,
            rows: rows.collect(),
            columns,
            extra: match sense {
                Sense::Maximize => [points, points],
                Sense::Minimize => [0, turns as i32],
            },
        }
    }
}

fn precedences(problem: &Problem) -> Vec<[Cell; 2]> {
    let is_free = |cell: &Cell| !problem.initial().contains(*cell);
    let free = problem.wall().cells().filter(is_free);
    let pairs = free.flat_map(|then| {
        let first = problem.before(then).iter().filter(is_free);
        first.map(move |first| [first, then])
    });
    pairs.collect()
}

/// Best gain of a line by its number of tiles beside the initial ones, with the bits of the final places.
pub(super) fn best_ends(gains: &[i32], initial: u16) -> Vec<(i32, usize)> {
    let length = gains.len().ilog2() as usize;
    let mut best = vec![(NEVER, 0); length + 1];
    for (bits, &gain) in gains.iter().enumerate() {
        let tiles = bits.count_ones().checked_sub(initial.count_ones());
        if let Some(best) = tiles.and_then(|tiles| best.get_mut(tiles as usize)) {
            *best = (gain, bits).max(*best);
        }
    }
    best
}
