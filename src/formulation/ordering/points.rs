//! What the tiles earn, by who came first.

use super::phases::Phases;
use super::precedence::Precedence;
use crate::formulation::program::Relation::AtLeast;
use crate::formulation::{Fact, LineCut, Linear, Program, line_cuts};
use crate::problem::Problem;
use crate::wall::{Axis, Cell, Direction, Line};
use rustc_hash::FxHashMap;

/// Adds runs, starts, singles and line cuts, and the objective: the points of all lines and 1 for
/// each single.
///
/// `points(c) = Σ runs + (filled − start_h) + (filled − start_v) + single`, split by line.
pub(super) fn add(
    program: &mut Program,
    problem: &Problem,
    phases: &Phases,
    precedence: &Precedence,
) {
    let mut points = Points {
        program,
        problem,
        phases,
        precedence,
        starts: FxHashMap::default(),
    };
    let mut cuts: FxHashMap<Vec<bool>, Vec<LineCut>> = FxHashMap::default();
    for line in problem.wall().lines() {
        let cells = problem.wall().line_cells(line);
        let initial = cells
            .map(|cell| problem.initial().contains(cell))
            .collect::<Vec<_>>();
        let of_line = points.line(line);
        let cuts = cuts.entry(initial).or_insert_with_key(|initial| {
            line_cuts(initial, problem.fills_the_wall(), problem.sense())
        });
        of_line.cut(points.program, line, cuts);
        points.program.reward(1, of_line.points);
    }
    for cell in problem.free() {
        let single = points.single(cell);
        points.program.reward(1, single);
    }
}

struct Points<'a> {
    program: &'a mut Program,
    problem: &'a Problem,
    phases: &'a Phases,
    precedence: &'a Precedence,
    starts: FxHashMap<(Cell, Axis), Linear>,
}

impl Points<'_> {
    fn line(&mut self, line: Line) -> LineSums {
        let mut sums = LineSums::default();
        let cells = self.problem.wall().line_cells(line);
        for cell in cells.filter(|cell| !self.problem.initial().contains(*cell)) {
            for direction in line.axis().directions() {
                sums.points += self.runs(cell, direction);
            }
            let start = self.start(cell, line.axis());
            sums.points += self.phases.filled(cell) - start.clone();
            sums.filled += self.phases.filled(cell);
            sums.starts += start;
        }
        sums
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
            run = self.program.and("c3", &name, fact, &[run, before]);
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
        let start = self.program.and("c4", &name, fact, &parts);
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
        self.program.and("c5", &format!("u({cell})"), fact, &parts)
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
struct LineSums {
    points: Linear,
    starts: Linear,
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
            program.row(
                format!("c6_{name},{})", index + 1),
                left,
                AtLeast,
                cut.right,
            );
        }
    }
}
