//! Precedences: which of two cells came first.

use super::phases::Phases;
use crate::bounds::Earlier;
use crate::formulation::program::Relation::{AtLeast, AtMost};
use crate::formulation::{BuildError, Column, CycleCut, Equation, Fact, Linear, Program, Row};
use crate::problem::Problem;
use crate::wall::{Cell, Line};
use azulejo_control::Control;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// (O-8), whose rows can be separated.
pub(super) static ACROSS_PHASES: Equation = Equation {
    number: "O-8",
    statement: "A cell that is filled by the end of a phase comes before a cell that is not",
    each: "every pair of cells $a$, $b$ and the last turn $t$ of every phase that fills either",
    formula: "o(a,b) ≥ y(a,t) − y(b,t)",
};

static WAITING: Equation = Equation {
    number: "O-9",
    statement: "A cell that has to wait for another comes after it, if it is filled",
    each: "every cell $b$ that has to wait for $a$",
    formula: "o(a,b) ≥ f(b)",
};

/// Tolerance of a linear program for its own rows.
const TOLERANCE: f64 = 1e-4;

/// Largest number of rows that are separated in a round.
const MOST_SEPARATED: usize = 2000;

/// Cells that form no cycle, one way around, with its equation.
pub(super) type Circle = (&'static Equation, Vec<Cell>);

/// A violated row that is not in the program.
enum ViolatedRow<'a> {
    /// (O-1), or of a family of circles.
    Circle(&'static Equation, &'a [Cell]),
    /// (O-8).
    Across {
        first: Cell,
        then: Cell,
        phase: usize,
    },
}

/// The state of a pair `a < b`.
#[derive(Debug, Clone, Copy)]
enum Pair {
    /// The column of "a before b"; the reverse is 1 − it.
    Open(Column),
    /// Every order has a before b (true) or b before a (false).
    Constant(bool),
}

/// The pairs of cells whose order matters: those of a common line, and those of which one has to
/// wait for the other.
#[derive(Debug, Clone)]
pub(super) struct Precedence {
    pairs: FxHashMap<(Cell, Cell), Pair>,
    sorted: Vec<(Cell, Cell)>,
}

impl Precedence {
    /// The order of `free_pairs`, and of the pairs that have to wait.
    pub(super) fn new(
        program: &mut Program,
        problem: &Problem,
        earlier: &Earlier,
        free_pairs: Vec<(Cell, Cell)>,
    ) -> Self {
        let mut sorted = free_pairs;
        sorted
            .extend(waiting_pairs(problem).map(|(first, then)| (first.min(then), first.max(then))));
        sorted.sort_unstable();
        sorted.dedup();
        let pairs = sorted.iter().map(|&(a, b)| {
            let pair = match (earlier.comes(a, b), earlier.comes(b, a)) {
                (true, _) => Pair::Constant(true),
                (false, true) => Pair::Constant(false),
                (false, false) => {
                    let fact = Fact::Before { first: a, then: b };
                    Pair::Open(program.binary(format!("o({a},{b})"), fact))
                }
            };
            ((a, b), pair)
        });
        let pairs = pairs.collect();
        Self { pairs, sorted }
    }

    /// The 0–1 expression "first before then", for two cells that are paired or of which one is initial.
    pub(super) fn before(&self, first: Cell, then: Cell) -> Linear {
        let (low, high) = (first.min(then), first.max(then));
        let forward = match self.pairs[&(low, high)] {
            Pair::Open(column) => column.into(),
            Pair::Constant(forward) => Linear::constant(i64::from(forward)),
        };
        if first == low {
            forward
        } else {
            Linear::constant(1) - forward
        }
    }

    /// The expression "first before then", if the order of these two is part of the program.
    pub(super) fn try_before(&self, first: Cell, then: Cell) -> Option<Linear> {
        self.is_pair(first, then).then(|| self.before(first, then))
    }

