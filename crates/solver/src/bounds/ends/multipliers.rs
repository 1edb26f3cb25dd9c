//! Lagrangian multipliers of cells.
//!
//! Alone, a row and a column would end with different cells. So each cell has a multiplier, which its row pays and its column gets where
//! the cell is filled at the end. The rows of an end pay what its columns get, whatever the multipliers are, so that each bound holds
//! with them, too. Subgradient steps with momentum look for multipliers with a tight bound of a root, in the tighter way to count.

use super::counts::{Counts, NEVER};
use super::lines::{Gains, LineGains, best_ends};
use crate::wall::{Line, Wall};
use azulejo_control::Control;
use itertools::Itertools;

/// Parts of a point, in which gains with multipliers are whole numbers.
pub(super) const PARTS: i32 = 64;

/// Largest number of steps.
const STEPS: usize = 120;

/// Number of steps without a better bound after which steps become shorter, the factor, and the shortest length.
const PATIENCE: usize = 10;
const SHORTER: f64 = 0.7;
const SHORTEST: f64 = 0.02;

/// First length of a step, and the part of the last direction in the next one.
const LENGTH: f64 = 0.5;
const MOMENTUM: f64 = 0.7;

/// The smallest change of a bound that counts, in parts of a point.
const MIN_CHANGE: i32 = 2;

/// A multiplier of each cell, in points.
#[derive(Debug, Clone)]
pub(super) struct Multipliers(Vec<f64>);

impl Multipliers {
    /// The multipliers 0.
    pub(super) fn zero(wall: Wall) -> Self {
        Self(vec![0.0; wall.len()])
    }

    /// Gains of a line in parts of a point, by the bits of its final places: less the multipliers of these for a row, with them for
    /// a column.
    pub(super) fn apply(
        &self,
        (wall, line): (Wall, Line),
        gains: &Gains<Vec<i32>>,
    ) -> Gains<Vec<i32>> {
        gains
            .each_ref()
            .map(|gains| applied(&self.0, (wall, line), gains))
    }

    /// Takes steps toward a bound of `target` points on the gain of all ends with certain gains of the lines and `tiles` tiles.
    pub(super) fn ascend(
        &mut self,
        wall: Wall,
        gains: &LineGains,
        (counts, tiles): (&mut Counts, usize),
        target: i32,
        control: &Control,
    ) {
        let best = &mut self.0;
        let gain = |&way: &usize| {
            let (gain, _) = slope((way, best), wall, gains, (&mut *counts, tiles))?;
            Some(gain + gains.extra[way] * PARTS)
        };
        let Some(way) = [0, 1].into_iter().min_by_key(gain) else {
            return;
        };
        let goal = target.saturating_sub(gains.extra[way]);
        let goal = goal.saturating_mul(PARTS).saturating_add(PARTS - 1);
        let (mut current, mut best_gain) = (best.clone(), i32::MAX);
        let mut direction = vec![0.0; wall.len()];
        let (mut length, mut idle) = (LENGTH, 0);
        for _ in 0..STEPS {
            if control.stopped() || length < SHORTEST {
                break;
            }
            let slope = slope((way, &current), wall, gains, (&mut *counts, tiles));
            let Some((gain, slope)) = slope else {
                return;
            };
            if gain <= best_gain - MIN_CHANGE {
                (best_gain, idle) = (gain, 0);
                best.clone_from(&current);
            } else {
                idle += 1;
            }
            // Below the goal nothing is left to prove, and without a slope all lines agree on an end.
            if gain <= goal || slope.iter().all(|&slope| slope == 0.0) {
                break;
            }
            if idle > PATIENCE {
                (length, idle) = (length * SHORTER, 0);
                current.clone_from(best);
                direction.fill(0.0);
                continue;
            }
            for (direction, slope) in direction.iter_mut().zip(&slope) {
                *direction = slope + MOMENTUM * *direction;
            }
            let square = direction.iter().map(|part| part * part).sum::<f64>();
            // Without an order there is no goal: a tenth of the gain.
            let excess = (gain - goal.max(gain - gain.abs() / 10)) / PARTS;
            let step = length * f64::from(excess.max(1)) / square.max(1.0);
            for (multiplier, direction) in current.iter_mut().zip(&direction) {
                *multiplier += step * direction;
            }
        }
    }
}

