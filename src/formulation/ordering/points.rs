//! What the tiles earn, by who came first.

use super::phases::Phases;
use super::precedence::Precedence;
use crate::bounds::{Earlier, LineCut, LineFacts, cuts_of};
use crate::control::Control;
use crate::formulation::conjunction::Conjunction;
use crate::formulation::program::Relation::AtLeast;
use crate::formulation::{Equation, Fact, Families, Family, Linear, Program, Unwritten};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, Direction, Line};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

static RUNS: Conjunction = Conjunction {
    parts: Equation {
        number: "3a",
        says: "The $k$ nearest cells in a direction are filled before $c$ only if the $k − 1$ nearest are, and \
               the $k$-th, $c_{k}$, is; $r(c,d,0)$ stands for $f(c)$",
        each: "every cell $c$, direction $d$ and number $k$",
        formula: "r(c,d,k) ≤ r(c,d,k−1),   r(c,d,k) ≤ o(c_{k},c)",
    },
    whole: Equation {
        number: "3b",
        says: "They are if both are so",
        each: "every cell $c$, direction $d$ and number $k$",
        formula: "r(c,d,k) ≥ r(c,d,k−1) + o(c_{k},c) − 1",
    },
};

static STARTS: Conjunction = Conjunction {
    parts: Equation {
        number: "4a",
        says: "A cell is a horizontal start only if it is filled and no neighbour $n$ in its row came before; \
               a vertical start, $sv(c)$, likewise along its column",
        each: "every cell $c$ and neighbour $n$ of it",
        formula: "sh(c) ≤ f(c),   sh(c) ≤ 1 − o(n,c)",
    },
    whole: Equation {
        number: "4b",
        says: "It is one if it is filled and none came before",
        each: "every cell $c$, over its neighbours $n$",
        formula: "sh(c) ≥ f(c) − Σ_{n} o(n,c)",
    },
};

static SINGLES: Conjunction = Conjunction {
    parts: Equation {
        number: "5a",
        says: "A single is a start both ways",
        each: "every cell $c$",
        formula: "u(c) ≤ sh(c),   u(c) ≤ sv(c)",
    },
    whole: Equation {
        number: "5b",
        says: "A start both ways is a single",
        each: "every cell $c$",
        formula: "u(c) ≥ sh(c) + sv(c) − 1",
    },
};

static LINE_CUTS: Equation = Equation {
    number: "6",
    says: "Line cuts: the facets $αP + βS + γK ≥ δ$ of what orders of the line reach, for its points \
           $P(ℓ)$, its starts $S(ℓ)$ and, where the horizon is short, its filled cells $K(ℓ)$",
    each: "every line $ℓ$ and every facet on the objective's side",
    formula: "α·P(ℓ) + β·S(ℓ) + γ·K(ℓ) ≥ δ",
};

/// Adds runs, starts, singles, line cuts and block cuts, and the objective: the points of all lines and 1 for
/// each single.
///
/// `points(c) = Σ runs + (filled − start_h) + (filled − start_v) + single`, split by line.
pub(super) fn add(
    program: &mut Program,
    problem: &Problem,
    phases: &Phases,
    precedence: &Precedence,
    earlier: &Earlier,
    without: &Families,
    control: &Control,
) -> Result<(), Unwritten> {
    let mut points = Points {
        program,
        problem,
        phases,
        precedence,
        starts: FxHashMap::default(),
    };
    let mut cuts: FxHashMap<LineFacts, Vec<LineCut>> = FxHashMap::default();
    for line in problem.wall().lines() {
        let facts = earlier.along(problem, line);
        let of_line = points.line(line, control)?;
        if !without.contains(&Family::LineCuts) {
            let cuts = match cuts.entry(facts) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let (whole, sense) = (problem.fills_the_wall(), problem.sense());
                    let cuts = cuts_of(new.key(), whole, sense, control)?;
                    new.insert(cuts)
                }
            };
            of_line.cut(points.program, line, cuts);
        }
        if problem.sense() == Sense::Minimize && !without.contains(&Family::Schedules) {
            points.schedule(line, &of_line, control)?;
        }
        points.program.reward(1, of_line.points);
    }
    let mut singles = FxHashMap::default();
    for cell in problem.free() {
        let single = points.single(cell);
        points.program.reward(1, single.clone());
        singles.insert(cell, single);
    }
    if problem.sense() == Sense::Minimize && !without.contains(&Family::BlockCuts) {
        points.cut_blocks(&singles);
    }
    Ok(())
}

pub(super) struct Points<'a> {
    pub(super) program: &'a mut Program,
    pub(super) problem: &'a Problem,
    pub(super) phases: &'a Phases,
    precedence: &'a Precedence,
    pub(super) starts: FxHashMap<(Cell, Axis), Linear>,
}

impl Points<'_> {
    fn line(&mut self, line: Line, control: &Control) -> Result<LineSums, Unwritten> {
        let mut sums = LineSums::default();
        let cells = self.problem.wall().line_cells(line);
        for cell in cells.filter(|cell| !self.problem.initial().contains(*cell)) {
            self.program.go_on(control)?;
            for direction in line.axis().directions() {
                sums.points += self.runs(cell, direction);
            }
            let start = self.start(cell, line.axis());
            sums.points += self.phases.filled(cell) - start.clone();
            sums.filled += self.phases.filled(cell);
            sums.starts += start;
        }
        Ok(sums)
    }

    /// (3) r(c,d,k), the k nearest cells in direction d are filled when c is:
    /// the conjunction of r(c,d,k−1) and "the k-th before c". Returns Σ_k r(c,d,k).
    fn runs(&mut self, cell: Cell, direction: Direction) -> Linear {
        let mut sum = Linear::default();
        let mut run = self.phases.filled(cell);
        let mut set = Vec::new();
        for other in self.problem.wall().toward(cell, direction) {
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
            sum += run.clone();
        }
        sum
    }

    /// (4) sh(c) and sv(c): c is filled, and neither neighbour along the axis before it.
    fn start(&mut self, cell: Cell, axis: Axis) -> Linear {
        let neighbours = self.problem.wall().neighbours(cell, axis);
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
        start
    }

    /// (5) u(c): the conjunction of sh(c) and sv(c).
    fn single(&mut self, cell: Cell) -> Linear {
        let parts = Axis::ALL.map(|axis| self.starts[&(cell, axis)].clone());
        let fact = Fact::Start {
            cell,
            axes: Axis::ALL.to_vec(),
        };
        self.program
            .and(&SINGLES, &format!("u({cell})"), fact, &parts)
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

/// A line's points, starts and filled cells, as functions of the columns.
#[derive(Default)]
pub(super) struct LineSums {
    pub(super) points: Linear,
    pub(super) starts: Linear,
    filled: Linear,
}

impl LineSums {
    /// (6) The line cuts.
    fn cut(&self, program: &mut Program, line: Line, cuts: &[LineCut]) {
        let name = match line {
            Line::Row(row) => format!("row({}", row + 1),
            Line::Column(column) => format!("column({}", column + 1),
        };
        for (index, cut) in cuts.iter().enumerate() {
            let mut left = self.points.clone() * cut.points;
            left.add_times(cut.starts, &self.starts);
            left.add_times(cut.filled, &self.filled);
            let label = format!("_{name},{})", index + 1);
            program.row(&LINE_CUTS, label, left, AtLeast, cut.right);
        }
    }
}
