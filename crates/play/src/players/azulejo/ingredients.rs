use super::board_weights::BoardWeights;
use super::level::{Judgement, Level};
use super::net::Net;
use super::opinions::Opinions;
use std::borrow::Cow;

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
    pub(super) weights: Cow<'static, BoardWeights>,
    /// None with other weights than those that it corrects.
    pub(super) net: Option<&'static Net>,
    pub(super) without: Vec<Ingredient>,
    /// What it holds back.
    pub(super) level: Option<&'static Level>,
    /// What it is wrong about in the move that it chooses.
    pub(super) opinions: Option<Opinions>,
}

impl Default for Azulejo {
    /// With all ingredients and the fitted weights.
    fn default() -> Self {
        Self {
            weights: Cow::Borrowed(BoardWeights::fitted()),
            net: Some(Net::fitted()),
            without: Vec::new(),
            level: None,
            opinions: None,
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
            level: None,
            opinions: None,
        }
    }

    /// With what a level holds back.
    pub fn of_level(level: &'static Level) -> Self {
        let weights = match level.judgement {
            Judgement::Score => Cow::Owned(BoardWeights::plain()),
            Judgement::Weights | Judgement::All => Cow::Borrowed(BoardWeights::fitted()),
        };
        Self {
            weights,
            net: (level.judgement == Judgement::All).then(Net::fitted),
            level: Some(level),
            ..Self::default()
        }
    }

    /// Without an ingredient.
    #[must_use]
    pub fn without(mut self, ingredient: Ingredient) -> Self {
        self.without.push(ingredient);
        self
    }

    pub(super) fn has(&self, ingredient: Ingredient) -> bool {
        !self.without.contains(&ingredient)
    }
}
