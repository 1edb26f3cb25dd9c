//! Tiles and the token, each defined once and referenced by its name.
//!
//! Every colour has its own pattern, so that tiles are distinct without colours.

use crate::game::{Colour, FloorItem};
use crate::render::svg::{short, with_id};
use Paint::{Area, Stroke};
use svg::node::element::{Circle, Definitions, Group, Path, Rectangle, Symbol, Text, Use};

/// Side of a tile in its definition.
const SIDE: f64 = 64.0;

/// Opacity of the tile of an empty place.
const FAINT: f64 = 0.26;

/// Name of the token's definition.
const TOKEN: &str = "az-token";

/// Width of the edge of a tile.
const EDGE: f64 = 2.0;

/// Definitions for [`tile`], [`faint`] and [`token`].
pub(super) fn definitions() -> Definitions {
    drawings().fold(Definitions::new(), |definitions, (name, drawing)| {
        definitions.add(with_id(&name, drawing))
    })
}

/// Tiles and token as symbols of a page: a picture that uses one needs no view box.
pub(super) fn symbols() -> Definitions {
    drawings().fold(Definitions::new(), |definitions, (name, drawing)| {
        let symbol = Symbol::new().set("viewBox", (0, 0, SIDE, SIDE));
        definitions.add(with_id(&name, symbol.add(drawing)))
    })
}

/// Drawings of the tiles and of the token, with their names.
fn drawings() -> impl Iterator<Item = (String, Group)> {
    let tiles = Colour::ALL.map(|colour| (name(colour), drawing(colour)));
    tiles.into_iter().chain([(TOKEN.to_owned(), disc())])
}

/// First-player token.
fn disc() -> Group {
    let half = SIDE / 2.0;
    let disc = Circle::new()
        .set("cx", half)
        .set("cy", half)
        .set("r", half - 2.0)
        .set("fill", "#ffffff")
        .set("stroke", "#1b2330")
        .set("stroke-width", 4);
    let number = Text::new("1")
        .set("x", half)
        .set("y", half + 14.0)
        .set("text-anchor", "middle")
        .set("font-size", 42)
        .set("font-weight", 700)
        .set("fill", "#1b2330");
    Group::new().add(disc).add(number)
}

/// SVG document of a single tile.
pub(super) fn single(colour: Colour) -> svg::node::element::SVG {
    svg::node::element::SVG::new()
        .set("viewBox", (0, 0, SIDE, SIDE))
        .add(drawing(colour))
}

fn drawing(colour: Colour) -> Group {
    let face = face(colour);
    let glaze = square(0.0, 9).set("fill", face.glaze);
    let pattern = face.pattern.iter().map(Paint::path);
    let edge = square(EDGE / 2.0, 8);
    let edge = edge.set("fill", "none").set("stroke", face.edge);
    let edge = edge.set("stroke-width", EDGE);
    let tile = pattern.fold(Group::new().add(glaze), Group::add);
    tile.add(edge)
}

/// Outline of a tile at the distance `inside` from its edge.
fn square(inside: f64, radius: u32) -> Rectangle {
    Rectangle::new()
        .set("x", inside)
        .set("y", inside)
        .set("width", SIDE - 2.0 * inside)
        .set("height", SIDE - 2.0 * inside)
        .set("rx", radius)
}

/// Face of the tiles of a colour: a glazed tile, as on the walls of Portugal.
struct Face {
    glaze: &'static str,
    edge: &'static str,
    /// Paths from the lowest to the highest.
    pattern: &'static [Paint],
}

/// Path in a square of [`SIDE`], in a colour.
enum Paint {
    Area(&'static str, &'static str),
    /// Stroke with its width.
    Stroke(f64, &'static str, &'static str),
}

impl Paint {
    fn path(&self) -> Path {
        match *self {
            Self::Area(ink, path) => Path::new().set("d", path).set("fill", ink),
            Self::Stroke(width, ink, path) => Path::new()
                .set("d", path)
                .set("fill", "none")
                .set("stroke", ink)
                .set("stroke-width", width),
        }
    }
}

