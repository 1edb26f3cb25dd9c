//! The value of the rest of a round under best play.
//!
//! Within a round nothing is left to chance, so that the rest of it is a game of perfect information: a [`RoundSolver`]
//! finds its value for the mover, in points after the round less the points of the best other player, with all best
//! moves and a principal variation. Effects on later rounds do not count, but end bonuses do where the game ends with
//! the round.
//!
//! # How
//! One position is played and taken back in place. A null-window search asks of each root move whether its value is at
//! least a given number, which needs a cutoff at every second ply; the best moves are asked until their values are
//! known. Five ideas keep the tree small:
//!
//! - **Positions of equal value are one**: a line that cannot be filled any more only absorbs a colour,
//!   whichever line it is, and of factories that hold the same tiles the first is taken. Of empty lines that no colour can fill and
//!   that the same colours may enter, only the number matters. The keys of the table are exact, so that a value is proven, and
//!   not only likely.
//! - **Dominated moves** are left out: to the floor where a line of the colour has room, or to a
//!   line that the colour cannot fill where another one can do less later.
//! - **Bounds**: no player gets more points than from the best set of lines that the tiles and the moves left can fill,
//!   and each can limit what falls on the floor by taking the smallest group. Both bounds are exact searches of their own
//!   that are kept for boards with the same lines. Wherever the mover puts a group, the other boards stay the same, so that
//!   they are judged once a group.
//! - **Moves in a good order**: by the bounds, the table, the groups that they leave, and what decided like positions. The
//!   move that is searched first decides nine of ten positions that can be decided.
//! - **Several threads** ask different moves of the root at once where it takes long ([`RoundSolver::on_threads`]). What they find is
//!   in one table, whose parts have a lock each.
//! - **The last two groups** need no search, as what one player does with a group changes nothing for the other.
//!
//! With three or four players, the [`OpponentModel`] says what the others want.

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
