//! The formulation of the case study (section III), as published, for any problem; and the same with
//! another linking of the products to the positions.
//!
//! Columns: `A(i,j)`, position j is filled in turn i; for every product of the expansion of j's
//! points, over a set S of positions, `B(i,j,k)`, `C(i,j,k,l)`, … for |S| = 1, 2, …: position j is
//! filled in turn i and all of S before. The equations carry the published numbers, each with a
//! function of its own; (CS-3) stands for the published 3, 4, 5 and 6, which are the same for |S| = 1…4. (CS-7), the
//! points of a position, and (CS-8), their total, become the objective. (CS-9) to (CS-14) are for what the
//! case study does not have: precedence, the end bonus, stated rows and free colours.

mod describe;
mod expansion;
mod linking;

pub use expansion::expansion;

use super::colours::ColourEquations;
use super::conjunction::Conjunction;
use super::program::Relation::{AtLeast, AtMost, Equal};
use super::rows::{RowEquations, turn_of};
use super::{
    BuildError, Column, Description, Equation, Fact, Formulation, Linear, Program, Reading,
};
use crate::bounds::Bound;
use crate::instance::{Quantity, Turn};
use crate::problem::{Problem, Unfit};
use crate::wall::Cell;
use azulejo_control::Control;
use itertools::Itertools;
pub(super) use linking::Linking;
use std::collections::BTreeMap;

/// A program in the case study's formulation.
#[derive(Debug, Clone)]
pub struct CaseStudy {
    program: Program,
    /// `columns[i][j]`: the column A(i,j), where the problem allows that.
    columns: Vec<Vec<Option<Column>>>,
    bound: Bound,
}

/// A position in a turn that may fill it, with its column A(i,j).
#[derive(Debug, Clone, Copy)]
struct Place {
    turn: Turn,
    cell: Cell,
    column: Column,
}

static ONCE_PER_POSITION: Equation = Equation {
    number: "CS-1",
    statement: "Every position is filled in one turn; in at most one where there are fewer turns than cells",
    each: "every position $j$",
    formula: "Σ_{i} A(i,j) = 1",
};

static ONCE_PER_TURN: Equation = Equation {
    number: "CS-2",
    statement: "Every turn fills one position",
    each: "every turn $i$",
    formula: "Σ_{j} A(i,j) = 1",
};

static AT_MOST_ONCE_PER_TURN: Equation = Equation {
    number: "CS-2a",
    statement: "A turn that may pass fills at most one position",
    each: "every turn $i$ that may pass",
    formula: "Σ_{j} A(i,j) ≤ 1",
};

static TILES: Equation = Equation {
    number: "CS-2b",
    statement: "As many positions are filled as there are tiles; $k$ is their number",
    each: "the end of the order",
    formula: "Σ_{i} Σ_{j} A(i,j) = k",
};

static PRECEDENCE: Equation = Equation {
    number: "CS-9",
    statement: "A position that has to wait for another is filled after it",
    each: "every turn $i$ and every $k$ that has to be filled before $j$",
    formula: "Σ_{o < i} A(o,k) ≥ A(i,j)",
};

static BONUS: Conjunction = Conjunction {
    parts: Equation {
        number: "CS-10a",
        statement: "A line is complete at the end only if each of its positions is filled",
        each: "every line $ℓ$ with a bonus and every position $j$ of it",
        formula: "full(ℓ) ≤ Σ_{i} A(i,j)",
    },
    whole: Equation {
        number: "CS-10b",
        statement: "A line is complete at the end if all of its positions are filled",
        each: "every line $ℓ$ with a bonus",
        formula: "full(ℓ) ≥ Σ_{j ∈ ℓ} Σ_{i} A(i,j) − (|ℓ| − 1)",
    },
};

static ROWS: RowEquations = RowEquations::with_numbers(
    ["CS-11", "CS-11a", "CS-11b"],
    "A row that is stated, with its quantities as sums of the columns above",
);

static COLOURS: ColourEquations = ColourEquations::with_numbers([
    "CS-13", "CS-13a", "CS-13b", "CS-13c", "CS-13d", "CS-13e", "CS-14",
]);

impl CaseStudy {
    /// The largest wall: a 6×6 one has 21,312 columns and 40,104 rows.
    pub const MAX_CELLS: usize = 36;

    /// The program of a problem, as published.
    ///
    /// # Errors
    /// When the wall has more than [`CaseStudy::MAX_CELLS`] cells.
    pub fn new(problem: &Problem) -> Result<Self, BuildError> {
        Self::within(problem, Linking::Aggregated, &Control::default())
    }

