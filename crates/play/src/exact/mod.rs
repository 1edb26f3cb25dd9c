//! The value of the rest of a round under best play.
//!
//! Within a round nothing is left to chance, so that the rest of it is a game of perfect information: a [`RoundSolver`]
//! finds its value for the mover, in points after the round less the points of the best other player, with all best
//! moves and a principal variation. Effects on later rounds do not count, but end bonuses do where the game ends with
//! the round.
//!
//! # How
//! The search plays and takes back moves on one position. A null-window search decides for each root move whether its
//! value is at least a threshold; the best moves are searched with further thresholds until their values are exact.
//! Ideas that keep the tree small:
//!
//! - **Equivalent positions share a key**: a line that cannot be filled any more only absorbs a colour, whichever
//!   line it is, and of twin factories only the first one counts. Of empty lines that no colour can fill and that the
//!   same colours may enter, only the number matters. The keys of the table are exact, so that a value is proven.
//! - **Dominated moves** are pruned: moves to the floor where a line of the colour has room, and moves to a line that
//!   the colour cannot fill where another such line is less useful.
//! - **Bounds**: no player gets more points than from the best set of lines that the remaining tiles and moves can
//!   fill, and each player can limit the tiles on the floor by taking the smallest group. Both bounds are exact searches
//!   of their own, with caches for boards with the same lines. A move of a group changes only the mover's board, so that
//!   the other boards are evaluated once for each group.
//! - **Move ordering**: by the bounds, the table, the number of remaining groups, and the cutoffs of similar positions.
//!   The first move decides nine of ten positions with a cutoff.
//! - **Several threads** search different root moves at once in a long search ([`RoundSolver::on_threads`]). All
//!   threads share one table, whose stripes have a lock each.
//! - **The last two groups** need no search, as the use of a group by one player changes nothing for the other.
//!
//! With three or four players, the [`OpponentModel`] states the objective of the others.

mod bounds_table;
mod burden;
mod factories;
mod fillings;
mod frame;
mod key;
mod max_n;
mod moves;
mod null_window;
mod reach;
mod reaches;
mod root;
mod sides;
mod solve;
#[cfg(test)]
mod tests;

pub use frame::{EndBonuses, Unfinished};
pub use solve::{OpponentModel, RoundLine, RoundQuestion, RoundSolution, RoundSolver};
