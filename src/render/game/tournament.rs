//! A tournament as a table of crosses.

use super::figures::{percent, signed};
use super::matches::numbered;
use crate::arena::{Crosstable, Estimate};
use crate::counted::counted;
use crate::render::caption::bold;
use crate::render::tables::{self, or_dash};
use crate::schema::game::TournamentResult;
use itertools::Itertools;

/// The strongest first, with the score of each against each.
pub fn text(tourney: &TournamentResult) -> String {
    let TournamentResult {
        players,
        seed,
        of,
        table,
    } = tourney;
    let games = match table.games() {
        games if games == *of => counted(games, "game"),
        games => format!("{} of {of}, stopped", counted(games, "game")),
    };
    let contestants = counted(players.len(), "contestant");
    let title = bold(format!(
        "{contestants}, {games}, seed {seed}, each begins once on the same deals"
    ));
    let crosses = crosses(table, &numbered(players));
    format!("{title}\n\n{crosses}\n\n{EXPLAINED}")
}

const EXPLAINED: &str = "\
score  a win is 1, a shared victory ½; a column is the score against the contestant with its number
Elo    with mean 0, by the model of Bradley and Terry, and how far it can be wrong (95 %); a drawn game is added
       to each pair, so that who always won is not infinitely strong";

fn crosses(table: &Crosstable, names: &[String]) -> String {
    let ratings = table.ratings();
    let places = (0..names.len()).sorted_by(|&one, &other| {
        let by_elo = ratings[other].value.total_cmp(&ratings[one].value);
        by_elo.then(one.cmp(&other))
    });
    let places = places.collect_vec();
    let totals = table.totals();
    let head = [
        "",
        "Elo",
        "±",
        "score",
        "wins",
        "shared",
        "lost",
        "points a game",
    ]
    .map(String::from);
    let numbers = places.iter().map(|one| (one + 1).to_string());
    let rows = places.iter().map(|&one| {
        let (Estimate { value, high, .. }, total) = (ratings[one], totals[one]);
        let score = |score: Option<f64>| or_dash(score.map(percent));
        let cells = [
            names[one].clone(),
            signed(value),
            format!("{:.0}", high - value),
            score(total.score()),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses().to_string(),
            or_dash(total.points_a_game().map(|points| format!("{points:.1}"))),
        ];
        let against = places
            .iter()
            .map(move |&other| score(against(table, one, other)));
        cells.into_iter().chain(against)
    });
    tables::table(head.into_iter().chain(numbers), rows)
}

/// The score of one contestant against another; none where they did not play.
fn against(table: &Crosstable, one: usize, other: usize) -> Option<f64> {
    let (tally, place) = table.between(one, other)?;
    (tally.games > 0).then(|| tally.score(place).value)
}
