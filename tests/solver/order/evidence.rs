//! Checks of the proofs about permutations, step by step.

use azulejo::order::points;
use azulejo::tiling::{
    Blocker, Decision, Obstacle, Permutation, Refutation, Region, SeparatingTree, Sign, Step,
    decide, maximum, order,
};
use itertools::Itertools;
use std::collections::HashSet;

/// Columns of the rows, from 0.
pub(super) type Columns = Vec<Option<usize>>;

/// The answer to a permutation, once its proof has been checked.
pub(super) fn feasible(columns: &Columns) -> bool {
    let permutation = permutation_of(columns);
    let decision = decide(&permutation).expect("small");
    match &decision {
        Decision::Feasible(tree) => {
            check_tree(&permutation, tree);
            let (wall, order) = order(&permutation, tree).expect("small");
            let earned = points(wall, &order).expect("it fills the wall");
            let score: u64 = earned.into_iter().map(u64::from).sum();
            assert_eq!(score, maximum(columns.len()), "{columns:?}");
        }
        Decision::Infeasible(Obstacle::Pattern { .. }) => check_pattern(&permutation, &decision),
        Decision::Infeasible(Obstacle::Tiles(refutation)) => {
            let tiles: HashSet<_> = permutation.tiles().collect();
            assert!(refutation.tiles.iter().all(|tile| tiles.contains(tile)));
            check_refutation(columns.len(), refutation);
            for omission in &refutation.tiles {
                let mut fewer = vec![None; columns.len()];
                for (row, column) in &refutation.tiles {
                    fewer[*row] = (row != &omission.0).then_some(*column);
                }
                let decision = decide(&permutation_of(&fewer)).expect("small");
                assert!(matches!(decision, Decision::Feasible(_)), "{columns:?}");
            }
        }
    }
    matches!(decision, Decision::Feasible(_))
}

pub(super) fn permutation_of(columns: &Columns) -> Permutation {
    let columns = columns.iter().map(|column| Some((*column)? as u64 + 1));
    Permutation::new(columns).expect("distinct columns")
}

/// The leaves are the tiles of the permutation, one a row and one a column, and each node's square is
/// made of the squares of its children.
fn check_tree(permutation: &Permutation, tree: &SeparatingTree) {
    let tiles = tree.tiles().collect_vec();
    assert!(permutation.tiles().all(|tile| tiles.contains(&tile)));
    assert!(tiles.iter().map(|tile| tile.0).eq(0..permutation.rows()));
    let columns = tiles.iter().map(|tile| tile.1).sorted();
    assert!(columns.eq(0..permutation.rows()));
    let mut children = 0;
    for (index, node) in tree.nodes().iter().enumerate() {
        match (node.sign, tree.children(index)) {
            (None, None) => assert_eq!(node.square.size, 1),
            (Some(sign), Some([left, right])) => {
                let squares = [left, right].map(|child| tree.nodes()[child].square);
                assert_eq!(sign.children(node.square, squares[0].size), squares);
                children += 2;
            }
            _ => panic!("a node has a sign iff it has children"),
        }
    }
    assert_eq!(children + 1, tree.nodes().len());
}

pub(super) fn check_pattern(permutation: &Permutation, decision: &Decision) {
    let Decision::Infeasible(Obstacle::Pattern { rows, columns }) = decision else {
        panic!("no pattern: {decision:?}")
    };
    assert!(rows.is_sorted_by(|row, next| row < next));
    assert_eq!(rows.map(|row| permutation.column(row)), columns.map(Some));
    let ranks = columns.map(|column| columns.iter().filter(|&&other| other <= column).count());
    assert!([[2, 4, 1, 3], [3, 1, 4, 2]].contains(&ranks), "{ranks:?}");
}

/// Follows the refutation as a person would, square by square.
fn check_refutation(rows: usize, refutation: &Refutation) {
    let last = refutation.steps.last().expect("a proof");
    let side = 0..rows as i64;
    assert_eq!((&last.region.rows, &last.region.columns), (&side, &side));
    assert_eq!(last.tiles, 0..refutation.tiles.len());
    for (place, step) in refutation.steps.iter().enumerate() {
        assert!(step.tiles.len() > 2);
        for lower in step.tiles.start + 1..step.tiles.end {
            for sign in Sign::ALL {
                let parting = step.partings.iter();
                let mut parting =
                    parting.filter(|parting| (parting.lower, parting.sign) == (lower, sign));
                let corners = parting.next().map_or(&[][..], |parting| &parting.corners);
                for (y, x) in (0..=rows as i64).cartesian_product(0..=rows as i64) {
                    let squares = squares_at(refutation, step, lower, sign, (y, x));
                    let within = |range: (i64, i64), at| (range.0..=range.1).contains(&at);
                    let obstacle = corners
                        .iter()
                        .find(|corners| within(corners.above, y) && within(corners.left, x));
                    match obstacle.map(|corners| corners.blocker) {
                        None | Some(Blocker::NoRoom) => {
                            assert!(squares.iter().any(Vec::is_empty), "{refutation:?}");
                        }
                        Some(Blocker::Step(other)) => {
                            assert!(other < place);
                            let Step { tiles, region, .. } = &refutation.steps[other];
                            let parts = [step.tiles.start..lower, lower..step.tiles.end];
                            let part = parts.iter().position(|part| part == tiles);
                            let part = part.expect("the tiles of one of the squares");
                            let is_covered = |square: &Region| is_in(square, region);
                            assert!(
                                squares[1 - part].is_empty()
                                    || squares[part].iter().all(is_covered)
                            );
                        }
                    }
                }
            }
        }
    }
}

/// The upper and the lower squares of any size within a step's region that meet in a corner and hold the
/// tiles before `lower` and the others.
fn squares_at(
    refutation: &Refutation,
    step: &Step,
    lower: usize,
    sign: Sign,
    (y, x): (i64, i64),
) -> [Vec<Region>; 2] {
    let squares = |tiles: &[(usize, usize)], up: bool| {
        let left = up == (sign == Sign::Positive);
        let square = |size: i64| Region {
            rows: if up { y - size..y } else { y..y + size },
            columns: if left { x - size..x } else { x..x + size },
        };
        let sizes = 1..=step.region.rows.end - step.region.rows.start;
        let squares = sizes.map(square).filter(|square| {
            let holds = |&(row, column): &(usize, usize)| {
                square.rows.contains(&(row as i64)) && square.columns.contains(&(column as i64))
            };
            is_in(square, &step.region) && tiles.iter().all(holds)
        });
        squares.collect_vec()
    };
    let (above, below) = (step.tiles.start..lower, lower..step.tiles.end);
    [
        squares(&refutation.tiles[above], true),
        squares(&refutation.tiles[below], false),
    ]
}

fn is_in(inner: &Region, outer: &Region) -> bool {
    outer.rows.start <= inner.rows.start
        && inner.rows.end <= outer.rows.end
        && outer.columns.start <= inner.columns.start
        && inner.columns.end <= outer.columns.end
}
