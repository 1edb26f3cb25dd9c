//! Which of two cells came first.

use super::phases::Phases;
use crate::formulation::program::Relation::{AtLeast, AtMost};
use crate::formulation::{Column, Equation, Fact, Linear, Program};
use crate::problem::Problem;
use crate::wall::{Cell, CellSet, Line, Wall};
use itertools::Itertools;
use rustc_hash::FxHashMap;

static THREE_CYCLES: Equation = Equation {
    number: "1",
    says: "No three cells of a line come before each other around; $o(b,a)$ stands for $1 − o(a,b)$",
    each: "every three cells $a$, $b$, $c$ of a line, both ways round",
    formula: "o(a,b) + o(b,c) + o(c,a) ≤ 2",
};

static RECTANGLES: Equation = Equation {
    number: "2",
    says: "Rectangle cuts: nor do the four corners of a rectangle",
    each: "the corners $a$, $b$, $c$, $d$ of every rectangle, both ways round",
    formula: "o(a,b) + o(b,c) + o(c,d) + o(d,a) ≤ 3",
};

static ACROSS_PHASES: Equation = Equation {
    number: "8",
    says: "What is filled by the end of a phase came before what is not",
    each: "every pair of cells $a$, $b$ and the last turn $t$ of every phase that fills either",
    formula: "o(a,b) ≥ y(a,t) − y(b,t)",
};

static WAITING: Equation = Equation {
    number: "9",
    says: "A cell that has to wait for another comes after it, if it is filled",
    each: "every cell $b$ that has to wait for $a$",
    formula: "o(a,b) ≥ f(b)",
};

/// What is known of one pair `a < b`.
#[derive(Debug, Clone, Copy)]
enum Pair {
    /// The column of "a before b"; the reverse is 1 − it.
    Open(Column),
    /// Every order has a before b (true) or b before a (false).
    Settled(bool),
}

/// The pairs of cells whose order matters: those of a common line, and those of which one has to
/// wait for the other.
#[derive(Debug, Clone)]
pub(super) struct Precedence {
    pairs: FxHashMap<(Cell, Cell), Pair>,
    sorted: Vec<(Cell, Cell)>,
}

