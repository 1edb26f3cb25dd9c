//! Searches within a round: minimax, alpha-beta, and alpha-beta with presort (Wilson, "Azul AI").
//!
//! A [`TreeSearch`] searches the moves of a round by iterative deepening. The result of each depth is a
//! [`SearchedDepth`]:
//!
//! ```
//! use azulejo_control::Control;
//! use azulejo_play::players::Limits;
//! use azulejo_play::players::tree_search::{Bonus, Method, TreeSearch, opening};
//!
//! let search = TreeSearch { method: Method::AlphaBeta, bonus: Bonus::Counted };
//! let limits = Limits::of_depth(3);
//! let opening = opening(1);
//! for depth in search.deepen(&opening, &limits, &Control::default()) {
//!     println!("depth {}: {} is worth {}, {} leaves", depth.depth, depth.best, depth.value, depth.leaves);
//! }
//! ```
//!
//! All methods find the same value at the same depth. The evaluation of a leaf is its [`value`]; the search ends with
//! the round, as nobody knows the next deal.
//!
//! With three or four players a search is **paranoid**: the searcher maximises the own points less those of the best
//! other player, and all other players minimise them. With two players this is minimax. The usual alternative, max^n,
//! lets each player maximise the own points; it allows hardly any cutoffs, so that alpha-beta would have no advantage.

mod alpha_beta;
mod choice;
mod deepening;
mod figures;
mod method;
mod minimax;
mod presort;
mod search;
mod search_method;
mod value;
mod walk;

pub(super) use search::{ALPHA_BETA, MINIMAX, PRESORT};

pub use deepening::{Deepening, SearchedDepth};
pub use figures::{SearchedTurn, leaves_of_opening, opening, round_by_turns, seeds_of_openings};
pub use method::Method;
pub use search::TreeSearch;
pub use value::{Bonus, value};
