//! AzulOptimalTiling against the state space, against counts that are known, and at full size.

use super::evidence::{Columns, check_pattern, feasible, permutation_of};
use crate::common::{built, cells, plain};
use crate::kit::{assert_scores, count_orders};
use azulejo::count::Counter;
use azulejo::instance::{Instance, Sense};
use azulejo::order::points;
use azulejo::problem::Problem;
use azulejo::tiling::{
    Decision, Permutation, PermutationFault, SeparatingTree, Sign, Square, decide, filling,
    maximum, order,
};
use azulejo::wall::{Cell, Wall};
use itertools::Itertools;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{HashMap, HashSet};

fn tree_of(permutation: &Permutation) -> SeparatingTree {
    match decide(permutation) {
        Ok(Decision::Feasible(tree)) => tree,
        other => panic!("it is separable: {other:?}"),
    }
}

fn decided_complete(columns: &[usize]) -> Option<(Permutation, SeparatingTree)> {
    let permutation = permutation_of(&columns.iter().copied().map(Some).collect());
    match decide(&permutation).expect("complete") {
        Decision::Feasible(tree) => Some((permutation, tree)),
        Decision::Infeasible(_) => None,
    }
}

/// The complete permutations of so many rows that are separable.
fn separable(rows: usize) -> impl Iterator<Item = (Vec<usize>, Permutation, SeparatingTree)> {
    let all = (0..rows).permutations(rows);
    all.filter_map(|columns| {
        let (permutation, tree) = decided_complete(&columns)?;
        Some((columns, permutation, tree))
    })
}

#[test]
fn every_complete_permutation_of_6_rows_is_decided_as_by_the_frontier() {
    let mut answers: HashMap<Vec<usize>, bool> = HashMap::new();
    let mut separable = 0;
    for columns in (0..6).permutations(6) {
        // The wall turned and mirrored has the same answer, so that one search serves up to eight.
        let images = images(&columns);
        let first = images.iter().min().expect("eight images").clone();
        let is_optimal = *answers.entry(first.clone()).or_insert_with(|| {
            let problem = Problem::from(&with_initial(&first));
            let (rest, _) = count_orders(&problem, Counter::Frontier)
                .optimum
                .expect("orders");
            6 + u64::from(rest) == maximum(6)
        });
        separable += usize::from(is_optimal);
        let entries = columns.iter().copied().map(Some).collect_vec();
        assert_eq!(feasible(&entries), is_optimal, "{columns:?}");
    }
    assert_eq!(separable, 394);
}

#[test]
fn separable_permutations_are_counted_by_the_large_schroeder_numbers() {
    for (rows, number) in (1..).zip([1, 2, 6, 22, 90, 394, 1806, 8558]) {
        assert_eq!(separable(rows).count(), number, "{rows} rows");
    }
}

/// Up to 5 rows, the state space says the same (`azulejo reproduce`, thesis, 3.2).
#[test]
fn an_incomplete_permutation_is_feasible_iff_it_is_part_of_a_separable_one() {
    for (rows, permutations) in (1..).zip([2, 7, 34, 209, 1546, 13_327, 130_922]) {
        let mut parts: HashSet<Columns> = HashSet::new();
        for (columns, ..) in separable(rows) {
            for subset in 0..1_usize << rows {
                let part = columns.iter().enumerate();
                let part = part.map(|(row, &column)| (subset >> row & 1 == 1).then_some(column));
                parts.insert(part.collect());
            }
        }
        let all = all_permutations(rows);
        assert_eq!(all.len(), permutations);
        for columns in all {
            assert_eq!(feasible(&columns), parts.contains(&columns), "{columns:?}");
        }
    }
}

#[test]
fn every_separable_permutation_up_to_6_rows_leads_to_a_verified_order() {
    for rows in 1..=6 {
        let instance = plain(rows as u64, rows as u64, Sense::Maximize);
        for (columns, permutation, tree) in separable(rows) {
            let (wall, order) = order(&permutation, &tree).expect("small");
            assert_eq!(wall, instance.wall());
            let first = order.iter().take(rows).map(|&cell| wall.column_of(cell));
            assert_eq!(first.collect_vec(), columns);
            assert_scores(&instance, &order, maximum(rows) as u32);
        }
    }
}

