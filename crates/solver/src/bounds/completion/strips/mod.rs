mod ascent;
mod frame;
mod phase_tables;
mod subproblem;

use super::{LineBits, LineBounds};
use crate::instance::Sense;
use crate::memory;
use crate::problem::Problem;
use crate::wall::{Axis, Covering, Wall};
use azulejo_control::{Control, Stopped};
use frame::{Frame, Multipliers, POINT};
use phase_tables::PhaseTables;
use rayon::prelude::*;
use subproblem::Subproblem;

/// Completion bound of a wall that is filled, by strips of two lines. Before the first turn of a wall without constraints, it is the
/// minimum itself for every n ≤ 11 on n×n, by computation.
///
/// Cut the rows into strips of two. A tile's partner is the cell beside it in the other row of its strip, and
/// its outsider the vertical neighbour in the next strip. A tile that starts a horizontal run while its
/// partner is empty *looks like a single* in its strip; it is one, unless its outsider is filled. So, for the
/// minimum,
///
/// ```text
/// single ≥ [looks like a single] − [partner empty, outsider filled],
/// score  ≥ Σ_strips  min Σ (points along the rows + [looks like a single])
///        + Σ_columns min Σ (points along the column − [partner empty, outsider filled]).
/// ```
///
/// The order of one strip's cells, or of one column's, decides each summand: its least value, from every
/// set of filled cells on, is found over 4^columns or 2^rows sets. The same is done with columns in strips,
/// and the tighter of the two bounds holds.
///
/// The bound is a Lagrangian decomposition (M. Guignard and S. Kim, Mathematical Programming 39, 1987), and its multipliers divide
/// a tile's points between its strip and its column: `single` of a tile that looks like a single, between 0 and 1 (above: 1), and `shift`
/// by cell, phase of the turns and whether its partner is filled (above: 0). For the maximum `single ≤ λ·[looks like a single] + (1
/// − λ)·[starts a vertical run]`. Where constraints keep a wall from that bound, its strips and columns keep to the constraints as
/// far as they can, and an ascent looks for better multipliers. All is exact in integers: the multipliers decide how good the bound is,
/// not whether it holds.
#[derive(Debug, Clone)]
pub struct StripBounds {
    wall: Wall,
    sense: Sense,
    phases: PhaseTables,
    frames: Vec<Subproblems>,
}

/// The strips of an axis and the lines across.
#[derive(Debug, Clone)]
struct Subproblems {
    frame: Frame,
    strips: Vec<Subproblem>,
    across: Vec<Subproblem>,
}

impl StripBounds {
    /// Largest number of entries in the tables of an axis: 128 MiB.
    const LARGEST: usize = 1 << 25;

    /// The bounds of a problem; none where the turns do not fill the wall, where its lines are too long
    /// for tables (11 is the longest for a whole wall), or where the run is stopped.
    ///
    /// `target` is the score of an order, if one is known: a bound that meets the target needs no better
    /// multipliers. The tables take a small part of the `memory`, in bytes; half of the free memory is the
    /// default.
    pub fn new(
        problem: &Problem,
        target: Option<u32>,
        memory: Option<u64>,
        control: &Control,
    ) -> Option<Self> {
        Self::search(problem, target, memory, control)?.0
    }

