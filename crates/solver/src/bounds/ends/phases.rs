//! Phases of the search, and lines whose cells are filled in phases.
//!
//! At first all turns are one phase, and only the end counts. Where rows and columns agree on an end whose best order stays unknown, the
//! turns are divided: into phases that may fill very different cells, and then into halves. A line then gains by the phases in which its
//! cells are filled, and each cell is charged by its phase.

use super::LONGEST;
use super::charges::PARTS;
use super::counts::NEVER;
use super::lines::{Gains, Span};
use crate::bounds::completion::{empty_places, line_points, places_of};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};
use itertools::Itertools;
use std::ops::Range;
use std::rc::Rc;

/// Largest number of phases of a problem.
const MOST: usize = 4;

/// Divisor of the number of all pairs of a turn and a cell that it may fill: phases are joined while fewer pairs are added.
const LOSS: usize = 20;

/// Sequence of turns.
#[derive(Debug, Clone)]
pub(super) struct Phase {
    /// Turns by their indices from 0.
    turns: Range<usize>,
    /// Cells that some of the turns may fill.
    cells: CellSet,
}

/// Phases of all turns, first to last.
#[derive(Debug)]
pub(super) struct Phases {
    phases: Vec<Phase>,
    /// Per turn, the cells that it may fill.
    turn_cells: Rc<[CellSet]>,
    /// Points of a tile in a row and in a column, in both ways to count.
    points: Rc<[Gains<Points>; 2]>,
}

/// Points of a tile in parts of a point, with the sign of a gain, by the places before it and its place: an entry for each place of each
/// set of places.
type Points = Vec<i32>;

fn points(length: usize, way: usize, sense: Sense) -> Points {
    let mut points = vec![0; length << length];
    for bits in 0..1 << length {
        for place in empty_places(bits, length) {
            let of_tile = line_points(bits, place).max(way as u32);
            points[bits * length + place] = sense.gain(of_tile as i32) * PARTS;
        }
    }
    points
}

impl Phases {
    /// One phase of all turns.
    pub(super) fn new(problem: &Problem) -> Self {
        let (wall, sense, tight) = (problem.wall(), problem.sense(), problem.with_propagation());
        let of_row = [0, 1].map(|way| points(wall.columns(), way, sense));
        let mut of_column = [0, 1].map(|way| points(wall.rows(), way, sense));
        // For the maximum the starts count along one axis, and for the minimum along both or none.
        if sense == Sense::Maximize {
            of_column.swap(0, 1);
        }
        Self {
            phases: vec![Phase {
                turns: 0..problem.horizon(),
                cells: CellSet::full(wall),
            }],
            turn_cells: tight
                .turns()
                .map(|turn| tight.allowed(turn).clone())
                .collect(),
            points: Rc::new([of_row, of_column]),
        }
    }

    fn phase(&self, turns: Range<usize>) -> Phase {
        let mut cells = self.turn_cells[turns.start].clone();
        for of_turn in &self.turn_cells[turns.clone()] {
            cells.add(of_turn);
        }
        Phase { turns, cells }
    }

    /// Finer phases, and the number of the phase with parts in them: of the only phase those of the constraints, or else halves of the
    /// longest one; none where each phase is a turn.
    pub(super) fn finer(&self) -> Option<(usize, Self)> {
        let longest = self
            .phases
            .iter()
            .position_max_by_key(|phase| phase.turns.len())?;
        let turns = self.phases[longest].turns.clone();
        let middle = turns.start + turns.len() / 2;
        if middle == turns.start {
            return None;
        }
        let parts = match self.len() {
            1 => self.of_constraints(),
            _ => Vec::new(),
        };
        let parts = match parts.len() {
            0 | 1 => vec![
                self.phase(turns.start..middle),
                self.phase(middle..turns.end),
            ],
            _ => parts,
        };
        let mut phases = self.phases.clone();
        phases.splice(longest..=longest, parts);
        let finer = Self {
            phases,
            turn_cells: Rc::clone(&self.turn_cells),
            points: Rc::clone(&self.points),
        };
        Some((longest, finer))
    }

    /// Turns that may fill the same cells, joined where that adds few pairs of a turn and a cell, and until there are few phases.
    fn of_constraints(&self) -> Vec<Phase> {
        let mut phases: Vec<Phase> = Vec::new();
        for (turn, cells) in self.turn_cells.iter().enumerate() {
            match phases.last_mut() {
                Some(phase) if phase.cells == *cells => phase.turns.end = turn + 1,
                _ => phases.push(self.phase(turn..turn + 1)),
            }
        }
        let pairs = |phase: &Phase| phase.turns.len() * phase.cells.len();
        let mut loss_left = phases.iter().map(pairs).sum::<usize>() / LOSS;
        loop {
            let join = |pair: &[Phase]| {
                let phase = self.phase(pair[0].turns.start..pair[1].turns.end);
                (pairs(&phase) - pairs(&pair[0]) - pairs(&pair[1]), phase)
            };
            let joins = phases.windows(2).map(join).enumerate();
            let Some((place, (loss, phase))) = joins.min_by_key(|(_, join)| join.0) else {
                break;
            };
            if phases.len() <= MOST && loss > loss_left {
                break;
            }
            loss_left = loss_left.saturating_sub(loss);
            phases.splice(place..place + 2, [phase]);
        }
        phases
    }

