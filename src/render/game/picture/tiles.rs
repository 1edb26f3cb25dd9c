//! Tiles and the token, each drawn in a file of SVG, defined once and referenced by its name.
//!
//! The tiles are glazed as on the walls of Portugal. Every colour has its own pattern, so that tiles are distinct without
//! colours.

use crate::game::{Colour, FloorItem};
use crate::render::svg::short;
use itertools::Itertools;
use svg::node::Blob;
use svg::node::element::{Definitions, Group, Symbol, Use};

/// Side of a tile in its file.
const SIDE: f64 = 64.0;

/// Opacity of the tile of an empty place.
const FAINT: f64 = 0.26;

/// Name of the token's definition.
const TOKEN: &str = "az-token";

/// Definitions for [`tile`], [`faint`] and [`token`].
pub(super) fn definitions() -> Definitions {
    drawings().fold(Definitions::new(), |definitions, (name, drawing)| {
        definitions.add(drawing.set("id", name))
    })
}

/// Tiles and token as symbols of a page: a picture that uses one needs no view box.
pub(super) fn symbols() -> Definitions {
    drawings().fold(Definitions::new(), |definitions, (name, drawing)| {
        let symbol = Symbol::new().set("viewBox", (0, 0, SIDE, SIDE));
        definitions.add(symbol.set("id", name).add(drawing))
    })
}

/// Drawings of the tiles and of the token, with their names.
fn drawings() -> impl Iterator<Item = (String, Group)> {
    let tiles = Colour::ALL.map(|colour| (name(colour), drawing(document(colour))));
    let token = drawing(include_str!("tiles/token.svg"));
    tiles.into_iter().chain([(TOKEN.to_owned(), token)])
}

/// Group of an SVG document, whose first two lines open document and group, and whose last two lines close both.
fn drawing(document: &str) -> Group {
    let lines = document.lines().collect_vec();
    Group::new().add(Blob::new(lines[2..lines.len() - 2].join("\n")))
}

/// SVG document of a single tile, with a ring, a diamond, a star, crossed bars or a flower.
pub(super) fn document(colour: Colour) -> &'static str {
    let file = match colour {
        Colour::Blue => include_str!("tiles/blue.svg"),
        Colour::Yellow => include_str!("tiles/yellow.svg"),
        Colour::Red => include_str!("tiles/red.svg"),
        Colour::Black => include_str!("tiles/black.svg"),
        Colour::White => include_str!("tiles/white.svg"),
    };
    file.trim_end()
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
