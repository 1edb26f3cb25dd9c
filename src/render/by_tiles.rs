//! The best score by number of tiles, and without each cell, as text.

use super::tables::table;
use crate::by_tiles::{BestOf, FewestTiles, Missing};
use crate::counted::counted;
use crate::instance::Instance;
use crate::outcome::Verdict;
use itertools::Itertools;

/// Line of the table.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) tiles: usize,
    /// Best score, or its bounds.
    pub(crate) score: String,
    /// Proven best score less that of one tile less, with its sign; empty where one of the two is not proven.
    pub(crate) gain: String,
    /// Score of the best known order.
    pub(crate) incumbent: Option<u32>,
}

/// Line for each number of tiles.
pub(crate) fn lines(best: &[BestOf]) -> Vec<Line> {
    let scores = best
        .iter()
        .map(|entry| proven_score(&entry.verdict))
        .collect_vec();
    let before = [None].iter().chain(&scores);
    let lines = best.iter().zip(scores.iter().zip(before));
    let lines = lines.map(|(entry, (score, before))| {
        let gain = score.zip(*before).map(|(score, before)| {
            let gain = i64::from(score) - i64::from(before);
            format!("{gain:+}")
        });
        Line {
            tiles: entry.tiles,
            score: score_or_bounds(&entry.verdict),
            gain: gain.unwrap_or_default(),
            incumbent: entry.verdict.as_ref().and_then(Verdict::score),
        }
    });
    lines.collect()
}

/// Table with a line for each number of tiles.
pub fn by_tiles(best: &[BestOf]) -> String {
    let rows = lines(best).into_iter();
    let rows = rows.map(|line| [line.tiles.to_string(), line.score, line.gain]);
    let table = table(["tiles", "best score", "one tile more"], rows);
    let legend = legend(best.iter().map(|entry| &entry.verdict));
    [table.as_str()].into_iter().chain(legend).join("\n")
}

/// Sentence about the dashes in a table, if it has some.
pub(crate) fn legend<'a>(
    verdicts: impl IntoIterator<Item = &'a Option<Verdict>>,
) -> Option<&'static str> {
    let mut verdicts = verdicts.into_iter();
    let has_dash = verdicts.any(|verdict| verdict.is_none());
    has_dash.then_some("–: a constraint speaks of a turn or a cell that so few tiles do not have.")
}

/// Sentence on the fewest tiles for a score.
pub fn fewest(fewest: FewestTiles) -> String {
    let score = fewest.score;
    let tiles = |tiles| counted(tiles, "tile");
    match (fewest.tiles, fewest.proven) {
        (Some(count), true) => format!("The fewest tiles that score {score} are {count}."),
        (Some(count), false) => format!(
            "{} can score {score}; fewer are not ruled out.",
            tiles(count)
        ),
        (None, true) => format!("No number of tiles scores {score}."),
        (None, false) => format!("No order is known that scores {score}."),
    }
}

/// Best score without each cell of a wall, as texts; a full square without a score.
pub(crate) fn cells(instance: &Instance, missing: &[Missing]) -> Vec<String> {
    let texts = instance.wall().cells().map(|cell| {
        let entry = missing.iter().find(|entry| entry.cell == cell);
        entry.map_or_else(|| "■".to_owned(), |entry| score_or_bounds(&entry.verdict))
    });
    texts.collect()
}

/// Wall with the best score without each cell.
pub fn without_each_cell(instance: &Instance, missing: &[Missing]) -> String {
    let texts = cells(instance, missing);
    let widths = texts.iter().map(|text| text.chars().count());
    let width = widths.max().unwrap_or(1) + 2;
    let rows = texts.chunks(instance.wall().columns());
    let rows = rows.map(|row| row.iter().map(|text| format!("{text:>width$}")).join(""));
    let legend = legend(missing.iter().map(|entry| &entry.verdict)).map(str::to_owned);
    let title = "best score without each cell".to_owned();
    [title].into_iter().chain(rows).chain(legend).join("\n")
}

fn proven_score(verdict: &Option<Verdict>) -> Option<u32> {
    verdict
        .as_ref()
        .filter(|verdict| verdict.is_decided())?
        .score()
}

/// Score, or its bounds.
fn score_or_bounds(verdict: &Option<Verdict>) -> String {
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