#[test]
fn a_million_rows_are_decided_with_a_proof() {
    let rows = 1_000_000;
    let diagonal = Permutation::diagonal(rows).expect("small enough");
    let tree = tree_of(&diagonal);
    assert_eq!(tree.nodes().len(), 1_999_999);
    // One pattern, at the very end, and one that needs the first row, the last and the extremes.
    let late = (1..=rows - 4).chain([2, 4, 1, 3].map(|k| rows - 4 + k));
    let half = rows / 2;
    let wide = (1..=half)
        .map(|k| 2 * k)
        .chain((1..=half).map(|k| 2 * k - 1));
    for columns in [late.collect_vec(), wide.collect_vec()] {
        let permutation = Permutation::new(columns.iter().copied().map(Some)).expect("distinct");
        let decision = decide(&permutation).expect("complete");
        check_pattern(&permutation, &decision);
    }
}

#[test]
fn a_thousand_rows_are_filled_to_the_maximum() {
    let diagonal = (0..1000).map(Some).collect_vec();
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for columns in [diagonal, random_separable(1000, &mut random)] {
        assert!(feasible(&columns));
    }
    assert_eq!(maximum(1000), 1_000_999_000);
}

#[test]
fn a_bare_wall_has_points_only_for_an_order_that_fills_it() {
    let wall = Wall::new(2, 2).expect("small");
    let earned = |order: &[usize]| points(wall, &cells(order)).map_err(|faults| faults.len());
    assert_eq!(earned(&[1, 4, 2, 3]), Ok(vec![1, 1, 4, 4]));
    assert_eq!(earned(&[1, 2, 3, 4]), Ok(vec![1, 2, 2, 4]));
    for (order, faults) in [
        (&[1, 4, 2][..], 1),
        (&[1, 4, 4, 3], 1),
        (&[1, 5, 5, 1, 2], 4),
    ] {
        assert_eq!(earned(order), Err(faults), "{order:?}");
    }
}

#[test]
fn a_hundred_rows_are_completed_or_refuted() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut refuted = 0;
    for percentage in [0, 3, 10, 30, 90] {
        let mut columns = random_separable(100, &mut random);
        for column in &mut columns {
            *column = column.filter(|_| random.next_u32() % 100 < percentage);
        }
        assert!(feasible(&columns), "{columns:?}");
        let other = random.next_u32() as usize % 100;
        columns.swap(other, (other + 31) % 100);
        refuted += usize::from(!feasible(&columns));
    }
    assert!(refuted > 0);
}

#[test]
fn large_permutations_are_refused() {
    for (rows, fault) in [
        (0, PermutationFault::Empty),
        (u64::MAX, PermutationFault::TooLong),
    ] {
        let refused = Permutation::diagonal(rows).expect_err("wrong size");
        assert_eq!(refused.faults(), [fault]);
    }
    let incomplete = Permutation::new(vec![None; 301]).expect("no faults");
    let error = decide(&incomplete).expect_err("too many rows");
    assert!(error.to_string().contains("at most 300 rows"), "{error}");
    let large = Permutation::diagonal(1025).expect("no faults");
    let tree = tree_of(&large);
    assert!(order(&large, &tree).is_err());
    assert_eq!(filling(&tree).count(), 1025 * 1024);
}

