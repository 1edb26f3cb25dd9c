//! Phases: turns that may fill the same cells.

use super::Problem;
use crate::wall::CellSet;
use itertools::Itertools;

/// A phase: a maximal sequence of turns that may fill the same cells.
#[derive(Debug, Clone, Copy)]
pub struct Phase<'a> {
    /// The number of its turns, at least one.
    pub turns: usize,
    /// The number of its last turn, from 1.
    pub end: usize,
    /// The cells that its turns may fill.
    pub cells: &'a CellSet,
}

impl Problem {
    /// The phases, first to last; empty without turns.
    pub fn phases(&self) -> Vec<Phase<'_>> {
        let mut phases: Vec<Phase<'_>> = Vec::new();
        for turn in self.turns() {
            let (cells, end) = (self.allowed(turn), turn.number());
            match phases.last_mut() {
                Some(phase) if phase.cells == cells => {
                    phase.turns += 1;
                    phase.end = end;
                }
                _ => phases.push(Phase {
                    turns: 1,
                    end,
                    cells,
                }),
            }
        }
        phases
    }

    /// The phases, split at the times of the rows.
    pub(crate) fn phases_of_rows(&self) -> Vec<Phase<'_>> {
        let times = self.times_of_rows();
        let mut phases = Vec::new();
        for phase in self.phases() {
            let mut begin = phase.end - phase.turns;
            let splits = times
                .iter()
                .filter(|time| (begin + 1..phase.end).contains(*time));
            for end in splits.copied().chain([phase.end]).collect_vec() {
                let (turns, cells) = (end - begin, phase.cells);
                phases.push(Phase { turns, end, cells });
                begin = end;
            }
        }
        phases
    }
}
