//! The formulation of the case study (section III), as published, for any problem.
//!
//! Columns: `A(i,j)`, position j is filled in turn i; for every product of the expansion of j's
//! points, over a set S of positions, `B(i,j,k)`, `C(i,j,k,l)`, … for |S| = 1, 2, …: position j is
//! filled in turn i and all of S before. The equations carry the published numbers; (3) stands for
//! the published 3, 4, 5 and 6, which are the same for |S| = 1…4, and (7) and (8), the points of a
//! position and their total, are put into the objective as they are. (9) and (10) are for what the
//! case study does not have: precedence and the end bonus.

use super::program::Relation::{AtLeast, AtMost, Equal};
use super::{Column, Fact, Formulation, Linear, Program, Reading, Unfit};
use crate::instance::Turn;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, Wall};
use itertools::Itertools;
use std::collections::BTreeMap;

/// A program in the case study's formulation.
#[derive(Debug, Clone)]
pub struct CaseStudy {
    program: Program,
    /// `at[i][j]`: the column A(i,j), where the problem allows that.
    at: Vec<Vec<Option<Column>>>,
    bound: u32,
}

impl CaseStudy {
    /// The largest wall: a 6×6 one has 21,312 columns and 40,104 rows.
    pub const MAX_CELLS: usize = 36;

    /// The program of a problem.
    ///
    /// # Errors
    /// When the wall has more than [`CaseStudy::MAX_CELLS`] cells.
    pub fn new(problem: &Problem) -> Result<Self, Unfit> {
        let (limit, size) = (Self::MAX_CELLS, problem.wall().len());
        if size > limit {
            return Err(Unfit {
                formulation: "case-study",
                what: "cells",
                limit,
                size,
            });
        }
        let mut program = Program::new(problem.sense());
        let at = positions(&mut program, problem);
        let bound = problem.trivial_bound();
        let mut this = Self { program, at, bound };
        this.once_per_position(problem);
        this.once_per_turn(problem);
        this.points(problem);
        this.precedence(problem);
        let by_end = |cell| filled_before(&this.at, problem, problem.horizon(), cell);
        this.program.add_bonus("c10", problem, by_end);
        Ok(this)
    }

    /// (1) Σ_i A(i,j) = 1 for every position j; at most 1 where the horizon is short.
    fn once_per_position(&mut self, problem: &Problem) {
        let relation = if problem.fills_the_wall() {
            Equal
        } else {
            AtMost
        };
        for cell in problem.free() {
            let column = self.at.iter().filter_map(|turn| turn[cell.index()]);
            self.program.row(
                format!("c1_once({cell})"),
                column.sum::<Linear>(),
                relation,
                1,
            );
        }
    }

    /// (2) Σ_j A(i,j) = 1 for every turn i.
    fn once_per_turn(&mut self, problem: &Problem) {
        for turn in problem.turns() {
            let row = self.at[turn.index()].iter().flatten().copied();
            self.program
                .row(format!("c2_once({turn})"), row.sum::<Linear>(), Equal, 1);
        }
    }

    /// (7), (8) The points of every position in every turn, into the objective.
    fn points(&mut self, problem: &Problem) {
        let expansions = problem
            .free()
            .map(|cell| (cell, reduced(problem, cell)))
            .collect_vec();
        for turn in problem.turns() {
            for (cell, expansion) in &expansions {
                let Some(at) = self.at[turn.index()][cell.index()] else {
                    continue;
                };
                for (set, &coefficient) in expansion {
                    let product = self.product(problem, turn, *cell, at, set);
                    self.program.reward(coefficient, product);
                }
            }
        }
    }

    /// (3) X(i,j,S) is 1 iff A(i,j) is 1 and all of S is filled before turn i:
    /// (a) (|S| + 1)·X ≤ Σ_{k∈S} Σ_{o<i} A(o,k) + A(i,j), (b) the same sum ≤ |S| + X.
    fn product(
        &mut self,
        problem: &Problem,
        turn: Turn,
        cell: Cell,
        at: Column,
        set: &[Cell],
    ) -> Column {
        if set.is_empty() {
            return at;
        }
        let filled: Linear = set
            .iter()
            .map(|&other| filled_before(&self.at, problem, turn.index(), other))
            .sum();
        let indices = format!("({turn},{cell},{})", set.iter().join(","));
        let fact = Fact::After {
            cell,
            turn: Some(turn),
            set: set.to_vec(),
        };
        let x = self
            .program
            .binary(format!("{}{indices}", letter(set.len())), fact);
        let size = set.len() as i64;
        let sum = filled + at;
        self.program.row(
            format!("c3a{indices}"),
            Linear::from(x) * (size + 1),
            AtMost,
            sum.clone(),
        );
        self.program
            .row(format!("c3b{indices}"), sum, AtMost, Linear::from(x) + size);
        x
    }

