//! Phases of the cells in the steps of multipliers: where rows and columns disagree, and an end that most of them have.

use super::lines::{LineGains, Span};
use crate::wall::{Cell, CellSet};
use itertools::Itertools;
use std::cmp::Reverse;

/// Cell on which row and column disagree, and the phase by which it is filled, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Disagreement {
    pub(super) cell: Cell,
    pub(super) phase: usize,
}

/// Frequencies of the phases that fill each cell, in rows and in columns.
#[derive(Debug)]
pub(super) struct Frequencies {
    /// Per cell, the number of its lines that fill it in each phase; the last number is that of empty cells.
    lines: Vec<Vec<u32>>,
    /// Per cell, the number of steps in which its row and its column disagree, or in which rows fill it before a predecessor.
    disagreements: Vec<u32>,
}

impl Frequencies {
    pub(super) fn new(gains: &LineGains) -> Self {
        Self {
            lines: vec![vec![0; gains.phases.len() + 1]; gains.wall.len()],
            disagreements: vec![0; gains.wall.len()],
        }
    }

    /// Adds the phases of a step, per cell the one of its row and the one of its column.
    pub(super) fn add(&mut self, gains: &LineGains, phases: &[[usize; 2]]) {
        for (place, &[row, column]) in phases.iter().enumerate() {
            self.lines[place][row] += 1;
            self.lines[place][column] += 1;
            self.disagreements[place] += u32::from(row != column);
        }
        for pair in &gains.precedences {
            let [first, then] = pair.map(|cell| phases[cell.index()][0]);
            let is_late = then < gains.phases.len() && first > then;
            self.disagreements[pair[1].index()] += u32::from(is_late);
        }
    }

    /// The cell with most disagreements; none where rows and columns agree in all steps.
    pub(super) fn disagreement(&self, gains: &LineGains) -> Option<Disagreement> {
        let disagreements = |cell: &Cell| self.disagreements[cell.index()];
        let cell = gains.wall.cells().max_by_key(disagreements)?;
        let lines = &self.lines[cell.index()];
        (disagreements(&cell) > 0).then(|| Disagreement {
            cell,
            phase: middle(lines, gains.spans[cell.index()]),
        })
    }

    /// Cells for the turns of each phase, the most frequent ones first, in which no cell comes before its predecessors; none where cells
    /// are missing.
    pub(super) fn rounding(&self, gains: &LineGains) -> Option<Vec<CellSet>> {
        let (wall, count) = (gains.wall, gains.phases.len());
        let mut turns_left = gains.phases.turns().collect_vec();
        let mut phase_of = vec![None; wall.len()];
        let pairs = gains
            .free()
            .flat_map(|cell| (0..count).map(move |phase| (cell, phase)));
        let is_open = |&(cell, phase): &(Cell, usize)| {
            gains.spans[cell.index()].contains(phase) && gains.phases.may_fill(phase, cell)
        };
        let is_optional = |cell: Cell| gains.spans[cell.index()].last == count;
        let mut pairs = pairs
            .filter(is_open)
            .sorted_by_key(|&(cell, phase)| {
                (is_optional(cell), Reverse(self.lines[cell.index()][phase]))
            })
            .collect_vec();
        loop {
            let next = pairs.iter().position(|&(cell, phase)| {
                let follows = |&[first, then]: &[Cell; 2]| {
                    then != cell || phase_of[first.index()].is_some_and(|first| first <= phase)
                };
                turns_left[phase] > 0 && gains.precedences.iter().all(follows)
            });
            let Some(next) = next else {
                break;
            };
            let (cell, phase) = pairs[next];
            phase_of[cell.index()] = Some(phase);
            turns_left[phase] -= 1;
            pairs.retain(|pair| pair.0 != cell);
        }
        let cells = |number| {
            let cells = wall
                .cells()
                .filter(|cell| phase_of[cell.index()] == Some(number));
            CellSet::of(wall, cells)
        };
        turns_left
            .iter()
            .all(|&turns| turns == 0)
            .then(|| (0..count).map(cells).collect())
    }
}

