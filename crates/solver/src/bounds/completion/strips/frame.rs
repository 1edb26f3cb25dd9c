use super::subproblem::Move;
use crate::bounds::completion::lines::{LineBits, line_points};
use crate::instance::Sense;
use crate::wall::{Axis, Cell, Wall};

/// Shares and multipliers are integers in these parts of a point.
pub(super) const POINT: i32 = 1 << 10;

/// A wall as strips of two lines of an axis, the last strip of one line where the number of lines is odd, and as the lines
/// across them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) wall: Wall,
    pub(super) axis: Axis,
    pub(super) sense: Sense,
}

/// Points of a move in a subproblem apart from multipliers, and the indices of the multipliers that the move counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    points: i32,
    shift: usize,
    single: Option<usize>,
}

impl Frame {
    /// Number of lines of the axis, which is the length of a line across.
    pub(super) fn lines(self) -> usize {
        match self.axis {
            Axis::Horizontal => self.wall.rows(),
            Axis::Vertical => self.wall.columns(),
        }
    }

    /// Number of entries of the tables of a phase.
    pub(super) fn numbers(self) -> usize {
        let strip = 1usize.checked_shl(2 * self.length() as u32);
        let strips = strip.map_or(usize::MAX, |strip| {
            strip.saturating_mul(self.lines().div_ceil(2))
        });
        strips.saturating_add(self.length() << self.lines())
    }

    /// Length of a line of the axis, which is the number of lines across.
    pub(super) fn length(self) -> usize {
        self.wall.len() / self.lines()
    }

    /// The cells of each strip, line by line.
    pub(super) fn strips(self) -> impl Iterator<Item = Vec<Cell>> {
        (0..self.lines()).step_by(2).map(move |first| {
            let lines = first..(first + 2).min(self.lines());
            let line = |line| (0..self.length()).filter_map(move |place| self.cell(line, place));
            lines.flat_map(line).collect()
        })
    }

    /// The cells of each line across.
    pub(super) fn across(self) -> impl Iterator<Item = Vec<Cell>> {
        (0..self.length()).map(move |place| {
            let cells = (0..self.lines()).filter_map(|line| self.cell(line, place));
            cells.collect()
        })
    }

    fn cell(self, line: usize, place: usize) -> Option<Cell> {
        match self.axis {
            Axis::Horizontal => self.wall.cell(line, place),
            Axis::Vertical => self.wall.cell(place, line),
        }
    }

    /// The line and the place in it of a row and a column.
    pub(super) fn place(self, row: usize, column: usize) -> (usize, usize) {
        match self.axis {
            Axis::Horizontal => (row, column),
            Axis::Vertical => (column, row),
        }
    }

    /// The filled places of a strip.
    pub(super) fn in_strip(self, bits: &LineBits, strip: usize) -> u32 {
        let lines = match self.axis {
            Axis::Horizontal => &bits.rows,
            Axis::Vertical => &bits.columns,
        };
        let second = lines.get(2 * strip + 1).copied().unwrap_or(0);
        u32::from(lines[2 * strip]) | u32::from(second) << self.length()
    }

    /// The filled places of a line across.
    pub(super) fn in_across(self, bits: &LineBits, across: usize) -> u32 {
        match self.axis {
            Axis::Horizontal => bits.columns[across].into(),
            Axis::Vertical => bits.rows[across].into(),
        }
    }

    /// The line beside a line in its strip.
    fn partner(self, line: usize) -> Option<usize> {
        Some(line ^ 1).filter(|&other| other < self.lines())
    }

    /// The line beside a line in another strip.
    fn outsider(self, line: usize) -> Option<usize> {
        let other = match line % 2 {
            0 => line.checked_sub(1),
            _ => Some(line + 1),
        };
        other.filter(|&other| other < self.lines())
    }

    /// The share of a move in its strip.
    pub(super) fn strip_share(self, strip: usize, step: Move) -> Share {
        let (side, place) = (step.place / self.length(), step.place % self.length());
        let line = 2 * strip + side;
        let in_line = step.filled >> (side * self.length()) & ((1 << self.length()) - 1);
        let partner_filled = self.partner(line).is_some()
            && step.filled >> ((1 - side) * self.length() + place) & 1 == 1;
        let points = line_points(in_line as usize, place) as i32;
        let looks_single = points == 0 && !partner_filled;
        let open = looks_single && self.outsider(line).is_some();
        Share {
            points: POINT * (points + i32::from(looks_single && !open)),
            shift: self.shift(step.phase, line, place, partner_filled),
            single: open.then(|| self.single(step.phase, line, place)),
        }
    }

    /// The share of a move in its line across.
    pub(super) fn across_share(self, across: usize, step: Move) -> Share {
        let line = step.place;
        let is_filled = |line: usize| step.filled >> line & 1 == 1;
        let partner_filled = self.partner(line).is_some_and(is_filled);
        let outsider = self
            .outsider(line)
            .filter(|_| !partner_filled)
            .map(is_filled);
        let (counts_single, whole) = match (self.sense, outsider) {
            (Sense::Minimize, Some(true)) => (true, 0),
            (Sense::Maximize, Some(false)) => (true, 1),
            _ => (false, 0),
        };
        let points = line_points(step.filled as usize, line) as i32;
        Share {
            points: POINT * (points + whole),
            shift: self.shift(step.phase, line, across, partner_filled),
            single: counts_single.then(|| self.single(step.phase, line, across)),
        }
    }

    /// The gain of a move in its strip, in parts of a point.
    pub(super) fn strip_gain(self, multipliers: &Multipliers, strip: usize, step: Move) -> i32 {
        let share = self.strip_share(strip, step);
        self.sense.gain(share.points + multipliers.points_of(share))
    }

    /// The gain of a move in its line across, in parts of a point.
    pub(super) fn across_gain(self, multipliers: &Multipliers, across: usize, step: Move) -> i32 {
        let share = self.across_share(across, step);
        self.sense.gain(share.points - multipliers.points_of(share))
    }

    fn shift(self, phase: usize, line: usize, place: usize, partner_filled: bool) -> usize {
        2 * self.single(phase, line, place) + usize::from(partner_filled)
    }

    fn single(self, phase: usize, line: usize, place: usize) -> usize {
        (phase * self.lines() + line) * self.length() + place
    }
}

/// Division of a tile's points between its strip and its line across, in parts of a point.
#[derive(Debug, Clone)]
pub(super) struct Multipliers {
    /// Points that a tile earns more in its strip and less in its line across, by phase, cell, and whether its partner is filled.
    pub(super) shift: Vec<i32>,
    /// Points of a tile that looks like a single in its strip, by phase and cell: 0 to [`POINT`].
    pub(super) single: Vec<i32>,
}

impl Multipliers {
    /// Initial multipliers: no shifts, and strips count each tile that looks like a single.
    pub(super) fn new(frame: Frame, phases: usize) -> Self {
        let cells = phases * frame.wall.len();
        Self {
            shift: vec![0; 2 * cells],
            single: vec![POINT; cells],
        }
    }

    /// Zeros in the place of all multipliers.
    pub(super) fn zero(&self) -> Self {
        Self {
            shift: vec![0; self.shift.len()],
            single: vec![0; self.single.len()],
        }
    }

    fn points_of(&self, share: Share) -> i32 {
        self.shift[share.shift] + share.single.map_or(0, |index| self.single[index])
    }

    /// Adds to a move's multipliers.
    pub(super) fn add(&mut self, share: Share, step: i32) {
        self.shift[share.shift] += step;
        if let Some(index) = share.single {
            self.single[index] += step;
        }
    }
}
