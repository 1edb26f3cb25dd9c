//! Lagrangian multipliers of cells, of phases, of colours and of precedences.
//!
//! Alone, a row and a column would end with different cells, or fill a cell in different phases. So each cell has a multiplier for each
//! phase, which its row pays and its column gets where the phase fills the cell. The rows of an order pay what its columns get, whatever
//! the multipliers are, so that each bound holds with them, too. A phase has a multiplier, which the row of each of its tiles pays; all
//! turns of the phase get it. A colour that may be complete has a multiplier for each of its cells, not below 0, which the row of the
//! cell gets. A complete colour pays all of them, and other colours nothing. So the colour gains its points less the multipliers, where
//! that is more than 0. A precedence has a multiplier for each phase, not below 0, which the row of its second cell pays and the row of its
//! first cell gets where the cell is filled by the end of the phase.
//! Subgradient steps with momentum look for multipliers with a tight bound of a root, in the tighter way to count.

use super::charges::{Charges, PARTS, Places, unit};
use super::counts::Counts;
use super::frequencies::Frequencies;
use super::lines::{Gains, LineGains};
use super::phases::Phases;
use super::slope::{Slope, slope};
use azulejo_control::Control;
use itertools::{Itertools, chain};
use std::iter::repeat_n;

/// Number of steps without a better bound after which steps become shorter, the factor, and the shortest length.
const PATIENCE: usize = 10;
const SHORTER: f64 = 0.7;
const SHORTEST: f64 = 0.02;

/// First length of a step, and the part of the last direction in the next one.
const LENGTH: f64 = 0.5;
const MOMENTUM: f64 = 0.7;

/// The smallest change of a bound that counts, in parts of a point.
const MIN_CHANGE: i32 = 2;

/// Multipliers in points; those of phases in [units](unit).
#[derive(Debug, Clone)]
pub(super) struct Multipliers(Vec<f64>);

impl Multipliers {
    /// Multipliers that share out the points of a colour among its cells, and are 0 beside that.
    pub(super) fn new(gains: &LineGains) -> Self {
        let places = Places::of(gains);
        let mut values = vec![0.0; places.end];
        for colour in &gains.open {
            let share = f64::from(gains.colour_points) / colour.len() as f64;
            colour
                .iter()
                .for_each(|cell| values[places.of_colours + cell.index()] = share);
        }
        Self(values)
    }

    /// The multipliers where one phase of `gains` has parts in finer phases: its multipliers are those of each part, and precedences have
    /// none for parts but the last one.
    pub(super) fn with_parts(&self, gains: &LineGains, number: usize, finer: &Phases) -> Self {
        let places = Places::of(gains);
        let parts = finer.len() + 1 - places.phases;
        let whole = (0..places.phases)
            .flat_map(|phase| repeat_n(phase, if phase == number { parts } else { 1 }));
        let whole = whole.collect_vec();
        let is_inner = |phase: &usize| (number..number + parts - 1).contains(phase);
        let of_cells = self.0[..places.of_phases].chunks(places.phases);
        let of_cells = of_cells.flat_map(|of_cell| whole.iter().map(|&phase| of_cell[phase]));
        let before = gains.phases.turns().map(unit).collect_vec();
        let of_phases = whole
            .iter()
            .zip(finer.turns())
            .map(|(&phase, turns)| self.0[places.of_phases + phase] * before[phase] / unit(turns));
        let of_colours = &self.0[places.of_colours..places.of_precedences];
        let of_precedences = self.0[places.of_precedences..].chunks(places.phases);
        let of_precedences = of_precedences.flat_map(|by_phase| {
            let values = whole.iter().map(|&phase| by_phase[phase]).enumerate();
            values.map(|(phase, value)| if is_inner(&phase) { 0.0 } else { value })
        });
        let of_colours = of_colours.iter().copied();
        Self(chain!(of_cells, of_phases, of_colours, of_precedences).collect())
    }

    /// Whether some cell has a multiplier. Where steps leave all of them 0, as on many walls without constraints, rows and columns gain
    /// nothing by an agreement on single cells.
    pub(super) fn has_cells(&self, gains: &LineGains) -> bool {
        let of_cells = &self.0[..Places::of(gains).of_phases];
        of_cells.iter().any(|&multiplier| multiplier != 0.0)
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.len() * size_of::<f64>()
    }

    /// Gains of rows and columns in parts of a point, by the bits of their final places, with the multipliers of these places.
    pub(super) fn apply(&self, gains: &LineGains) -> [Vec<Gains<Vec<i32>>>; 2] {
        let charges = Charges::new(&self.0, gains);
        let ways = [0, 1].map(|way| charges.tables(gains, way));
        let ends = |axis: usize| {
            let [first, second] = ways.each_ref().map(|tables| tables[axis].iter());
            let tables = first.zip_eq(second);
            tables
                .map(|(first, second)| [first.ends.clone(), second.ends.clone()])
                .collect()
        };
        [ends(0), ends(1)]
    }