fn face(colour: Colour) -> Face {
    match colour {
        // A ring.
        Colour::Blue => Face {
            glaze: "#2368b8",
            edge: "#174b8c",
            pattern: &[
                Area(
                    "#a9cbf2",
                    "M9 0L19 0A19 19 0 0 1 0 19L0 9A9 9 0 0 1 9 0ZM64 9L64 19A19 19 0 0 1 45 0L55 0A9 9 0 0 1 64 9ZM55 64L45 64A19 19 0 0 1 64 45L64 55A9 9 0 0 1 55 64ZM0 55L0 45A19 19 0 0 1 19 64L9 64A9 9 0 0 1 0 55Z",
                ),
                Area(
                    "#174b8c",
                    "M9 0L10 0A10 10 0 0 1 0 10L0 9A9 9 0 0 1 9 0ZM64 9L64 10A10 10 0 0 1 54 0L55 0A9 9 0 0 1 64 9ZM55 64L54 64A10 10 0 0 1 64 54L64 55A9 9 0 0 1 55 64ZM0 55L0 54A10 10 0 0 1 10 64L9 64A9 9 0 0 1 0 55Z",
                ),
                Area("#174b8c", "M15 32a17 17 0 1 0 34 0a17 17 0 1 0 -34 0Z"),
                Stroke(5.0, "#eaf3ff", "M18 32a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z"),
                Area(
                    "#eaf3ff",
                    "M26.5 32a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z",
                ),
            ],
        },
        // A diamond.
        Colour::Yellow => Face {
            glaze: "#eeb02c",
            edge: "#a86d0a",
            pattern: &[
                Area(
                    "#a86d0a",
                    "M9 0L17 0L0 17L0 9A9 9 0 0 1 9 0ZM64 9L64 17L47 0L55 0A9 9 0 0 1 64 9ZM55 64L47 64L64 47L64 55A9 9 0 0 1 55 64ZM0 55L0 47L17 64L9 64A9 9 0 0 1 0 55Z",
                ),
                Area("#8c5606", "M32 7L57 32L32 57L7 32Z"),
                Area("#eeb02c", "M32 15L49 32L32 49L15 32Z"),
                Area("#fff3cf", "M32 23L41 32L32 41L23 32Z"),
            ],
        },
        // A star.
        Colour::Red => Face {
            glaze: "#c8412f",
            edge: "#8f2618",
            pattern: &[
                Area(
                    "#f7d3c8",
                    "M9 0L13 0A13 13 0 0 1 0 13L0 9A9 9 0 0 1 9 0ZM64 9L64 13A13 13 0 0 1 51 0L55 0A9 9 0 0 1 64 9ZM55 64L51 64A13 13 0 0 1 64 51L64 55A9 9 0 0 1 55 64ZM0 55L0 51A13 13 0 0 1 13 64L9 64A9 9 0 0 1 0 55Z",
                ),
                Area(
                    "#fbe6df",
                    "M32 3L39.8 24.2L61 32L39.8 39.8L32 61L24.2 39.8L3 32L24.2 24.2Z",
                ),
                Area(
                    "#c8412f",
                    "M32 13L36.2 27.8L51 32L36.2 36.2L32 51L27.8 36.2L13 32L27.8 27.8Z",
                ),
                Area(
                    "#fbe6df",
                    "M28.4 32a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM14.1 17.5a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0ZM14.1 46.5a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0ZM43.1 17.5a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0ZM43.1 46.5a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z",
                ),
            ],
        },
        // Crossed bars.
        Colour::Black => Face {
            glaze: "#2a2f36",
            edge: "#4a525d",
            pattern: &[
                Area(
                    "#8b95a3",
                    "M32 0L40 8L32 16L24 8ZM64 32L56 40L48 32L56 24ZM32 64L24 56L32 48L40 56ZM0 32L8 24L16 32L8 40Z",
                ),
                Stroke(6.0, "#cfd6df", "M5 5L59 59M59 5L5 59"),
                Area("#2a2f36", "M32 20L44 32L32 44L20 32Z"),
                Stroke(5.0, "#cfd6df", "M32 20L44 32L32 44L20 32Z"),
            ],
        },
        // A flower.
        Colour::White => Face {
            glaze: "#eef4f2",
            edge: "#a9c2bd",
            pattern: &[
                Area(
                    "#9fd0d1",
                    "M9 0L15 0A15 15 0 0 1 0 15L0 9A9 9 0 0 1 9 0ZM64 9L64 15A15 15 0 0 1 49 0L55 0A9 9 0 0 1 64 9ZM55 64L49 64A15 15 0 0 1 64 49L64 55A9 9 0 0 1 55 64ZM0 55L0 49A15 15 0 0 1 15 64L9 64A9 9 0 0 1 0 55Z",
                ),
                Area(
                    "#138086",
                    "M32 26C38.2 14 36.3 6 32 4C27.7 6 25.8 14 32 26ZM36.2 27.8C49.1 23.7 53.5 16.7 51.8 12.2C47.3 10.5 40.3 14.9 36.2 27.8ZM38 32C50 38.2 58 36.3 60 32C58 27.7 50 25.8 38 32ZM36.2 36.2C40.3 49.1 47.3 53.5 51.8 51.8C53.5 47.3 49.1 40.3 36.2 36.2ZM32 38C25.8 50 27.7 58 32 60C36.3 58 38.2 50 32 38ZM27.8 36.2C14.9 40.3 10.5 47.3 12.2 51.8C16.7 53.5 23.7 49.1 27.8 36.2ZM26 32C14 25.8 6 27.7 4 32C6 36.3 14 38.2 26 32ZM27.8 27.8C23.7 14.9 16.7 10.5 12.2 12.2C10.5 16.7 14.9 23.7 27.8 27.8ZM28 32a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
                ),
            ],
        },
    }
}

fn name(colour: Colour) -> String {
    format!("az-{colour}")
}

/// Tile in a square of `side`.
pub(super) fn tile(colour: Colour, x: f64, y: f64, side: f64) -> Use {
    reference(&name(colour), x, y, side)
}

/// Faint tile of an empty place of a wall.
pub(super) fn faint(colour: Colour, x: f64, y: f64, side: f64) -> Use {
    tile(colour, x, y, side).set("opacity", FAINT)
}

/// First-player token.
pub(super) fn token(x: f64, y: f64, side: f64) -> Use {
    reference(TOKEN, x, y, side)
}

/// Tile or token on a place of a floor or of the centre.
pub(super) fn floor_item(item: FloorItem, x: f64, y: f64, side: f64) -> Use {
    match item {
        FloorItem::Tile(colour) => tile(colour, x, y, side),
        FloorItem::Token => token(x, y, side),
    }
}

fn reference(name: &str, x: f64, y: f64, side: f64) -> Use {
    let (x, y) = (short(x), short(y));
    let scale = (side / SIDE * 1000.0).round() / 1000.0;
    Use::new()
        .set("href", format!("#{name}"))
        .set("transform", format!("translate({x} {y}) scale({scale})"))
}
