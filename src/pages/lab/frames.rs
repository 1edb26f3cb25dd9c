//! Solutions as small walls: one wall for each turn, or one for each cell with the cells before it.

use crate::formulation::{Fact, Program};
use crate::order::Order;
use crate::render::relaxation::number;
use crate::wall::{Cell, Wall};
use itertools::Itertools;
use serde::Serialize;

/// Shades of a tile; the style sheet has a class for each.
const SHADES: usize = 10;

/// Small wall.
#[derive(Debug, Serialize)]
pub(super) struct Frame {
    pub(super) title: String,
    /// Words of the wall for a screen reader.
    pub(super) words: String,
    pub(super) rows: Vec<Vec<Tile>>,
}

/// Cell of a small wall.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Tile {
    pub(super) text: String,
    /// Shade of the cell, unless the cell is empty.
    pub(super) shade: Option<usize>,
    /// Whether the wall is about this cell.
    pub(super) is_it: bool,
}

/// Small walls with a legend.
#[derive(Debug, Serialize)]
pub(super) struct Film {
    pub(super) legend: &'static str,
    pub(super) frames: Vec<Frame>,
}

/// Small wall of an order: each cell has its turn.
pub(super) fn order(wall: Wall, order: &Order) -> Frame {
    let mut tiles = vec![Tile::default(); wall.len()];
    for (turn, cell) in order.iter().enumerate() {
        let Some(cell) = cell else {
            continue;
        };
        let tile = &mut tiles[cell.index()];
        tile.text = (turn + 1).to_string();
        tile.shade = Some(turn * SHADES / order.len());
    }
    let words = format!("The order {order}");
    frame(wall, String::new(), words, tiles)
}

/// Small walls of a solution with one value for each column.
pub(super) fn film(wall: Wall, program: &Program, values: &[f64]) -> Film {
    let columns = || program.columns().iter().zip(values);
    let placements = columns().filter_map(|(column, &value)| match column.fact {
        Fact::At { cell, turn } => Some((turn.number(), (cell, value))),
        _ => None,
    });
    let turns = placements.into_group_map();
    if !turns.is_empty() {
        let turns = turns.into_iter().sorted_by_key(|(turn, _)| *turn);
        let frames =
            turns.map(|(turn, cells)| value_frame(wall, format!("Turn {turn}"), None, &cells));
        return Film {
            legend: "Each small wall is a turn. A cell shows how much of it is filled in that turn.",
            frames: frames.collect(),
        };
    }
    let pairs = columns().filter_map(|(column, &value)| match column.fact {
        Fact::Before { first, then } => {
            Some([(then, (first, value)), (first, (then, 1.0 - value))])
        }
        _ => None,
    });
    let cells = pairs
        .flatten()
        .into_group_map()
        .into_iter()
        .sorted_by_key(|(cell, _)| *cell);
    let frames = cells.map(|(cell, others)| {
        value_frame(
            wall,
            format!("Before cell {}", cell.number()),
            Some(cell),
            &others,
        )
    });
    Film {
        legend: "Each small wall is about one cell, marked with a dot. Another cell of its row or its column shows 1 if it comes before the dot, and a fraction if that is half-decided.",
        frames: frames.collect(),
    }
}

/// Small wall with values from 0 to 1 in some of its cells; `dot` is the cell that the wall is about.
fn value_frame(wall: Wall, title: String, dot: Option<Cell>, values: &[(Cell, f64)]) -> Frame {
    let mut tiles = vec![Tile::default(); wall.len()];
    let mut words = Vec::new();
    for &(cell, value) in values {
        // Rounding errors of the solver.
        if value < 1e-6 {
            continue;
        }
        let tile = &mut tiles[cell.index()];
        tile.text = number(value);
        tile.shade = Some(((value * SHADES as f64) as usize).min(SHADES - 1));
        words.push((cell, format!("cell {}: {}", cell.number(), tile.text)));
    }
    if let Some(cell) = dot {
        tiles[cell.index()].is_it = true;
    }
    words.sort();
    let words = words.iter().map(|(_, words)| words).format(", ");
    let words = format!("{title}: {words}");
    frame(wall, title, words, tiles)
}

fn frame(wall: Wall, title: String, words: String, tiles: Vec<Tile>) -> Frame {
    let rows = tiles.chunks(wall.columns()).map(<[Tile]>::to_vec);
    Frame {
        title,
        words,
        rows: rows.collect(),
    }
}
