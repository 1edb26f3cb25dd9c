//! Position as text for a terminal.
//!
//! Every tile is a letter, so that colours only help. A capital is a tile; on a wall, a small letter is an empty place
//! that waits for the colour.

use super::words::{heading, score, victory};
use crate::counted::counted;
use crate::game::{Board, Colour, Floor, FloorItem, Phase, Position, Source, Tiles};
use crate::render::walls::side_by_side;
use anstyle::{Ansi256Color, Style};
use itertools::Itertools;

/// Number of factories on a line.
const LINE_FACTORIES: usize = 5;

/// Visible width of a board.
const WIDTH: usize = 26;

/// Space between two boards.
const GAP: &str = " ";

/// Position with ANSI colours, a legend, and its line of notation.
pub fn text(position: &Position) -> String {
    let bold = Style::new().bold();
    let mut title = heading(position);
    if let Some(outcome) = position.outcome() {
        title += ": ";
        title += &victory(&outcome);
    }
    let parts = [
        format!("{bold}{title}{bold:#}"),
        sources(position),
        boards(position),
        legend(),
        format!("position  {position}"),
    ];
    parts.join("\n\n")
}

fn sources(position: &Position) -> String {
    let factories = Source::all(position.players()).filter_map(|source| {
        let number = source.number()?;
        let tiles = position.source(source);
        let pad = 2 * (4 - tiles.len().clamp(1, 4));
        Some(format!("{number} {}{:pad$}", row(tiles), ""))
    });
    let factories = factories.collect_vec();
    let mut lines = factories
        .chunks(LINE_FACTORIES)
        .map(|line| line.join("   ").trim_end().to_owned());
    let mut text = format!("factories  {}", lines.next().unwrap_or_default());
    for line in lines {
        text += &format!("\n           {line}");
    }
    let token = if position.token_in_centre() { "* " } else { "" };
    let centre = match position.source(Source::CENTRE) {
        tiles if tiles.is_empty() && !token.is_empty() => token.to_owned(),
        tiles => row(tiles) + token,
    };
    text += &format!("\ncentre     {}", centre.trim_end());
    for (name, tiles) in [("bag", position.bag()), ("lid", position.lid())] {
        let counts = Colour::ALL.map(|colour| {
            let count = tiles.count(colour);
            format!("{} {count:<2}", on_colour(colour, colour.letter()))
        });
        let total = counted(tiles.len(), "tile");
        text += &format!("\n{name}        {}  = {total}", counts.join("  "));
    }
    text
}

/// Letters of tiles, or `–` for none.
fn row(tiles: Tiles) -> String {
    if tiles.is_empty() {
        return "– ".to_owned();
    }
    let letters = tiles.iter();
    letters
        .map(|colour| on_colour(colour, colour.letter()) + " ")
        .collect()
}

fn boards(position: &Position) -> String {
    let boards = position.boards();
    // Four boards stand two by two.
    let across = if boards.len() == 4 { 2 } else { boards.len() };
    let texts = (0..boards.len()).map(|player| board(position, player));
    let texts = texts.collect_vec();
    let row = |boards: &[Vec<String>]| side_by_side(boards, GAP);
    texts.chunks(across).map(row).join("\n\n")
}

/// Lines of a board, all of the same width.
fn board(position: &Position, player: usize) -> Vec<String> {
    let board = &position.boards()[player];
    let to_move = position.phase() == Phase::Moves && position.mover() == player;
    let bold = if to_move {
        Style::new().bold()
    } else {
        Style::new()
    };
    let score = score(position, player);
    let mark = if to_move { '▶' } else { ' ' };
    let title = format!("{mark} Player {}  {score}", player + 1);
    let pad = WIDTH.saturating_sub(title.chars().count());
    let mut lines = vec![format!("{bold}{title}{bold:#}{:pad$}", "")];
    lines.extend((0..Board::ROWS).map(|row| {
        let (line, wall) = (pattern_line(board, row), wall_row(board, row));
        format!("  {line} {wall}   ")
    }));
    lines.extend(floor(board.floor()));
    lines
}

/// Places of a line, filled from the right.
fn pattern_line(board: &Board, row: usize) -> String {
    let (count, tile) = match board.line(row) {
        Some(line) => (
            usize::from(line.count),
            on_colour(line.colour, line.colour.letter()),
        ),
        None => (0, String::new()),
    };
    let places = (0..Board::ROWS).rev().map(|place| match place {
        place if place > row => " ",
        place if place >= count => "·",
        _ => &tile,
    });
    places.map(|place| format!("{place} ")).collect()
}

fn wall_row(board: &Board, row: usize) -> String {
    let places = (0..Board::ROWS).map(|column| {
        let colour = Colour::at(row, column);
        if board.has(row, colour) {
            return on_colour(colour, colour.letter());
        }
        let faint = Style::new().dimmed();
        let letter = colour.letter().to_ascii_lowercase();
        format!("{faint}{letter}{faint:#}")
    });
    places.map(|place| format!("{place} ")).collect()
}

/// Tiles of the floor above the cost of each place.
fn floor(floor: Floor) -> [String; 2] {
    let mut places = floor.iter().map(|item| match item {
        FloorItem::Tile(colour) => on_colour(colour, colour.letter()),
        FloorItem::Token => "*".to_owned(),
    });
    let filled = floor.len();
    let places = (0..Floor::PLACES.max(filled)).map(|_| places.next().unwrap_or("·".into()));
    let places: String = places.map(|place| format!(" {place}")).collect();
    let charge = match floor.charge() {
        0 => String::new(),
        charge => format!("−{charge}"),
    };
    let extra = filled.saturating_sub(Floor::PLACES);
    let pad = WIDTH - 8 - 2 * (Floor::PLACES + extra);
    let costs: String = Floor::CHARGES.map(|cost| format!("-{cost}")).concat();
    let faint = Style::new().dimmed();
    [
        format!("  floor {places}{charge:>pad$}"),
        format!("        {faint}{costs}{faint:#}    "),
    ]
}

fn legend() -> String {
    let colours =
        Colour::ALL.map(|colour| format!("{} {colour}", on_colour(colour, colour.letter())));
    let colours = colours.join("  ");
    format!(
        "{colours}  * first-player token\n\
         Capitals are tiles. A small letter is an empty place of the wall for that colour, · one of a line."
    )
}

/// Letter on its colour.
fn on_colour(colour: Colour, letter: char) -> String {
    let (ink, paper) = match colour {
        Colour::Blue => (231, 25),
        Colour::Yellow => (16, 220),
        Colour::Red => (231, 160),
        Colour::Black => (231, 238),
        Colour::White => (16, 255),
    };
    let [ink, paper] = [ink, paper].map(|colour| Some(Ansi256Color(colour).into()));
    let style = Style::new().fg_color(ink).bg_color(paper).bold();
    format!("{style}{letter}{style:#}")
}