    /// The pairs whose order is part of the program, the lower number first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.sorted.iter().copied()
    }

    /// Whether the order of two cells is part of the program.
    pub(super) fn is_pair(&self, first: Cell, second: Cell) -> bool {
        self.pairs
            .contains_key(&(first.min(second), first.max(second)))
    }

    /// "Each before the next, around" is broken at least once: Σ ≤ length − 1.
    pub(super) fn not_around(&self, circle: &[Cell]) -> Linear {
        let steps = circle.iter().circular_tuple_windows();
        steps.map(|(&first, &then)| self.before(first, then)).sum()
    }

    /// (O-1) and the circles of families, such as (O-2): "not around" each circle.
    pub(super) fn short_cycles(
        &self,
        program: &mut Program,
        circles: &[Circle],
        control: &Control,
    ) -> Result<(), BuildError> {
        for (equation, circle) in circles {
            program.go_on(control)?;
            // A circle with a step that is never taken holds by itself.
            let around = self.not_around(circle);
            let positive = around.terms().filter(|(_, factor)| *factor > 0).count() as i64;
            if around.offset() + positive >= circle.len() as i64 {
                program.push(self.cut(equation, circle).row);
            }
        }
        Ok(())
    }

    /// The rows of circles and of (O-8) that the values violate by more than the tolerance, the most violated ones.
    pub(super) fn violated(
        &self,
        circles: &[Circle],
        phases: &Phases,
        values: &[f64],
    ) -> Vec<CycleCut> {
        let around = circles.iter().filter_map(|(equation, circle)| {
            let steps = circle.iter().circular_tuple_windows();
            let around: f64 = steps
                .map(|(&first, &then)| self.value(first, then, values))
                .sum();
            let violation = around - (circle.len() as f64 - 1.0);
            (violation > TOLERANCE).then_some((violation, ViolatedRow::Circle(equation, circle)))
        });
        let across = self.violated_across(phases, values);
        let sorted = around
            .chain(across)
            .sorted_by(|(left, _), (right, _)| right.total_cmp(left));
        let strongest = sorted.take(MOST_SEPARATED);
        strongest
            .map(|(_, violated)| self.row_of(phases, &violated))
            .collect()
    }

    /// The most violated row (O-8) of each two cells, for an assignment of 0 and 1.
    pub(super) fn cuts_across(&self, phases: &Phases, values: &[i64]) -> Vec<CycleCut> {
        let values: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        let violated = self.violated_across(phases, &values);
        violated
            .map(|(_, violated)| self.row_of(phases, &violated))
            .collect()
    }

    /// The most violated row (O-8) of each two cells, if its violation is greater than the tolerance.
    fn violated_across<'a>(
        &self,
        phases: &Phases,
        values: &[f64],
    ) -> impl Iterator<Item = (f64, ViolatedRow<'a>)> {
        let by_end = phases.values(values);
        self.ordered_pairs().filter_map(move |(first, then)| {
            let (first_ends, then_ends) = (&by_end[first.index()], &by_end[then.index()]);
            let leads = first_ends
                .iter()
                .zip(then_ends)
                .map(|(first, then)| first - then);
            let (phase, lead) = leads.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
            let violation = lead - self.value(first, then, values);
            (violation > TOLERANCE)
                .then_some((violation, ViolatedRow::Across { first, then, phase }))
        })
    }

    fn row_of(&self, phases: &Phases, violated: &ViolatedRow<'_>) -> CycleCut {
        match *violated {
            ViolatedRow::Circle(equation, circle) => self.cut(equation, circle),
            // A cycle of two cells, whose turns contradict their columns.
            ViolatedRow::Across { first, then, phase } => CycleCut {
                row: self.across(phases, first, then, phase),
                cells: 2,
            },
        }
    }

    /// The value of "first before then".
    fn value(&self, first: Cell, then: Cell, values: &[f64]) -> f64 {
        let forward = match self.pairs[&(first.min(then), first.max(then))] {
            Pair::Open(column) => values[column.index()],
            Pair::Constant(forward) => f64::from(u8::from(forward)),
        };
        if first < then { forward } else { 1.0 - forward }
    }

    /// "Not around" this circle.
    pub(super) fn cut(&self, equation: &'static Equation, circle: &[Cell]) -> CycleCut {
        let label = format!("_cycle({})", circle.iter().join(","));
        let cells = circle.len();
        let around = self.not_around(circle);
        CycleCut {
            row: Row::new(equation, label, around, AtMost, cells as i64 - 1),
            cells,
        }
    }

    /// (O-8) o(a,b) ≥ y(a,t) − y(b,t) for the end t of every phase in which either changes.
    pub(super) fn across_phases(
        &self,
        program: &mut Program,
        phases: &Phases,
        control: &Control,
    ) -> Result<(), BuildError> {
        for (first, then, phase) in self.all_across(phases) {
            program.go_on(control)?;
            program.push(self.across(phases, first, then, phase));
        }
        Ok(())
    }

    /// The two cells and the phase of each row (O-8).
    pub(super) fn all_across(&self, phases: &Phases) -> impl Iterator<Item = (Cell, Cell, usize)> {
        self.ordered_pairs().flat_map(move |(first, then)| {
            let phases = leads(phases, first, then);
            phases.map(move |phase| (first, then, phase))
        })
    }

    fn across(&self, phases: &Phases, first: Cell, then: Cell, phase: usize) -> Row {
        let lead = phases.by_end(first, phase).clone() - phases.by_end(then, phase).clone();
        let label = format!("_phase({first},{then},{})", phase + 1);
        let row = self.before(first, then) - lead;
        Row::new(&ACROSS_PHASES, label, row, AtLeast, 0)
    }

    /// Each pair in both orders.
    fn ordered_pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.sorted.iter().flat_map(|&(a, b)| [(a, b), (b, a)])
    }

    /// (O-9) o(a,b) ≥ y(b, end) where b has to wait for a; where the wall is filled o(a,b) is settled,
    /// unless the waiting is circular, and then no row holds.
    pub(super) fn add_waiting(
        &self,
        program: &mut Program,
        problem: &Problem,
        phases: &Phases,
        control: &Control,
    ) -> Result<(), BuildError> {
        for (first, then) in waiting_pairs(problem) {
            program.go_on(control)?;
            let before = self.before(first, then);
            let label = format!("_wait({first},{then})");
            program.row(&WAITING, label, before, AtLeast, phases.filled(then));
        }
        Ok(())
    }
}