#[test]
fn permutations_are_read_and_all_faults_reported() {
    for text in [
        "4 5 3 1 _",
        "(4, 5, 3, 1, _)",
        " 4,5,3 ,1,_ ",
        "4\n5\t3 1\r\n_\n",
    ] {
        let permutation: Permutation = text.parse().expect("no faults");
        assert_eq!(permutation.to_string(), "4 5 3 1 _");
    }
    let error = "2 2 x 0 -1 99999999999999999999999999 7 2 +1"
        .parse::<Permutation>()
        .expect_err("faults");
    let rows = error.faults().iter().map(|fault| match fault {
        PermutationFault::Repeated { row, first, .. } => (*row, *first),
        PermutationFault::NotAColumn { row, .. } => (*row, 100),
        PermutationFault::OffTheWall { row, .. } => (*row, 200),
        other => panic!("{other}"),
    });
    let expected = [
        (2, 1),
        (3, 100),
        (4, 200),
        (5, 200),
        (6, 200),
        (8, 1),
        (9, 100),
    ];
    assert_eq!(rows.collect_vec(), expected);
    for empty in ["", "  ", "()"] {
        let error = empty.parse::<Permutation>().expect_err("empty");
        assert_eq!(error.faults(), [PermutationFault::Empty]);
    }
    let gap = "1,,2".parse::<Permutation>().expect_err("a gap");
    assert_eq!(gap.faults().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A tile with a filled neighbour in its row and in its column never spoils anything, so that the
    /// maximum can be reached iff nothing is left when all such cells are filled, one after the other.
    #[test]
    fn larger_permutations_are_decided_as_by_filling(
        rows in 1_usize..40, seed: u64, swaps in 0_usize..4,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut columns = random_separable(rows, &mut random);
        for _ in 0..swaps {
            let [first, second] = [(); 2].map(|()| random.next_u64() as usize % rows);
            columns.swap(first, second);
        }
        let complete = columns.iter().copied().flatten().collect_vec();
        prop_assert_eq!(feasible(&columns), fills_up(&complete));
    }

    #[test]
    fn larger_incomplete_permutations_have_a_proof_either_way(
        rows in 1_usize..16, seed: u64, missing in 1_u32..4,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut free_columns = (0..rows).collect_vec();
        let mut columns = Vec::new();
        for _ in 0..rows {
            let at = random.next_u64() as usize % free_columns.len();
            let column = free_columns.swap_remove(at);
            columns.push((random.next_u32() % 4 >= missing).then_some(column));
        }
        feasible(&columns);
    }
}

/// Every way to give some of the rows a tile, no two in a column.
fn all_permutations(rows: usize) -> Vec<Columns> {
    let mut all: Vec<Columns> = vec![Vec::new()];
    for _ in 0..rows {
        let longer = all.into_iter().flat_map(|columns| {
            let free = (0..rows)
                .map(Some)
                .filter(|column| !columns.contains(column));
            let next = free.chain([None]).collect_vec();
            next.into_iter().map(move |column| {
                let mut columns = columns.clone();
                columns.push(column);
                columns
            })
        });
        all = longer.collect();
    }
    all
}

/// The permutation on the wall turned and mirrored in all eight ways.
fn images(columns: &[usize]) -> Vec<Vec<usize>> {
    let mut images = Vec::new();
    let mut image = columns.to_vec();
    for _ in 0..4 {
        // A quarter turn is a transposition and a mirroring.
        let mut next = vec![0; image.len()];
        for (row, &column) in image.iter().enumerate() {
            next[column] = image.len() - 1 - row;
        }
        image = next;
        images.push(image.clone());
        images.push(image.iter().rev().copied().collect());
    }
    images
}

fn with_initial(columns: &[usize]) -> Instance {
    let rows = columns.len();
    let tiles = columns.iter().enumerate();
    let cells = tiles.map(|(row, column)| Cell::from_index(row * rows + column));
    let builder = Instance::builder(rows as u64, rows as u64, Sense::Maximize);
    built(builder.initial(cells))
}

/// The leaves of a random separating tree.
fn random_separable(rows: usize, random: &mut ChaCha8Rng) -> Columns {
    let mut columns = vec![None; rows];
    let mut open = vec![Square {
        row: 0,
        column: 0,
        size: rows as u32,
    }];
    while let Some(square) = open.pop() {
        if square.size == 1 {
            columns[square.row as usize] = Some(square.column as usize);
        } else {
            let sign = Sign::ALL[random.next_u32() as usize % 2];
            let cut = 1 + random.next_u32() % (square.size - 1);
            open.extend(sign.children(square, cut));
        }
    }
    columns
}

/// Whether the wall gets full when every cell is filled that has a filled neighbour in its row and one in
/// its column.
fn fills_up(columns: &[usize]) -> bool {
    let rows = columns.len();
    let mut filled = vec![vec![false; rows + 2]; rows + 2];
    for (row, column) in columns.iter().enumerate() {
        filled[row + 1][column + 1] = true;
    }
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for row in 1..=rows {
            for column in 1..=rows {
                let beside = filled[row][column - 1] || filled[row][column + 1];
                let above = filled[row - 1][column] || filled[row + 1][column];
                if !filled[row][column] && beside && above {
                    filled[row][column] = true;
                    has_changed = true;
                }
            }
        }
    }
    let mut lines = filled[1..=rows].iter();
    lines.all(|line| line[1..=rows].iter().all(|&cell| cell))
}