    /// The program with either linking, within the limits of a run. With (CS-3a) disaggregated, a row for each position of a
    /// product, no product is more than any of its positions in the linear relaxation.
    pub(super) fn within(
        problem: &Problem,
        linking: Linking,
        control: &Control,
    ) -> Result<Self, BuildError> {
        let cells = ("cells", Self::MAX_CELLS, problem.wall().len());
        Unfit::unless(linking.subject(), &[cells])?;
        let mut program = Program::new(problem.sense());
        let columns = positions(&mut program, problem);
        let bound = Bound::trivial(problem);
        let mut formulation = Self {
            program,
            columns,
            bound,
        };
        formulation.once_per_position(problem);
        formulation.once_per_turn(problem);
        let cell_points = formulation.total(problem, linking, control)?;
        formulation.precedence(problem, control)?;
        let by_end = |cell| filled_before(&formulation.columns, problem, problem.horizon(), cell);
        formulation.program.add_bonus(&BONUS, problem, by_end);
        let by_end = |cell| filled_before(&formulation.columns, problem, problem.horizon(), cell);
        formulation.program.add_colours(&COLOURS, problem, by_end);
        formulation.rows(problem, &cell_points, control)?;
        Ok(formulation)
    }

    /// (CS-1) Σ_i A(i,j) = 1 for every position j; at most 1 where the horizon is short.
    fn once_per_position(&mut self, problem: &Problem) {
        let relation = if problem.fills_the_wall() {
            Equal
        } else {
            AtMost
        };
        for cell in problem.free() {
            let column = self.columns.iter().filter_map(|turn| turn[cell.index()]);
            let label = format!("_once({cell})");
            let sum: Linear = column.sum();
            self.program
                .row(&ONCE_PER_POSITION, label, sum, relation, 1);
        }
    }

    /// (CS-2) Σ_j A(i,j) = 1 for every turn i; at most 1 where it may pass (CS-2a), and then (CS-2b) as many as there are tiles.
    fn once_per_turn(&mut self, problem: &Problem) {
        if problem.passes() {
            let all: Linear = self.columns.iter().flatten().flatten().copied().sum();
            let tiles = problem.tiles() as i64;
            self.program.row(&TILES, "_tiles".into(), all, Equal, tiles);
        }
        for turn in problem.turns() {
            let row: Linear = self.columns[turn.index()].iter().flatten().copied().sum();
            let label = format!("_once({turn})");
            match problem.may_pass(turn) {
                true => self
                    .program
                    .row(&AT_MOST_ONCE_PER_TURN, label, row, AtMost, 1),
                false => self.program.row(&ONCE_PER_TURN, label, row, Equal, 1),
            }
        }
    }

    /// (CS-8) Σ_{i,j} p(i,j): the total of the points of all positions in all turns is the objective. The points of each position
    /// in each turn are the result where rows are stated.
    fn total(
        &mut self,
        problem: &Problem,
        linking: Linking,
        control: &Control,
    ) -> Result<CellPoints, BuildError> {
        let mut cell_points = CellPoints::default();
        let expansions = problem
            .free()
            .map(|cell| (cell, expansion::reduced_expansion(problem, cell)))
            .collect_vec();
        for turn in problem.turns() {
            for (cell, expansion) in &expansions {
                let cell = *cell;
                let Some(column) = self.columns[turn.index()][cell.index()] else {
                    continue;
                };
                let place = Place { turn, cell, column };
                let points = self.points(problem, linking, place, expansion, control)?;
                if !problem.rows().is_empty() {
                    cell_points.insert((turn, cell), points.clone());
                }
                self.program.reward(1, points);
            }
        }
        Ok(cell_points)
    }

    /// (CS-7) p(i,j) = Σ_S c(S)·X(i,j,S), where X(i,j,∅) is A(i,j): the points of position j in turn i.
    fn points(
        &mut self,
        problem: &Problem,
        linking: Linking,
        place: Place,
        expansion: &BTreeMap<Vec<Cell>, i64>,
        control: &Control,
    ) -> Result<Linear, BuildError> {
        let mut points = Linear::default();
        for (set, &coefficient) in expansion {
            self.program.go_on(control)?;
            let product = self.product(problem, linking, place, set);
            points.add_times(coefficient, &product.into());
        }
        Ok(points)
    }

    /// (CS-11) The rows that are stated.
    fn rows(
        &mut self,
        problem: &Problem,
        cell_points: &CellPoints,
        control: &Control,
    ) -> Result<(), BuildError> {
        let columns = &self.columns;
        let filled_by = |cell, time| filled_before(columns, problem, time, cell);
        let sum = |is_selected: &dyn Fn(Turn, Cell) -> bool| -> Linear {
            let selection = cell_points
                .iter()
                .filter(|((turn, cell), _)| is_selected(*turn, *cell));
            selection.map(|(_, points)| points.clone()).sum()
        };
        let expression = |program: &mut Program, quantity: Quantity| match quantity {
            Quantity::Filled { cell, time } => filled_by(cell, time),
            Quantity::Turn(cell) => turn_of(cell, problem.horizon(), filled_by),
            Quantity::Before(first, then) => before(program, problem, filled_by, first, then),
            Quantity::Earned(turn) => sum(&|time, _| time.number() == turn),
            Quantity::Points(cell) => sum(&|_, position| position == cell),
        };
        self.program.add_rows(&ROWS, problem, expression, control)
    }