    /// Number of phases.
    pub(super) fn len(&self) -> usize {
        self.phases.len()
    }

    /// Number of turns of each phase.
    pub(super) fn turns(&self) -> impl Iterator<Item = usize> {
        self.phases.iter().map(|phase| phase.turns.len())
    }

    /// Whether some turn of a phase may fill a cell.
    pub(super) fn may_fill(&self, phase: usize, cell: Cell) -> bool {
        self.phases[phase].cells.contains(cell)
    }
}

/// A line in several phases.
pub(super) struct PhasedLine<'a> {
    points: &'a Gains<Points>,
    length: usize,
    /// Bits of the initial places.
    initial: usize,
    /// Per place, the places of the line that are filled before it.
    waits: Vec<usize>,
    /// Per phase, the places that it may fill.
    open: Vec<usize>,
}

impl<'a> PhasedLine<'a> {
    /// The line of some cells, of a row (0) or of a column (1), with phases of each cell.
    pub(super) fn new(
        (problem, phases): (&Problem, &'a Phases),
        (cells, axis): (&[Cell], usize),
        spans: &[Span],
    ) -> Self {
        let waits = cells.iter().map(|&then| {
            let before = problem.before(then);
            places_of(cells, |first| {
                before.contains(first) && !problem.initial().contains(first)
            })
        });
        let open = (0..phases.len()).map(|phase| {
            places_of(cells, |cell| {
                phases.may_fill(phase, cell) && spans[cell.index()].contains(phase)
            })
        });
        Self {
            points: &phases.points[axis],
            length: cells.len(),
            initial: places_of(cells, |cell| problem.initial().contains(cell)),
            waits: waits.collect(),
            open: open.collect(),
        }
    }

    /// Best gain of the line in parts of a point after each phase, by the bits of its filled places, with a charge for each place in
    /// each phase. Initial places are charged as in the first phase.
    pub(super) fn tables(&self, way: usize, charges: &[i32]) -> Vec<Vec<i32>> {
        let (phases, initial) = (self.open.len(), self.initial);
        let points = &self.points[way];
        let mut tables: Vec<Vec<i32>> = Vec::with_capacity(phases);
        for (phase, &open) in self.open.iter().enumerate() {
            let mut table = tables.last().cloned().unwrap_or_else(|| {
                let mut table = vec![NEVER; 1 << self.length];
                table[initial] = ones(initial).map(|place| charges[place * phases]).sum();
                table
            });
            for bits in initial + 1..table.len() {
                if initial & !bits != 0 {
                    continue;
                }
                let mut best = table[bits];
                for place in ones(bits & open & !initial) {
                    let before = bits & !(1 << place);
                    if self.waits[place] & !before == 0 {
                        let gain = points[before * self.length + place];
                        best = best.max(table[before] + gain + charges[place * phases + phase]);
                    }
                }
                table[bits] = best;
            }
            tables.push(table);
        }
        tables
    }

    /// Per place, the phase that fills it on the way to a best end, by the tables of these charges. Initial places have the first phase,
    /// and empty places the number of phases.
    pub(super) fn trace(
        &self,
        (tables, end): (&[Vec<i32>], usize),
        way: usize,
        charges: &[i32],
    ) -> [usize; LONGEST] {
        let phases = self.open.len();
        let mut places = [phases; LONGEST];
        ones(self.initial).for_each(|place| places[place] = 0);
        let (mut bits, mut phase) = (end, phases - 1);
        while bits != self.initial {
            let gain = tables[phase][bits];
            let last = ones(bits & self.open[phase] & !self.initial).find(|&place| {
                let before = bits & !(1 << place);
                let of_tile = self.points[way][before * self.length + place];
                let charge = charges[place * phases + phase];
                self.waits[place] & !before == 0 && tables[phase][before] + of_tile + charge == gain
            });
            match last {
                Some(place) => {
                    places[place] = phase;
                    bits &= !(1 << place);
                }
                None => phase -= 1,
            }
        }
        places
    }
}

/// The places of the set bits, in ascending order.
fn ones(mut bits: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.checked_sub(1)?;
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::{json_of, valid};
    use crate::wall::Line;
    use itertools::iproduct;

    fn phases_of(problem: &Problem, levels: usize) -> Phases {
        let mut phases = Phases::new(problem);
        for _ in 0..levels {
            phases = phases.finer().expect("more turns than phases").1;
        }
        phases
    }

    fn lengths(problem: &Problem, levels: usize) -> Vec<usize> {
        phases_of(problem, levels).turns().collect()
    }

    #[test]
    fn turns_are_divided_by_constraints_and_then_in_halves() {
        let only = r#", "turns": 10, "constraints": [{"type": "only", "cells": [1, 5, 6, 9, 11], "from": 4, "to": 6}]"#;
        let problem = valid(&json_of((4, 4), Sense::Maximize, only));
        assert_eq!(lengths(&problem, 0), [10]);
        assert_eq!(lengths(&problem, 1), [3, 3, 4]);
        assert_eq!(lengths(&problem, 2), [3, 3, 2, 2]);
        // Of the cells that the constraint leaves out, no turn of the middle phase fills one.
        let phases = phases_of(&problem, 1);
        assert!(
            phases.may_fill(0, Cell::from_index(1)) && !phases.may_fill(1, Cell::from_index(1))
        );
        let mut last = phases_of(&problem, 1);
        while let Some((_, finer)) = last.finer() {
            last = finer;
        }
        assert_eq!(last.turns().collect_vec(), [1; 10]);
        // A window of a single cell does not divide the turns; halves do.
        let window =
            r#", "turns": 10, "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 9}]"#;
        let problem = valid(&json_of((4, 4), Sense::Maximize, window));
        assert_eq!(lengths(&problem, 1), [5, 5]);
    }

    /// Best gain of a line by its filled places, move by move.
    fn gains_by_moves(
        line: &PhasedLine,
        way: usize,
        charges: &[i32],
        (bits, phase, gain): (usize, usize, i32),
        best: &mut [i32],
    ) {
        best[bits] = best[bits].max(gain);
        let phases = line.open.len();
        for (later, place) in iproduct!(phase..phases, 0..line.length) {
            let is_open = (line.open[later] & !bits & !line.initial) >> place & 1 == 1;
            if is_open && line.waits[place] & !bits == 0 {
                let points = line.points[way][bits * line.length + place];
                let gain = gain + points + charges[place * phases + later];
                gains_by_moves(line, way, charges, (bits | 1 << place, later, gain), best);
            }
        }
    }

    #[test]
    fn a_line_has_the_best_gain_of_all_ways_to_fill_it_in_phases() {
        let extras = [
            r#", "turns": 6, "constraints": [{"type": "only", "cells": [1, 2, 6, 7, 8], "from": 2, "to": 4}, {"type": "before", "first": 3, "then": 1}]"#,
            r#", "turns": 5, "initial": [3, 7], "constraints": [{"type": "window", "cell": 4, "from": 3, "to": 4}]"#,
        ];
        let (mut ends, mut impossible) = (0, 0);
        for (extra, sense, levels, seed) in
            iproduct!(extras, [Sense::Maximize, Sense::Minimize], 1..4, 0..5)
        {
            let problem = valid(&json_of((3, 5), sense, extra));
            let wall = problem.wall();
            let phases = phases_of(&problem, levels);
            let span = Span {
                first: usize::from(seed == 1),
                last: phases.len() - usize::from(seed == 2),
            };
            let spans = vec![span; wall.len()];
            for (line, way) in iproduct!([Line::Row(0), Line::Row(1), Line::Column(2)], 0..2) {
                let cells = wall.line_cells(line).collect_vec();
                let axis = usize::from(matches!(line, Line::Column(_)));
                let line = PhasedLine::new((&problem, &phases), (&cells, axis), &spans);
                let charge = |index: i32| (index * (37 + seed) + 11 * seed) % 300 - 150;
                let charges = (0..(cells.len() * phases.len()) as i32).map(charge);
                let charges = charges.collect_vec();
                let tables = line.tables(way, &charges);
                let first = ones(line.initial).map(|place| charges[place * phases.len()]);
                let mut best = vec![NEVER; 1 << cells.len()];
                let start = (line.initial, 0, first.sum());
                gains_by_moves(&line, way, &charges, start, &mut best);
                let table = tables.last().expect("phases");
                for (bits, &gain) in best.iter().enumerate() {
                    if gain == NEVER {
                        assert!(table[bits] <= NEVER / 2);
                        impossible += 1;
                        continue;
                    }
                    assert_eq!(table[bits], gain);
                    // With the phases of the trace alone, the gain stays.
                    let trace = line.trace((&tables, bits), way, &charges);
                    let open = (0..phases.len()).map(|phase| {
                        let places = (0..cells.len()).filter(|&place| trace[place] == phase);
                        places.map(|place| 1 << place).sum::<usize>() & line.open[phase]
                    });
                    let traced = PhasedLine {
                        open: open.collect(),
                        waits: line.waits.clone(),
                        ..line
                    };
                    let tables = traced.tables(way, &charges);
                    assert_eq!(tables.last().expect("phases")[bits], gain);
                    ends += 1;
                }
            }
        }
        assert!(ends > 2_000 && impossible > 500, "{ends} {impossible}");
    }
}
