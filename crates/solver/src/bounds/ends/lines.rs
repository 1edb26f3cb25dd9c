//! Decisions about ends, and the best gains of the tiles of one line until it has the cells of an end.

use super::LONGEST;
use super::charges::PARTS;
use super::counts::NEVER;
use super::phases::{PhasedLine, Phases};
use crate::bounds::completion::{LineBits, places_of};
use crate::bounds::prefix::LineEnds;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Line, Wall};
use itertools::Itertools;

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

/// Phases that may fill a cell: from the first to the last one. The number of all phases stands for a cell that stays empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Span {
    pub(super) fn contains(self, phase: usize) -> bool {
        (self.first..=self.last).contains(&phase)
    }
}

/// Decisions about some ends.
#[derive(Debug, Clone)]
pub(super) struct Decisions {
    /// Number of colours that are complete.
    complete: usize,
    /// Colours that may be complete, each by its cells; others earn nothing.
    pub(super) open: Vec<Vec<Cell>>,
    /// Per cell, the phases that may fill it; of an initial cell, the first ones.
    pub(super) spans: Vec<Span>,
    /// Number of phases.
    phases: usize,
}

impl Decisions {
    /// No decisions, with one phase and certain open colours.
    pub(super) fn new(problem: &Problem, open: Vec<Vec<Cell>>) -> Self {
        let mut filled = problem.mandatory_cells();
        filled.add(problem.initial());
        let span = |cell| Span {
            first: 0,
            last: usize::from(!filled.contains(cell)),
        };
        Self {
            complete: 0,
            open,
            spans: problem.wall().cells().map(span).collect(),
            phases: 1,
        }
    }

    /// Decides that a colour is complete.
    pub(super) fn complete(&mut self, colour: &[Cell]) {
        self.complete += 1;
        self.fill_by(colour.iter().copied(), self.phases - 1);
    }

    /// Decides that cells are filled by the end of a phase.
    pub(super) fn fill_by(&mut self, cells: impl Iterator<Item = Cell>, phase: usize) {
        for cell in cells {
            let span = &mut self.spans[cell.index()];
            span.last = span.last.min(phase);
        }
    }

    /// Decides that cells are not filled by the end of a phase.
    pub(super) fn fill_after(&mut self, cells: impl Iterator<Item = Cell>, phase: usize) {
        for cell in cells {
            let span = &mut self.spans[cell.index()];
            span.first = span.first.max(phase + 1);
        }
    }

    /// The decisions where a phase has parts in finer phases.
    pub(super) fn with_parts(&self, number: usize, finer: &Phases) -> Self {
        let more = finer.len() - self.phases;
        let span = |span: &Span| Span {
            first: span.first + if span.first > number { more } else { 0 },
            last: span.last + if span.last >= number { more } else { 0 },
        };
        Self {
            spans: self.spans.iter().map(span).collect(),
            phases: finer.len(),
            ..self.clone()
        }
    }

    /// Whether each cell has a phase, and no phase ends with more cells than the turns until then fill.
    pub(super) fn are_possible(&self, problem: &Problem, phases: &Phases) -> bool {
        let mut turns = 0;
        let is_initial = |cell: &Cell| problem.initial().contains(*cell);
        let cells = problem.wall().cells().filter(|cell| !is_initial(cell));
        let spans = cells.map(|cell| self.spans[cell.index()]).collect_vec();
        spans.iter().all(|span| span.first <= span.last)
            && phases.turns().enumerate().all(|(phase, of_phase)| {
                turns += of_phase;
                spans.iter().filter(|span| span.last <= phase).count() <= turns
            })
    }
}

/// Gains of a line by its final places, in the ends of some decisions.
pub(super) struct LineGain<'a> {
    /// Points by the bits of the final places; [`NEVER`] where no end has them.
    points: Gains<Vec<i32>>,
    /// Points of the full line, with the sign of a gain.
    bonus: i32,
    /// Bits of the initial places.
    initial: usize,
    /// The line in phases; none where there is one phase.
    phased: Option<PhasedLine<'a>>,
}

/// Gains of a line with charges, in parts of a point, in one way to count.
pub(super) struct LineTable<'a> {
    line: &'a LineGain<'a>,
    way: usize,
    /// Charge of each place in each phase.
    charges: Vec<i32>,
    /// Gains by the bits of the final places; [`NEVER`] where no end has them.
    pub(super) ends: Vec<i32>,
    /// Gains after each phase by the bits of the places; empty where there is one phase.
    after_phases: Vec<Vec<i32>>,
}

