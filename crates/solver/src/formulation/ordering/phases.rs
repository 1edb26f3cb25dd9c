//! Turns, as far as constraints speak of them.
//!
//! Constraints on turns depend only on the cells that each [phase](Phase) fills, so a column states for each cell and phase
//! whether the cell is filled by the end of the phase. Without such constraints there is one phase, and
//! no column; with the centre last there are two, and all columns are constant; under `rounds`
//! every turn is a phase, and the columns fix the whole order.

use crate::formulation::program::Relation::{AtLeast, AtMost, Equal};
use crate::formulation::{BuildError, Equation, Fact, Linear, Program};
use crate::instance::Turn;
use crate::problem::{Phase, Problem};
use crate::wall::{Cell, CellSet};
use azulejo_control::Control;

/// The phases of a problem and the cells that they fill.
#[derive(Debug, Clone)]
pub(super) struct Phases {
    /// `by_end[cell][phase]`: the 0–1 expression "filled by the end of the phase".
    by_end: Vec<Vec<Linear>>,
    free: Vec<Cell>,
    initial: CellSet,
    /// Whether each turn of each phase may pass.
    may_pass: Vec<Vec<bool>>,
}

static SIZES: Equation = Equation {
    number: "O-7",
    statement: "A phase fills as many cells as it has turns",
    each: "every phase, from turn $s + 1$ to turn $t$",
    formula: "Σ_{c} (y(c,t) − y(c,s)) = t − s",
};

static AT_MOST: Equation = Equation {
    number: "O-7b",
    statement: "A phase with turns that may pass fills no more cells than it has turns, and no fewer than the $m$ turns that may not pass",
    each: "every phase with turns that may pass, from turn $s + 1$ to turn $t$",
    formula: "m ≤ Σ_{c} (y(c,t) − y(c,s)) ≤ t − s",
};

static TILES: Equation = Equation {
    number: "O-7c",
    statement: "As many cells are filled as there are tiles; $k$ is their number",
    each: "the end of the order",
    formula: "Σ_{c} f(c) = k",
};

static STAYS: Equation = Equation {
    number: "O-7a",
    statement: "A cell that is filled stays filled",
    each: "every cell $c$ and every two phases, one after the other, that end with turns $s$ and $t$",
    formula: "y(c,t) ≥ y(c,s)",
};

impl Phases {
    pub(super) fn new(
        program: &mut Program,
        problem: &Problem,
        control: &Control,
    ) -> Result<Self, BuildError> {
        let spans = problem.phases_of_rows();
        let whole = problem.fills_the_wall();
        let by_end = problem.wall().cells().map(|cell| {
            program.go_on(control)?;
            Ok(if problem.initial().contains(cell) {
                vec![Linear::constant(1); spans.len()]
            } else {
                columns(program, &spans, whole, cell)
            })
        });
        let by_end = by_end.collect::<Result<_, BuildError>>()?;
        let phases = Self {
            by_end,
            free: problem.free().collect(),
            initial: problem.initial().clone(),
            may_pass: spans
                .iter()
                .map(|span| {
                    let turns = (span.end - span.turns..span.end).map(Turn::from_index);
                    turns.map(|turn| problem.may_pass(turn)).collect()
                })
                .collect(),
        };
        phases.sizes(program, &spans, problem, control)?;
        Ok(phases)
    }

    /// (O-7) Σ_c (y(c, end) − y(c, end of the phase before)) is the number of the phase's turns, or at most that where they may
    /// pass (O-7b); (O-7c) as many cells are filled as there are tiles.
    fn sizes(
        &self,
        program: &mut Program,
        spans: &[Phase<'_>],
        problem: &Problem,
        control: &Control,
    ) -> Result<(), BuildError> {
        for (phase, span) in spans.iter().enumerate() {
            program.go_on(control)?;
            let gain = |cell| self.by_end(cell, phase).clone() - self.by_start(cell, phase);
            let filled: Linear = problem
                .free()
                .filter(|cell| span.cells.contains(*cell))
                .map(gain)
                .sum();
            let label = format!("_size({})", span.end);
            let most = span.turns as i64;
            let mandatory = self.may_pass[phase].iter().filter(|&&may_pass| !may_pass);
            let least = mandatory.count() as i64;
            if least == most {
                program.row(&SIZES, label, filled, Equal, most);
                continue;
            }
            if least > 0 {
                program.row(
                    &AT_MOST,
                    format!("{label}A"),
                    filled.clone(),
                    AtLeast,
                    least,
                );
            }
            program.row(&AT_MOST, label, filled, AtMost, most);
        }
        if problem.passes() {
            let filled: Linear = problem.free().map(|cell| self.filled(cell)).sum();
            let tiles = problem.tiles() as i64;
            program.row(&TILES, "_tiles".into(), filled, Equal, tiles);
        }
        Ok(())
    }

    /// The cells that a phase may fill.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.free.iter().copied()
    }

