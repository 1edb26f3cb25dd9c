use super::figure::Figure;
use crate::arena::{Crosstable, Tally};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// A tournament that was played, or a part of it.
#[derive(Debug, Clone)]
pub struct Tourney {
    /// The names of the contestants.
    pub players: Vec<String>,
    /// The seed of the tournament.
    pub seed: u64,
    /// The games that were asked for.
    pub of: u64,
    /// The games that were played.
    pub table: Crosstable,
}

/// The output of `game tournament`.
pub fn tournament(tourney: &Tourney) -> String {
    #[derive(Serialize)]
    struct Output<'a> {
        schema: u32,
        players: &'a [String],
        seed: u64,
        games: u64,
        of: u64,
        contestants: Vec<Contestant<'a>>,
        pairs: Vec<Pair>,
    }
    let Tourney {
        players,
        seed,
        of,
        table,
    } = tourney;
    let contestants = players.iter().zip(table.ratings()).zip(table.totals());
    pretty(&Output {
        schema: SCHEMA,
        players,
        seed: *seed,
        games: table.games(),
        of: *of,
        contestants: contestants
            .map(|((player, elo), total)| Contestant {
                player,
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
    })
}

#[derive(Serialize)]
struct Contestant<'a> {
    player: &'a str,
    elo: Figure,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<f64>,
    points_a_game: Option<f64>,
}

/// The games of two contestants.
#[derive(Serialize)]
struct Pair {
    players: [usize; 2],
    games: u64,
    wins: [u64; 2],
    draws: u64,
    ties: u64,
    points: [u64; 2],
    /// Of the first of the two, as what follows.
    score: Figure,
    elo: Figure,
}

impl Pair {
    fn new(players: [usize; 2], tally: &Tally) -> Self {
        let of =
            |sum: fn(&crate::arena::Sums) -> u64| [0, 1].map(|one| sum(&tally.contestants[one]));
        Self {
            players,
            games: tally.games,
            wins: of(|sums| sums.wins),
            draws: tally.draws(),
            ties: tally.ties(),
            points: of(|sums| sums.points),
            score: tally.score(0).into(),
            elo: tally.elo(0).into(),
        }
    }
}
