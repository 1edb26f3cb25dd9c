//! Points by kind as in the thesis's figures 16b, 17b and 20b: the score in the corner, the
//! horizontal points of each row on the left, the vertical points and singles of each column on top.

use super::numbers::{PITCH, SIDE, TOP, corner, empty_cells_legend, holes, title};
use super::{Panel, Picture, Text};
use crate::order::Replay;
use crate::render::svg::{TEXT_SIZE, at, rectangle, text, tip, width};
use crate::render::{colour, tables};
use crate::wall::PointsByKind;
use svg::node::element::{Group, TSpan, Text as Words};

/// Space between the margins and the wall.
const GAP: f64 = 8.0;
const OFFSET: f64 = PITCH + GAP;

const HORIZONTAL: &str = "az-horizontal";
const VERTICAL: &str = "az-vertical";
const SINGLE: &str = "az-text";
const MUTED: &str = "az-muted";

/// Points by kind between their sums by row and column (thesis, figures 16b, 17b and 20b).
pub static PICTURE: Picture = Picture {
    name: "breakdown",
    help: "The points by kind, with the sums of rows and columns",
    panel,
    text: Text::Whole(|replay| tables::breakdown(&replay.breakdown())),
};

fn panel(replay: &Replay<'_>) -> Panel {
    let wall = replay.instance().wall();
    let breakdown = replay.breakdown();
    let top = TOP + OFFSET;
    let mut group = Group::new()
        .add(title("Points by kind"))
        .add(holes(replay, OFFSET, top));
    let mut numbers = Group::new()
        .set("text-anchor", "middle")
        .set("font-weight", 600)
        .set("font-size", 18);
    for step in replay.steps() {
        let Some(cell) = step.cell else {
            continue;
        };
        let place = corner(wall, cell, OFFSET, top);
        let note = tip(&replay.sentence(step));
        numbers = numbers.add(place.add(note).add(tile(step.kinds)));
    }
    let total = breakdown.total();
    numbers = numbers.add(at(0.0, TOP).add(sum(total.total(), SINGLE, 32.5)));
    for (row, kinds) in breakdown.rows().iter().enumerate() {
        let y = top + PITCH * row as f64;
        numbers = numbers.add(at(0.0, y).add(sum(kinds.horizontal, HORIZONTAL, 32.5)));
    }
    for (column, kinds) in breakdown.columns().iter().enumerate() {
        let x = OFFSET + PITCH * column as f64;
        let parts = parts(SIDE / 2.0, 42.0, kinds, ["", ""]).set("font-size", 11);
        let sum = sum(kinds.vertical + kinds.single, SINGLE, 25.0);
        numbers = numbers.add(at(x, TOP).add(sum.add(parts)));
    }
    group = group.add(numbers);
    let bottom = top + PITCH * wall.rows() as f64 + 12.0;
    let mut panel_width: f64 = OFFSET + PITCH * wall.columns() as f64;
    let left = format!("{} horizontal: sums on the left", total.horizontal);
    let on_top = [" vertical", " single: sums on top"];
    let legend = [
        in_class(text(0.0, bottom + 10.0, &left), HORIZONTAL),
        parts(0.0, bottom + 28.0, &total, on_top),
    ];
    let widest = format!(
        "{} vertical + {} single: sums on top",
        total.vertical, total.single
    );
    panel_width = panel_width.max(width(&widest, TEXT_SIZE));
    for line in legend {
        group = group.add(line.set("font-weight", 600));
    }
    let mut panel = Panel {
        group,
        width: panel_width,
        height: bottom + 40.0,
    };
    panel.add_below(0.0, empty_cells_legend(replay));
    panel
}

/// Horizontal points at the upper left, vertical points at the lower right, a single in the middle.
fn tile(kinds: PointsByKind) -> Group {
    let parts = [
        (kinds.horizontal, 15.0, 21.0, HORIZONTAL),
        (kinds.vertical, 37.0, 43.0, VERTICAL),
        (kinds.single, 26.0, 32.5, SINGLE),
    ];
    let mut tile = Group::new();
    for (points, x, y, class) in parts {
        if points > 0 {
            tile = tile.add(in_class(text(x, y, &points.to_string()), class));
        }
    }
    tile
}

/// Sum in a margin.
fn sum(points: u32, class: &str, y: f64) -> Group {
    let frame = rectangle(0.0, 0.0, SIDE, SIDE)
        .set("rx", 5)
        .set("fill", "none")
        .set("class", "az-grid")
        .set("stroke", colour::MOVE);
    let points = text(SIDE / 2.0, y, &points.to_string());
    Group::new().add(frame).add(in_class(points, class))
}

/// Vertical points and singles with a word for each.
fn parts(x: f64, y: f64, kinds: &PointsByKind, words: [&str; 2]) -> Words {
    let part = |points: u32, word: &str, class: &str| {
        let span = TSpan::new(format!("{points}{word}"));
        span.set("class", class).set("fill", fill(class))
    };
    in_class(text(x, y, ""), MUTED)
        .add(part(kinds.vertical, words[0], VERTICAL))
        .add(TSpan::new(" + "))
        .add(part(kinds.single, words[1], SINGLE))
}

fn in_class(text: Words, class: &str) -> Words {
    text.set("class", class).set("fill", fill(class))
}

/// Colour of a class of text in the light scheme.
fn fill(class: &str) -> &'static str {
    match class {
        HORIZONTAL => colour::TILE,
        VERTICAL => colour::OPTIMAL_TEXT,
        SINGLE => colour::TEXT,
        _ => colour::MUTED,
    }
}