/// Pairs of cells that are empty at first, of which the second has to wait for the first.
fn waiting_pairs(problem: &Problem) -> impl Iterator<Item = (Cell, Cell)> {
    problem.free().flat_map(move |then| {
        let before = problem.before(then).iter();
        let empty = before.filter(move |first| !problem.initial().contains(*first));
        empty.map(move |first| (first, then))
    })
}

/// The phases by whose end one of two cells may be filled and the other one not, as far as one of them changes.
fn leads(phases: &Phases, first: Cell, then: Cell) -> impl Iterator<Item = usize> {
    (0..phases.count()).filter(move |&phase| {
        let is_unchanged = |cell| *phases.by_end(cell, phase) == phases.by_start(cell, phase);
        let lead = phases.by_end(first, phase).clone() - phases.by_end(then, phase).clone();
        let is_idle = lead.terms().len() == 0 && lead.offset() <= 0;
        !(is_idle || is_unchanged(first) && is_unchanged(then))
    })
}

/// The pairs of free cells of a common line, the lower number first.
pub(super) fn in_lines(problem: &Problem) -> Vec<(Cell, Cell)> {
    let lines = problem.wall().lines();
    let pairs = |line| free_cells(problem, line).into_iter().array_combinations();
    lines.flat_map(pairs).map(|[a, b]| (a, b)).collect()
}

/// The cells of a line that are empty at first.
pub(super) fn free_cells(problem: &Problem, line: Line) -> Vec<Cell> {
    let cells = problem.wall().line_cells(line);
    cells.filter(|cell| problem.is_free(*cell)).collect()
}
