//! Figures of AzulOptimalTiling (thesis, sections 3.1 and 3.2).

use super::error::ComputeError;
use crate::control::{Control, Stopped};
use crate::order::points;
use crate::tiling::{Decision, Permutation, decide, maximum, order};
use crate::wall::{Cell, Covering, Scorer, Wall};
use itertools::Itertools;

/// Whether every decision for walls of up to `max_rows` rows agrees with the state space, and is negative
/// exactly where every completion has a forbidden pattern.
pub(super) fn decisions(max_rows: u64, control: &Control) -> Result<Option<String>, ComputeError> {
    let (mut all, mut by_space, mut by_patterns) = (0, 0, 0);
    for n in 1..=max_rows {
        let wall = Wall::new(n, n)?;
        let Ok(completions) = best_completions(wall, control) else {
            return Ok(None);
        };
        let separable = separable(n as usize);
        for tiles in beginnings(n) {
            if control.stopped() {
                return Ok(None);
            }
            let permutation = Permutation::new(tiles)?;
            let feasible = matches!(decide(&permutation)?, Decision::Feasible(_));
            let covering: Covering = cells(wall, &permutation).collect();
            let completion = completions[covering.bits() as usize];
            let score = covering.len() as u64 + u64::from(completion);
            let tiles = permutation.tiles();
            let is_completable = separable
                .iter()
                .any(|columns| tiles.clone().all(|(row, column)| columns[row] == column));
            all += 1;
            by_space += usize::from(feasible == (score == maximum(n as usize)));
            by_patterns += usize::from(feasible == is_completable);
        }
    }
    Ok(Some(if (by_space, by_patterns) == (all, all) {
        "as the state space and the patterns say".into()
    } else {
        format!("of {all}, {by_space} as the state space and {by_patterns} as the patterns say")
    }))
}

/// Decision for a permutation, and whether `part` of its tiles has a forbidden pattern.
pub(super) fn pattern(columns: &[u64], part: &[u64]) -> Result<String, ComputeError> {
    let decision = decide(&Permutation::new(
        columns.iter().map(|&column| Some(column)),
    )?)?;
    let answer = match decision {
        Decision::Feasible(_) => "yes",
        Decision::Infeasible(_) => "no",
    };
    let mut rest = columns.iter();
    let is_part = part.iter().all(|column| rest.contains(column));
    let word = if is_part && is_forbidden(part) {
        "contains"
    } else {
        "does not contain"
    };
    Ok(format!("{answer}: it {word} ({})", part.iter().join(", ")))
}

/// Number of walls that reach the maximum along the separating trees of their first tiles; `None` after a stop.
pub(super) fn fillings(
    permutations: &[Permutation],
    control: &Control,
) -> Result<Option<String>, ComputeError> {
    let mut count = 0;
    for permutation in permutations {
        if control.stopped() {
            return Ok(None);
        }
        if let Decision::Feasible(tree) = decide(permutation)? {
            let (wall, order) = order(permutation, &tree)?;
            let score: u64 =
                points(wall, &order).map_or(0, |points| points.into_iter().map(u64::from).sum());
            let first = order.iter().copied().take(permutation.rows());
            let begins = cells(wall, permutation).eq(first);
            count += usize::from(begins && score == maximum(wall.rows()));
        }
    }
    let all = permutations.len();
    Ok(Some(format!("{count} of {all} reach the maximum")))
}

/// Cells of the tiles of a permutation.
fn cells(wall: Wall, permutation: &Permutation) -> impl Iterator<Item = Cell> {
    let tiles = permutation.tiles();
    tiles.filter_map(move |(row, column)| wall.cell(row, column))
}

/// Choices of at most one tile a row, with no two tiles in a column; columns count from 1.
fn beginnings(n: u64) -> impl Iterator<Item = Vec<Option<u64>>> {
    let row = (1..=n).map(Some).chain([None]);
    let choices = std::iter::repeat_n(row, n as usize).multi_cartesian_product();
    choices.filter(|tiles| tiles.iter().flatten().all_unique())
}

/// Permutations without a forbidden pattern.
fn separable(n: usize) -> Vec<Vec<usize>> {
    let all = (0..n).permutations(n);
    all.filter(|permutation| {
        let mut fours = permutation.iter().copied().combinations(4);
        !fours.any(|four| is_forbidden(&four))
    })
    .collect()
}

/// Whether four numbers are in the order of (2, 4, 1, 3) or of (3, 1, 4, 2).
fn is_forbidden<T: Ord>(four: &[T]) -> bool {
    match four {
        [a, b, c, d] => (c < a && a < d && d < b) || (b < d && d < a && a < c),
        _ => false,
    }
}

/// Maximum points of the empty cells of every covering, by the thesis's own algorithm (section 3.1)
/// backwards.
fn best_completions(wall: Wall, control: &Control) -> Result<Vec<u16>, Stopped> {
    let scorer = Scorer::new(wall);
    let full = (1usize << wall.len()) - 1;
    let mut best = vec![0; full + 1];
    for bits in (0..full).rev() {
        if bits % COVERINGS == 0 {
            control.go_on()?;
        }
        let covering = Covering::from_bits(bits as u128);
        let empty = Covering::from_bits((full ^ bits) as u128);
        let scores = empty.cells().map(|cell| {
            let points = scorer.points(covering, cell) as u16;
            points + best[bits | 1 << cell.index()]
        });
        best[bits] = scores.max().unwrap_or(0);
    }
    Ok(best)
}

/// Number of coverings between two looks at the clock.
const COVERINGS: usize = 1 << 14;
