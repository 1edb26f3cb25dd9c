//! Factories around the centre, and bag and lid below.

use super::tiles::{floor_item, tile};
use crate::counted::counted;
use crate::game::{Colour, FloorItem, Position, Source, Tiles};
use crate::render::colour;
use crate::render::svg::{TEXT_SIZE, at, muted, short, text, tip, width};
use itertools::Itertools;
use std::f64::consts::TAU;
use svg::node::element::{Circle, Group};

/// Radius of a factory.
const FACTORY: f64 = 42.0;

/// Side of a tile on a source.
const TILE: f64 = 24.0;

/// Distance of two neighbouring tiles.
const STEP: f64 = 27.0;

/// Distance of the rim of a factory and its number.
const LABEL: f64 = 12.0;

/// Height of a row of the stock.
const ROW: f64 = 34.0;

/// Radius of the ring of factories, with room for the tiles of the centre.
fn ring(position: &Position) -> f64 {
    match position.players().count() {
        2 => 128.0,
        3 => 146.0,
        _ => 162.0,
    }
}

/// Width and height of [`sources`].
pub(super) fn size(position: &Position) -> (f64, f64) {
    let across = 2.0 * (ring(position) + FACTORY + LABEL + 10.0);
    (across, across + 10.0 + 2.0 * ROW)
}

/// Factories around the centre, and bag and lid below.
pub(super) fn sources(position: &Position) -> Group {
    let (across, _) = size(position);
    let (radius, middle) = (ring(position), across / 2.0);
    let count = position.players().factories() as f64;
    let mut group = Group::new();
    for source in Source::all(position.players()) {
        group = group.add(match source.number() {
            None => centre(position, middle, radius - FACTORY - 8.0),
            Some(number) => {
                // Clockwise from the top.
                let turn = TAU * ((number - 1) as f64 / count - 0.25);
                let place = |radius: f64| {
                    let (x, y) = (turn.cos() * radius, turn.sin() * radius);
                    (middle + x, middle + y)
                };
                let (x, y) = place(radius + FACTORY + LABEL);
                let label = muted(x, y + 4.5, &number.to_string());
                let label = label.set("text-anchor", "middle");
                let (x, y) = place(radius);
                factory(position.source(source), number, x, y).add(label)
            }
        });
    }
    let stock = [("Bag", position.bag()), ("Lid", position.lid())];
    for (index, (name, tiles)) in stock.into_iter().enumerate() {
        let y = across + 10.0 + ROW * index as f64;
        group = group.add(at(0.0, y).add(counts(name, tiles, across)));
    }
    group
}

fn factory(tiles: Tiles, number: usize, x: f64, y: f64) -> Group {
    let group = Group::new()
        .add(tip(&format!("Factory {number}: {tiles}")))
        .add(disc(x, y, FACTORY));
    block(group, tiles.iter().map(FloorItem::Tile), 2, x, y)
}

fn centre(position: &Position, middle: f64, radius: f64) -> Group {
    let tiles = position.source(Source::CENTRE);
    let token = position.token_in_centre().then_some(FloorItem::Token);
    let items = token.into_iter().chain(tiles.iter().map(FloorItem::Tile));
    let count = tiles.len() + usize::from(token.is_some());
    let columns = (count as f64).sqrt().ceil() as usize;
    let suffix = if token.is_some() {
        " and the token"
    } else {
        ""
    };
    let group = Group::new()
        .add(tip(&format!("The centre: {tiles}{suffix}")))
        .add(disc(middle, middle, radius).set("stroke-dasharray", "3 4"));
    block(group, items, columns, middle, middle)
}

fn disc(x: f64, y: f64, radius: f64) -> Circle {
    Circle::new()
        .set("cx", short(x))
        .set("cy", short(y))
        .set("r", radius)
        .set("class", "az-hole")
        .set("fill", colour::HOLE)
        .set("stroke", colour::GRID)
}

/// Tiles in rows of `columns` around the point `x`, `y`.
fn block(
    mut group: Group,
    tiles: impl Iterator<Item = FloorItem>,
    columns: usize,
    x: f64,
    y: f64,
) -> Group {
    let rows = tiles.chunks(columns.max(1));
    let rows = rows
        .into_iter()
        .map(Iterator::collect::<Vec<_>>)
        .collect_vec();
    let top = y - STEP * rows.len() as f64 / 2.0;
    let gap = (STEP - TILE) / 2.0;
    for (row, tiles) in rows.into_iter().enumerate() {
        let left = x - STEP * tiles.len() as f64 / 2.0;
        for (column, item) in tiles.into_iter().enumerate() {
            let (x, y) = (left + STEP * column as f64, top + STEP * row as f64);
            group = group.add(floor_item(item, x + gap, y + gap, TILE));
        }
    }
    group
}

/// Numbers of tiles by colour.
fn counts(name: &str, tiles: Tiles, across: f64) -> Group {
    let title = format!("{name}: {}", counted(tiles.len(), "tile"));
    let label = text(0.0, 18.0, &title).set("class", "az-text");
    let left = width("Bag: 100 tiles", TEXT_SIZE) + 8.0;
    let step = (across - left) / Colour::COUNT as f64;
    let mut group = Group::new().add(label);
    for (index, colour) in Colour::ALL.into_iter().enumerate() {
        let x = left + step * index as f64;
        let count = text(x + 25.0, 18.0, &tiles.count(colour).to_string());
        group = group
            .add(tile(colour, x, 3.0, 20.0))
            .add(count.set("class", "az-text"));
    }
    group
}