    /// Number of phases; none where there is no turn.
    pub(super) fn count(&self) -> usize {
        self.may_pass.len()
    }

    /// Cells of a phase in its turns, in their sequence: each turn that may not pass fills a cell, and the first of the other turns fill
    /// the rest.
    pub(super) fn in_turns(
        &self,
        phase: usize,
        mut cells: impl ExactSizeIterator<Item = Cell>,
    ) -> Vec<Option<Cell>> {
        let may_pass = &self.may_pass[phase];
        let mandatory = may_pass.iter().filter(|&&may_pass| !may_pass).count();
        let mut surplus = cells.len().saturating_sub(mandatory);
        let turns = may_pass.iter().map(|&may_pass| {
            if may_pass && surplus == 0 {
                return None;
            }
            surplus -= usize::from(may_pass);
            cells.next()
        });
        let mut turns: Vec<_> = turns.collect();
        // More cells than turns: no order, and the reader rejects it.
        turns.extend(cells.map(Some));
        turns
    }

    /// Whether a cell is filled by the end of a phase.
    pub(super) fn by_end(&self, cell: Cell, phase: usize) -> &Linear {
        &self.by_end[cell.index()][phase]
    }

    /// The filled part of each cell at the end of each phase, by the values of the columns.
    pub(super) fn values(&self, values: &[f64]) -> Vec<Vec<f64>> {
        let value = |filled: &Linear| {
            let terms = filled
                .terms()
                .map(|(column, factor)| factor as f64 * values[column.index()]);
            filled.offset() as f64 + terms.sum::<f64>()
        };
        let of_cell = |phases: &Vec<Linear>| phases.iter().map(value).collect();
        self.by_end.iter().map(of_cell).collect()
    }

    /// Whether a cell is filled before a phase begins.
    pub(super) fn by_start(&self, cell: Cell, phase: usize) -> Linear {
        match phase.checked_sub(1) {
            Some(before) => self.by_end(cell, before).clone(),
            None => Linear::constant(0),
        }
    }

    /// Whether a cell is filled in the end.
    pub(super) fn filled(&self, cell: Cell) -> Linear {
        match self.by_end[cell.index()].last() {
            Some(filled) => filled.clone(),
            // Without a turn only initial cells are filled.
            None => Linear::constant(i64::from(self.initial.contains(cell))),
        }
    }
}

/// y(c,t) for the end t of every phase that may fill c, (O-7a) never 0 again after 1; in the phases
/// before the first of those it is 0, and after the last, where the wall is filled, 1.
fn columns(program: &mut Program, spans: &[Phase<'_>], whole: bool, cell: Cell) -> Vec<Linear> {
    let last = spans.iter().rposition(|span| span.cells.contains(cell));
    let mut filled = Linear::constant(0);
    let mut by_end = Vec::with_capacity(spans.len());
    for (phase, span) in spans.iter().enumerate() {
        if whole && Some(phase) == last {
            filled = Linear::constant(1);
        } else if span.cells.contains(cell) {
            let turn = Turn::from_index(span.end - 1);
            let y = program.binary(format!("y({cell},{turn})"), Fact::By { cell, turn });
            if filled.terms().len() > 0 {
                program.row(&STAYS, format!("_stays({cell},{turn})"), y, AtLeast, filled);
            }
            filled = y.into();
        }
        by_end.push(filled.clone());
    }
    by_end
}
