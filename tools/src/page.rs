//! Pages of `docs/`: their parts between marks, and the tables in them.

use crate::storage::replace;
use crate::{Result, root};
use azulejo::arena::Estimate;
use std::fs;

/// Writes a page of `docs/`.
pub(crate) fn write(name: &str, text: &str) -> Result {
    Ok(replace(&root().join("docs").join(name), text)?)
}

/// Replaces the text between the marks `<!-- name: begin -->` and `<!-- name: end -->` of a page.
pub(crate) fn replace_between(page: &str, name: &str, text: &str) -> Result {
    let page = root().join(page);
    let [begin, end] = ["begin", "end"].map(|mark| format!("<!-- {name}: {mark} -->"));
    let old = fs::read_to_string(&page)?;
    let missing = || format!("{} has no marks {begin} and {end}", page.display());
    let (before, rest) = old.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    let new = format!("{before}{begin}\n{text}{end}{after}");
    Ok(replace(&page, &new)?)
}

/// The first two lines of a table, of which `columns` is the first: `| n | score |`.
pub(crate) fn head(columns: &str) -> String {
    let rule = "|---".repeat(columns.matches('|').count() - 1);
    format!("{columns}\n{rule}|\n")
}

/// A figure as a cell of a table; a dash for none.
pub(crate) fn or_dash(figure: Option<impl ToString>) -> String {
    figure.map_or_else(|| "–".into(), |figure| figure.to_string())
}

/// A figure with some digits behind the point; a dash for none.
pub(crate) fn fixed(figure: Option<f64>, digits: usize) -> String {
    or_dash(figure.map(|figure| format!("{figure:.digits$}")))
}

/// A share of 1, in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share of 1 with its interval, in per cent.
pub(crate) fn share(Estimate { value, low, high }: Estimate) -> String {
    let [low, high] = [low, high].map(|end| 100.0 * end);
    format!("{} ({low:.1}–{high:.1})", percent(value))
}
