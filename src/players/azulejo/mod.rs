//! Our player: alpha-beta with a judgement of boards that was fitted to its own games.
//!
//! It searches the moves of a round, depth after depth. What distinguishes it from the searches of
//! [`search`](super::search):
//!
//! - **The judgement** ([`Weights`]). A leaf is worth what the boards are worth: the score if the round ended now, and what
//!   rows, columns, colours, begun lines and empty places are likely to earn in the rounds that follow. Each such number
//!   ([`View::each`]) has a weight for each [`Moment`] of the game. `examples/fit.rs` fits the weights to games of the
//!   player against itself. A game that ends with the round is counted exactly.
//! - **Odds**. A lead is worth more, the less of the game is left. Values are logits of the probability to win.
//! - **The search**: a transposition table with Zobrist keys, the best move of the last depth first, windows around the last
//!   value, moves in the order of what they do for the mover's board and of what was too good elsewhere, and late moves less
//!   deep. When all moves to the end of the round are looked ahead, nothing is left out but what cannot matter.
//!
//! With three or four players the search is paranoid: the one who searches wants the most of what he is ahead of the best
//! other, and takes all others for one opponent.
//!
//! Each of these can be left out ([`Ingredient`]), to see what it is worth.

mod experience;
mod features;
mod judge;
mod key;
mod moves;
pub mod net;
mod search;
mod table;
mod walk;
mod weights;

pub use features::{FEATURES, Moment, Supply, View};
pub use weights::{InvalidWeights, POINT, Set, Weights};

use super::kind::Kind;
use super::{Limits, Player, Thought};
use crate::control::Control;
use crate::game::random::ChaCha8Rng;
use crate::game::{Move, Phase, Position};
use search::Search;
use std::borrow::Cow;

pub(super) const KIND: Kind = Kind {
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
    Table,
    /// Killers and history.
    Experience,
    /// A window around the value of the last depth.
    Aspiration,
    /// Late moves are searched less deep.
    Reductions,
    /// Moves that cannot be better than another are left out.
    Pruning,
    /// Leads count as odds to win; without, as points.
    Odds,
    /// A game that ends with the round is counted exactly; without, it is judged as all others are.
    ExactEnd,
}

impl Ingredient {
    /// Every ingredient.
    pub const ALL: [Self; 7] = [
        Self::Table,
        Self::Experience,
        Self::Aspiration,
        Self::Reductions,
        Self::Pruning,
        Self::Odds,
        Self::ExactEnd,
    ];
}

/// The player.
#[derive(Debug, Clone)]
pub struct Azulejo {
    weights: Cow<'static, Weights>,
    without: Vec<Ingredient>,
    net: Option<net::Net>,
}

impl Default for Azulejo {
    /// With all ingredients and the fitted weights.
    fn default() -> Self {
        Self {
            weights: Cow::Borrowed(Weights::fitted()),
            without: Vec::new(),
            net: None,
        }
    }
}

impl Azulejo {
    /// With other weights.
    pub fn with(weights: Weights) -> Self {
        Self {
            weights: Cow::Owned(weights),
            without: Vec::new(),
            net: None,
        }
    }

    /// Without an ingredient.
    #[must_use]
    pub fn without(mut self, ingredient: Ingredient) -> Self {
        self.without.push(ingredient);
        self
    }

    /// With a network that corrects the weighted sum of two boards.
    #[must_use]
    pub fn corrected(mut self, net: net::Net) -> Self {
        self.net = Some(net);
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
        Search::new(self, position, limits, control).deepen(limits.depth, found)
    }
}
