//! A tournament as a table of crosses.

use super::figures::signed;
use super::matches::numbered;
use crate::arena::{Crosstable, Estimate};
use crate::counted::counted;
use crate::render::tables::{plain, right_aligned};
use crate::schema::game::TournamentResult;
use itertools::Itertools;

/// The strongest first, with the score of each against each.
pub fn text(tourney: &TournamentResult) -> String {
    let bold = anstyle::Style::new().bold();
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
    format!(
        "{bold}{contestants}, {games}, seed {seed}, each begins once on the same deals{bold:#}\n\n{}\n\n{}",
        crosses(table, &numbered(players)),
        EXPLAINED
    )
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
    let mut crosses = plain();
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
    crosses.set_header(
        head.into_iter()
            .chain(places.iter().map(|one| (one + 1).to_string())),
    );
    for &one in &places {
        let (Estimate { value, high, .. }, total) = (ratings[one], totals[one]);
        let score = |score: Option<f64>| {
            score.map_or("–".into(), |score| format!("{:.1} %", 100.0 * score))
        };
        let cells = [
            names[one].clone(),
            signed(value),
            format!("{:.0}", high - value),
            score(total.score()),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses().to_string(),
            total
                .points_a_game()
                .map_or("–".into(), |points| format!("{points:.1}")),
        ];
        let against = places
            .iter()
            .map(|&other| score(against(table, one, other)));
        crosses.add_row(cells.into_iter().chain(against));
    }
    right_aligned(crosses)
}

/// The score of one contestant against another; none where they did not play.
fn against(table: &Crosstable, one: usize, other: usize) -> Option<f64> {
    let (tally, place) = table.between(one, other)?;
    (tally.games > 0).then(|| tally.score(place).value)
}
