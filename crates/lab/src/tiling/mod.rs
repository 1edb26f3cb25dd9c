//! AzulOptimalTiling: can a square wall that begins with these tiles still reach the maximum?
//!
//! The thesis asks (section 3.1): given an n×n wall with k ≤ n tiles, no two in a row or in a column,
//! is there an order of the other cells with which the score is n³ + n² − n? It is that score only if
//! every line has one start, so that the first tiles are n singles, one in each row and each column: a
//! [`Permutation`]. The answer is yes if and only if the permutation is separable, which means that it
//! holds neither of the patterns (2, 4, 1, 3) and (3, 1, 4, 2), or, if some rows have no tile yet, if it
//! can be completed to a separable one (\[Koo23\] and section 3.2.2).
//!
//! [`decide`] gives a proof with either answer. A yes comes with the [`SeparatingTree`] of the
//! permutation or of its completion, along which [`order`] fills the wall (figure 8); a no comes with an
//! [`Obstacle`], four tiles in a forbidden pattern or a [`Refutation`] of all completions.
//!
//! ```
//! use azulejo_lab::tiling::{Decision, Obstacle, Permutation, decide, order};
//! use azulejo_solver::order::points;
//! let permutation: Permutation = "4 5 3 1 2".parse()?; // thesis, figure 6
//! let Decision::Feasible(tree) = decide(&permutation)? else { panic!("it is separable") };
//! let (wall, order) = order(&permutation, &tree)?;
//! let earned = points(wall, &order).expect("it fills the wall");
//! assert_eq!(earned.iter().sum::<u32>(), 145); // 5³ + 5² − 5
//!
//! let permutation: Permutation = "2 3 5 1 4".parse()?; // thesis, figure 4
//! let no = Obstacle::Pattern { rows: [1, 2, 3, 4], columns: [2, 4, 0, 3] }; // 3, 5, 1, 4
//! assert_eq!(decide(&permutation)?, Decision::Infeasible(no));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod completion;
mod filling;
mod parse;
mod pattern;
mod refutation;
mod separable;
mod tree;

pub use azulejo_solver::heuristics::separable::{Sign, Square};
pub use completion::TooManyRows;
pub use filling::{filling, maximum, order};
pub use parse::{InvalidPermutation, Permutation, PermutationFault};
pub use refutation::{Blocker, Corners, Parting, Refutation, Region, Step};
pub use tree::{Node, SeparatingTree};

/// The answer to the question whether the maximum can still be reached, with a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The maximum can be reached: by the separating tree of the permutation, or of a completion of it.
    Feasible(SeparatingTree),
    /// The maximum cannot be reached.
    Infeasible(Obstacle),
}

/// Obstacle that puts the maximum out of reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Four tiles in the pattern (2, 4, 1, 3) or (3, 1, 4, 2).
    Pattern {
        /// Rows of the tiles from 0, from the top.
        rows: [usize; 4],
        /// The columns of those rows, from 0.
        columns: [usize; 4],
    },
    /// Tiles of an incomplete permutation without such a pattern; no separable permutation holds them all.
    Tiles(Refutation),
}

impl Obstacle {
    /// The rows and the columns of the tiles of the obstacle, from 0.
    pub fn tiles(&self) -> Vec<(usize, usize)> {
        match self {
            Self::Pattern { rows, columns } => rows.iter().copied().zip(*columns).collect(),
            Self::Tiles(Refutation { tiles, .. }) => tiles.clone(),
        }
    }
}

/// Decides whether the maximum can still be reached (thesis, sections 3.1 and 3.2).
///
/// A complete permutation of n rows takes time linear in n if the answer is yes, and n·log n if it is
/// no; an incomplete one at most n⁴/64, and that again some log n times for the proof of a no.
///
/// # Errors
/// When the permutation is incomplete, has more than [`Permutation::MAX_INCOMPLETE_ROWS`] rows, and its
/// tiles hold no pattern.
pub fn decide(permutation: &Permutation) -> Result<Decision, TooManyRows> {
    let tiles: Vec<(usize, usize)> = permutation.tiles().collect();
    let ranks = ranks(permutation.rows(), &tiles);
    if !separable::is_separable(&ranks) {
        let tiles = pattern::find(&ranks).map(|place| tiles[place]);
        return Ok(Decision::Infeasible(Obstacle::Pattern {
            rows: tiles.map(|(row, _)| row),
            columns: tiles.map(|(_, column)| column),
        }));
    }
    if tiles.len() < permutation.rows() {
        return completion::decide(permutation.rows(), &tiles);
    }
    Ok(Decision::Feasible(separable::tree(&ranks)))
}

/// The columns of the tiles, numbered anew from 0 without gaps.
fn ranks(rows: usize, tiles: &[(usize, usize)]) -> Vec<u32> {
    let mut rank_of = vec![0_u32; rows + 1];
    for &(_, column) in tiles {
        rank_of[column + 1] = 1;
    }
    for column in 0..rows {
        rank_of[column + 1] += rank_of[column];
    }
    tiles.iter().map(|&(_, column)| rank_of[column]).collect()
}
