//! Dual bounds that are known without any search.
//!
//! [`minimum`] and [`maximum`] are the extremes of an empty wall, in closed form, and [`minimum_ending_in`] and
//! [`maximum_ending_in`] the extremes of the orders that end in a given cell; a [`ClosedBound`] holds their proof, in pieces that the
//! referee counts. [`maximum_after`] is the maximum of a wall that is not filled to the end. For any problem, [`line_bound`] is the
//! sum of the best points of each line alone, and [`block_bound`] adds the losses of lines to each other in 2×2 blocks. [`Bound`] is
//! the tightest of these bounds, with its reason. [completion] has bounds on the rest of a covering, for the searches that fill a
//! wall turn by turn.

mod blocks;
mod bound;
mod certificate;
mod closed;
mod colours;
pub mod completion;
mod earlier;
pub(crate) mod ends;
mod last_round;
mod line;
pub(crate) mod orientation;
mod prefix;
mod prices;
mod shapes;

pub use azulejo_check::{ClosedBound, Flaw, LastCell, Line, Lines};
pub use blocks::block_bound;
pub(crate) use blocks::{block_bound_within, blocks, side_by_side};
pub use bound::{Bound, Reason, by_lines, by_lines_and_blocks};
pub use certificate::{certified_maximum, certified_minimum};
pub use closed::{maximum, maximum_ending_in, minimum, minimum_ending_in};
pub(crate) use earlier::{Earlier, LineFacts};
pub use line::{LineCut, line_bound, line_cuts, line_points};
pub(crate) use line::{cuts_of, line_bound_within};
pub(crate) use prefix::{LineEnds, Predecessors};
pub(crate) use prices::{Decomposition, PriceBounds, PricedSum};
pub use shapes::{Shape, best_shape, maximum_after};