impl LineGain<'_> {
    /// Gains with a charge for each place in each phase.
    pub(super) fn with_charges(&self, way: usize, charges: Vec<i32>) -> LineTable<'_> {
        let (points, bonus) = (&self.points[way], self.bonus * PARTS);
        let after_phases = match &self.phased {
            Some(line) => line.tables(way, &charges),
            None => Vec::new(),
        };
        let mut ends = match after_phases.last() {
            Some(table) => table.clone(),
            None => with_sums(points, &charges),
        };
        for (gain, &points) in ends.iter_mut().zip(points) {
            if points <= NEVER / 2 || *gain <= NEVER / 2 {
                *gain = NEVER;
            }
        }
        if let Some(full) = ends.last_mut().filter(|gain| **gain > NEVER) {
            *full += bonus;
        }
        LineTable {
            line: self,
            way,
            charges,
            ends,
            after_phases,
        }
    }
}

/// Points in parts of a point, with the charges of their places.
fn with_sums(points: &[i32], charges: &[i32]) -> Vec<i32> {
    let mut sums = vec![0; points.len()];
    for bits in 1..points.len() {
        sums[bits] = sums[bits & (bits - 1)] + charges[bits.trailing_zeros() as usize];
    }
    let gains = points.iter().zip(sums);
    let gains = gains.map(|(&points, sum)| match points > NEVER / 2 {
        true => points * PARTS + sum,
        false => NEVER,
    });
    gains.collect()
}

impl LineTable<'_> {
    /// Best gain by the number of tiles beside the initial ones, with the bits of the final places.
    pub(super) fn best_ends(&self) -> Vec<(i32, usize)> {
        best_ends(&self.ends, self.line.initial as u16)
    }

    /// Per place, the phase that fills it on the way to an end. Initial places have the first phase, and empty places the number of phases.
    pub(super) fn trace(&self, end: usize) -> [usize; LONGEST] {
        match &self.line.phased {
            Some(line) => line.trace((&self.after_phases, end), self.way, &self.charges),
            None => std::array::from_fn(|place| 1 - (end >> place & 1)),
        }
    }
}

/// Gains of all lines by their final places, in the ends of some decisions.
pub(super) struct LineGains<'a> {
    pub(super) wall: Wall,
    pub(super) initial: LineBits,
    pub(super) phases: &'a Phases,
    /// Per cell, the phases that may fill it.
    pub(super) spans: Vec<Span>,
    /// Pairs of cells that are empty at first: an end with the second one has the first one.
    pub(super) precedences: Vec<[Cell; 2]>,
    /// Colours that may be complete, each by its cells, and the points of one.
    pub(super) open: Vec<Vec<Cell>>,
    pub(super) colour_points: i32,
    pub(super) rows: Vec<LineGain<'a>>,
    pub(super) columns: Vec<LineGain<'a>>,
    /// The points of the complete colours, and what the ways to count add.
    pub(super) extra: Gains<i32>,
}

impl<'a> LineGains<'a> {
    pub(super) fn new(
        (problem, phases): (&Problem, &'a Phases),
        line_ends: &LineEnds,
        decisions: &Decisions,
    ) -> Self {
        let (wall, sense, turns) = (problem.wall(), problem.sense(), problem.horizon());
        let bonus = problem.bonus();
        let spans = &decisions.spans;
        let line = |line: Line| {
            let cells = wall.line_cells(line).collect_vec();
            let mandatory = places_of(&cells, |cell| spans[cell.index()].last < phases.len());
            let empty = places_of(&cells, |cell| spans[cell.index()].first == phases.len());
            let mut points = until_the_end(line_ends, line, cells.len());
            for bits in (0..1usize << cells.len())
                .filter(|bits| mandatory & !bits != 0 || empty & bits != 0)
            {
                points.iter_mut().for_each(|points| points[bits] = NEVER);
            }
            let axis = usize::from(matches!(line, Line::Column(_)));
            // For the maximum the starts count along one axis, and for the minimum along both or none.
            if axis == 1 && sense == Sense::Maximize {
                points.swap(0, 1);
            }
            let phased = || PhasedLine::new((problem, phases), (&cells, axis), spans);
            LineGain {
                points,
                bonus: sense.gain([bonus.row, bonus.column][axis] as i32),
                initial: places_of(&cells, |cell| problem.initial().contains(cell)),
                phased: (phases.len() > 1).then(phased),
            }
        };
        let colour_points = sense.gain(bonus.colour as i32);
        let points = colour_points * decisions.complete as i32;
        let rows = (0..wall.rows() as u32).map(Line::Row).map(line);
        let columns = (0..wall.columns() as u32).map(Line::Column).map(line);
        Self {
            wall,
            initial: LineBits::of_cells(wall, problem.initial().iter()),
            phases,
            spans: decisions.spans.clone(),
            precedences: precedences(problem),
            open: decisions.open.clone(),
            colour_points,
            rows: rows.collect(),
            columns: columns.collect(),
            extra: match sense {
                Sense::Maximize => [points, points],
                Sense::Minimize => [0, turns as i32],
            },
        }
    }
}

impl LineGains<'_> {
    /// Cells that are empty at first.
    pub(super) fn free(&self) -> impl Iterator<Item = Cell> {
        let cells = self.wall.cells();
        cells.filter(|&cell| !self.initial.contains(self.wall, cell))
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
