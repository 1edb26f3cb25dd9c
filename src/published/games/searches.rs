use super::MatchTallies;
use crate::arena::Tally;
use crate::control::Control;

/// Match between two searches of Wilson's "Azul AI", 100 games with 100 ms a move.
#[derive(Debug, Clone, Copy)]
pub struct SearchMatch {
    /// Two players.
    pub contestants: [&'static str; 2],
    /// Wins of the first player, draws, and wins of the second.
    pub published: [u64; 3],
}

/// Wilson's three matches.
pub const SEARCH_MATCHES: [SearchMatch; 3] = [
    SearchMatch {
        contestants: ["minimax:time=100ms", "alpha-beta:time=100ms"],
        published: [27, 4, 69],
    },
    SearchMatch {
        contestants: ["alpha-beta:time=100ms", "alpha-beta-presort:time=100ms"],
        published: [34, 3, 63],
    },
    SearchMatch {
        contestants: ["minimax:time=100ms", "alpha-beta-presort:time=100ms"],
        published: [20, 4, 76],
    },
];

impl SearchMatch {
    /// Number of groups of two games.
    pub const GROUPS: u64 = 50;

    /// Tally of at least `groups`; `None` after a stop.
    pub fn tally<'a>(
        &self,
        tallies: &'a mut MatchTallies,
        groups: u64,
        control: &Control,
    ) -> Option<&'a Tally> {
        tallies.tally(self.contestants, groups, control)
    }

    /// Wins of the first player, draws, and wins of the second.
    pub fn computed(tally: &Tally) -> [u64; 3] {
        let [first, second] = [0, 1].map(|contestant| tally.contestants[contestant].wins);
        [first, tally.draws(), second]
    }

    /// Wins, draws and losses in words.
    pub fn words(games: [u64; 3]) -> String {
        let [wins, draws, losses] = games;
        format!("{wins} wins, {draws} draws, {losses} losses")
    }
}
