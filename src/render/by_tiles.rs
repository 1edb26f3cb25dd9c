//! The best score by number of tiles, and without each cell, as text.

use super::tables::table;
use crate::by_tiles::{BestOf, Fewest, Missing};
use crate::counted::counted;
use crate::instance::Instance;
use crate::outcome::Verdict;
use itertools::Itertools;

/// A line of the table.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) tiles: usize,
    /// The best score, or what is known of it.
    pub(crate) score: String,
    /// The proven best score less that of one tile less, with its sign; empty where one of the two is not proven.
    pub(crate) gain: String,
    /// The score of the best order, if one is known.
    pub(crate) known: Option<u32>,
}

/// A line for each number of tiles.
pub(crate) fn lines(best: &[BestOf]) -> Vec<Line> {
    let scores = best.iter().map(|one| proven(&one.verdict)).collect_vec();
    let before = [None].iter().chain(&scores);
    let lines = best.iter().zip(scores.iter().zip(before));
    let lines = lines.map(|(one, (score, before))| {
        let gain = score.zip(*before).map(|(score, before)| {
            let gain = i64::from(score) - i64::from(before);
            format!("{gain:+}")
        });
        Line {
            tiles: one.tiles,
            score: words(&one.verdict),
            gain: gain.unwrap_or_default(),
            known: one.verdict.as_ref().and_then(Verdict::score),
        }
    });
    lines.collect()
}

/// A table with a line for each number of tiles.
pub fn by_tiles(best: &[BestOf]) -> String {
    let rows = lines(best).into_iter();
    let rows = rows.map(|line| [line.tiles.to_string(), line.score, line.gain]);
    let table = table(["tiles", "best score", "one tile more"], rows);
    let legend = legend(best.iter().map(|one| &one.verdict));
    [table.as_str()].into_iter().chain(legend).join("\n")
}

/// A sentence about the dashes in a table, if it has some.
pub(crate) fn legend<'a>(
    verdicts: impl IntoIterator<Item = &'a Option<Verdict>>,
) -> Option<&'static str> {
    let mut verdicts = verdicts.into_iter();
    let has_dash = verdicts.any(|verdict| verdict.is_none());
    has_dash.then_some("–: a constraint speaks of a turn or a cell that so few tiles do not have.")
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

/// For each cell of a wall the best score without it; a full square where there is none.
pub(crate) fn cells(instance: &Instance, missing: &[Missing]) -> Vec<String> {
    let texts = instance.wall().cells().map(|cell| {
        let found = missing.iter().find(|one| one.cell == cell);
        found.map_or_else(|| "■".to_owned(), |one| words(&one.verdict))
    });
    texts.collect()
}

/// The wall with the best score without each cell.
pub fn without_each_cell(instance: &Instance, missing: &[Missing]) -> String {
    let texts = cells(instance, missing);
    let widths = texts.iter().map(|one| one.chars().count());
    let width = widths.max().unwrap_or(1) + 2;
    let rows = texts.chunks(instance.wall().columns());
    let rows = rows.map(|row| row.iter().map(|one| format!("{one:>width$}")).join(""));
    let legend = legend(missing.iter().map(|one| &one.verdict)).map(str::to_owned);
    let title = "best score without each cell".to_owned();
    [title].into_iter().chain(rows).chain(legend).join("\n")
}

fn proven(verdict: &Option<Verdict>) -> Option<u32> {
    verdict.as_ref().filter(|it| it.is_decided())?.score()
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
