use crate::arena::{Match, Starter, Tally, Watch};
use crate::control::Control;
use crate::players::Contestant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Tallies of the matches of the tables, each as far as it is played.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MatchTallies(BTreeMap<String, Tally>);

/// The seed of all matches.
const SEED: u64 = 1;

impl MatchTallies {
    /// The games of all matches.
    pub fn games(&self) -> u64 {
        self.0.values().map(|tally| tally.games).sum()
    }

    /// The tally of a match of two contestants, of at least so many groups of two games: both have the same
    /// deals, and each contestant begins one of them. None if it was stopped; what is played until then is kept.
    ///
    /// # Panics
    /// When a text names no contestant.
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
            let named = contestants.map(|name| name.parse::<Contestant>().expect("a contestant"));
            let pairing = Match::new(named.iter().collect(), Starter::Each, SEED);
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
