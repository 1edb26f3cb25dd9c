//! Tiles and the token, each drawn once and used by its name.
//!
//! Every colour has a pattern of its own, so that tiles can be told apart without seeing colours.

use crate::game::{Colour, Fallen};
use crate::render::svg::{named, short};
use svg::node::element::{Circle, Definitions, Group, Path, Rectangle, Text, Use};

/// The side of a tile as it is drawn once.
const SIDE: f64 = 24.0;

/// How much of an empty place of a wall is seen.
const FAINT: f64 = 0.26;

/// All that [`tile`], [`faint`] and [`token`] use.
pub(super) fn definitions() -> Definitions {
    let tiles = Colour::ALL.into_iter().map(|colour| {
        let face = face(colour);
        let paper = Rectangle::new()
            .set("width", SIDE)
            .set("height", SIDE)
            .set("rx", 4)
            .set("fill", face.fill)
            .set("stroke", face.edge);
        let pattern = Path::new()
            .set("d", face.pattern)
            .set("fill", if face.filled { face.ink } else { "none" })
            .set("stroke", face.ink)
            .set("stroke-width", 2.6)
            .set("stroke-linejoin", "round");
        named(&name(colour), Group::new().add(paper).add(pattern))
    });
    let half = SIDE / 2.0;
    let disc = Circle::new()
        .set("cx", half)
        .set("cy", half)
        .set("r", half - 0.5)
        .set("fill", "#ffffff")
        .set("stroke", "#1c2733")
        .set("stroke-width", 1.6);
    let one = Text::new("1")
        .set("x", half)
        .set("y", half + 5.5)
        .set("text-anchor", "middle")
        .set("font-size", 16)
        .set("font-weight", 700)
        .set("fill", "#1c2733");
    let token = named("az-token", Group::new().add(disc).add(one));
    tiles.fold(Definitions::new(), Definitions::add).add(token)
}

/// How a colour looks.
struct Face {
    fill: &'static str,
    edge: &'static str,
    ink: &'static str,
    /// A path in a square of [`SIDE`].
    pattern: &'static str,
    /// Whether the pattern is an area.
    filled: bool,
}

fn face(colour: Colour) -> Face {
    let (fill, edge, ink, pattern, filled) = match colour {
        // A ring.
        Colour::Blue => (
            "#2a6cb8",
            "#174a85",
            "#ffffff",
            "M6 12a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
            false,
        ),
        // A diamond.
        Colour::Yellow => (
            "#f4b92f",
            "#b37d00",
            "#6e4700",
            "M12 6L18 12L12 18L6 12z",
            true,
        ),
        // A cross.
        Colour::Red => (
            "#cf4129",
            "#8f2512",
            "#ffffff",
            "M6.5 6.5L17.5 17.5M17.5 6.5L6.5 17.5",
            false,
        ),
        // Bars.
        Colour::Black => (
            "#30353c",
            "#0d1013",
            "#ffffff",
            "M5.5 7.5H18.5M5.5 12H18.5M5.5 16.5H18.5",
            false,
        ),
        // A snowflake.
        Colour::White => (
            "#f1f6f7",
            "#8aa3a8",
            "#0f7f8c",
            "M12 4.5V19.5M5.5 8.25L18.5 15.75M18.5 8.25L5.5 15.75",
            false,
        ),
    };
    Face {
        fill,
        edge,
        ink,
        pattern,
        filled,
    }
}

fn name(colour: Colour) -> String {
    format!("az-{colour}")
}

/// A tile in a square of this side.
pub(super) fn tile(colour: Colour, x: f64, y: f64, side: f64) -> Use {
    used(&name(colour), x, y, side)
}

/// What an empty place of a wall waits for.
pub(super) fn faint(colour: Colour, x: f64, y: f64, side: f64) -> Use {
    tile(colour, x, y, side).set("opacity", FAINT)
}

/// The first-player token.
pub(super) fn token(x: f64, y: f64, side: f64) -> Use {
    used("az-token", x, y, side)
}

/// What lies on a place of a floor or of the centre.
pub(super) fn fallen(what: Fallen, x: f64, y: f64, side: f64) -> Use {
    match what {
        Fallen::Tile(colour) => tile(colour, x, y, side),
        Fallen::Token => token(x, y, side),
    }
}

fn used(name: &str, x: f64, y: f64, side: f64) -> Use {
    let (x, y) = (short(x), short(y));
    let scale = (side / SIDE * 1000.0).round() / 1000.0;
    Use::new()
        .set("href", format!("#{name}"))
        .set("transform", format!("translate({x} {y}) scale({scale})"))
}
