//! Points of the tiles, by precedences.

use super::phases::Phases;
use super::precedence::Precedence;
use crate::bounds::{Earlier, LineCut, LineFacts};
use crate::formulation::conjunction::Conjunction;
use crate::formulation::{BuildError, Equation, Fact, Linear, Program};
use crate::problem::Problem;
use crate::wall::{Axis, Cell, Direction, Line};
use azulejo_control::Control;
use rustc_hash::FxHashMap;

static RUNS: Conjunction = Conjunction {
    parts: Equation {
        number: "O-3a",
        statement: "The $k$ nearest cells in a direction are filled before $c$ only if the $k − 1$ nearest are, and \
               the $k$-th, $c_{k}$, is; $r(c,d,0)$ stands for $f(c)$",
        each: "every cell $c$, direction $d$ and number $k$",
        formula: "r(c,d,k) ≤ r(c,d,k−1),   r(c,d,k) ≤ o(c_{k},c)",
    },
    whole: Equation {
        number: "O-3b",
        statement: "The $k$ nearest cells in a direction are filled before $c$ if the $k − 1$ nearest are, and the $k$-th is",
        each: "every cell $c$, direction $d$ and number $k$",
        formula: "r(c,d,k) ≥ r(c,d,k−1) + o(c_{k},c) − 1",
    },
};

static STARTS: Conjunction = Conjunction {
    parts: Equation {
        number: "O-4a",
        statement: "A cell is a horizontal start only if it is filled and no neighbour $n$ in its row came before; \
               a vertical start, $sv(c)$, likewise along its column",
        each: "every cell $c$ and neighbour $n$ of it",
        formula: "sh(c) ≤ f(c),   sh(c) ≤ 1 − o(n,c)",
    },
    whole: Equation {
        number: "O-4b",
        statement: "A cell is a start if it is filled and no neighbour in that line came before",
        each: "every cell $c$, over its neighbours $n$",
        formula: "sh(c) ≥ f(c) − Σ_{n} o(n,c)",
    },
};

static SINGLES: Conjunction = Conjunction {
    parts: Equation {
        number: "O-5a",
        statement: "A single is a start both ways",
        each: "every cell $c$",
        formula: "u(c) ≤ sh(c),   u(c) ≤ sv(c)",
    },
    whole: Equation {
        number: "O-5b",
        statement: "A start both ways is a single",
        each: "every cell $c$",
        formula: "u(c) ≥ sh(c) + sv(c) − 1",
    },
};

/// Quantities of rows that people write, by name: runs, starts and singles, also those that are no column of their own because they
/// are settled or the same as another column; h(c) and v(c), the points of c along its row and its column without its factor; and the
/// points P(row 1) and the starts S(row 1) of each line.
pub(super) type Quantities = FxHashMap<String, Linear>;

/// Builder of the rows of the points.
pub(super) struct PointRows<'a> {
    pub(super) program: &'a mut Program,
    pub(super) problem: &'a Problem,
    pub(super) phases: &'a Phases,
    precedence: &'a Precedence,
    pub(super) earlier: &'a Earlier,
    /// Line cuts by the facts of a line.
    pub(super) cuts: FxHashMap<LineFacts, Vec<LineCut>>,
    pub(super) starts: FxHashMap<(Cell, Axis), Linear>,
    pub(super) singles: FxHashMap<Cell, Linear>,
    pub(super) quantities: Quantities,
}

impl<'a> PointRows<'a> {
    pub(super) fn new(
        program: &'a mut Program,
        problem: &'a Problem,
        phases: &'a Phases,
        precedence: &'a Precedence,
        earlier: &'a Earlier,
    ) -> Self {
        Self {
            program,
            problem,
            phases,
            precedence,
            earlier,
            cuts: FxHashMap::default(),
            starts: FxHashMap::default(),
            singles: FxHashMap::default(),
            quantities: Quantities::default(),
        }
    }

