//! Lagrangian multipliers of cells, of colours and of precedences.
//!
//! Alone, a row and a column would end with different cells. So each cell has a multiplier, which its row pays and its column gets where
//! the cell is filled at the end. The rows of an end pay what its columns get, whatever the multipliers are, so that each bound holds
//! with them, too. A colour that may be complete has a multiplier for each of its cells, not below 0, which the row of the cell gets. A
//! complete colour pays all of them, and other colours nothing. So the colour gains its points less the multipliers, where that is more
//! than 0. A precedence has a multiplier, not below 0, which the row of its second cell pays and the row of its first cell gets.
//! Subgradient steps with momentum look for multipliers with a tight bound of a root, in the tighter way to count.

use super::counts::{Counts, NEVER};
use super::lines::{Gains, LineGains, best_ends};
use crate::wall::{Cell, Line};
use azulejo_control::Control;
use itertools::{Itertools, chain};

/// Parts of a point, in which gains with multipliers are whole numbers.
pub(super) const PARTS: i32 = 64;

/// Number of steps without a better bound after which steps become shorter, the factor, and the shortest length.
const PATIENCE: usize = 10;
const SHORTER: f64 = 0.7;
const SHORTEST: f64 = 0.02;

/// First length of a step, and the part of the last direction in the next one.
const LENGTH: f64 = 0.5;
const MOMENTUM: f64 = 0.7;

/// The smallest change of a bound that counts, in parts of a point.
const MIN_CHANGE: i32 = 2;

/// Multipliers in points: per cell what its row pays to its column, then per cell what its complete colour pays to its row, then per
/// precedence what the row of its second cell pays to the row of its first cell.
#[derive(Debug, Clone)]
pub(super) struct Multipliers(Vec<f64>);

impl Multipliers {
    /// Multipliers that share out the points of a colour among its cells, and are 0 beside that.
    pub(super) fn new(gains: &LineGains) -> Self {
        let cells = gains.wall.len();
        let mut values = vec![0.0; 2 * cells + gains.precedences.len()];
        for colour in &gains.open {
            let share = f64::from(gains.colour_points) / colour.len() as f64;
            colour
                .iter()
                .for_each(|cell| values[cells + cell.index()] = share);
        }
        Self(values)
    }

    /// Gains of rows and columns in parts of a point, by the bits of their final places, with the multipliers of these places.
    pub(super) fn apply(&self, gains: &LineGains) -> [Vec<Gains<Vec<i32>>>; 2] {
        let charges = charges(&self.0, gains);
        let of_line = |line: Line, of_line: &Gains<Vec<i32>>| {
            let charges = charges.of_line(gains, line);
            of_line.each_ref().map(|gains| applied(&charges, gains))
        };
        let rows = gains.rows.iter().zip(0..);
        let rows = rows.map(|(gains, row)| of_line(Line::Row(row), gains));
        let columns = gains.columns.iter().zip(0..);
        let columns = columns.map(|(gains, column)| of_line(Line::Column(column), gains));
        [rows.collect(), columns.collect()]
    }

    /// Gain of the colours beside the multipliers and of the ways to count, in parts of a point.
    pub(super) fn extra(&self, gains: &LineGains) -> Gains<i32> {
        let colours = charges(&self.0, gains).of_colours.iter().sum::<i32>();
        gains.extra.map(|extra| extra * PARTS + colours)
    }

    /// Takes up to `steps` steps toward a bound of `target` points on the gain of all ends with certain gains of the lines and `tiles`
    /// tiles. The result is the cell on which row and column disagree in most steps, or without whose predecessor rows have it; none
    /// where they agree on all cells.
    pub(super) fn ascend(
        &mut self,
        gains: &LineGains,
        (counts, tiles): (&mut Counts, usize),
        (target, steps): (i32, usize),
        control: &Control,
    ) -> Option<Cell> {
        let mut disagreements = vec![0; gains.wall.len()];
        self.take_steps(gains, (counts, tiles), (target, steps), |slope| {
            for (disagreements, &slope) in disagreements.iter_mut().zip(slope) {
                *disagreements += u32::from(slope != 0.0);
            }
            let of_precedences = &slope[2 * gains.wall.len()..];
            for ([_, then], &slope) in gains.precedences.iter().zip(of_precedences) {
                disagreements[then.index()] += u32::from(slope > 0.0);
            }
            control.stopped()
        });
        let cells = gains.wall.cells();
        let cell = cells.max_by_key(|cell| disagreements[cell.index()])?;
        (disagreements[cell.index()] > 0).then_some(cell)
    }

