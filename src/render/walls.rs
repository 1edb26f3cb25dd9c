//! Walls as text.

use super::caption::bold;
use crate::instance::Instance;
use crate::order::Order;
use crate::wall::Wall;
use anstyle::{Ansi256Color, Style};
use itertools::Itertools;

/// Content of a cell of a wall picture.
#[derive(Clone, Copy)]
enum Content {
    /// Cell that stays empty.
    Empty,
    /// Tile of an earlier turn.
    Tile,
    /// Hole of the wall.
    Hole,
    /// Number in one of the 256 colours of a terminal.
    Number { value: u32, colour: u8 },
}

/// Numbers for the cells of an order.
#[derive(Debug)]
pub(super) struct Numbers {
    /// Meaning of the numbers, as the title of the wall.
    pub(super) title: &'static str,
    /// Number of each turn's cell, and its place on the colour scale from 0.
    pub(super) values: Vec<(u32, u32)>,
    /// Number of places of the colour scale.
    pub(super) scale: u32,
}

impl Numbers {
    /// Numbers of turns.
    pub(super) fn turns(turns: usize) -> Self {
        let turns = turns as u32;
        Self {
            title: "turn",
            values: (0..turns).map(|index| (index + 1, index)).collect(),
            scale: turns,
        }
    }

    /// Points of each turn's tile.
    pub(super) fn points(points: &[u32]) -> Self {
        let maximum = points.iter().copied().max().unwrap_or(0).max(1);
        Self {
            title: "points",
            values: points.iter().map(|&value| (value, value)).collect(),
            scale: maximum + 1,
        }
    }
}

/// Colours from the first turn to the last, and from few points to many: blue, green, yellow, red.
const COLOURS: [u8; 12] = [27, 33, 39, 44, 43, 42, 112, 148, 184, 214, 208, 202];

/// Maximum width of a strip of walls.
const COLUMNS: usize = 96;

/// Walls with the turn and with the points of each cell side by side, with ANSI colours.
///
/// `order` has cells of the instance's wall, and `points` has an entry for each.
pub fn turns_and_points(instance: &Instance, order: &Order, points: &[u32]) -> String {
    let walls = [Numbers::turns(order.len()), Numbers::points(points)];
    number_walls(instance, order, walls)
}

/// Walls with numbers side by side, with ANSI colours.
pub(super) fn number_walls(
    instance: &Instance,
    order: &Order,
    walls: impl IntoIterator<Item = Numbers>,
) -> String {
    let walls = walls.into_iter().map(|numbers| {
        let mut contents = initial_contents(instance);
        for (turn, &(value, place)) in order.iter().zip(&numbers.values) {
            if let Some(content) = turn.and_then(|cell| contents.get_mut(cell.index())) {
                let colour = colour(place, numbers.scale);
                *content = Content::Number { value, colour };
            }
        }
        let (lines, _) = picture(numbers.title, instance.wall(), &contents);
        lines
    });
    side_by_side(&walls.collect_vec(), GAP)
}

/// Small wall for each turn with the points of its tile, with ANSI colours.
///
/// `order` has cells of the instance's wall, and `points` has an entry for each.
pub(super) fn strip(instance: &Instance, order: &Order, points: &[u32]) -> String {
    let mut contents = initial_contents(instance);
    let (mut walls, mut widest) = (Vec::new(), 0);
    for (index, (turn, &value)) in order.iter().zip(points).enumerate() {
        let colour = COLOURS[COLOURS.len() - 1];
        if let Some(cell) = turn {
            contents[cell.index()] = Content::Number { value, colour };
        }
        let title = format!("turn {}", index + 1);
        let (lines, width) = picture(&title, instance.wall(), &contents);
        walls.push(lines);
        widest = widest.max(width);
        if let Some(cell) = turn {
            contents[cell.index()] = Content::Tile;
        }
    }
    let rows = walls.chunks((COLUMNS / (widest + GAP.len())).max(1));
    rows.map(|row| side_by_side(row, GAP)).join("\n\n")
}

/// Contents of the wall before turn 1.
fn initial_contents(instance: &Instance) -> Vec<Content> {
    let mut contents = vec![Content::Empty; instance.wall().len()];
    for cell in instance.initial() {
        contents[cell.index()] = Content::Tile;
    }
    for cell in instance.holes() {
        contents[cell.index()] = Content::Hole;
    }
    contents
}

fn colour(value: u32, scale: u32) -> u8 {
    let colours = COLOURS.len() as u32;
    COLOURS[(value * colours / scale.max(1)).min(colours - 1) as usize]
}

/// Lines of a wall below its title, and their common visible width.
fn picture(title: &str, wall: Wall, contents: &[Content]) -> (Vec<String>, usize) {
    let digits = |content: &Content| match content {
        Content::Number { value, .. } => value.to_string().len(),
        Content::Empty | Content::Tile | Content::Hole => 1,
    };
    let cell_width = contents.iter().map(digits).max().unwrap_or(1) + 1;
    let show = |content: &Content| match content {
        Content::Empty => format!("{:>cell_width$}", "·"),
        Content::Tile => format!("{:>cell_width$}", "■"),
        Content::Hole => format!("{:>cell_width$}", "×"),
        Content::Number { value, colour } => {
            let style = Style::new().fg_color(Some(Ansi256Color(*colour).into()));
            format!("{style}{value:>cell_width$}{style:#}")
        }
    };
    let wall_width = cell_width * wall.columns();
    let width = wall_width.max(title.len() + 1);
    let (pad, line_pad) = (width - title.len() - 1, width - wall_width);
    let title = format!(" {}{:pad$}", bold(title), "");
    let rows = contents.chunks(wall.columns());
    let lines = rows.map(|row| format!("{}{:line_pad$}", row.iter().map(show).join(""), ""));
    ([title].into_iter().chain(lines).collect(), width)
}

/// Space between two walls.
const GAP: &str = "    ";

/// Blocks of equally many lines, side by side.
pub(super) fn side_by_side(blocks: &[Vec<String>], gap: &str) -> String {
    let height = blocks.first().map_or(0, Vec::len);
    let mut lines = (0..height).map(|index| {
        let line = blocks.iter().map(|block| &block[index]).join(gap);
        line.trim_end().to_owned()
    });
    lines.join("\n")
}
