//! Sums of rows that need no linear program: what lines and 2×2 blocks say.

use crate::bounds;
use crate::instance::Sense;
use crate::problem::Problem;
use azulejo_check::{Node, Proof, Row};
use itertools::Itertools;

/// Sums that may prove a score; of a problem without an order, the one that may prove that.
pub(super) fn sums(problem: &Problem, feasible: bool) -> Vec<Proof> {
    let free = || problem.free().map(|cell| cell.number());
    if !feasible {
        return vec![sum(0, [])];
    }
    match problem.sense() {
        // Singles are starts of rows, and they are starts of columns.
        Sense::Maximize => ["singleh", "singlev"]
            .map(|family| sum(1, free().map(|cell| Row::new(family, [cell]))))
            .into(),
        // Each tile earns 1 at least: its points along both lines, and 1 where it is a start, less 1.
        Sense::Minimize if !problem.fills_the_wall() => {
            let last = problem.horizon();
            let both = free().map(|cell| (Row::new("both", [cell]), 1));
            let same = free().map(|cell| (Row::new("same", [cell, last]), 1));
            vec![weighted(
                1,
                both.chain(same).chain([(Row::new("size", [last]), -1)]),
            )]
        }
        // Of each block one cell is no start.
        Sense::Minimize => {
            let (can, ways) = bounds::side_by_side(problem, &bounds::Earlier::new(problem));
            let of_blocks = ways.iter().map(|blocks| {
                let others = can
                    .iter()
                    .filter(|cell| !blocks.iter().flatten().contains(cell));
                let rows = blocks
                    .iter()
                    .map(|block| Row::new("block", [block[0].number()]));
                let rows = rows.chain(others.map(|cell| Row::new("both", [cell.number()])));
                (blocks.len(), rows.collect_vec())
            });
            // With no more blocks than another way it proves no more.
            let most = of_blocks
                .sorted_by_key(|(blocks, _)| std::cmp::Reverse(*blocks))
                .take(1);
            most.map(|(_, rows)| sum(1, rows))
                .chain([sum(1, [])])
                .collect()
        }
    }
}

/// The sum of these rows, each once.
fn sum(denominator: u32, rows: impl IntoIterator<Item = Row>) -> Proof {
    weighted(denominator, rows.into_iter().map(|row| (row, 1)))
}

/// The sum of these rows, each as often as its number says.
fn weighted(denominator: u32, rows: impl IntoIterator<Item = (Row, i32)>) -> Proof {
    let rows = rows
        .into_iter()
        .map(|(row, number)| (row.to_string(), number))
        .collect();
    Proof::Tree(vec![Node::Leaf { denominator, rows }])
}
