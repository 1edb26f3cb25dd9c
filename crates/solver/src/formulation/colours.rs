//! Free colours in a program: how many of them are complete.
//!
//! The maximum counts as many as have cells: k in each row and in each column. The minimum must not count fewer than there are, so
//! it names rows and columns that have too few filled cells in common for one colour more. Either is the other's proof
//! ([`FilledSquare::complete_colours`](crate::wall::FilledSquare::complete_colours)).

use super::conjunction::Conjunction;
use super::program::Relation::{AtMost, Equal};
use super::{Column, Equation, Fact, Linear, PointsFormula, Program};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, FilledSquare, Line};
use itertools::Itertools;
use std::collections::BTreeMap;

/// The equations of free colours in a formulation.
#[derive(Debug)]
pub(super) struct ColourEquations {
    one: Equation,
    line: Equation,
    cell: Equation,
    common: Conjunction,
    few: Equation,
    points: Equation,
}

impl ColourEquations {
    /// The equations with these numbers.
    pub(super) const fn with_numbers(numbers: [&'static str; 7]) -> Self {
        let [one, line, cell, parts, whole, few, points] = numbers;
        Self {
            one: Equation {
                number: one,
                statement: "One number of free colours is complete at the end",
                each: "",
                formula: "Σ_{k} colours(k) = 1",
            },
            line: Equation {
                number: line,
                statement: "A complete colour has a cell in each line",
                each: "every line $ℓ$, where the score is maximized",
                formula: "Σ_{c ∈ ℓ} given(c) = Σ_{k} k·colours(k)",
            },
            cell: Equation {
                number: cell,
                statement: "A cell of a complete colour is filled; $f(c)$ says that cell $c$ is filled in the end",
                each: "every cell $c$, where the score is maximized",
                formula: "given(c) ≤ f(c)",
            },
            common: Conjunction {
                parts: Equation {
                    number: parts,
                    statement: "A cell in common is filled, and its row $i$ and its column $j$ are among those with few cells in common",
                    each: "every cell $c$, where the score is minimized",
                    formula: "common(c) ≤ f(c),   common(c) ≤ few(i),   common(c) ≤ few(j)",
                },
                whole: Equation {
                    number: whole,
                    statement: "A filled cell is in common if its row $i$ and its column $j$ are among those with few cells in common",
                    each: "every cell $c$, where the score is minimized",
                    formula: "common(c) ≥ f(c) + few(i) + few(j) − 2",
                },
            },
            few: Equation {
                number: few,
                statement: "No more colours than $k$ are complete if some rows and columns have too few cells in common; $n$ is the number of rows, and $M$ the most that the left side exceeds the right one by",
                each: "every $k < n$, where the score is minimized",
                formula: "Σ_{c} common(c) ≤ (k + 1)·(Σ_{ℓ} few(ℓ) − n) − 1 + M·(1 − colours(k))",
            },
            points: Equation {
                number: points,
                statement: "The bonus of free colours, $β$ for each that is complete; it is added to the score",
                each: "",
                formula: "β·Σ_{k} k·colours(k)",
            },
        }
    }

    /// The points of free colours, if a problem has them.
    pub(super) fn points(&'static self, problem: &Problem) -> Option<PointsFormula> {
        let colours = problem.free_colours()?;
        let terms = (1..=colours.len()).map(|number| {
            (
                number as i64 * i64::from(colours.points()),
                format!("colours({number})"),
            )
        });
        Some(PointsFormula {
            equation: &self.points,
            expanded: vec![super::sum(terms)],
        })
    }
}

/// Names and meanings of the columns.
pub(super) const COLUMNS: [(&str, &str); 4] = [
    ("colours(k)", "$k$ free colours are complete at the end"),
    ("given(c)", "cell $c$ is given a colour that is complete"),
    (
        "few(ℓ)",
        "line $ℓ$ is among rows and columns that have too few filled cells in common for one complete colour more",
    ),
    (
        "common(c)",
        "cell $c$ is filled, and is in a row and in a column of these",
    ),
];

/// A statement of a column about free colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColourFact {
    /// This number of colours is complete.
    Complete(usize),
    /// The cell is given a colour that is complete.
    Given(Cell),
    /// The line is one of a set of rows and columns that have too few filled cells in common for one complete colour more.
    Few(Line),
    /// The cell is filled, and its row and its column are two of these.
    Common(Cell),
}

impl ColourFact {
    /// The cells of the statement.
    pub(super) fn cells(self) -> Vec<Cell> {
        match self {
            Self::Complete(_) | Self::Few(_) => Vec::new(),
            Self::Given(cell) | Self::Common(cell) => vec![cell],
        }
    }
}

impl std::fmt::Display for ColourFact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Complete(1) => f.write_str("1 free colour is complete"),
            Self::Complete(number) => write!(f, "{number} free colours are complete"),
            Self::Given(cell) => write!(f, "cell {cell} is given a complete colour"),
            Self::Few(line) => write!(f, "{line} has few filled cells in common with others"),
            Self::Common(cell) => write!(f, "cell {cell} is filled, where few are in common"),
        }
    }
}

