//! Our player: alpha-beta with an evaluation of boards that was fitted to its own games.
//!
//! It searches the moves of a round, depth after depth. What distinguishes it from the searches of
//! [`tree_search`](super::tree_search):
//!
//! - **The evaluation** ([`BoardWeights`]). A leaf is worth what the boards are worth: the score if the round ended now,
//!   and what rows, columns, colours, begun lines and empty places are likely to earn in the rounds that follow. Each such number
//!   ([`BoardView::each`]) has a weight for each [`Moment`] of the game. The program `fit` of `tools/` fits the weights to games of the
//!   player against itself. A game that ends with the round is counted exactly.
//! - **The network** ([`Net`]). A small network corrects what the weights say of two players. There are weights and a network for two,
//!   for three and for four players.
//! - **Odds**. A lead is worth more, the less of the game is left. Values are logits of the probability to win.
//! - **The search**: principal variation search with a transposition table (Zobrist keys), the best move of the last depth
//!   first, an aspiration window around the last value, moves in the order of what they do for the mover's board and of
//!   what cut positions off elsewhere (killers and history), and late move reductions. When all moves to the end of the
//!   round are looked ahead, nothing is left out but what cannot matter.
//!
//! With three or four players the search is paranoid: the one who searches wants the most of what he is ahead of the best
//! other, and takes all others for one opponent. The network sees him beside each other player in turn.
//!
//! Each of these can be left out ([`Ingredient`]), to see what it is worth.

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
