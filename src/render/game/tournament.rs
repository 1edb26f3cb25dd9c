//! Results of a tournament as a crosstable.

use super::figures::{percent, signed};
use super::matches::numbered;
use crate::arena::{Crosstable, Estimate};
use crate::counted::counted;
use crate::render::caption::bold;
use crate::render::tables::{self, or_dash};
use crate::schema::game::TournamentResult;
use itertools::Itertools;

/// Contestants from the strongest, with the score of each against each.
pub fn text(result: &TournamentResult) -> String {
    let TournamentResult {
        players,
        seed,
        of,
        table,
    } = result;
    let games = match table.games() {
        games if games == *of => counted(games, "game"),
        games => format!("{} of {of}, stopped", counted(games, "game")),
    };
    let contestants = counted(players.len(), "contestant");
    let title = bold(format!(
        "{contestants}, {games}, seed {seed}, each begins once on the same deals"
    ));
    let crosses = crosses(table, &numbered(players));
    format!("{title}\n\n{crosses}\n\n{LEGEND}")
}

const LEGEND: &str = "\
score  a win is 1, a shared victory ½; a column is the score against the contestant with its number
Elo    with mean 0, by the model of Bradley and Terry, and how far it can be wrong (95 %); a drawn game is added
       to each pair, so that who always won is not infinitely strong";

fn crosses(table: &Crosstable, names: &[String]) -> String {
    let ratings = table.ratings();
    let places = (0..names.len()).sorted_by(|&first, &second| {
        let by_elo = ratings[second].value.total_cmp(&ratings[first].value);
        by_elo.then(first.cmp(&second))
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
    let numbers = places.iter().map(|index| (index + 1).to_string());
    let rows = places.iter().map(|&index| {
        let (Estimate { value, high, .. }, total) = (ratings[index], totals[index]);
        let score = |score: Option<f64>| or_dash(score.map(percent));
        let cells = [
            names[index].clone(),
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
            .map(move |&opponent| score(against(table, index, opponent)));
        cells.into_iter().chain(against)
    });
    tables::table(head.into_iter().chain(numbers), rows)
}

/// Score of a contestant against an opponent; `None` without games.
fn against(table: &Crosstable, contestant: usize, opponent: usize) -> Option<f64> {
    let (tally, place) = table.between(contestant, opponent)?;
    (tally.games > 0).then(|| tally.score(place).value)
}
