//! The figures of AzulOptimalTiling (thesis, sections 3.1 and 3.2).

use super::error::ComputeError;
use crate::control::{Control, Stopped};
use crate::order::points;
use crate::tiling::{Decision, Permutation, decide, maximum, order};
use crate::wall::{Cell, Covering, Scorer, Wall};
use itertools::Itertools;

/// Whether every decision for walls of up to so many rows is what the state space says, and is no
/// exactly where every completion has a forbidden pattern.
pub(super) fn decisions(most: u64, control: &Control) -> Result<Option<String>, ComputeError> {
    let (mut all, mut as_the_space, mut as_the_patterns) = (0, 0, 0);
    for n in 1..=most {
        let wall = Wall::new(n, n)?;
        let Ok(rest) = best_rest(wall, control) else {
            return Ok(None);
        };
        let separable = separable(n as usize);
        for tiles in beginnings(n as usize) {
            if control.stopped() {
                return Ok(None);
            }
            let columns = tiles
                .iter()
                .map(|tile| tile.map(|column| column as u64 + 1));
            let feasible = matches!(decide(&Permutation::new(columns)?)?, Decision::Feasible(_));
            let covering: Covering = filled(&tiles)
                .map(|(row, column)| cell(wall, row, column))
                .collect();
            let reached = covering.len() as u64 + u64::from(rest[covering.bits() as usize]);
            let completable = separable
                .iter()
                .any(|whole| filled(&tiles).all(|(row, column)| whole[row] == column));
            all += 1;
            as_the_space += usize::from(feasible == (reached == maximum(n as usize)));
            as_the_patterns += usize::from(feasible == completable);
        }
    }
    Ok(Some(if (as_the_space, as_the_patterns) == (all, all) {
        "as the state space and the patterns say".into()
    } else {
        format!(
            "of {all}, {as_the_space} as the state space and {as_the_patterns} as the patterns say"
        )
    }))
}

/// The answer for a permutation, and whether some of its tiles have a forbidden pattern.
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

/// How many walls reach the maximum, of those that are filled along the separating trees of their first tiles, each n; none if the
/// run was stopped.
pub(super) fn fillings(
    permutations: &[Permutation],
    control: &Control,
) -> Result<Option<String>, ComputeError> {
    let mut right = 0;
    for permutation in permutations {
        if control.stopped() {
            return Ok(None);
        }
        if let Decision::Feasible(tree) = decide(permutation)? {
            let (wall, order) = order(permutation, &tree)?;
            let score: u64 =
                points(wall, &order).map_or(0, |points| points.into_iter().map(u64::from).sum());
            let first = permutation
                .tiles()
                .map(|(row, column)| cell(wall, row, column));
            right += usize::from(
                score == maximum(wall.rows())
                    && first.eq(order.iter().copied().take(permutation.rows())),
            );
        }
    }
    let all = permutations.len();
    Ok(Some(format!("{right} of {all} reach the maximum")))
}

fn cell(wall: Wall, row: usize, column: usize) -> Cell {
    Cell::from_index(row * wall.columns() + column)
}

fn filled(tiles: &[Option<usize>]) -> impl Iterator<Item = (usize, usize)> {
    let rows = tiles.iter().enumerate();
    rows.filter_map(|(row, column)| column.map(|column| (row, column)))
}

/// Every choice of at most one tile a row, no two in a column.
fn beginnings(n: usize) -> impl Iterator<Item = Vec<Option<usize>>> {
    let row = (0..n).map(Some).chain([None]);
    let choices = std::iter::repeat_n(row, n).multi_cartesian_product();
    choices.filter(|tiles| tiles.iter().flatten().all_unique())
}

/// The permutations without a forbidden pattern.
fn separable(n: usize) -> Vec<Vec<usize>> {
    let all = (0..n).permutations(n);
    all.filter(|whole| {
        let mut fours = whole.iter().copied().combinations(4);
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

/// For every covering, the most that its empty cells can still earn, by the thesis's own algorithm
/// (section 3.1) backwards.
fn best_rest(wall: Wall, control: &Control) -> Result<Vec<u16>, Stopped> {
    let scorer = Scorer::new(wall);
    let full = (1usize << wall.len()) - 1;
    let mut best = vec![0; full + 1];
    for bits in (0..full).rev() {
        if bits % COVERINGS == 0 {
            control.go_on()?;
        }
        let covering = Covering::from_bits(bits as u128);
        let empty = Covering::from_bits((full ^ bits) as u128);
        let after = empty.cells().map(|cell| {
            let points = scorer.points(covering, cell) as u16;
            points + best[bits | 1 << cell.index()]
        });
        best[bits] = after.max().unwrap_or(0);
    }
    Ok(best)
}

/// After so many coverings, the clock is looked at.
const COVERINGS: usize = 1 << 14;
