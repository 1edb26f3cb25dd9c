use crate::arena::{Match, Starter, Tally, Watch};
use crate::control::Control;
use crate::players::Contestant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Tallies of the matches of the tables, complete or not.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MatchTallies(BTreeMap<String, Tally>);

/// Seed of all matches.
const SEED: u64 = 1;

impl MatchTallies {
    /// Number of games of all matches.
    pub fn games(&self) -> u64 {
        self.0.values().map(|tally| tally.games).sum()
    }

    /// Tally of a match of two contestants, of at least `groups` of two games: both games have the same
    /// deals, and each contestant begins one of them. `None` after a stop; the games until then stay in the tally.
    ///
    /// # Panics
    /// When a text is no contestant.
    pub fn tally(
        &mut self,
        contestants: [&str; 2],
        groups: u64,
        control: &Control,
    ) -> Option<&Tally> {
        let tally = self
            .0
            .entry(contestants.join(" "))
            .or_insert_with(|| Tally::new(contestants.len()));
        if tally.groups < groups {
            let players = contestants.map(|name| name.parse::<Contestant>().expect("a contestant"));
            let pairing = Match::new(players.iter().collect(), Starter::Each, SEED);
            let watch = Watch {
                control: control.clone(),
                ..Watch::default()
            };
            let pairing = pairing.expect("two contestants");
            *tally += &pairing.run(tally.groups..groups, watch);
        }
        (tally.groups >= groups).then_some(tally)
    }
}
