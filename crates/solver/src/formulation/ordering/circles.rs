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

/// The number of rows (O-1) and (O-2), and of other families of circles, of a problem, with those that hold by themselves.
pub(super) fn short_cycles_of(problem: &Problem) -> usize {
    let of_line = |line| {
        let cells = free_cells(problem, line).len();
        cells * cells.saturating_sub(1) * cells.saturating_sub(2) / 6
    };
    let triples: usize = problem.wall().lines().map(of_line).sum();
    let of_families = Family::ALL
        .iter()
        .flat_map(|family| family.circles(problem));
    2 * (triples + of_families.count())
}

/// The circles of equation (O-1) and of families, such as (O-2), both ways round.
pub(super) fn circles(problem: &Problem, without: &Families) -> Vec<Circle> {
    let lines = problem.wall().lines();
    let triples = lines.flat_map(|line| {
        let triples = free_cells(problem, line).into_iter().array_combinations();
        triples.map(|triple: [Cell; 3]| (&THREE_CYCLES, triple.to_vec()))
    });
    let families = Family::ALL
        .iter()
        .filter(|family| !without.contains(family));
    let circles = triples.chain(families.flat_map(|family| family.circles(problem)));
    let directed = circles.flat_map(|(equation, circle)| {
        let reverse = circle.iter().rev().copied().collect();
        [(equation, circle), (equation, reverse)]
    });
    directed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Instance, Sense};

    #[test]
    fn short_cycles_are_as_many_as_circles() {
        for (rows, columns, initial) in [(1, 5, vec![]), (3, 3, vec![]), (4, 5, vec![2, 7, 8])] {
            let instance = Instance::builder(rows, columns, Sense::Maximize).initial(initial);
            let problem = Problem::from(&instance.build().expect("valid"));
            let circles = circles(&problem, &Families::new());
            assert_eq!(short_cycles_of(&problem), circles.len(), "{rows}×{columns}");
        }
    }
}
