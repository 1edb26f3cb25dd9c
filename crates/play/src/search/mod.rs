//! The toolkit that the searches of this crate share: the exact search, the tree searches, Monte-Carlo tree search and
//! our own player.
//!
//! | kit | what it is for |
//! |---|---|
//! | [`NodeBudget`] | the nodes of a search and their limit |
//! | [`Window`] | alpha and beta |
//! | [`TranspositionTable`] | search results by position |
//! | [`DirectMappedCache`] | values that are cheap to compute again, such as the static evaluation of a board |
//! | [`MoveOrdering`], [`pick_best`], [`twin_factories`] | the moves of a search, and their order |
//! | [`principal_variation`] | the best moves, one after the other |

mod budget;
mod cache;
mod ordering;
mod transposition;
mod twins;
mod variation;
mod window;

pub(crate) use budget::NodeBudget;
pub(crate) use cache::DirectMappedCache;
pub(crate) use ordering::{MoveOrdering, OrderingWeights, pick_best};
pub(crate) use transposition::{Slot, TranspositionTable};
pub(crate) use twins::twin_factories;
pub(crate) use variation::principal_variation;
pub(crate) use window::Window;
