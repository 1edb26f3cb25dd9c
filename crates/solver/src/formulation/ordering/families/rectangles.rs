//! Rectangle cuts: the corners of a rectangle form no cycle.

use super::table::{Cuts, Rows};
use crate::formulation::Equation;
use crate::problem::Problem;
use crate::wall::Cell;
use itertools::Itertools;

pub(super) static CUTS: Cuts = Cuts {
    name: "rectangle-cuts",
    help: "(O-2) The corners of a rectangle form no cycle",
    equations: &[&RECTANGLES],
    columns: &[],
    helps: None,
    rows: Rows::Circles(|problem| rectangles(problem).collect()),
};

static RECTANGLES: Equation = Equation {
    number: "O-2",
    statement: "Rectangle cuts: the four corners of a rectangle form no cycle either",
    each: "the corners $a$, $b$, $c$, $d$ of every rectangle, both ways round",
    formula: "o(a,b) + o(b,c) + o(c,d) + o(d,a) ≤ 3",
};

/// The corners of every rectangle of which all four are free, around it.
pub(in crate::formulation::ordering) fn rectangles(
    problem: &Problem,
) -> impl Iterator<Item = Vec<Cell>> {
    let wall = problem.wall();
    let sides = |length: usize| (0..length).array_combinations();
    let rectangles = sides(wall.rows()).cartesian_product(sides(wall.columns()));
    rectangles.filter_map(move |([top, bottom], [left, right])| {
        let corners = [(top, left), (top, right), (bottom, right), (bottom, left)];
        let corners = corners
            .into_iter()
            .filter_map(|(row, column)| wall.cell(row, column));
        let free = corners
            .filter(|corner| problem.is_free(*corner))
            .collect_vec();
        (free.len() == 4).then_some(free)
    })
}
