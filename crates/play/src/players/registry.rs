//! The registry: every kind of player, found by its name.

use super::invalid::{InvalidContestant, list};
use super::kind::PlayerKind;
use super::{azulejo, evaluator, mcts, random, rollout_greedy, thesis, tree_search};

/// Every kind of player.
pub const KINDS: &[PlayerKind] = &[
    random::KIND,
    thesis::GREEDY,
    thesis::SMART,
    thesis::STRATEGIC,
    thesis::OPPONENT,
    thesis::IMPROVED,
    thesis::SMART_ALTERED,
    thesis::IMPROVED_ALTERED,
    rollout_greedy::KIND,
    tree_search::MINIMAX,
    tree_search::ALPHA_BETA,
    tree_search::PRESORT,
    evaluator::KIND,
    mcts::KIND,
    azulejo::KIND,
];

impl PlayerKind {
    /// The kind of player with a name.
    ///
    /// # Errors
    /// When no kind has the name.
    pub fn named(name: &str) -> Result<&'static Self, InvalidContestant> {
        let mut kinds = KINDS.iter();
        kinds
            .find(|kind| kind.name == name)
            .ok_or_else(|| InvalidContestant::NoSuchPlayer {
                name: name.to_owned(),
                known: list(KINDS.iter().map(|kind| kind.name)),
            })
    }
}
