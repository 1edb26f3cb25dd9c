//! The frontier: a dynamic program over coverings, layer by layer of the turns.
//!
//! A layer is packed: a class takes as many bytes as the wall has cells by eights, two for the score, and
//! as many as the number of orders can need (8 to 25 on 6×6, 14 to 64 on 9×9). Classes that do not fit into
//! the memory go to the disk in sorted segments, and a [checkpoint](Checkpoint) holds
//! the finished layers.
//!
//! [`solve`] finds an optimal order, [`count`] counts all of them, [`OptimalOrders`] lists them and draws
//! from them. With layers of limited width, the search is a
//! [beam search](crate::heuristics::beam), which finds good orders quickly and proves nothing; its incumbents start the
//! mixed-integer solver. Where a wall is too large for that, a [greedy](crate::heuristics::greedy) order does.

pub mod backward;
mod checkpoint;
#[cfg(feature = "cluster")]
pub mod cluster;
mod count;
mod error;
mod layer;
mod layers;
mod options;
mod orders;
mod pace;
mod search;
mod solve;
mod space;

pub use checkpoint::claim;
pub use count::count;
pub use error::FrontierError;
pub use layers::Layers;
pub use options::{Checkpoint, FrontierOptions};
pub use orders::{Listing, OptimalOrders};
pub use pace::Pace;
pub(crate) use solve::CHECKED;
pub use solve::solve;
