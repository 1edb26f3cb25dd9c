//! The best score by number of tiles, and without each cell, as text.

use super::tables::{plain, right_aligned};
use crate::by_tiles::{BestOf, Fewest, Missing};
use crate::counted::counted;
use crate::instance::Instance;
use crate::outcome::Verdict;
use itertools::Itertools;

/// A table with a line for each number of tiles.
pub fn by_tiles(best: &[BestOf]) -> String {
    let mut table = plain();
    table.set_header(["tiles", "best score", "one tile more"]);
    let scores = best.iter().map(|one| proven(&one.verdict)).collect_vec();
    for (one, (score, before)) in best
        .iter()
        .zip(scores.iter().zip([None].iter().chain(&scores)))
    {
        let gain = score.zip(*before).map(|(score, before)| {
            let gain = i64::from(score) - i64::from(before);
            format!("{gain:+}")
        });
        table.add_row([
            one.tiles.to_string(),
            words(&one.verdict),
            gain.unwrap_or_default(),
        ]);
    }
    right_aligned(table)
}

/// How many tiles a score takes, in a sentence.
pub fn fewest(score: u32, found: Fewest) -> String {
    let tiles = |tiles| counted(tiles, "tile");
    match (found.tiles, found.proven) {
        (Some(few), true) => format!("The fewest tiles that score {score} are {few}."),
        (Some(few), false) => format!("{} can score {score}; fewer are not ruled out.", tiles(few)),
        (None, true) => format!("No number of tiles scores {score}."),
        (None, false) => format!("No order is known that scores {score}."),
    }
}

/// The wall with the best score without each cell.
pub fn without_each_cell(instance: &Instance, missing: &[Missing]) -> String {
    let wall = instance.wall();
    let texts = wall.cells().map(|cell| {
        let found = missing.iter().find(|one| one.cell == cell);
        found.map_or_else(|| "■".to_owned(), |one| words(&one.verdict))
    });
    let texts = texts.collect_vec();
    let widths = texts.iter().map(|one| one.chars().count());
    let width = widths.max().unwrap_or(1) + 2;
    let rows = texts.chunks(wall.columns());
    let rows = rows.map(|row| row.iter().map(|one| format!("{one:>width$}")).join(""));
    format!("best score without each cell\n{}", rows.format("\n"))
}

fn proven(verdict: &Option<Verdict>) -> Option<u32> {
    match verdict {
        Some(Verdict::Optimal { solution, .. }) => Some(solution.score),
        _ => None,
    }
}

/// A score, or what is known of it.
fn words(verdict: &Option<Verdict>) -> String {
    match verdict {
        None => "–".into(),
        Some(Verdict::Optimal { solution, .. }) => solution.score.to_string(),
        Some(Verdict::Infeasible { .. }) => "no order".into(),
        Some(Verdict::Feasible {
            solution, bound, ..
        }) => {
            let score = solution.score;
            format!("{}–{}", score.min(*bound), score.max(*bound))
        }
        Some(Verdict::Unknown { .. }) => "?".into(),
    }
}
