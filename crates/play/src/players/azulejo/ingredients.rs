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
    /// An aspiration window around the value of the previous depth.
    AspirationWindow,
    /// Late move reductions: moves late in the order are searched to a lower depth first.
    LateMoveReductions,
    /// The pruning of dominated moves.
    Pruning,
    /// Values as log odds of winning; without this ingredient, as points.
    Odds,
    /// The exact value of a game that ends with the round; without this ingredient, the static evaluation.
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

/// The parameters of the static evaluation.
#[derive(Debug, Clone)]
pub(super) enum Parameters {
    /// The fitted weights for the number of players, and the network that corrects them.
    All,
    /// The fitted weights alone.
    Weights,
    /// Other weights, the same for any number of players, and a network that corrects them.
    Other(Arc<(BoardWeights, Option<Net>)>),
}

/// The player `azulejo`: a principal variation search with its evaluation, its ingredients and its level.
#[derive(Debug, Clone)]
pub struct Azulejo {
    pub(super) parameters: Parameters,
    pub(super) exclusions: Vec<Ingredient>,
    /// The level that limits the player.
    pub(super) level: Option<&'static Level>,
    /// The errors of the evaluation for one move, by the level.
    pub(super) opinions: Option<Opinions>,
}

impl Default for Azulejo {
    /// The player with all ingredients, the fitted weights and the fitted network.
    fn default() -> Self {
        Self {
            parameters: Parameters::All,
            exclusions: Vec::new(),
            level: None,
            opinions: None,
        }
    }
}

impl Azulejo {
    /// A player with the given weights, and with or without a network, for any number of players.
    pub fn with(weights: BoardWeights, net: Option<Net>) -> Self {
        Self {
            parameters: Parameters::Other(Arc::new((weights, net))),
            ..Self::default()
        }
    }

    /// The player of a level.
    pub fn of_level(level: &'static Level) -> Self {
        let parameters = match level.judgement {
            Judgement::Score => return Self::with(BoardWeights::plain(), None).at(level),
            Judgement::Weights => Parameters::Weights,
            Judgement::All => Parameters::All,
        };
        let player = Self {
            parameters,
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

    /// The weights for a number of players.
    pub(super) fn weights(&self, players: Players) -> &BoardWeights {
        match &self.parameters {
            Parameters::All | Parameters::Weights => BoardWeights::fitted(players),
            Parameters::Other(other) => &other.0,
        }
    }

    /// The network for a number of players, unless the player evaluates without one.
    pub(super) fn net(&self, players: Players) -> Option<&Net> {
        let net = match &self.parameters {
            Parameters::All => Some(Net::fitted(players)),
            Parameters::Weights => None,
            Parameters::Other(other) => other.1.as_ref(),
        };
        net.filter(|_| self.has(Ingredient::Network))
    }

    /// The player without an ingredient.
    #[must_use]
    pub fn without(mut self, ingredient: Ingredient) -> Self {
        self.exclusions.push(ingredient);
        self
    }

    pub(super) fn has(&self, ingredient: Ingredient) -> bool {
        !self.exclusions.contains(&ingredient)
    }
}
