//! Sums of rows without a linear program, by the bounds of lines and of 2×2 blocks.

use crate::bounds;
use crate::instance::Sense;
use crate::problem::Problem;
use azulejo_check::{Node, Proof, Row};
use itertools::Itertools;

/// Candidate sums for the proof of a score, or of infeasibility.
pub(super) fn sums(problem: &Problem, feasible: bool) -> Vec<Proof> {
    let free = || problem.free().map(|cell| cell.number());
    if !feasible {
        return vec![sum(0, [])];
    }
    match problem.sense() {
        // Singles start their row and their column.
        Sense::Maximize => ["singleh", "singlev"]
            .map(|family| sum(1, free().map(|cell| Row::new(family, [cell]))))
            .into(),
        // A tile earns at least 1: its points along both lines, less 1 unless it starts a line.
        Sense::Minimize if !problem.fills_the_wall() => {
            let last = problem.horizon();
            let both = free().map(|cell| (Row::new("both", [cell]), 1));
            let same = free().map(|cell| (Row::new("same", [cell, last]), 1));
            vec![weighted(
                1,
                both.chain(same).chain([(Row::new("size", [last]), -1)]),
            )]
        }
        // Each block has a cell that is no start.
        Sense::Minimize => {
            let (candidates, packings) =
                bounds::side_by_side(problem, &bounds::Earlier::new(problem));
            let proofs = packings.iter().map(|blocks| {
                let others = candidates
                    .iter()
                    .filter(|cell| !blocks.iter().flatten().contains(cell));
                let rows = blocks
                    .iter()
                    .map(|block| Row::new("block", [block[0].number()]));
                let rows = rows.chain(others.map(|cell| Row::new("both", [cell.number()])));
                (blocks.len(), rows.collect_vec())
            });
            // The packing with the most blocks has the best bound.
            let largest = proofs
                .sorted_by_key(|(blocks, _)| std::cmp::Reverse(*blocks))
                .take(1);
            largest
                .map(|(_, rows)| sum(1, rows))
                .chain([sum(1, [])])
                .collect()
        }
    }
}

/// The sum of these rows with the multiplier 1.
fn sum(denominator: u32, rows: impl IntoIterator<Item = Row>) -> Proof {
    weighted(denominator, rows.into_iter().map(|row| (row, 1)))
}

/// The sum of these rows with their multipliers.
fn weighted(denominator: u32, rows: impl IntoIterator<Item = (Row, i32)>) -> Proof {
    Proof::Tree(vec![leaf(denominator, rows)])
}

/// The leaf of these rows with their multipliers.
pub(super) fn leaf(denominator: u32, rows: impl IntoIterator<Item = (Row, i32)>) -> Node {
    let rows = rows.into_iter();
    let rows = rows.map(|(row, number)| (row.to_string(), number));
    Node::Leaf {
        denominator,
        rows: rows.collect(),
    }
}