    /// (9) Σ_{o<i} A(o,k) ≥ A(i,j) for every turn i, where k must be filled before j.
    fn precedence(&mut self, problem: &Problem) {
        for then in problem.free() {
            for first in problem.before(then).iter() {
                for turn in problem.turns() {
                    let Some(at) = self.at[turn.index()][then.index()] else {
                        continue;
                    };
                    let filled = filled_before(&self.at, problem, turn.index(), first);
                    self.program.row(
                        format!("c9_before({turn},{first},{then})"),
                        filled,
                        AtLeast,
                        at,
                    );
                }
            }
        }
    }
}

impl Formulation for CaseStudy {
    fn program(&self) -> &Program {
        &self.program
    }

    fn bound(&self) -> u32 {
        self.bound
    }

    fn read(&self, values: &[i64]) -> Reading {
        let filled = |turn: &Vec<Option<Column>>| {
            turn.iter()
                .position(|at| at.is_some_and(|column| values[column.index()] == 1))
        };
        Reading::Order(
            self.at
                .iter()
                .filter_map(filled)
                .map(Cell::from_index)
                .collect(),
        )
    }
}

/// A(i,j) for every turn i and every position j that the problem allows in it.
fn positions(program: &mut Program, problem: &Problem) -> Vec<Vec<Option<Column>>> {
    let cells = problem.wall().cells();
    let turns = problem.turns();
    turns
        .map(|turn| {
            let column = |cell| {
                let allowed = problem.allowed(turn).contains(cell);
                allowed
                    .then(|| program.binary(format!("A({turn},{cell})"), Fact::At { cell, turn }))
            };
            cells.clone().map(column).collect()
        })
        .collect()
}

/// Σ_{o<i} A(o,k): whether position k is filled after `turns` turns.
fn filled_before(
    at: &[Vec<Option<Column>>],
    problem: &Problem,
    turns: usize,
    cell: Cell,
) -> Linear {
    if problem.initial().contains(cell) {
        return Linear::constant(1);
    }
    at[..turns]
        .iter()
        .filter_map(|turn| turn[cell.index()])
        .sum()
}

/// B for sets of 1, C for sets of 2, and on. A 36-cell line has sets of up to 35: after Z come ZA, ZB, …
fn letter(size: usize) -> String {
    let alphabet = b'Z' - b'A';
    match u8::try_from(size) {
        Ok(size) if size <= alphabet => char::from(b'A' + size).to_string(),
        _ => format!("Z{}", letter(size - usize::from(alphabet) - 1)),
    }
}

/// The products of a position's points with the initial cells, which are always filled, left out.
fn reduced(problem: &Problem, cell: Cell) -> BTreeMap<Vec<Cell>, i64> {
    let mut products: BTreeMap<Vec<Cell>, i64> = BTreeMap::new();
    for (set, coefficient) in expansion(problem.wall(), cell) {
        let open = set
            .into_iter()
            .filter(|cell| !problem.initial().contains(*cell))
            .collect();
        *products.entry(open).or_default() += coefficient;
    }
    products.retain(|_, coefficient| *coefficient != 0);
    products
}

/// The points of a cell as a polynomial in "cell k is filled before it" (case study III.D.7): each
/// product, as the set of its cells by number, with its coefficient. The empty set is the 1 that
/// every tile earns.
///
/// `1 + Σ_d Σ_k [the k nearest cells in direction d] + (l + r − l·r)·(u + d − u·d)`,
/// with l, r, u, d the four neighbours that exist.
///
/// ```
/// use azulejo::{formulation::expansion, wall::{Cell, Wall}};
/// let centre = expansion(Wall::new(3, 3)?, Cell::from_index(4));
/// let all_four = [2, 4, 6, 8].map(|number| Cell::from_index(number - 1));
/// assert_eq!(centre[&all_four[..]], 1); // E_{i52468} in the equation of p_{i5}
/// assert_eq!(centre.len(), 14);
/// # Ok::<(), azulejo::wall::WallError>(())
/// ```
pub fn expansion(wall: Wall, cell: Cell) -> BTreeMap<Vec<Cell>, i64> {
    let mut products: BTreeMap<Vec<Cell>, i64> = BTreeMap::from([(Vec::new(), 1)]);
    for axis in Axis::ALL {
        for direction in axis.directions() {
            let mut run = Vec::new();
            for other in wall.toward(cell, direction) {
                run.push(other);
                *products
                    .entry(run.iter().copied().sorted().collect())
                    .or_default() += 1;
            }
        }
    }
    let [horizontal, vertical] = Axis::ALL.map(|axis| {
        let neighbours = wall.neighbours(cell, axis).collect_vec();
        // x + y − x·y, x, or nothing
        neighbours
            .into_iter()
            .powerset()
            .filter(|set| !set.is_empty())
            .collect_vec()
    });
    let sign = |set: &[Cell]| if set.len() == 1 { 1 } else { -1 };
    for (one, other) in horizontal.iter().cartesian_product(&vertical) {
        let set = one.iter().chain(other).copied().sorted().collect();
        *products.entry(set).or_default() += sign(one) * sign(other);
    }
    products
}
