//! Our player: alpha-beta with an evaluation of boards that was fitted to its own games.
//!
//! It searches the moves of a round, depth after depth. What distinguishes it from the searches of
//! [`tree_search`](super::tree_search):
//!
//! - **The evaluation** ([`BoardWeights`]). A leaf is worth what the boards are worth: the score if the round ended now,
//!   and what rows, columns, colours, begun lines and empty places are likely to earn in the rounds that follow. Each such number
//!   ([`BoardView::each`]) has a weight for each [`Moment`] of the game. `examples/fit` fits the weights to games of the
//!   player against itself. A game that ends with the round is counted exactly.
//! - **The network** ([`Net`]). With two players, a small network corrects what the weights say.
//! - **Odds**. A lead is worth more, the less of the game is left. Values are logits of the probability to win.
//! - **The search**: principal variation search with a transposition table (Zobrist keys), the best move of the last depth
//!   first, an aspiration window around the last value, moves in the order of what they do for the mover's board and of
//!   what cut positions off elsewhere (killers and history), and late move reductions. When all moves to the end of the
//!   round are looked ahead, nothing is left out but what cannot matter.
//!
//! With three or four players the search is paranoid: the one who searches wants the most of what he is ahead of the best
//! other, and takes all others for one opponent.
//!
//! Each of these can be left out ([`Ingredient`]), to see what it is worth.

mod board_weights;
mod depth_table;
mod features;
mod incremental;
mod inputs;
mod lines;
mod moves;
mod net;
mod parts;
mod pvs;
mod static_evaluation;
mod win;
mod zobrist;

pub use board_weights::{BoardWeights, InvalidBoardWeights, POINT, WeightSet};
pub use features::{BoardView, FEATURES, Moment, Supply};
pub use inputs::{INPUTS, Inputs};
pub use lines::{Line, Lines};
pub use net::{HIDDEN, Head, InvalidNet, Layers, Net, ONE, PART};

pub use parts::{Leaf, Part, Parts};
pub use win::win;

use super::kind::PlayerKind;
use super::{Limits, Player, Thought};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Phase, Position};
use pvs::PrincipalVariationSearch;
use std::borrow::Cow;

pub(super) const KIND: PlayerKind = PlayerKind {
    name: "azulejo",
    about: "alpha-beta with a judgement of boards that was fitted to its own games: the strongest",
    options: &[],
    searches: true,
    build: |_| Box::new(Azulejo::default()),
};

/// A part of the player that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ingredient {
    /// The transposition table.
    TranspositionTable,
    /// The killer heuristic and the history heuristic.
    KillersAndHistory,
    /// A window around the value of the last depth.
    AspirationWindow,
    /// Late moves are searched less deep.
    LateMoveReductions,
    /// Moves that cannot be better than another are left out.
    Pruning,
    /// Leads count as odds to win; without, as points.
    Odds,
    /// A game that ends with the round is counted exactly; without, it is judged as all others are.
    ExactEnd,
    /// The network that corrects the weighted sums.
    Network,
}

impl Ingredient {
    /// Every ingredient.
    pub const ALL: [Self; 8] = [
        Self::TranspositionTable,
        Self::KillersAndHistory,
        Self::AspirationWindow,
        Self::LateMoveReductions,
        Self::Pruning,
        Self::Odds,
        Self::ExactEnd,
        Self::Network,
    ];
}

/// The player.
#[derive(Debug, Clone)]
pub struct Azulejo {
    weights: Cow<'static, BoardWeights>,
    /// None with other weights than those that it corrects.
    net: Option<&'static Net>,
    without: Vec<Ingredient>,
}

impl Default for Azulejo {
    /// With all ingredients and the fitted weights.
    fn default() -> Self {
        Self {
            weights: Cow::Borrowed(BoardWeights::fitted()),
            net: Some(Net::fitted()),
            without: Vec::new(),
        }
    }
}

impl Azulejo {
    /// With other weights, and without the network.
    pub fn with(weights: BoardWeights) -> Self {
        Self {
            weights: Cow::Owned(weights),
            net: None,
            without: Vec::new(),
        }
    }

    /// Without an ingredient.
    #[must_use]
    pub fn without(mut self, ingredient: Ingredient) -> Self {
        self.without.push(ingredient);
        self
    }

    fn has(&self, ingredient: Ingredient) -> bool {
        !self.without.contains(&ingredient)
    }
}

impl Player for Azulejo {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        self.think(position, rng, limits, &Control::default(), &|_| ())
    }

    fn think(
        &self,
        position: &Position,
        _: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        found: &dyn Fn(Thought),
    ) -> Move {
        assert_eq!(position.phase(), Phase::Moves, "a search needs moves");
        PrincipalVariationSearch::new(self, position, limits, control).deepen(limits.depth, found)
    }
}
