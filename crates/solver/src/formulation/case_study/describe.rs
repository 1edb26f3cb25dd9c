//! The sets, the columns and the points, as the case study lists them.

use super::COLOURS;
use super::expansion::reduced_expansion;
use super::letter;
use crate::formulation::colours::COLUMNS;
use crate::formulation::{ColumnKind, Description, Equation, IndexSet, PointsFormula, sum};
use crate::problem::Problem;
use crate::wall::Cell;
use itertools::Itertools;
use std::collections::BTreeMap;

static POINTS: Equation = Equation {
    number: "CS-7",
    statement: "The points of a position, with $X(i,j,∅) = A(i,j)$; $π(j,S)$ is the coefficient of $S$ in the \
           expansion of 1 + $Σ_{d} Σ_{k}$ [the $k$ nearest cells in direction $d$ are filled] + [a neighbour in \
           the row is]·[one in the column is]. Written out, the terms leave out the turn $i$",
    each: "every turn $i$ and position $j$",
    formula: "p(i,j) = Σ_{S} π(j,S)·X(i,j,S)",
};

static POINTS_WITH_FACTORS: Equation = Equation {
    number: "CS-7",
    statement: "The points of a position, with $X(i,j,∅) = A(i,j)$; $π(j,S)$ is the factor of $j$ times the coefficient of $S$ in the \
           expansion of 1 + $Σ_{d} Σ_{k}$ [the $k$ nearest cells in direction $d$ are filled] + [a neighbour in \
           the row is]·[one in the column is]. Written out, the terms leave out the turn $i$",
    each: "every turn $i$ and position $j$",
    formula: "p(i,j) = Σ_{S} π(j,S)·X(i,j,S)",
};

static TOTAL: Equation = Equation {
    number: "CS-8",
    statement: "The score is the sum of all points, and of the bonus of each line that is complete",
    each: "",
    formula: "TP = Σ_{i,j} p(i,j) + Σ_{ℓ} bonus(ℓ)·full(ℓ)",
};

pub(super) fn describe(problem: &Problem) -> Description {
    let expansions: Vec<(Cell, BTreeMap<Vec<Cell>, i64>)> = problem
        .free()
        .map(|cell| (cell, reduced_expansion(problem, cell)))
        .collect();
    let sizes = expansions
        .iter()
        .flat_map(|(_, expansion)| expansion.keys().map(Vec::len))
        .filter(|&size| size > 0)
        .sorted()
        .dedup()
        .collect_vec();
    let turns = problem.turns().map(|turn| turn.to_string());
    let positions = problem.free().map(|cell| cell.to_string());
    let position_set = "positions, the cells that are empty at first";
    let mut sets = vec![
        IndexSet::new("i, o", "turns", turns),
        IndexSet::new("j, k, l, …", position_set, positions),
    ];
    let filled = "position $j$ is filled in turn $i$";
    let mut columns = vec![ColumnKind::new("A(i,j)", filled)];
    for size in sizes {
        let indices = indices(size);
        let list = indices.replace(',', ", ");
        let of_size = expansions.iter().flat_map(|(cell, expansion)| {
            let sets = expansion.keys().filter(move |set| set.len() == size);
            sets.map(move |set| [cell].into_iter().chain(set).join("."))
        });
        sets.push(IndexSet::new(
            format!("U{size}(j,{indices})"),
            format!("connections between $j, {list}$"),
            of_size,
        ));
        columns.push(ColumnKind::new(
            format!("{}(i,j,{indices})", letter(size)),
            format!("{filled}, and ${list}$ before"),
        ));
    }
    if !problem.bonus_lines().is_empty() {
        let complete = "line $ℓ$ is complete at the end";
        columns.push(ColumnKind::new("full(ℓ)", complete));
    }
    if problem.free_colours().is_some() {
        columns.extend(COLUMNS.map(|(name, meaning)| ColumnKind::new(name, meaning)));
    }
    if !problem.rows().is_empty() {
        let before = "position $j$ comes before position $k$, where a row speaks of it";
        let clause = "clause $s$ of row $r$ is the one that holds";
        let row_columns = [("o(j,k)", before), ("z(r,s)", clause)];
        columns.extend(row_columns.map(|(name, meaning)| ColumnKind::new(name, meaning)));
    }
    let equations = expansions
        .iter()
        .map(|(cell, expansion)| equation(*cell, expansion));
    Description {
        sets,
        columns,
        points: [
            PointsFormula {
                equation: match problem.factors().is_empty() {
                    true => &POINTS,
                    false => &POINTS_WITH_FACTORS,
                },
                expanded: equations.collect(),
            },
            PointsFormula {
                equation: &TOTAL,
                expanded: Vec::new(),
            },
        ]
        .into_iter()
        .chain(COLOURS.points(problem))
        .collect(),
        notes: "$X(i,j,S)$ stands for $B(i,j,k)$, $C(i,j,k,l)$ and so on, with $S = {k}$, ${k,l}$ and so on. $A(o,k)$ of a position that is filled at first is left out, and so is a turn that may not \
                fill a position.",
        later: Vec::new(),
    }
}

/// `p[5] = A[5] + B[5,2] + … − D[5,2,4,6] + …`, the smaller sets first.
fn equation(cell: Cell, expansion: &BTreeMap<Vec<Cell>, i64>) -> String {
    let terms = expansion
        .iter()
        .sorted_by_key(|(set, _)| (set.len(), *set))
        .map(|(set, &coefficient)| {
            let indices = [cell].iter().chain(set).join(",");
            (coefficient, format!("{}[{indices}]", letter(set.len())))
        });
    format!("p[{cell}] = {}", sum(terms))
}

/// k; k, l; k, l, m; and so on; k1, …, k9 where letters would run out.
fn indices(size: usize) -> String {
    let letters = ["k", "l", "m", "n"];
    match letters.get(..size) {
        Some(letters) => letters.join(","),
        None => format!("k_{{1}},…,k_{{{size}}}"),
    }
}