/// Free colours of a covering: the number of complete ones, their cells, and the proof that there are no more.
#[derive(Debug, Clone)]
pub(super) struct Colouring {
    filled: FilledSquare,
    complete: usize,
    factor: FilledSquare,
    /// Rows and columns that exclude one colour more, as bits.
    deficient_lines: (u8, u8),
}

impl Colouring {
    pub(super) fn new(filled: FilledSquare) -> Self {
        let complete = filled.complete_colours();
        Self {
            filled,
            complete,
            factor: filled.factor(complete),
            deficient_lines: filled.deficient_lines(complete + 1).unwrap_or_default(),
        }
    }

    pub(super) fn holds(&self, fact: ColourFact, place: impl Fn(Cell) -> (usize, usize)) -> bool {
        let is_few = |line| match line {
            Line::Row(row) => self.deficient_lines.0 >> row & 1 == 1,
            Line::Column(column) => self.deficient_lines.1 >> column & 1 == 1,
        };
        match fact {
            ColourFact::Complete(number) => number == self.complete,
            ColourFact::Given(cell) => {
                let (row, column) = place(cell);
                self.factor.contains(row, column)
            }
            ColourFact::Few(line) => is_few(line),
            ColourFact::Common(cell) => {
                let (row, column) = place(cell);
                let lines = [Line::Row(row as u32), Line::Column(column as u32)];
                self.filled.contains(row, column) && lines.into_iter().all(is_few)
            }
        }
    }
}

impl Program {
    /// The bonus of free colours, if there are any; `filled` is the expression of a cell for "filled at the end".
    pub(super) fn add_colours(
        &mut self,
        equations: &'static ColourEquations,
        problem: &Problem,
        filled: impl Fn(Cell) -> Linear,
    ) {
        let Some(colours) = problem.free_colours() else {
            return;
        };
        let numbers = (0..=colours.len()).map(|number| {
            let fact = Fact::Colours(ColourFact::Complete(number));
            self.binary(format!("colours({number})"), fact)
        });
        let numbers = numbers.collect_vec();
        let sum: Linear = numbers.iter().copied().sum();
        self.row(&equations.one, "_one".into(), sum, Equal, 1);
        let terms = numbers.iter().zip(0..);
        let complete: Linear = terms
            .map(|(&column, number)| Linear::from(column) * number)
            .sum();
        self.reward(colours.points().into(), complete.clone());
        match problem.sense() {
            Sense::Maximize => self.bound_above(equations, problem, filled, &complete),
            Sense::Minimize => self.bound_below(equations, problem, filled, &numbers),
        }
    }

    /// No more complete colours than have cells.
    fn bound_above(
        &mut self,
        equations: &'static ColourEquations,
        problem: &Problem,
        filled: impl Fn(Cell) -> Linear,
        complete: &Linear,
    ) {
        let wall = problem.wall();
        let columns: BTreeMap<Cell, Column> = wall
            .cells()
            .map(|cell| {
                let fact = Fact::Colours(ColourFact::Given(cell));
                (cell, self.binary(format!("given({cell})"), fact))
            })
            .collect();
        for (&cell, &column) in &columns {
            let label = format!("_given({cell})");
            self.row(&equations.cell, label, column, AtMost, filled(cell));
        }
        for (line, number) in wall.lines().zip(1..) {
            let sum: Linear = wall.line_cells(line).map(|cell| columns[&cell]).sum();
            let label = format!("_cells({number})");
            self.row(&equations.line, label, sum, Equal, complete.clone());
        }
    }

    /// No fewer complete colours than there are.
    fn bound_below(
        &mut self,
        equations: &'static ColourEquations,
        problem: &Problem,
        filled: impl Fn(Cell) -> Linear,
        numbers: &[Column],
    ) {
        let wall = problem.wall();
        let few: BTreeMap<Line, Column> = wall
            .lines()
            .zip(1..)
            .map(|(line, number)| {
                let fact = Fact::Colours(ColourFact::Few(line));
                (line, self.binary(format!("few({number})"), fact))
            })
            .collect();
        let mut common = Linear::default();
        for cell in wall.cells() {
            let lines = Axis::ALL.map(|axis| few[&wall.line_through(cell, axis).0].into());
            let [row, column] = lines;
            let fact = Fact::Colours(ColourFact::Common(cell));
            let name = format!("common({cell})");
            common += self.and(&equations.common, &name, fact, &[filled(cell), row, column]);
        }
        let side = wall.rows() as i64;
        let lines: Linear = few.values().copied().sum::<Linear>() - side;
        for (&is_number, next) in numbers[..wall.rows()].iter().zip(1..) {
            let excess = common.clone() - lines.clone() * next + 1;
            // The difference is greatest without any line, or with all of them and a full wall.
            let most = (next * side).max(side * side - next * side) + 1;
            let slack = (Linear::constant(1) - is_number) * most;
            let label = format!("_few({next})");
            self.row(&equations.few, label, excess, AtMost, slack);
        }
    }
}
