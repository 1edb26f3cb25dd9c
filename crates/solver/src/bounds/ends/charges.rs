//! Parts of a point that Lagrangian multipliers add to the gains of lines.

use super::lines::{LineGain, LineGains, LineTable};
use crate::wall::Line;
use itertools::Itertools;

/// Parts of a point, in which gains with multipliers are whole numbers.
pub(super) const PARTS: i32 = 64;

/// Places of the multipliers: cells by phase, phases, then those that are not below 0: cells of colours, and precedences by phase.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places {
    pub(super) phases: usize,
    pub(super) of_phases: usize,
    pub(super) of_colours: usize,
    pub(super) of_precedences: usize,
    pub(super) end: usize,
}

impl Places {
    pub(super) fn of(gains: &LineGains) -> Self {
        let (cells, phases) = (gains.wall.len(), gains.phases.len());
        let of_phases = cells * phases;
        let of_colours = of_phases + phases;
        let of_precedences = of_colours + cells;
        Self {
            phases,
            of_phases,
            of_colours,
            of_precedences,
            end: of_precedences + phases * gains.precedences.len(),
        }
    }
}

/// Unit of the multiplier of a phase, so that its slope is as large as that of a cell.
pub(super) fn unit(turns: usize) -> f64 {
    1.0 / (turns as f64).sqrt()
}

/// Parts of a point that multipliers add.
pub(super) struct Charges {
    phases: usize,
    /// Per cell and phase, the parts that its row gets, and that its column gets.
    of_cells: Vec<[i32; 2]>,
    /// The parts that each open colour gains beside its multipliers.
    pub(super) of_colours: Vec<i32>,
    /// The parts that the turns of all phases get.
    of_phases: i32,
}

impl Charges {
    pub(super) fn new(multipliers: &[f64], gains: &LineGains) -> Self {
        let places = Places::of(gains);
        let phases = places.phases;
        let parts = |points: f64| (points * f64::from(PARTS)).round() as i32;
        let pays = multipliers[..places.of_phases].iter();
        let mut of_cells = pays
            .map(|&points| [-parts(points), parts(points)])
            .collect_vec();
        let of_phases = &multipliers[places.of_phases..places.of_colours];
        let of_phases = of_phases.iter().zip(gains.phases.turns());
        let of_phases = of_phases.map(|(&value, turns)| parts(value * unit(turns)));
        let of_phases = of_phases.collect_vec();
        for cell in gains.free() {
            let of_cell = &mut of_cells[cell.index() * phases..];
            for (of_cell, of_phase) in of_cell.iter_mut().zip(&of_phases) {
                of_cell[0] -= of_phase;
            }
        }
        let colour_shares = &multipliers[places.of_colours..places.of_precedences];
        let of_colours = gains.open.iter().map(|cells| {
            let mut rest = gains.colour_points * PARTS;
            for cell in cells {
                let share = parts(colour_shares[cell.index()]);
                let of_cell = &mut of_cells[cell.index() * phases..][..phases];
                of_cell.iter_mut().for_each(|of_cell| of_cell[0] += share);
                rest -= share;
            }
            rest.max(0)
        });
        let of_colours = of_colours.collect();
        let of_precedences = multipliers[places.of_precedences..].chunks(phases);
        for ([first, then], by_phase) in gains.precedences.iter().zip(of_precedences) {
            // A cell that is filled in a phase is filled by the end of each later one.
            let mut sum = 0;
            for (phase, &points) in by_phase.iter().enumerate().rev() {
                sum += parts(points);
                of_cells[first.index() * phases + phase][0] += sum;
                of_cells[then.index() * phases + phase][0] -= sum;
            }
        }
        let of_turns = of_phases.iter().zip(gains.phases.turns());
        Self {
            phases,
            of_cells,
            of_colours,
            of_phases: of_turns
                .map(|(of_phase, turns)| of_phase * turns as i32)
                .sum(),
        }
    }

    /// The parts of a line by place and phase.
    fn of_line(&self, gains: &LineGains, line: Line) -> Vec<i32> {
        let side = usize::from(matches!(line, Line::Column(_)));
        let cells = gains.wall.line_cells(line);
        let charges =
            cells.flat_map(|cell| &self.of_cells[cell.index() * self.phases..][..self.phases]);
        charges.map(|charges| charges[side]).collect()
    }

    /// Gains of all rows and of all columns with the parts.
    pub(super) fn tables<'g>(
        &self,
        gains: &'g LineGains<'g>,
        way: usize,
    ) -> [Vec<LineTable<'g>>; 2] {
        let rows = gains.rows.iter().zip((0..).map(Line::Row));
        let columns = gains.columns.iter().zip((0..).map(Line::Column));
        let table = |(line_gain, line): (&'g LineGain<'g>, Line)| {
            line_gain.with_charges(way, self.of_line(gains, line))
        };
        [rows.map(table).collect(), columns.map(table).collect()]
    }

    /// The parts beside the lines.
    pub(super) fn extra(&self) -> i32 {
        self.of_phases + self.of_colours.iter().sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::ends::lines::Decisions;
    use crate::bounds::ends::phases::Phases;
    use crate::bounds::prefix::LineEnds;
    use crate::problem::small::valid;
    use azulejo_control::Control;
    use std::iter;

    /// Weak duality: with any multipliers, an order gets at least as much as it pays.
    #[test]
    fn no_order_pays_more_than_it_gets() {
        let json = r#"{"wall": {"rows": 2, "columns": 3}, "sense": "maximize", "turns": 4, "constraints": [
            {"type": "before", "first": 1, "then": 5}, {"type": "before", "first": 5, "then": 3}]}"#;
        let problem = valid(json);
        let line_ends = LineEnds::new(&problem, &Control::default()).expect("not stopped");
        let orders = problem.free().permutations(4);
        let orders = orders.filter(|order| problem.admits(order)).collect_vec();
        let mut decisions = Decisions::new(&problem, Vec::new());
        let (mut phases, mut surplus) = (Phases::new(&problem), Vec::new());
        loop {
            let gains = LineGains::new((&problem, &phases), &line_ends, &decisions);
            let places = Places::of(&gains);
            let multipliers = (0..places.end).map(|place| {
                let value = (37 * place % 64) as f64 / 16.0;
                value - if place < places.of_colours { 2.0 } else { 0.0 }
            });
            let charges = Charges::new(&multipliers.collect_vec(), &gains);
            let turns = phases.turns().enumerate();
            let phase_of = turns.flat_map(|(phase, turns)| iter::repeat_n(phase, turns));
            let phase_of = phase_of.collect_vec();
            surplus.extend(orders.iter().map(|order| {
                let of_cells = order.iter().zip(&phase_of).map(|(cell, phase)| {
                    let [row, column] = charges.of_cells[cell.index() * places.phases + phase];
                    row + column
                });
                of_cells.sum::<i32>() + charges.extra()
            }));
            let Some((number, finer)) = phases.finer() else {
                break;
            };
            decisions = decisions.with_parts(number, &finer);
            phases = finer;
        }
        assert_eq!(phases.len(), 4);
        assert!(surplus.iter().all(|&parts| parts >= 0));
        assert!(surplus.iter().any(|&parts| parts > 0));
    }
}