impl Precedence {
    /// The order of `some` pairs, and of those that have to wait.
    pub(super) fn new(
        program: &mut Program,
        problem: &Problem,
        phases: &Phases,
        some: Vec<(Cell, Cell)>,
    ) -> Self {
        let earlier = closure(problem, phases);
        let mut sorted = some;
        for then in problem.free() {
            let waiting = problem
                .before(then)
                .iter()
                .filter(|first| !problem.initial().contains(*first));
            sorted.extend(waiting.map(|first| (first.min(then), first.max(then))));
        }
        sorted.sort_unstable();
        sorted.dedup();
        let pairs = sorted.iter().map(|&(a, b)| {
            let pair = match (
                earlier[b.index()].contains(a),
                earlier[a.index()].contains(b),
            ) {
                (true, _) => Pair::Settled(true),
                (false, true) => Pair::Settled(false),
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
            Pair::Settled(forward) => Linear::constant(i64::from(forward)),
        };
        if first == low {
            forward
        } else {
            Linear::constant(1) - forward
        }
    }

    /// Whether the order of two cells is part of the program.
    pub(super) fn paired(&self, one: Cell, other: Cell) -> bool {
        self.pairs.contains_key(&(one.min(other), one.max(other)))
    }

    /// "Each before the next, around" is broken at least once: Σ ≤ length − 1.
    pub(super) fn not_around(&self, circle: &[Cell]) -> Linear {
        let steps = circle.iter().circular_tuple_windows();
        steps.map(|(&first, &then)| self.before(first, then)).sum()
    }

    /// (1) o(a,b) + o(b,c) + o(c,a) ≤ 2 for every three cells of a line, both ways round.
    pub(super) fn three_cycles(&self, program: &mut Program, problem: &Problem) {
        for line in problem.wall().lines() {
            for [a, b, c] in free_cells(problem, line).into_iter().array_combinations() {
                self.cut(program, &THREE_CYCLES, &[a, b, c]);
            }
        }
    }

    /// (2) o(a,b) + o(b,c) + o(c,d) + o(d,a) ≤ 3 for the corners of every rectangle, both ways round.
    pub(super) fn rectangles(&self, program: &mut Program, problem: &Problem) {
        for corners in rectangles(problem) {
            self.cut(program, &RECTANGLES, &corners);
        }
    }

    fn cut(&self, program: &mut Program, equation: &'static Equation, circle: &[Cell]) {
        let most = circle.len() as i64 - 1;
        let back = circle.iter().rev().copied().collect_vec();
        for circle in [circle, &back] {
            let around = self.not_around(circle);
            // A circle with a step that is never taken holds by itself.
            let open = around
                .terms()
                .filter(|(_, coefficient)| *coefficient > 0)
                .count() as i64;
            if around.offset() + open > most {
                let label = format!("_cycle({})", circle.iter().join(","));
                program.row(equation, label, around, AtMost, most);
            }
        }
    }

    /// (8) o(a,b) ≥ y(a,t) − y(b,t) for the end t of every phase in which either changes.
    pub(super) fn across_phases(&self, program: &mut Program, phases: &Phases) {
        let pairs = self.sorted.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        for (first, then) in pairs {
            let before = self.before(first, then);
            for phase in 0..phases.count() {
                let unchanged = |cell| *phases.by_end(cell, phase) == phases.by_start(cell, phase);
                let lead = phases.by_end(first, phase).clone() - phases.by_end(then, phase).clone();
                let idle = lead.terms().len() == 0 && lead.offset() <= 0;
                if idle || unchanged(first) && unchanged(then) {
                    continue;
                }
                let label = format!("_phase({first},{then},{})", phase + 1);
                program.row(&ACROSS_PHASES, label, before.clone(), AtLeast, lead);
            }
        }
    }

    /// (9) o(a,b) ≥ y(b, end) where b has to wait for a; where the wall is filled o(a,b) is settled,
    /// unless the waiting goes around, and then nothing holds.
    pub(super) fn waiting(&self, program: &mut Program, problem: &Problem, phases: &Phases) {
        for then in problem.free() {
            for first in problem
                .before(then)
                .iter()
                .filter(|first| !problem.initial().contains(*first))
            {
                let before = self.before(first, then);
                let label = format!("_wait({first},{then})");
                program.row(&WAITING, label, before, AtLeast, phases.filled(then));
            }
        }
    }
}

/// Per cell, the cells that every order fills before it: by phases, and, where all cells are filled,
/// by having to wait, directly or through others.
fn closure(problem: &Problem, phases: &Phases) -> Vec<CellSet> {
    let wall = problem.wall();
    let mut earlier: Vec<CellSet> = wall
        .cells()
        .map(|cell| {
            let separate = problem
                .free()
                .filter(|&first| phases.count() > 1 && phases.separate(first, cell));
            CellSet::of(wall, separate)
        })
        .collect();
    if phases.whole() {
        for then in problem.free() {
            for first in problem
                .before(then)
                .iter()
                .filter(|first| !problem.initial().contains(*first))
            {
                earlier[then.index()].insert(first);
            }
        }
    }
    for middle in problem.free() {
        let through = earlier[middle.index()].clone();
        for then in problem.free() {
            if earlier[then.index()].contains(middle) {
                earlier[then.index()].add(&through);
            }
        }
    }
    earlier
}

/// The pairs of free cells of a common line, the lower number first.
pub(super) fn in_lines(problem: &Problem) -> Vec<(Cell, Cell)> {
    let lines = problem.wall().lines();
    let pairs = |line| free_cells(problem, line).into_iter().array_combinations();
    lines.flat_map(pairs).map(|[a, b]| (a, b)).collect()
}

/// The corners of every rectangle of which all four are free, around it.
pub(super) fn rectangles(problem: &Problem) -> impl Iterator<Item = Vec<Cell>> {
    let wall = problem.wall();
    let sides = |length: usize| (0..length).array_combinations();
    let rectangles = sides(wall.rows()).cartesian_product(sides(wall.columns()));
    rectangles.filter_map(move |([top, bottom], [left, right])| {
        let corners = [(top, left), (top, right), (bottom, right), (bottom, left)];
        let corners = corners
            .into_iter()
            .filter_map(|(row, column)| wall.cell(row, column));
        let free = corners
            .filter(|corner| !problem.initial().contains(*corner))
            .collect_vec();
        (free.len() == 4).then_some(free)
    })
}

/// The cells of a line that are empty at first.
pub(super) fn free_cells(problem: &Problem, line: Line) -> Vec<Cell> {
    let wall: Wall = problem.wall();
    wall.line_cells(line)
        .filter(|cell| !problem.initial().contains(*cell))
        .collect()
}