    /// Takes steps until `stop` is true of a slope.
    fn take_steps(
        &mut self,
        gains: &LineGains,
        (counts, tiles): (&mut Counts, usize),
        (target, steps): (i32, usize),
        mut stop: impl FnMut(&[f64]) -> bool,
    ) {
        let best = &mut self.0;
        let gain = |&way: &usize| Some(slope((way, best), gains, (&mut *counts, tiles))?.0);
        let Some(way) = [0, 1].into_iter().min_by_key(gain) else {
            return;
        };
        let goal = target.saturating_mul(PARTS).saturating_add(PARTS - 1);
        let (mut current, mut best_gain) = (best.clone(), i32::MAX);
        let mut direction = vec![0.0; best.len()];
        let (mut length, mut idle) = (LENGTH, 0);
        for _ in 0..steps {
            let slope = slope((way, &current), gains, (&mut *counts, tiles));
            let Some((gain, slope)) = slope else {
                return;
            };
            if gain <= best_gain - MIN_CHANGE {
                (best_gain, idle) = (gain, 0);
                best.clone_from(&current);
            } else {
                idle += 1;
            }
            // Below the goal nothing is left to prove, and without a slope all lines and colours agree on an end.
            let is_at_goal = gain <= goal || slope.iter().all(|&slope| slope == 0.0);
            if stop(&slope) || is_at_goal || length < SHORTEST {
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
            let others = &mut current[gains.wall.len()..];
            others
                .iter_mut()
                .for_each(|multiplier| *multiplier = multiplier.max(0.0));
        }
    }
}

/// Parts of a point that multipliers add.
struct Charges {
    /// Per cell, the parts that its row gets, and that its column gets.
    of_cells: Vec<[i32; 2]>,
    /// The parts that each open colour gains beside its multipliers.
    of_colours: Vec<i32>,
}

impl Charges {
    /// The parts of a line by place.
    fn of_line(&self, gains: &LineGains, line: Line) -> Vec<i32> {
        let side = usize::from(matches!(line, Line::Column(_)));
        let cells = gains.wall.line_cells(line);
        cells
            .map(|cell| self.of_cells[cell.index()][side])
            .collect()
    }
}

fn charges(multipliers: &[f64], gains: &LineGains) -> Charges {
    let (pays, others) = multipliers.split_at(gains.wall.len());
    let (of_colour, of_precedence) = others.split_at(gains.wall.len());
    let parts = |points: f64| (points * f64::from(PARTS)).round() as i32;
    let mut of_cells = pays
        .iter()
        .map(|&points| [-parts(points), parts(points)])
        .collect_vec();
    let of_colours = gains.open.iter().map(|cells| {
        let mut rest = gains.colour_points * PARTS;
        for cell in cells {
            let share = parts(of_colour[cell.index()]);
            of_cells[cell.index()][0] += share;
            rest -= share;
        }
        rest.max(0)
    });
    let of_colours = of_colours.collect();
    for ([first, then], &points) in gains.precedences.iter().zip(of_precedence) {
        of_cells[first.index()][0] += parts(points);
        of_cells[then.index()][0] -= parts(points);
    }
    Charges {
        of_cells,
        of_colours,
    }
}

/// Gains of a line in parts of a point, by the bits of its final places, with the charges of these places.
fn applied(charges: &[i32], gains: &[i32]) -> Vec<i32> {
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

/// The best gain of all lines in a way to count, in parts of a point, and the direction in which each multiplier lowers it. A cell's
/// is 1 where the row ends with the cell and the column does not, −1 the other way round. A colour's is 1 where the colour is complete
/// and the row ends without the cell, −1 the other way round. A precedence's is 1 where rows end
/// with its second cell alone, −1 with the first one alone. None where there is no end.
fn slope(
    (way, multipliers): (usize, &[f64]),
    gains: &LineGains,
    (counts, tiles): (&mut Counts, usize),
) -> Option<(i32, Vec<f64>)> {
    let (wall, charges) = (gains.wall, charges(multipliers, gains));
    let ends = |line: Line, of_line: &Gains<Vec<i32>>, initial: u16| {
        let gains = applied(&charges.of_line(gains, line), &of_line[way]);
        best_ends(&gains, initial)
    };
    let rows = gains.rows.iter().zip(gains.initial.rows).zip(0..);
    let rows = rows.map(|((gains, initial), row)| ends(Line::Row(row), gains, initial));
    let columns = gains.columns.iter().zip(gains.initial.columns).zip(0..);
    let columns =
        columns.map(|((gains, initial), column)| ends(Line::Column(column), gains, initial));
    let (rows, columns) = (rows.collect_vec(), columns.collect_vec());
    let by_number = |lines: &[Vec<(i32, usize)>]| {
        let gains = lines
            .iter()
            .map(|line| line.iter().map(|end| end.0).collect());
        gains.collect::<Vec<Vec<i32>>>()
    };
    let split = counts.split(&by_number(&rows), &by_number(&columns), tiles)?;
    let in_row = |row: usize, column: usize| rows[row][split.rows[row]].1 >> column & 1;
    let of_cells = wall.cells().map(|cell| {
        let (row, column) = (wall.row_of(cell), wall.column_of(cell));
        let in_column = columns[column][split.columns[column]].1 >> row & 1;
        in_row(row, column) as f64 - in_column as f64
    });
    let mut of_colours = vec![0.0; wall.len()];
    for (cells, &rest) in gains.open.iter().zip(&charges.of_colours) {
        for &cell in cells {
            let is_in_row = in_row(wall.row_of(cell), wall.column_of(cell));
            of_colours[cell.index()] = f64::from(u8::from(rest > 0)) - is_in_row as f64;
        }
    }
    let of_precedences = gains.precedences.iter().map(|pair| {
        let [first, then] = pair.map(|cell| in_row(wall.row_of(cell), wall.column_of(cell)) as f64);
        then - first
    });
    let colours = charges.of_colours.iter().sum::<i32>();
    let gain = split.gain + gains.extra[way] * PARTS + colours;
    Some((gain, chain!(of_cells, of_colours, of_precedences).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::colours::completable_colours;
    use crate::bounds::ends::counts::CountsByRows;
    use crate::bounds::ends::lines::Decisions;
    use crate::bounds::ends::task::{Node, Task};
    use crate::bounds::prefix::LineEnds;
    use crate::instance::Sense;
    use crate::problem::Problem;
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
            let gains = LineGains::new(&problem, &line_ends, &Decisions::default());
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
            let none = LineGains::new(&problem, &line_ends, &Decisions::default());
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
            let decisions = Decisions {
                open,
                ..Decisions::default()
            };
            let gains = LineGains::new(&problem, &line_ends, &decisions);
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
