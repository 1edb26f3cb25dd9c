//! The circles of cells that form no cycle: equation (O-1), and those of families.

use super::families::{Families, Family};
use super::precedence::{ACROSS_PHASES, Circle, free_cells};
use crate::formulation::Equation;
use crate::problem::Problem;
use crate::wall::Cell;
use itertools::Itertools;

static THREE_CYCLES: Equation = Equation {
    number: "O-1",
    statement: "No three cells of a line form a cycle, in which each is filled before the next; $o(b,a)$ stands for $1 − o(a,b)$",
    each: "every three cells $a$, $b$, $c$ of a line, both ways round",
    formula: "o(a,b) + o(b,c) + o(c,a) ≤ 2",
};

/// The equations whose rows are separated: those of circles, and (O-8) with `across`.
pub(super) fn generated_equations(across: bool) -> impl Iterator<Item = &'static Equation> {
    let families = Family::ALL.iter().filter(|family| family.is_of_circles());
    let circles = families.flat_map(|family| family.equations().iter().copied());
    let phases = across.then_some(&ACROSS_PHASES);
    [&THREE_CYCLES].into_iter().chain(circles).chain(phases)
}

/// The circles of equation (O-1) and of families, such as (O-2), both ways round.
pub(super) fn circles(problem: &Problem, without: &Families) -> impl Iterator<Item = Circle> {
    let lines = problem.wall().lines();
    let triples = lines.flat_map(move |line| {
        let triples = free_cells(problem, line).into_iter().array_combinations();
        triples.map(|triple: [Cell; 3]| (&THREE_CYCLES, triple.to_vec()))
    });
    let families = Family::ALL
        .iter()
        .filter(move |family| !without.contains(family));
    let circles = triples.chain(families.flat_map(move |family| family.circles(problem)));
    circles.flat_map(|(equation, circle)| {
        let reverse = circle.iter().rev().copied().collect();
        [(equation, circle), (equation, reverse)]
    })
}