    /// (CS-9) Σ_{o<i} A(o,k) ≥ A(i,j) for every turn i, where k must be filled before j.
    fn precedence(&mut self, problem: &Problem, control: &Control) -> Result<(), BuildError> {
        for then in problem.free() {
            for first in problem.before(then).iter() {
                self.program.go_on(control)?;
                for turn in problem.turns() {
                    let Some(column) = self.columns[turn.index()][then.index()] else {
                        continue;
                    };
                    let filled = filled_before(&self.columns, problem, turn.index(), first);
                    let label = format!("_before({turn},{first},{then})");
                    self.program
                        .row(&PRECEDENCE, label, filled, AtLeast, column);
                }
            }
        }
        Ok(())
    }
}

impl Formulation for CaseStudy {
    fn program(&self) -> &Program {
        &self.program
    }

    fn bound(&self) -> Bound {
        self.bound.clone()
    }

    fn read(&self, values: &[i64]) -> Reading {
        let filled = |turn: &Vec<Option<Column>>| {
            let is_filled =
                |entry: &Option<Column>| entry.is_some_and(|column| values[column.index()] == 1);
            turn.iter().position(is_filled).map(Cell::from_index)
        };
        Reading::Order(self.columns.iter().map(filled).collect())
    }

    fn describe(&self, problem: &Problem) -> Description {
        describe::describe(problem)
    }
}

/// The points of each cell in each turn.
type CellPoints = BTreeMap<(Turn, Cell), Linear>;

static EARLIER: Equation = Equation {
    number: "CS-12",
    statement: "A position that comes before another one, or stays empty as the other one does; $T$ is the number of turns",
    each: "every pair of positions $j < k$ of whose order a row speaks",
    formula: "turn(k) − turn(j) ≥ −T·(1 − o(j,k)),   turn(k) − turn(j) ≤ T·o(j,k) − (1 − o(j,k))",
};

/// o(j,k) for two positions of whose order a row speaks, the lower number first: (CS-12) makes it whether the turn of the
/// first one is at most that of the second one.
fn before(
    program: &mut Program,
    problem: &Problem,
    filled_by: impl Fn(Cell, usize) -> Linear + Copy,
    first: Cell,
    then: Cell,
) -> Linear {
    let name = format!("o({first},{then})");
    if let Some(expression) = program.column_named(&name) {
        return expression;
    }
    let turns = problem.horizon();
    let column = program.binary(name, Fact::Before { first, then });
    let delay = turn_of(then, turns, filled_by) - turn_of(first, turns, filled_by);
    let most = turns as i64;
    let reverse = Linear::constant(1) - column;
    let label = |part: &str| format!("_earlier{part}({first},{then})");
    let least = reverse.clone() * -most;
    program.row(&EARLIER, label("A"), delay.clone(), AtLeast, least);
    let greatest = Linear::from(column) * most - reverse;
    program.row(&EARLIER, label("B"), delay, AtMost, greatest);
    column.into()
}

/// A(i,j) for every turn i and every position j that the problem allows in it.
fn positions(program: &mut Program, problem: &Problem) -> Vec<Vec<Option<Column>>> {
    let cells = problem.wall().cells();
    let turns = problem.turns();
    turns
        .map(|turn| {
            let column = |cell| {
                let may_fill = problem.allowed(turn).contains(cell);
                may_fill
                    .then(|| program.binary(format!("A({turn},{cell})"), Fact::At { cell, turn }))
            };
            cells.clone().map(column).collect()
        })
        .collect()
}

/// Σ_{o<i} A(o,k): whether position k is filled after `turns` turns.
fn filled_before(
    columns: &[Vec<Option<Column>>],
    problem: &Problem,
    turns: usize,
    cell: Cell,
) -> Linear {
    if problem.initial().contains(cell) {
        return Linear::constant(1);
    }
    columns[..turns]
        .iter()
        .filter_map(|turn| turn[cell.index()])
        .sum()
}

/// A for a position alone, B for sets of 1, C for sets of 2, and on. A 36-cell line has sets of up to 35:
/// after Z come ZA, ZB, …
fn letter(size: usize) -> String {
    let alphabet = b'Z' - b'A';
    match u8::try_from(size) {
        Ok(size) if size <= alphabet => char::from(b'A' + size).to_string(),
        _ => format!("Z{}", letter(size - usize::from(alphabet) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::letter;

    /// Long lines have sets of more than 25 positions: the letters go on with Z before them.
    #[test]
    fn each_size_of_a_set_has_a_letter_of_its_own() {
        let letters = [0, 1, 25, 26, 27, 51, 52, 300].map(letter);
        assert_eq!(letters[..4], ["A", "B", "Z", "ZA"]);
        assert_eq!(letters[4..7], ["ZB", "ZZ", "ZZA"]);
        assert_eq!(letters[7], format!("{}O", "Z".repeat(11)));
    }
}
