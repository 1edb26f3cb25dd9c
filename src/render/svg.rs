//! Common parts of all SVG pictures. The crate `svg` writes and escapes them.

use super::caption::Caption;
use super::colour;
use crate::harmless::harmless;
use crate::wall::{Cell, Wall};
use std::fmt::Write;
use svg::node::element::{Description, Group, Path, Rectangle, SVG, Style, Text, Title};

pub(super) const MARGIN: f64 = 28.0;
pub(super) const TITLE_SIZE: f64 = 19.0;
pub(super) const TEXT_SIZE: f64 = 13.0;
const LINE: f64 = 19.0;

/// SVG document of a size with the title and the description of a caption. Text is in any sans-serif font.
pub(super) fn document(width: f64, height: f64, caption: &Caption) -> SVG {
    let (width, height) = (width.ceil(), height.ceil());
    SVG::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height))
        .set("role", "img")
        .set(
            "font-family",
            "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif",
        )
        .set("font-size", TEXT_SIZE)
        .set("fill", colour::TEXT)
        .add(Title::new(harmless(&caption.title)))
        .add(Description::new().add(svg::node::Text::new(harmless(&caption.lines.join("; ")))))
}

/// SVG document with its background and its heading, in light or dark as its reader prefers.
pub(super) fn in_light_or_dark(width: f64, height: f64, caption: &Caption) -> SVG {
    document(width, height, caption)
        .add(Style::new(colour::DARK))
        .add(paper())
        .add(heading(caption))
}

/// Background of a picture.
pub(super) fn paper() -> Rectangle {
    Rectangle::new()
        .set("class", "az-paper")
        .set("width", "100%")
        .set("height", "100%")
        .set("fill", colour::PAPER)
}

/// Words above a picture.
pub(super) fn heading(caption: &Caption) -> Group {
    let mut y = MARGIN + TITLE_SIZE * 0.8;
    let title = text(MARGIN, y, &caption.title)
        .set("class", "az-text")
        .set("font-size", TITLE_SIZE)
        .set("font-weight", 600);
    let mut heading = Group::new().add(title);
    y += 5.0;
    for line in &caption.lines {
        y += LINE;
        heading = heading.add(muted(MARGIN, y, line));
    }
    heading
}

/// Width and height of the words above a picture.
pub(super) fn heading_size(caption: &Caption) -> (f64, f64) {
    let lines = caption.lines.iter().map(|line| width(line, TEXT_SIZE));
    let title = width(&caption.title, TITLE_SIZE * 1.1); // the title is bold
    let height = TITLE_SIZE + LINE * caption.lines.len() as f64 + 10.0;
    (lines.fold(title, f64::max), height)
}

/// Text at the start of its line, or around its centre.
pub(super) fn text(x: f64, y: f64, content: &str) -> Text {
    let content = harmless(content);
    Text::new(content).set("x", short(x)).set("y", short(y))
}

/// Bold text of the size of titles within a picture.
pub(super) fn bold(x: f64, y: f64, content: &str) -> Text {
    text(x, y, content)
        .set("class", "az-text")
        .set("font-size", 15)
        .set("font-weight", 600)
}

/// Text in a muted colour.
pub(super) fn muted(x: f64, y: f64, content: &str) -> Text {
    text(x, y, content)
        .set("class", "az-muted")
        .set("fill", colour::MUTED)
}

/// Rectangle at a place.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    Rectangle::new()
        .set("x", short(x))
        .set("y", short(y))
        .set("width", short(width))
        .set("height", short(height))
}

/// Group at a place.
pub(super) fn at(x: f64, y: f64) -> Group {
    let move_to = format!("translate({} {})", short(x), short(y));
    Group::new().set("transform", move_to)
}

/// Tooltip of an element.
pub(super) fn tip(content: &str) -> Title {
    Title::new(harmless(content))
}

/// Number with at most one decimal.
pub(super) fn short(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Width of a text, about, as fonts differ.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let letters = text
        .chars()
        .map(|letter| if letter < '\u{1100}' { 0.58 } else { 1.0 });
    letters.sum::<f64>() * size
}

/// Lines of a wall's grid, with cells of `side`.
pub(super) fn grid(wall: Wall, side: f64) -> Path {
    let (width, height) = (side * wall.columns() as f64, side * wall.rows() as f64);
    let mut lines = format!("M0 0H{width}V{height}H0z");
    for column in 1..wall.columns() {
        let _ = write!(lines, "M{} 0V{height}", side * column as f64);
    }
    for row in 1..wall.rows() {
        let _ = write!(lines, "M0 {}H{width}", side * row as f64);
    }
    Path::new().set("d", lines).set("fill", "none")
}

/// Filled cells of a wall, with `side`: neighbours in a row become one rectangle.
pub(super) fn squares(wall: Wall, cells: impl Iterator<Item = Cell>, side: f64) -> Path {
    let mut lines = String::new();
    let are_neighbours = |left: &Cell, right: &Cell| {
        left.index() + 1 == right.index() && wall.row_of(*left) == wall.row_of(*right)
    };
    for run in cells.collect::<Vec<_>>().chunk_by(are_neighbours) {
        let (x, y) = (wall.column_of(run[0]) as f64, wall.row_of(run[0]) as f64);
        let width = side * run.len() as f64;
        let (x, y) = (x * side, y * side);
        let _ = write!(lines, "M{x} {y}h{width}v{side}h-{width}z");
    }
    Path::new().set("d", lines)
}
