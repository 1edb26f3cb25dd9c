//! Our player: alpha-beta with an evaluation of boards that was fitted to self-play.
//!
//! The player searches the moves of a round by iterative deepening. It differs in these points from the searches of
//! [`tree_search`](super::tree_search):
//!
//! - **The evaluation** ([`BoardWeights`]). The value of a leaf is a weighted sum for each board: the score if the
//!   round ended at once, and features of rows, columns, colours, begun lines and empty places, which estimate the
//!   points of later rounds. Each feature ([`BoardView::each`]) has a weight for each [`Moment`] of the game. The
//!   program `fit` of `tools/` fits the weights to self-play. A game that ends with the round is counted exactly.
//! - **The network** ([`Net`]). A small network corrects the difference of two players' weighted sums. There are
//!   weights and a network for two, for three and for four players.
//! - **Odds**. A lead is worth more, the less of the game is left. Values are logits of the probability to win.
//! - **The search**: principal variation search with a transposition table (Zobrist keys), the best move of the
//!   previous depth first, an aspiration window around its value, move ordering by the static evaluation of the mover's
//!   board and by cutoffs elsewhere (killers and history), and late move reductions. A search to the end of the round
//!   reduces no move, and prunes only dominated moves.
//!
//! With three or four players the search is paranoid: the searcher maximises the own lead over the best other player,
//! and all others minimise it. The network compares the searcher with each other player in turn.
//!
//! Each of these can be left out ([`Ingredient`]), to measure its value.

mod board_weights;
mod depth_table;
mod features;
mod incremental;
mod ingredients;
mod inputs;
mod level;
mod lines;
mod moves;
mod net;
mod opinions;
mod part;
mod parts;
mod player;
mod pvs;
mod static_evaluation;
mod win;
mod zobrist;

pub use board_weights::{BoardWeights, InvalidBoardWeights, POINT, WeightSet};
pub use features::{BoardView, FEATURES, Moment, Supply};
pub use ingredients::{Azulejo, Ingredient};
pub use inputs::{INPUTS, Inputs};
pub use level::{LEVELS, Level};
pub use lines::{Line, Lines};
pub use net::{HIDDEN, Head, InvalidNet, Layers, Net, ONE, PART};
pub use part::Part;
pub use parts::{Leaf, Parts};
pub use win::win;

pub(super) use player::KIND;
