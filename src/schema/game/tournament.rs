use super::Figure;
use crate::arena::{Crosstable, Tally};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Result of a tournament, or of a part of it.
#[derive(Debug, Clone)]
pub struct TournamentResult {
    /// Names of the contestants.
    pub players: Vec<String>,
    /// Seed of the tournament.
    pub seed: u64,
    /// Number of games of a complete tournament.
    pub of: u64,
    /// Crosstable of the games.
    pub table: Crosstable,
}

/// The output of `game tournament`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Tournament {
    /// The version of the outputs.
    pub schema: Version,
    /// The names of the contestants.
    pub players: Vec<String>,
    /// The seed of the tournament.
    pub seed: u64,
    /// The games that were played.
    pub games: u64,
    /// The games that were asked for.
    pub of: u64,
    /// A summary for each contestant.
    pub contestants: Vec<Standing>,
    /// A summary for each two contestants.
    pub pairs: Vec<Pair>,
}

/// A contestant of a tournament.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Rated")]
pub struct Standing {
    /// Its name.
    pub player: String,
    /// Its Elo.
    pub elo: Figure,
    /// The games that it played.
    pub games: u64,
    /// The games that it won.
    pub wins: u64,
    /// The games that nobody won alone.
    pub draws: u64,
    /// The games that it lost.
    pub losses: u64,
    /// Its score: a won game counts 1, a drawn one a half.
    pub score: Option<f64>,
    /// Its points a game.
    pub points_a_game: Option<f64>,
}

/// The games of two contestants.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Pair {
    /// The two.
    pub players: [usize; 2],
    /// The games that they played.
    pub games: u64,
    /// The games that each won.
    pub wins: [u64; 2],
    /// The games that nobody won alone.
    pub draws: u64,
    /// The games with as many points for both.
    pub ties: u64,
    /// The points of each.
    pub points: [u64; 2],
    /// The score of the first of the two.
    pub score: Figure,
    /// The Elo of the first of the two over the second.
    pub elo: Figure,
}

impl From<&TournamentResult> for Tournament {
    fn from(result: &TournamentResult) -> Self {
        let TournamentResult {
            players,
            seed,
            of,
            table,
        } = result;
        let contestants = players.iter().zip(table.ratings()).zip(table.totals());
        Self {
            schema: Version,
            players: players.clone(),
            seed: *seed,
            games: table.games(),
            of: *of,
            contestants: contestants
                .map(|((player, elo), total)| Standing {
                    player: player.clone(),
                    elo: elo.into(),
                    games: total.games,
                    wins: total.wins,
                    draws: total.draws,
                    losses: total.losses(),
                    score: total.score(),
                    points_a_game: total.points_a_game(),
                })
                .collect(),
            pairs: table
                .pairs()
                .map(|(pair, tally)| Pair::new(pair, tally))
                .collect(),
        }
    }
}

impl Pair {
    fn new(players: [usize; 2], tally: &Tally) -> Self {
        let sums = |sum: fn(&crate::arena::Sums) -> u64| {
            [0, 1].map(|contestant| sum(&tally.contestants[contestant]))
        };
        Self {
            players,
            games: tally.games,
            wins: sums(|sums| sums.wins),
            draws: tally.draws(),
            ties: tally.ties(),
            points: sums(|sums| sums.points),
            score: tally.score(0).into(),
            elo: tally.elo(0).into(),
        }
    }
}
