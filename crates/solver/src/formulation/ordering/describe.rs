//! The sets, the columns and the points in words.

use super::families::{Family, rectangles};
use super::precedence::free_cells;
use crate::formulation::colours::{COLUMNS, ColourEquations};
use crate::formulation::{ColumnKind, Description, Equation, IndexSet, PointsFormula, Program};
use crate::problem::Problem;
use crate::wall::Cell;
use itertools::Itertools;
use std::iter;

static POINTS: Equation = Equation {
    number: "O-12",
    statement: "The points of a cell: its runs, 1 for each direction in which it is no start, and 1 if it is a \
           single; and the bonus of each line that is complete",
    each: "",
    formula: "TP = Σ_{c} (Σ_{d,k} r(c,d,k) + (f(c) − sh(c)) + (f(c) − sv(c)) + u(c)) + Σ_{ℓ} bonus(ℓ)·full(ℓ)",
};

static POINTS_WITH_FACTORS: Equation = Equation {
    number: "O-12",
    statement: "The points of a cell, times its factor $φ(c)$: its runs, 1 for each direction in which it is no start, and 1 if it is a \
           single; and the bonus of each line that is complete",
    each: "",
    formula: "TP = Σ_{c} φ(c)·(Σ_{d,k} r(c,d,k) + (f(c) − sh(c)) + (f(c) − sv(c)) + u(c)) + Σ_{ℓ} bonus(ℓ)·full(ℓ)",
};

pub(super) static COLOURS: ColourEquations =
    ColourEquations::with_numbers(["O-18", "O-18a", "O-18b", "O-18c", "O-18d", "O-18e", "O-19"]);

pub(super) fn describe(problem: &Problem, program: &Program) -> Description {
    let wall = problem.wall();
    let join = |cells: Vec<Cell>| cells.iter().join(".");
    let lines = wall.lines().map(|line| (line, free_cells(problem, line)));
    let in_lines = |size: usize| {
        let subsets = lines
            .clone()
            .flat_map(move |(_, cells)| cells.into_iter().combinations(size));
        subsets.map(join).collect_vec()
    };
    let names = lines
        .clone()
        .map(|(line, cells)| format!("{line}: {}", join(cells)));
    let free = problem.free().map(|cell| cell.to_string());
    let corners = rectangles(problem).map(join);
    let sets = vec![
        IndexSet::new("c", "cells that are empty at first", free),
        IndexSet::new("ℓ", "lines, with their cells", names),
        IndexSet::new("a, b", "pairs of cells of a line", in_lines(2)),
        IndexSet::new("a, b, c", "triples of cells of a line", in_lines(3)),
        IndexSet::new("a, b, c, d", "corners of rectangles", corners),
    ];
    let kinds = [
        (
            "o(a,b)",
            "cell $a$ is filled before cell $b$; one column a pair, and $o(b,a)$ stands for $1 − o(a,b)$",
        ),
        (
            "y(c,t)",
            "cell $c$ is filled by turn $t$, the last of a phase: the turns from one $t$ to the next may fill the same cells",
        ),
        (
            "r(c,d,k)",
            "the $k$ nearest cells in direction $d$ (L, R, U, D) are filled when $c$ is",
        ),
        (
            "sh(c)",
            "horizontal start: $c$ has no filled neighbour in its row when it is filled",
        ),
        (
            "sv(c)",
            "vertical start: $c$ has no filled neighbour in its column when it is filled",
        ),
        ("u(c)", "single: $c$ is a start both ways"),
    ];
    let of_families = Family::ALL.iter().flat_map(|family| family.columns());
    let last = [
        ("full(ℓ)", "line $ℓ$ is complete at the end"),
        (
            "p(c,t)",
            "what cell $c$ earns in turn $t$, where a row speaks of the points of the turn",
        ),
        ("z(i,k)", "clause $k$ of row $i$ is the one that holds"),
        (
            "rank(c)",
            "rank of $c$: a number from 1 to $N$; each cell that comes after $c$ has a greater one, and other cells can have the same",
        ),
    ];
    Description {
        sets,
        columns: kinds
            .iter()
            .chain(of_families)
            .chain(&last)
            .chain(&COLUMNS)
            .map(|&(name, meaning)| ColumnKind::new(name, meaning))
            .collect(),
        points: iter::once(PointsFormula {
            equation: match problem.factors().is_empty() {
                true => &POINTS,
                false => &POINTS_WITH_FACTORS,
            },
            expanded: vec![format!("TP = {}", program.formula(program.objective()))],
        })
        .chain(COLOURS.points(problem))
        .collect(),
        notes: "$f(c)$ says that cell $c$ is filled in the end: 1 where the wall is filled, else $y(c,t)$ for the last \
                turn $t$. What is known beforehand, or is the same as another column, has no column of its own: \
                where $c$ has one neighbour $n$ in its row, $sh(c)$ stands for $o(c,n)$.",
        later: Vec::new(),
    }
}
