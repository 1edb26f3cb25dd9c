use super::figure::Figure;
use crate::arena::{Hypothesis, Sprt, Starter, Tally, Tested};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;
use std::collections::BTreeMap;

/// A match that was played, or a part of it.
#[derive(Debug, Clone)]
pub struct Played {
    /// The names of the contestants.
    pub players: Vec<String>,
    /// The seed of the match.
    pub seed: u64,
    /// Who began.
    pub starter: Starter,
    /// The games that were asked for.
    pub of: u64,
    /// The games that were played.
    pub tally: Tally,
    /// The test that could end the match.
    pub sprt: Option<Sprt>,
}

impl Played {
    /// The test with its result.
    pub fn tested(&self) -> Option<(Sprt, Tested)> {
        let sprt = self.sprt?;
        Some((sprt, sprt.test(&self.tally)))
    }

    /// Whether it was stopped before all games were played, and not by the test.
    pub fn is_stopped(&self) -> bool {
        let accepted = self.tested().and_then(|(_, tested)| tested.accepted);
        self.tally.games < self.of && accepted.is_none()
    }
}

/// The output of `game match`.
pub fn matched(played: &Played) -> String {
    #[derive(Serialize)]
    struct Match<'a> {
        schema: u32,
        players: &'a [String],
        seed: u64,
        /// Who began every game; none where each began as often.
        first: Option<usize>,
        games: u64,
        of: u64,
        wins: Vec<u64>,
        draws: u64,
        ties: u64,
        points: Vec<u64>,
        /// Of the first contestant over the others.
        elo: Option<f64>,
        elo_interval: [Option<f64>; 2],
        contestants: Vec<Contestant<'a>>,
        rounds: &'a BTreeMap<u32, u64>,
        unfinished: u64,
        /// Groups of games by the half points of the first of two contestants.
        #[serde(skip_serializing_if = "Option::is_none")]
        outcomes: Option<&'a [u64]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        sprt: Option<Test>,
    }
    let Played {
        players,
        seed,
        starter,
        of,
        tally,
        ..
    } = played;
    let elo = Figure::from(tally.elo(0));
    let all = players.iter().enumerate();
    pretty(&Match {
        schema: SCHEMA,
        players,
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
        rounds: &tally.rounds,
        unfinished: tally.unfinished,
        outcomes: (players.len() == 2).then(|| tally.outcomes()),
        sprt: played
            .tested()
            .map(|(sprt, tested)| Test::new(&sprt, &tested)),
    })
}

#[derive(Serialize)]
struct Contestant<'a> {
    player: &'a str,
    wins: u64,
    most_points: u64,
    win_share: Figure,
    score: Figure,
    points_a_game: Figure,
    /// Of the points of a game.
    standard_deviation: Option<f64>,
    began: u64,
    began_wins: u64,
    elo: Figure,
}

impl<'a> Contestant<'a> {
    fn new(tally: &Tally, number: usize, player: &'a str) -> Self {
        let sums = &tally.contestants[number];
        Self {
            player,
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

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    llr: f64,
    low: f64,
    high: f64,
    accepted: Option<&'static str>,
}

impl Test {
    fn new(sprt: &Sprt, tested: &Tested) -> Self {
        let [elo0, elo1] = sprt.elo();
        let Tested {
            llr,
            low,
            high,
            accepted,
        } = *tested;
        Self {
            elo0,
            elo1,
            llr,
            low,
            high,
            accepted: accepted.map(|hypothesis| match hypothesis {
                Hypothesis::Null => "elo0",
                Hypothesis::Alternative => "elo1",
            }),
        }
    }
}
