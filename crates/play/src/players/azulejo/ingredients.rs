use super::board_weights::BoardWeights;
use super::level::{Judgement, Level};
use super::net::Net;
use super::opinions::Opinions;
use azulejo_rules::Players;
use std::sync::Arc;

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

/// What positions are judged by.
#[derive(Debug, Clone)]
pub(super) enum Learned {
    /// What was fitted for the number of players: the weights, and the network that corrects them.
    All,
    /// The weights alone.
    Weights,
    /// Other weights, the same for any number of players, and a network that corrects them.
    Other(Arc<(BoardWeights, Option<Net>)>),
}

/// The player.
#[derive(Debug, Clone)]
pub struct Azulejo {
    pub(super) learned: Learned,
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
            learned: Learned::All,
            without: Vec::new(),
            level: None,
            opinions: None,
        }
    }
}

impl Azulejo {
    /// With other weights, and a network that corrects them or none, for any number of players.
    pub fn with(weights: BoardWeights, net: Option<Net>) -> Self {
        Self {
            learned: Learned::Other(Arc::new((weights, net))),
            ..Self::default()
        }
    }

    /// With what a level holds back.
    pub fn of_level(level: &'static Level) -> Self {
        let learned = match level.judgement {
            Judgement::Score => return Self::with(BoardWeights::plain(), None).at(level),
            Judgement::Weights => Learned::Weights,
            Judgement::All => Learned::All,
        };
        let player = Self {
            learned,
            ..Self::default()
        };
        player.at(level)
    }

    fn at(self, level: &'static Level) -> Self {
        Self {
            level: Some(level),
            ..self
        }
    }

    /// The weights with so many players.
    pub(super) fn weights(&self, players: Players) -> &BoardWeights {
        match &self.learned {
            Learned::All | Learned::Weights => BoardWeights::fitted(players),
            Learned::Other(other) => &other.0,
        }
    }

    /// The network with so many players, if it is asked.
    pub(super) fn net(&self, players: Players) -> Option<&Net> {
        let net = match &self.learned {
            Learned::All => Some(Net::fitted(players)),
            Learned::Weights => None,
            Learned::Other(other) => other.1.as_ref(),
        };
        net.filter(|_| self.has(Ingredient::Network))
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