/// The phase of a span before its last one that halves some numbers by phase best.
fn middle(numbers: &[u32], span: Span) -> usize {
    let total = numbers.iter().sum::<u32>();
    let mut best = (u32::MAX, span.first);
    for phase in (span.first..span.last).rev() {
        let by_phase = numbers[..=phase].iter().sum::<u32>();
        let difference = (2 * by_phase).abs_diff(total);
        // Where all are by this phase, the earliest one.
        if difference < best.0 || difference == best.0 && by_phase == total {
            best = (difference, phase);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::ends::lines::Decisions;
    use crate::bounds::ends::phases::Phases;
    use crate::bounds::prefix::LineEnds;
    use crate::instance::Sense;
    use crate::problem::small::{json_of, valid};
    use azulejo_control::Control;

    #[test]
    fn the_middle_of_a_span_halves_numbers() {
        let whole = Span { first: 0, last: 3 };
        assert_eq!(middle(&[4, 0, 0, 4], whole), 2);
        assert_eq!(middle(&[4, 3, 0, 0], whole), 0);
        assert_eq!(middle(&[1, 4, 4, 1], whole), 1);
        // All are by phase 1, so a predecessor has to be, too.
        assert_eq!(middle(&[0, 8, 0, 0], whole), 1);
        assert_eq!(middle(&[0, 8, 0, 0], Span { first: 2, last: 3 }), 2);
    }

    #[test]
    fn a_rounding_keeps_to_turns_spans_and_precedences() {
        let extra = r#", "turns": 5, "constraints": [{"type": "only", "cells": [1, 2, 5, 8], "from": 2, "to": 4}, {"type": "before", "first": 9, "then": 5}]"#;
        let problem = valid(&json_of((3, 3), Sense::Maximize, extra));
        let line_ends = LineEnds::new(&problem, &Control::default()).expect("not stopped");
        let (number, phases) = Phases::new(&problem).finer().expect("five turns");
        let decisions = Decisions::new(&problem, Vec::new()).with_parts(number, &phases);
        assert_eq!(phases.turns().collect_vec(), [1, 3, 1]);
        let gains = LineGains::new((&problem, &phases), &line_ends, &decisions);
        let mut frequencies = Frequencies::new(&gains);
        // Cells 5, 8, 1 and 2 in the middle, and cell 9 last, after cell 5, which waits for it.
        let mut step = vec![[3, 3]; 9];
        for cell in [5, 8, 1, 2] {
            step[cell - 1] = [1, 1];
        }
        step[8] = [2, 2];
        frequencies.add(&gains, &step);
        let five = Cell::from_index(4);
        let disagreement = frequencies.disagreement(&gains);
        let expected = Disagreement {
            cell: five,
            phase: 1,
        };
        assert_eq!(disagreement, Some(expected));
        // Without cell 9 before the end, cell 5 stays empty; the first turn has the first cell that may be filled.
        let cells = frequencies
            .rounding(&gains)
            .expect("there are cells enough");
        let numbers = cells
            .iter()
            .map(|cells| cells.iter().map(|cell| cell.index() + 1));
        let numbers = numbers.map(|numbers| numbers.collect_vec()).collect_vec();
        assert_eq!(numbers, [vec![3], vec![1, 2, 8], vec![9]]);
        // A cell in different phases of its lines counts, too, and cell 5 comes after cell 9.
        step[6] = [0, 3];
        step[7] = [3, 3];
        step[8] = [0, 0];
        let mut frequencies = Frequencies::new(&gains);
        frequencies.add(&gains, &step);
        let seven = Cell::from_index(6);
        let disagreement = frequencies.disagreement(&gains);
        assert_eq!(disagreement.map(|other| other.cell), Some(seven));
        let cells = frequencies
            .rounding(&gains)
            .expect("there are cells enough");
        assert!(cells[1].contains(five) && cells[0].contains(Cell::from_index(8)));
    }
}