    /// The runs and starts of a line.
    pub(super) fn line(&mut self, line: Line, control: &Control) -> Result<LineSums, BuildError> {
        let mut sums = LineSums::default();
        let cells = self.problem.wall().line_cells(line);
        for cell in cells.filter(|cell| self.problem.is_free(*cell)) {
            self.program.go_on(control)?;
            let mut points = Linear::default();
            for direction in line.axis().directions() {
                points += self.runs(cell, direction);
            }
            let start = self.start(cell, line.axis());
            points += self.phases.filled(cell) - start.clone();
            let name = match line.axis() {
                Axis::Horizontal => format!("h({cell})"),
                Axis::Vertical => format!("v({cell})"),
            };
            self.quantities.insert(name, points.clone());
            sums.points += points.clone();
            sums.of_cells.push((cell, points));
            sums.filled += self.phases.filled(cell);
            sums.starts += start;
        }
        for (letter, sum) in [("P", &sums.points), ("S", &sums.starts)] {
            let name = format!("{letter}({line})");
            self.quantities.insert(name, sum.clone());
        }
        Ok(sums)
    }

    /// (O-3) r(c,d,k), the k nearest cells in direction d are filled when c is:
    /// the conjunction of r(c,d,k−1) and "the k-th before c". Returns Σ_k r(c,d,k).
    fn runs(&mut self, cell: Cell, direction: Direction) -> Linear {
        let mut sum = Linear::default();
        let mut run = self.phases.filled(cell);
        let mut set = Vec::new();
        let has_tiles = |other: &Cell| !self.problem.holes().contains(*other);
        let toward = self.problem.wall().toward(cell, direction);
        for other in toward.take_while(has_tiles) {
            set.push(other);
            let before = self.before(other, cell);
            let name = format!("r({cell},{},{})", letter(direction), set.len());
            let mut by_number = set.clone();
            by_number.sort_unstable();
            let fact = Fact::After {
                cell,
                turn: None,
                set: by_number,
            };
            run = self.program.and(&RUNS, &name, fact, &[run, before]);
            self.quantities.insert(name, run.clone());
            sum += run.clone();
        }
        sum
    }

    /// (O-4) sh(c) and sv(c): c is filled, and neither neighbour along the axis before it.
    fn start(&mut self, cell: Cell, axis: Axis) -> Linear {
        let neighbours = self.problem.wall().neighbours(cell, axis);
        let neighbours = neighbours.filter(|other| !self.problem.holes().contains(*other));
        let after = neighbours.map(|other| Linear::constant(1) - self.before(other, cell));
        let parts: Vec<Linear> = after.chain([self.phases.filled(cell)]).collect();
        let name = match axis {
            Axis::Horizontal => format!("sh({cell})"),
            Axis::Vertical => format!("sv({cell})"),
        };
        let fact = Fact::Start {
            cell,
            axes: vec![axis],
        };
        let start = self.program.and(&STARTS, &name, fact, &parts);
        self.starts.insert((cell, axis), start.clone());
        self.quantities.insert(name, start.clone());
        start
    }

    /// (O-5) u(c): the conjunction of sh(c) and sv(c).
    pub(super) fn single(&mut self, cell: Cell) -> Linear {
        let parts = Axis::ALL.map(|axis| self.starts[&(cell, axis)].clone());
        let fact = Fact::Start {
            cell,
            axes: Axis::ALL.to_vec(),
        };
        let name = format!("u({cell})");
        let single = self.program.and(&SINGLES, &name, fact, &parts);
        self.quantities.insert(name, single.clone());
        single
    }

    fn before(&self, first: Cell, then: Cell) -> Linear {
        if self.problem.initial().contains(first) {
            Linear::constant(1)
        } else {
            self.precedence.before(first, then)
        }
    }
}

fn letter(direction: Direction) -> char {
    match direction {
        Direction::Left => 'L',
        Direction::Right => 'R',
        Direction::Up => 'U',
        Direction::Down => 'D',
    }
}

/// A line's points, starts and filled cells, as functions of the columns; no factor counts.
#[derive(Default)]
pub(super) struct LineSums {
    pub(super) points: Linear,
    /// The points of each cell along the line.
    pub(super) of_cells: Vec<(Cell, Linear)>,
    pub(super) starts: Linear,
    pub(super) filled: Linear,
}
