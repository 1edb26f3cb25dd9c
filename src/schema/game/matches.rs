use super::Figure;
use crate::arena::{Sprt, SprtState, Starter, Tally};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Result of a match, or of a part of it.
#[derive(Debug, Clone)]
pub struct MatchResult {
    /// Names of the contestants.
    pub players: Vec<String>,
    /// Seed of the match.
    pub seed: u64,
    /// Player with the first turn.
    pub starter: Starter,
    /// Number of games of a complete match.
    pub of: u64,
    /// Tally of the games.
    pub tally: Tally,
    /// Test that can end the match.
    pub sprt: Option<Sprt>,
}

impl MatchResult {
    /// Test with its state.
    pub fn tested(&self) -> Option<(Sprt, SprtState)> {
        let sprt = self.sprt?;
        Some((sprt, sprt.test(&self.tally)))
    }

    /// Whether the match was stopped before all games were played, and not by the test.
    pub fn is_stopped(&self) -> bool {
        let accepted = self.tested().and_then(|(_, state)| state.accepted);
        self.tally.games < self.of && accepted.is_none()
    }
}

/// The output of `game match`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Match {
    /// The version of the outputs.
    pub schema: Version,
    /// The names of the contestants.
    pub players: Vec<String>,
    /// The seed of the match.
    pub seed: u64,
    /// The player who began every game; none where each began as often.
    pub first: Option<usize>,
    /// The games that were played.
    pub games: u64,
    /// The games that were asked for.
    pub of: u64,
    /// The games that each contestant won.
    pub wins: Vec<u64>,
    /// The games that nobody won alone.
    pub draws: u64,
    /// The games with the most points for several.
    pub ties: u64,
    /// The points of each contestant.
    pub points: Vec<u64>,
    /// Of the first contestant over the others.
    pub elo: Option<f64>,
    /// Its interval.
    pub elo_interval: [Option<f64>; 2],
    /// A summary for each contestant.
    pub contestants: Vec<Contestant>,
    /// From a number of rounds to how many games took so many.
    pub rounds: BTreeMap<u32, u64>,
    /// The games that came to no end.
    pub unfinished: u64,
    /// Groups of games by the half points of the first of two contestants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Vec<u64>>,
    /// The test that could end the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
}

/// A contestant of a match.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Contestant {
    /// Its name.
    pub player: String,
    /// The games that it won.
    pub wins: u64,
    /// The games in which nobody had more points.
    pub most_points: u64,
    /// The share of the games that it won.
    pub win_share: Figure,
    /// Its score: a won game counts 1, a drawn one a share.
    pub score: Figure,
    /// Its points a game.
    pub points_a_game: Figure,
    /// Of the points of a game.
    pub standard_deviation: Option<f64>,
    /// The games that it began.
    pub began: u64,
    /// The games among these that it won.
    pub began_wins: u64,
    /// Its Elo over the others.
    pub elo: Figure,
}

/// A sequential test.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Test {
    /// The Elo of the null hypothesis.
    pub elo0: f64,
    /// The Elo of the alternative.
    pub elo1: f64,
    /// Its state after the games.
    #[serde(flatten)]
    pub state: SprtState,
}

impl From<&MatchResult> for Match {
    fn from(result: &MatchResult) -> Self {
        let MatchResult {
            players,
            seed,
            starter,
            of,
            tally,
            ..
        } = result;
        let elo = Figure::from(tally.elo(0));
        let all = players.iter().enumerate();
        Self {
            schema: Version,
            players: players.clone(),
            seed: *seed,
            first: match starter {
                Starter::Each => None,
                Starter::Always(first) => Some(*first),
            },
            games: tally.games,
            of: *of,
            wins: tally.contestants.iter().map(|sums| sums.wins).collect(),
            draws: tally.draws(),
            ties: tally.ties(),
            points: tally.contestants.iter().map(|sums| sums.points).collect(),
            elo: elo.value,
            elo_interval: [elo.low, elo.high],
            contestants: all
                .map(|(number, name)| Contestant::new(tally, number, name))
                .collect(),
            rounds: tally.rounds.clone(),
            unfinished: tally.unfinished,
            outcomes: (players.len() == 2).then(|| tally.outcomes().to_vec()),
            sprt: result.tested().map(Test::from),
        }
    }
}

impl Contestant {
    fn new(tally: &Tally, number: usize, player: &str) -> Self {
        let sums = &tally.contestants[number];
        Self {
            player: player.to_owned(),
            wins: sums.wins,
            most_points: sums.most_points,
            win_share: tally.wins(number).into(),
            score: tally.score(number).into(),
            points_a_game: tally.points(number).into(),
            standard_deviation: tally.standard_deviation(number),
            began: sums.began,
            began_wins: sums.began_wins,
            elo: tally.elo(number).into(),
        }
    }
}

impl From<(Sprt, SprtState)> for Test {
    fn from((sprt, state): (Sprt, SprtState)) -> Self {
        let [elo0, elo1] = sprt.elo();
        Self { elo0, elo1, state }
    }
}