/// Gains of a line in parts of a point with the multipliers of a way to count.
fn applied(multipliers: &[f64], (wall, line): (Wall, Line), gains: &[i32]) -> Vec<i32> {
    let sign = match line {
        Line::Row(_) => -1,
        Line::Column(_) => 1,
    };
    let charges = wall.line_cells(line).map(|cell| {
        let parts = multipliers[cell.index()] * f64::from(PARTS);
        sign * parts.round() as i32
    });
    let charges = charges.collect_vec();
    let mut sums = vec![0; gains.len()];
    for bits in 1..gains.len() {
        sums[bits] = sums[bits & (bits - 1)] + charges[bits.trailing_zeros() as usize];
    }
    let gains = gains.iter().zip(sums);
    let gains = gains.map(|(&gain, sum)| match gain > NEVER / 2 {
        true => gain * PARTS + sum,
        false => NEVER,
    });
    gains.collect()
}

/// The best gain of all lines in a way to count, in parts of a point, and its subgradient by cell: 1 where the row ends with the cell
/// and the column does not, −1 the other way round. None where there is no end.
fn slope(
    (way, multipliers): (usize, &[f64]),
    wall: Wall,
    gains: &LineGains,
    (counts, tiles): (&mut Counts, usize),
) -> Option<(i32, Vec<f64>)> {
    let ends = |line: Line, gains: &Gains<Vec<i32>>, initial: u16| {
        let gains = applied(multipliers, (wall, line), &gains[way]);
        best_ends(&gains, initial)
    };
    let rows = gains.rows.iter().zip(0..);
    let rows = rows
        .map(|(gains_of, row)| ends(Line::Row(row), gains_of, gains.initial.rows[row as usize]));
    let columns = gains.columns.iter().zip(0..);
    let columns = columns.map(|(gains_of, column)| {
        let initial = gains.initial.columns[column as usize];
        ends(Line::Column(column), gains_of, initial)
    });
    let (rows, columns) = (rows.collect_vec(), columns.collect_vec());
    let by_number = |lines: &[Vec<(i32, usize)>]| {
        let gains = lines
            .iter()
            .map(|line| line.iter().map(|end| end.0).collect());
        gains.collect::<Vec<Vec<i32>>>()
    };
    let split = counts.split(&by_number(&rows), &by_number(&columns), tiles)?;
    let slope = wall.cells().map(|cell| {
        let (row, column) = (wall.row_of(cell), wall.column_of(cell));
        let in_row = rows[row][split.rows[row]].1 >> column & 1;
        let in_column = columns[column][split.columns[column]].1 >> row & 1;
        in_row as f64 - in_column as f64
    });
    Some((split.gain, slope.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::ends::counts::CountsByRows;
    use crate::bounds::ends::task::{Node, Task};
    use crate::bounds::prefix::LineEnds;
    use crate::instance::Sense;
    use crate::problem::small::{json_of, problem_of};
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

    #[test]
    fn multipliers_tighten_roots_and_leave_ends_as_they_are() {
        let extras = [
            "",
            r#", "initial": [2, 4], "bonus": {"row": 2, "column": 7}"#,
            r#", "constraints": [{"type": "last", "cells": [1, 6]}], "bonus": {"row": 5, "column": 7}"#,
        ];
        let mut tighter = 0;
        for ((rows, columns), extra, sense, turns) in iproduct!(
            [(2, 4), (3, 3), (4, 3)],
            extras,
            [Sense::Maximize, Sense::Minimize],
            [3, 5, 6]
        ) {
            let members = format!(r#", "turns": {turns}{extra}"#);
            let json = json_of((rows, columns), sense, &members);
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let (wall, control) = (problem.wall(), Control::default());
            let line_ends = LineEnds::new(&problem, &control).expect("not stopped");
            let gains = LineGains::new(&problem, &line_ends, &[]);
            let mut counts = CountsByRows::new((rows, columns), 0..=columns, turns, 1 << 30);
            let mut multipliers = Multipliers::zero(wall);
            let mut task = Task::new(&problem, &gains, &multipliers, 1 << 20);
            let root = task.bound(&task.root(), &mut counts, NEVER / 2);
            let ends = bounds_of_ends(&mut task, &mut counts);
            let Some(best) = ends.iter().map(|end| end.1).max() else {
                continue;
            };
            let of_root = counts.after(0).expect("few");
            multipliers.ascend(wall, &gains, (of_root, turns), best, &control);
            let mut task = Task::new(&problem, &gains, &multipliers, 1 << 20);
            let bound = task.bound(&task.root(), &mut counts, NEVER / 2);
            assert!(Some(best) <= bound && bound <= root, "{json}");
            assert_eq!(bounds_of_ends(&mut task, &mut counts), ends, "{json}");
            tighter += usize::from(bound < root);
        }
        assert!(tighter > 5, "{tighter}");
    }
}