    /// The bounds, and the bound before the first turn, even where there was no time for the tables.
    pub(crate) fn search(
        problem: &Problem,
        target: Option<u32>,
        memory: Option<u64>,
        control: &Control,
    ) -> Option<(Option<Self>, Option<u32>)> {
        let wall = problem.wall();
        if !problem.fills_the_wall() || wall.longest_line() > LineBounds::LONGEST {
            return None;
        }
        let memory = memory::limit(memory) / 32;
        let largest = usize::try_from(memory).map_or(Self::LARGEST, |room| room.min(Self::LARGEST));
        let frames = Axis::ALL.map(|axis| Frame {
            wall,
            axis,
            sense: problem.sense(),
        });
        let smallest = frames.iter().map(|frame| frame.numbers()).min()?;
        let phases = match PhaseTables::new(problem) {
            phases if smallest.checked_mul(phases.count())? <= largest => phases,
            _ => PhaseTables::one(problem),
        };
        let fits = |frame: &Frame| frame.numbers().saturating_mul(phases.count()) <= largest;
        let (mut axes, mut axis_bounds) = (Vec::new(), Vec::new());
        let mut is_filled = true;
        for frame in frames.into_iter().filter(fits) {
            let mut subproblems = Subproblems::new(problem, &phases, frame);
            let result = ascent::ascend(&mut subproblems, phases.count(), target, control);
            is_filled &= result.filled;
            axis_bounds.extend(result.bound);
            axes.push(subproblems);
        }
        let sense = problem.sense();
        let tables = (is_filled && !axes.is_empty()).then_some(Self {
            wall,
            sense,
            phases,
            frames: axes,
        });
        Some((tables, best(sense, axis_bounds.into_iter())))
    }

    /// Completion bound: an upper bound when maximizing, a lower bound when minimizing; none where the constraints admit no completion.
    pub fn rest(&self, covering: Covering, tiles: usize) -> Option<u32> {
        let sums = self.sums(&LineBits::of(self.wall, covering), tiles);
        self.best(sums.sums.into_iter().take(self.frames.len()))
    }

    /// The gain of the subproblems of each axis, when the turn after `tiles` tiles comes next.
    pub(crate) fn sums(&self, bits: &LineBits, tiles: usize) -> StripSums {
        let phase = self.phases.of(tiles);
        let mut sums = [0; Axis::ALL.len()];
        for (sum, subproblems) in sums.iter_mut().zip(&self.frames) {
            *sum = subproblems.rest(bits, phase);
        }
        StripSums { sums, phase }
    }

    /// The bound after the cell in `row` and `column` has been filled too.
    pub(crate) fn rest_with(
        &self,
        sums: &StripSums,
        bits: &LineBits,
        row: usize,
        column: usize,
    ) -> Option<u32> {
        let sums_with = self.frames.iter().zip(sums.sums);
        self.best(sums_with.map(|(subproblems, sum)| {
            let (line, place) = subproblems.frame.place(row, column);
            sum + subproblems.change(bits, sums.phase, line, place)
        }))
    }

    fn best(&self, sums: impl Iterator<Item = i32>) -> Option<u32> {
        best(self.sense, sums)
    }
}

/// The tightest of the bounds of all axes, in points; none where there is no way to the end, or no bound.
fn best(sense: Sense, gains: impl Iterator<Item = i32>) -> Option<u32> {
    let least = gains.min().filter(|least| !Subproblem::is_never(*least))?;
    // Scores are integers.
    Some(sense.gain(least.div_euclid(POINT)).max(0) as u32)
}

/// The gain of the subproblems of each axis, in a phase.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StripSums {
    sums: [i32; Axis::ALL.len()],
    phase: usize,
}

impl Subproblems {
    fn new(problem: &Problem, phases: &PhaseTables, frame: Frame) -> Self {
        let subproblem = |cells: Vec<_>| Subproblem::new(problem, phases, &cells);
        Self {
            frame,
            strips: frame.strips().map(subproblem).collect(),
            across: frame.across().map(subproblem).collect(),
        }
    }

    /// Fills the tables with the gains of the multipliers.
    fn fill(&mut self, multipliers: &Multipliers, control: &Control) -> Result<(), Stopped> {
        let frame = self.frame;
        let strips = self.strips.par_iter_mut().enumerate();
        strips.try_for_each(|(strip, subproblem)| {
            let gain = |step| frame.strip_gain(multipliers, strip, step);
            subproblem.fill(gain, control)
        })?;
        let across = self.across.par_iter_mut().enumerate();
        across.try_for_each(|(place, subproblem)| {
            let gain = |step| frame.across_gain(multipliers, place, step);
            subproblem.fill(gain, control)
        })
    }