    /// Gain beside the lines in the ways to count, in parts of a point.
    pub(super) fn extra(&self, gains: &LineGains) -> Gains<i32> {
        let charges = Charges::new(&self.0, gains);
        gains.extra.map(|extra| extra * PARTS + charges.extra())
    }

    /// Takes up to `steps` steps toward a bound of `target` points on the gain of all ends with certain gains of the lines and `tiles`
    /// tiles. The result are the phases of cells in these steps.
    pub(super) fn ascend(
        &mut self,
        gains: &LineGains,
        (counts, tiles): (&mut Counts, usize),
        (target, steps): (i32, usize),
        control: &Control,
    ) -> Frequencies {
        let mut frequencies = Frequencies::new(gains);
        self.take_steps(gains, (counts, tiles), (target, steps), |slope| {
            frequencies.add(gains, &slope.phases);
            control.stopped()
        });
        frequencies
    }

    /// Takes steps until `stop` is true of a slope.
    fn take_steps(
        &mut self,
        gains: &LineGains,
        (counts, tiles): (&mut Counts, usize),
        (target, steps): (i32, usize),
        mut stop: impl FnMut(&Slope) -> bool,
    ) {
        let best = &mut self.0;
        let gain = |&way: &usize| Some(slope((way, best), gains, (&mut *counts, tiles))?.gain);
        let Some(way) = [0, 1].into_iter().min_by_key(gain) else {
            return;
        };
        let goal = target.saturating_mul(PARTS).saturating_add(PARTS - 1);
        let (mut current, mut best_gain) = (best.clone(), i32::MAX);
        let mut direction = vec![0.0; best.len()];
        let (mut length, mut idle) = (LENGTH, 0);
        for _ in 0..steps {
            let Some(slope) = slope((way, &current), gains, (&mut *counts, tiles)) else {
                return;
            };
            let gain = slope.gain;
            if gain <= best_gain - MIN_CHANGE {
                (best_gain, idle) = (gain, 0);
                best.clone_from(&current);
            } else {
                idle += 1;
            }
            // Below the goal nothing is left to prove, and without a slope all lines and colours agree on an end.
            let is_at_goal = gain <= goal || slope.values.iter().all(|&slope| slope == 0.0);
            if stop(&slope) || is_at_goal || length < SHORTEST {
                break;
            }
            if idle > PATIENCE {
                (length, idle) = (length * SHORTER, 0);
                current.clone_from(best);
                direction.fill(0.0);
                continue;
            }
            for (direction, slope) in direction.iter_mut().zip(&slope.values) {
                *direction = slope + MOMENTUM * *direction;
            }
            let square = direction.iter().map(|part| part * part).sum::<f64>();
            // Without an order there is no goal: a tenth of the gain.
            let excess = (gain - goal.max(gain - gain.abs() / 10)) / PARTS;
            let step = length * f64::from(excess.max(1)) / square.max(1.0);
            for (multiplier, direction) in current.iter_mut().zip(&direction) {
                *multiplier += step * direction;
            }
            let others = &mut current[Places::of(gains).of_colours..];
            others
                .iter_mut()
                .for_each(|multiplier| *multiplier = multiplier.max(0.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::colours::completable_colours;
    use crate::bounds::ends::counts::CountsByRows;
    use crate::bounds::ends::counts::NEVER;
    use crate::bounds::ends::lines::Decisions;
    use crate::bounds::ends::task::{Node, Task};
    use crate::bounds::prefix::LineEnds;
    use crate::instance::Sense;
    use crate::problem::Problem;
    use crate::problem::small::{json_of, problem_of};
    use crate::wall::Cell;
    use itertools::iproduct;

    /// Bounds of all nodes after the last row, by the cells of the end.
    fn bounds_of_ends(task: &mut Task, counts: &mut CountsByRows) -> Vec<(Vec<u16>, i32)> {
        let (rows, columns) = (task.wall.rows(), task.wall.columns());
        let (mut nodes, mut bounds): (Vec<Node>, _) = (vec![task.root()], Vec::new());
        while let Some(node) = nodes.pop() {
            if node.decided == rows {
                let bound = task.bound(&node, counts, NEVER / 2);
                bounds.extend(bound.map(|bound| (node.end.rows.to_vec(), bound)));
                continue;
            }
            nodes.extend((0..1 << columns).filter_map(|bits| task.with_row(&node, bits)));
        }
        bounds
    }

    const EXTRAS: [&str; 4] = [
        "",
        r#", "initial": [2, 4], "bonus": {"row": 2, "column": 7, "colour": 10}"#,
        r#", "constraints": [{"type": "last", "cells": [1, 6]}], "bonus": {"row": 5, "column": 7, "colour": 4}"#,
        r#", "constraints": [{"type": "before", "first": 6, "then": 1}, {"type": "before", "first": 3, "then": 6}]"#,
    ];

    /// Small problems that fill a part of their walls.
    fn problems() -> impl Iterator<Item = (String, Problem)> {
        let cases = iproduct!(
            [(2, 4), (3, 3), (4, 3)],
            EXTRAS,
            [Sense::Maximize, Sense::Minimize],
            [3, 5, 6]
        );
        cases.filter_map(|(size, extra, sense, turns)| {
            let json = json_of(size, sense, &format!(r#", "turns": {turns}{extra}"#));
            let problem = problem_of(&json)?;
            Some((json, problem))
        })
    }

    #[test]
    fn multipliers_tighten_roots_and_leave_ends_as_they_are() {
        let mut tighter = 0;
        for (json, problem) in problems() {
            let (wall, turns, control) = (problem.wall(), problem.horizon(), Control::default());
            let line_ends = LineEnds::new(&problem, &control).expect("not stopped");
            let phases = Phases::new(&problem);
            let decisions = Decisions::new(&problem, Vec::new());
            let gains = LineGains::new((&problem, &phases), &line_ends, &decisions);
            if !gains.precedences.is_empty() {
                continue;
            }
            let size = (wall.rows(), wall.columns());
            let mut counts = CountsByRows::new(size, 0..=wall.columns(), turns, 1 << 30);
            let mut multipliers = Multipliers::new(&gains);
            let mut task = Task::new(&problem, &gains, &multipliers, 1 << 20);
            let root = task.bound(&task.root(), &mut counts, NEVER / 2);
            let ends = bounds_of_ends(&mut task, &mut counts);
            let Some(best) = ends.iter().map(|end| end.1).max() else {
                continue;
            };
            let of_root = counts.after(0).expect("few");
            multipliers.ascend(&gains, (of_root, turns), (best, 120), &control);
            let mut task = Task::new(&problem, &gains, &multipliers, 1 << 20);
            let bound = task.bound(&task.root(), &mut counts, NEVER / 2);
            assert!(Some(best) <= bound && bound <= root, "{json}");
            assert_eq!(bounds_of_ends(&mut task, &mut counts), ends, "{json}");
            tighter += usize::from(bound < root);
        }
        assert!(tighter > 5, "{tighter}");
    }

    /// Comparison with the bounds of ends whose complete colours are known, for all multipliers.
    #[test]
    fn no_end_gains_more_than_with_open_colours_and_precedences() {
        let (mut tighter, mut loose) = ([0; 2], 0);
        for (json, problem) in problems() {
            let open = completable_colours(&problem);
            let (wall, turns, control) = (problem.wall(), problem.horizon(), Control::default());
            let line_ends = LineEnds::new(&problem, &control).expect("not stopped");
            let size = (wall.rows(), wall.columns());
            let mut counts = CountsByRows::new(size, 0..=wall.columns(), turns, 1 << 30);
            let phases = Phases::new(&problem);
            let decisions = Decisions::new(&problem, Vec::new());
            let none = LineGains::new((&problem, &phases), &line_ends, &decisions);
            if open.is_empty() && none.precedences.is_empty() {
                continue;
            }
            let mut task = Task::new(&problem, &none, &Multipliers::new(&none), 1 << 20);
            let points = problem.bonus().colour as i32;
            let ends = bounds_of_ends(&mut task, &mut counts).into_iter();
            let ends = ends.map(|(rows, bound)| {
                let is_filled =
                    |cell: Cell| rows[wall.row_of(cell)] >> wall.column_of(cell) & 1 == 1;
                let complete = open
                    .iter()
                    .filter(|cells| cells.iter().all(|&cell| is_filled(cell)));
                bound + points * complete.count() as i32
            });
            let ends = ends.collect_vec();
            let has_precedences = usize::from(!none.precedences.is_empty());
            let decisions = Decisions::new(&problem, open);
            let gains = LineGains::new((&problem, &phases), &line_ends, &decisions);
            let mut multipliers = Multipliers::new(&gains);
            let mut previous = None;
            for steps in [0, 1, 2, 120] {
                let (goal, of_root) = ((NEVER / 2, steps), counts.after(0).expect("few"));
                multipliers.ascend(&gains, (of_root, turns), goal, &control);
                let mut task = Task::new(&problem, &gains, &multipliers, 1 << 20);
                let bound = task.bound(&task.root(), &mut counts, NEVER / 2);
                assert!(bound >= ends.iter().max().copied(), "{json}");
                tighter[has_precedences] +=
                    usize::from(previous.is_some_and(|previous| bound < previous));
                previous = Some(bound);
                let bounds = bounds_of_ends(&mut task, &mut counts);
                for ((_, bound), end) in bounds.iter().zip_eq(&ends) {
                    assert!(bound >= end, "{json}");
                    loose += usize::from(bound > end);
                }
            }
        }
        assert!(
            tighter[0] > 3 && tighter[1] > 3 && loose > 5,
            "{tighter:?} {loose}"
        );
    }
}
