use crate::arena::Tally;

/// Match between two searches of Wilson's "Azul AI", 100 games with 100 ms a move.
#[derive(Debug, Clone, Copy)]
pub struct SearchMatch {
    /// Two players.
    pub contestants: [&'static str; 2],
    /// Wins of the first player, draws, and wins of the second, in the form of [`words`](SearchMatch::words).
    pub published: &'static str,
}

/// Wilson's three matches.
pub const SEARCH_MATCHES: [SearchMatch; 3] = [
    SearchMatch {
        contestants: ["minimax:time=100ms", "alpha-beta:time=100ms"],
        published: "27 wins, 4 draws, 69 losses",
    },
    SearchMatch {
        contestants: ["alpha-beta:time=100ms", "alpha-beta-presort:time=100ms"],
        published: "34 wins, 3 draws, 63 losses",
    },
    SearchMatch {
        contestants: ["minimax:time=100ms", "alpha-beta-presort:time=100ms"],
        published: "20 wins, 4 draws, 76 losses",
    },
];

impl SearchMatch {
    /// Number of groups of two games.
    pub const GROUPS: u64 = 50;

    /// Wins of the first player, draws, and wins of the second.
    pub fn words(tally: &Tally) -> String {
        let [wins, losses] = [0, 1].map(|contestant| tally.contestants[contestant].wins);
        format!("{wins} wins, {} draws, {losses} losses", tally.draws())
    }
}
