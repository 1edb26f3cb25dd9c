//! Walls as text.

use crate::instance::Instance;
use crate::wall::{Cell, Wall};
use anstyle::{Ansi256Color, Style};
use itertools::Itertools;

/// What a cell of a wall picture shows.
#[derive(Clone, Copy)]
enum Mark {
    /// Nothing: a cell that stays empty.
    Empty,
    /// A tile that was there before turn 1.
    Initial,
    /// A number in one of the 256 colours of a terminal.
    Number { value: u32, colour: u8 },
}

/// From the first turn to the last, and from few points to many: blue, green, yellow, red.
const COLOURS: [u8; 12] = [27, 33, 39, 44, 43, 42, 112, 148, 184, 214, 208, 202];

/// The turn in each cell beside the points in each cell, with ANSI colours.
///
/// `order` holds cells of the instance's wall and `points` one entry for each of them.
pub fn turns_and_points(instance: &Instance, order: &[Cell], points: &[u32]) -> String {
    let wall = instance.wall();
    let mut turns = vec![Mark::Empty; wall.len()];
    for cell in instance.initial() {
        turns[cell.index()] = Mark::Initial;
    }
    let mut earned = turns.clone();
    let most = points.iter().copied().max().unwrap_or(0).max(1);
    for (index, (cell, &value)) in order.iter().zip(points).enumerate() {
        let Some(mark) = turns.get_mut(cell.index()) else {
            continue;
        };
        let turn = index as u32 + 1;
        *mark = Mark::Number {
            value: turn,
            colour: colour(turn - 1, order.len() as u32),
        };
        earned[cell.index()] = Mark::Number {
            value,
            colour: colour(value, most + 1),
        };
    }
    beside(&[
        ("turn", picture(wall, &turns)),
        ("points", picture(wall, &earned)),
    ])
}

fn colour(value: u32, of: u32) -> u8 {
    let colours = COLOURS.len() as u32;
    COLOURS[(value * colours / of.max(1)).min(colours - 1) as usize]
}

/// The lines of one wall, all of the same visible width, and that width.
struct Picture {
    lines: Vec<String>,
    width: usize,
}

fn picture(wall: Wall, marks: &[Mark]) -> Picture {
    let digits = |mark: &Mark| match mark {
        Mark::Number { value, .. } => value.to_string().len(),
        Mark::Empty | Mark::Initial => 1,
    };
    let cell_width = marks.iter().map(digits).max().unwrap_or(1) + 1;
    let show = |mark: &Mark| match mark {
        Mark::Empty => format!("{:>cell_width$}", "·"),
        Mark::Initial => format!("{:>cell_width$}", "■"),
        Mark::Number { value, colour } => {
            let style = Style::new().fg_color(Some(Ansi256Color(*colour).into()));
            format!("{style}{value:>cell_width$}{style:#}")
        }
    };
    let rows = marks.chunks(wall.columns());
    Picture {
        lines: rows.map(|row| row.iter().map(show).join("")).collect(),
        width: cell_width * wall.columns(),
    }
}

fn beside(pictures: &[(&str, Picture)]) -> String {
    let gap = "    ";
    let width = |title: &str, picture: &Picture| picture.width.max(title.len() + 1);
    let titles = pictures.iter().map(|(title, picture)| {
        let style = Style::new().bold();
        let pad = width(title, picture) - title.len() - 1;
        format!(" {style}{title}{style:#}{:pad$}", "")
    });
    let mut text = titles.collect_vec().join(gap).trim_end().to_owned();
    let height = pictures
        .iter()
        .map(|(_, picture)| picture.lines.len())
        .max()
        .unwrap_or(0);
    for row in 0..height {
        let lines = pictures.iter().map(|(title, picture)| {
            let pad = width(title, picture) - picture.width;
            format!("{}{:pad$}", picture.lines[row], "")
        });
        text += "\n";
        text += lines.collect_vec().join(gap).trim_end();
    }
    text
}
