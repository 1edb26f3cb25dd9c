//! Pictures of an order: the turn of each cell, the points of each tile, the points by kind, and small
//! walls turn by turn.

mod breakdown;
mod numbers;
mod points;
mod strip;
mod turns;

pub(super) use numbers::{AXIS, PITCH, axes, corner, number_cell};

use super::caption::Caption;
use super::proof;
use super::svg::{MARGIN, heading_size, in_light_or_dark};
use super::walls::{self, Numbers};
use crate::order::Replay;
use itertools::Itertools;
use svg::node::element::Group;

/// Kind of picture of an order.
#[derive(Debug)]
pub struct Picture {
    /// Name of the kind on the command line.
    pub name: &'static str,
    /// Content of the picture, for the help text.
    pub help: &'static str,
    panel: fn(&Replay<'_>) -> Panel,
    text: Text,
}

/// Picture for a terminal.
#[derive(Debug)]
enum Text {
    /// Numbers on the wall, beside other walls with numbers.
    Wall(fn(&Replay<'_>) -> Numbers),
    /// Lines without a wall beside them.
    Whole(fn(&Replay<'_>) -> String),
}

/// Registry of pictures: a static for each, and the list of all.
macro_rules! registry {
    ($($name:ident => $file:ident,)+) => {
        $(pub use $file::PICTURE as $name;)+

        /// Every picture, in the order of the help text.
        pub static PICTURES: &[&Picture] = &[$(&$name),+];
    };
}

registry! {
    TURNS => turns,
    POINTS => points,
    BREAKDOWN => breakdown,
    STRIP => strip,
}

/// Picture without caption and background.
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

/// Space between two panels.
const BETWEEN: f64 = 36.0;

/// Maximum width of panels beside each other.
const ROW: f64 = 1040.0;

/// Pictures of an order under a common heading, as an SVG document, in light or dark as its
/// reader prefers. `bound` is the bound on the score, if one is known.
///
/// ```
/// use azulejo::{instance::Instance, order::Replay, render::picture::{POINTS, TURNS, svg}, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#,
/// )?;
/// let order = [1, 4, 2, 3].map(Cell::from_number);
/// let picture = svg(&Replay::new(&instance, &order)?, None, &[&TURNS, &POINTS]);
/// assert!(picture.starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(replay: &Replay<'_>, bound: Option<u32>, pictures: &[&Picture]) -> String {
    let caption = Caption::new(replay.instance(), result(replay, bound));
    let (words, above) = heading_size(&caption);
    let panels = pictures.iter().map(|picture| (picture.panel)(replay));
    let (mut group, mut width) = (Group::new(), words);
    let (mut x, mut y, mut row) = (0.0, above + 12.0, 0.0_f64);
    for panel in panels {
        if x > 0.0 && x + panel.width > ROW {
            (x, y, row) = (0.0, y + row + BETWEEN, 0.0);
        }
        let place = super::svg::at(MARGIN + x, MARGIN + y);
        group = group.add(place.add(panel.group));
        width = width.max(x + panel.width);
        row = row.max(panel.height);
        x += panel.width + BETWEEN;
    }
    let (width, height) = (width + 2.0 * MARGIN, y + row + 2.0 * MARGIN);
    let picture = in_light_or_dark(width, height, &caption).add(group);
    format!("{picture}\n")
}

/// Pictures of an order as text for a terminal, with ANSI colours.
pub fn text(replay: &Replay<'_>, pictures: &[&Picture]) -> String {
    let is_wall = |picture: &Picture| matches!(picture.text, Text::Wall(_));
    let groups = pictures.chunk_by(|picture, next| is_wall(picture) && is_wall(next));
    let texts = groups.map(|group| match group {
        [
            Picture {
                text: Text::Whole(text),
                ..
            },
            ..,
        ] => text(replay),
        walls => {
            let numbers = walls.iter().filter_map(|picture| match picture.text {
                Text::Wall(numbers) => Some(numbers(replay)),
                Text::Whole(_) => None,
            });
            walls::number_walls(replay.instance(), &replay.order(), numbers)
        }
    });
    texts.collect_vec().join("\n\n")
}

/// Lines on the score and its bound, or on violations.
fn result(replay: &Replay<'_>, bound: Option<u32>) -> Vec<String> {
    let report = replay.report();
    let mut score = format!("score {}", report.score);
    if report.bonus > 0 {
        score += &format!(", {} of it bonus", report.bonus);
    }
    if !report.violations.is_empty() {
        let violations = report.violations.iter().join("; ");
        return vec![score, format!("not valid: {violations}")];
    }
    let sense = replay.instance().sense();
    match bound {
        Some(bound) if bound == report.score => {
            score += &format!(": the {}", proof::proven(sense));
        }
        Some(bound) => score += &format!(": {}", proof::limited(sense, bound)),
        None => {}
    }
    vec![score]
}
