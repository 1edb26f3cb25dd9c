//! Pictures of an order: when each cell is filled, what each tile earns, the points by kind, and small
//! walls turn by turn.

mod breakdown;
mod numbers;
mod strip;

use super::caption::Caption;
use super::svg::{MARGIN, document, heading, heading_size, paper};
use super::{colour, tables, walls};
use crate::order::Replay;
use crate::outcome::Verdict;
use itertools::Itertools;
use svg::node::element::{Definitions, Group, SVG, Style};

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The wall with the turn of each cell, coloured from the first to the last.
    Turns,
    /// The wall with the points of each tile.
    Points,
    /// The points by kind between their sums by row and column (thesis, figures 16b, 17b and 20b).
    Breakdown,
    /// A small wall for each turn, with the tile that is placed and the runs that it joins.
    Strip,
}

/// A picture without its surroundings.
struct Panel {
    group: Group,
    width: f64,
    height: f64,
}

impl Panel {
    /// Adds a line of a legend, if there is one.
    fn add_below(&mut self, x: f64, line: Option<(Group, f64)>) {
        if let Some((line, width)) = line {
            let group = std::mem::take(&mut self.group);
            self.group = group.add(super::svg::at(x, self.height).add(line));
            self.width = self.width.max(x + width);
            self.height += 20.0;
        }
    }
}

/// The space between two panels.
const BETWEEN: f64 = 36.0;

/// Panels stand beside each other up to this width.
const ROW: f64 = 1040.0;

/// Pictures of an order under a common heading, as SVG that stands alone, in light or dark as its
/// reader prefers. `verdict` is what was proven when the order was found, if it was.
///
/// ```
/// use azulejo::{instance::Instance, render::picture::{svg, Picture}, replay::Replay, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#,
/// )?;
/// let order = [1, 4, 2, 3].map(Cell::from_number);
/// let picture = svg(&Replay::new(&instance, &order)?, None, &[Picture::Turns, Picture::Points]);
/// assert!(picture.starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(replay: &Replay<'_>, verdict: Option<&Verdict>, pictures: &[Picture]) -> String {
    let caption = Caption::new(replay.instance(), found(replay, verdict));
    let (words, above) = heading_size(&caption);
    let panels = pictures.iter().map(|&picture| panel(replay, picture));
    let (mut rest, mut width) = (Group::new(), words);
    let (mut x, mut y, mut row) = (0.0, above + 12.0, 0.0_f64);
    for panel in panels {
        if x > 0.0 && x + panel.width > ROW {
            (x, y, row) = (0.0, y + row + BETWEEN, 0.0);
        }
        let place = super::svg::at(MARGIN + x, MARGIN + y);
        rest = rest.add(place.add(panel.group));
        width = width.max(x + panel.width);
        row = row.max(panel.height);
        x += panel.width + BETWEEN;
    }
    let picture = document(width + 2.0 * MARGIN, y + row + 2.0 * MARGIN, &caption)
        .add(Style::new(colour::DARK))
        .add(paper())
        .add(heading(&caption))
        .add(rest);
    format!("{picture}\n")
}

/// One picture without heading and background, for a page that has both.
pub(super) fn bare(replay: &Replay<'_>, picture: Picture) -> String {
    let panel = panel(replay, picture);
    let label = match picture {
        Picture::Turns => "The wall with the turn of each cell",
        Picture::Points => "The wall with the points of each tile",
        Picture::Breakdown => "The points by kind, with the sums of rows and columns",
        Picture::Strip => "A small wall for each turn",
    };
    // On a narrow screen it shrinks, but not beyond what can be read.
    let least = format!("min-width:{}px", (panel.width * 0.55).ceil());
    let picture = frame(panel.width, panel.height)
        .set("aria-label", label)
        .set("style", least);
    picture.add(panel.group).to_string()
}

/// The walls of the strip one by one, and before them an invisible picture with what all of them use.
pub(super) fn bare_strip(replay: &Replay<'_>) -> (String, Vec<String>) {
    let small = strip::small_walls(replay);
    let definitions = Definitions::new().add(small.grid);
    let shared = SVG::new().set("class", "none").set("aria-hidden", "true");
    let walls = small.walls.into_iter().map(|wall| {
        // The words beside it say what it shows.
        let picture = frame(small.width, small.height).set("aria-hidden", "true");
        picture.add(wall).to_string()
    });
    (shared.add(definitions).to_string(), walls.collect())
}

fn frame(width: f64, height: f64) -> SVG {
    let (width, height) = (width.ceil(), height.ceil());
    SVG::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-size", super::svg::TEXT_SIZE)
        .set("fill", colour::TEXT)
}

/// Pictures of an order as text for a terminal, with ANSI colours.
pub fn text(replay: &Replay<'_>, pictures: &[Picture]) -> String {
    let (instance, order) = (replay.instance(), replay.order());
    let points = &replay.report().points;
    let is_wall = |picture: &Picture| matches!(picture, Picture::Turns | Picture::Points);
    let mut texts = Vec::new();
    for group in pictures.chunk_by(|one, other| is_wall(one) && is_wall(other)) {
        texts.push(match group {
            [Picture::Breakdown, ..] => tables::breakdown(&replay.breakdown()),
            [Picture::Strip, ..] => walls::strip(instance, &order, points),
            walls => {
                let values = walls.iter().map(|picture| match picture {
                    Picture::Points => walls::Values::Points(points),
                    _ => walls::Values::Turns,
                });
                walls::beside_each_other(instance, &order, values)
            }
        });
    }
    texts.join("\n\n")
}

fn panel(replay: &Replay<'_>, picture: Picture) -> Panel {
    match picture {
        Picture::Turns => numbers::turns(replay),
        Picture::Points => numbers::points(replay),
        Picture::Breakdown => breakdown::panel(replay),
        Picture::Strip => strip::panel(replay),
    }
}

/// The score and what is known about it, in words.
fn found(replay: &Replay<'_>, verdict: Option<&Verdict>) -> Vec<String> {
    let report = replay.report();
    let mut score = format!("score {}", report.score);
    if report.bonus > 0 {
        score += &format!(", {} of it bonus", report.bonus);
    }
    if !report.violations.is_empty() {
        let broken = report.violations.iter().join("; ");
        return vec![score, format!("not valid: {broken}")];
    }
    let (best, side) = replay.instance().sense().best();
    match verdict {
        Some(Verdict::Optimal(_)) => score += &format!(": the proven {best}"),
        Some(Verdict::Feasible { bound, .. }) => {
            score += &format!(": the {best} is {side} {bound}");
        }
        _ => {}
    }
    vec![score]
}