    /// The bound before the first turn, as a gain in parts of a point.
    fn whole(&self) -> i32 {
        let subproblems = self.strips.iter().chain(&self.across);
        subproblems.map(Subproblem::whole).sum()
    }

    /// Subgradient of the bound: how much more often the best orders of strips count each multiplier than those of the lines across.
    fn subgradient(&self, multipliers: &Multipliers) -> Multipliers {
        let frame = self.frame;
        let sign = frame.sense.gain(1);
        let mut direction = multipliers.zero();
        for (strip, subproblem) in self.strips.iter().enumerate() {
            for step in subproblem.path(|step| frame.strip_gain(multipliers, strip, step)) {
                direction.add(frame.strip_share(strip, step), -sign);
            }
        }
        for (place, subproblem) in self.across.iter().enumerate() {
            for step in subproblem.path(|step| frame.across_gain(multipliers, place, step)) {
                direction.add(frame.across_share(place, step), sign);
            }
        }
        direction
    }

    fn rest(&self, bits: &LineBits, phase: usize) -> i32 {
        let strips = self.strips.iter().enumerate();
        let strips =
            strips.map(|(at, subproblem)| subproblem.rest(phase, self.frame.in_strip(bits, at)));
        let across = self.across.iter().enumerate();
        let across =
            across.map(|(at, subproblem)| subproblem.rest(phase, self.frame.in_across(bits, at)));
        strips.chain(across).sum()
    }

    /// The change of the sum of [`Self::rest`] by one more tile.
    fn change(&self, bits: &LineBits, phase: usize, line: usize, place: usize) -> i32 {
        let (strip, across) = (&self.strips[line / 2], &self.across[place]);
        let in_strip = self.frame.in_strip(bits, line / 2);
        let in_across = self.frame.in_across(bits, place);
        let filled = 1 << (line % 2 * self.frame.length() + place);
        strip.rest(phase, in_strip | filled) - strip.rest(phase, in_strip)
            + across.rest(phase, in_across | 1 << line)
            - across.rest(phase, in_across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::{json_of, valid};

    fn root(n: usize, constraints: &str, target: Option<u32>) -> Option<u32> {
        let problem = valid(&json_of((n, n), Sense::Minimize, constraints));
        let bounds =
            StripBounds::new(&problem, target, None, &Control::default()).expect("short lines");
        bounds.rest(Covering::EMPTY, 0)
    }

    #[test]
    fn the_bound_is_the_minimum_without_any_multipliers() {
        // 89 is published (thesis, 3.1); up to 8×8 the ordering formulation proves the same.
        for (n, minimum) in [
            (1, 1),
            (2, 9),
            (3, 22),
            (4, 52),
            (5, 89),
            (6, 141),
            (7, 198),
            (8, 288),
        ] {
            assert_eq!(root(n, "", None), Some(minimum), "{n}×{n}");
        }
    }

    #[test]
    fn multipliers_lift_the_bound_with_a_last_round() {
        for (n, without, minimum) in [(3, 22, 24), (4, 52, 53), (5, 89, 92)] {
            let rule = r#", "constraints": [{"type": "last-round"}]"#;
            assert_eq!(root(n, rule, None), Some(without), "{n}×{n}");
            assert_eq!(root(n, rule, Some(minimum)), Some(minimum), "{n}×{n}");
        }
    }

    #[test]
    fn long_lines_have_tables_along_the_other_axis_only() {
        let frame_count = |rows, columns| {
            let problem = valid(&json_of((rows, columns), Sense::Minimize, ""));
            StripBounds::new(&problem, None, None, &Control::default())
                .map(|bounds| bounds.frames.len())
        };
        assert_eq!(frame_count(4, 16), Some(1));
        assert_eq!(frame_count(4, 17), None);
        assert_eq!(frame_count(4, 11), Some(2));
    }
}
