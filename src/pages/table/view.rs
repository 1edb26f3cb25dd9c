//! State of the table for the script of the page: factories, centre and boards.

use super::names::Names;
use super::story::row_words;
use crate::counted::counted;
use crate::game::{Board, Colour, Effect, Floor, FloorItem, Move, Phase, Position, Source};
use crate::render::game::{tile_symbols, words};
use crate::web::{Serde, TemplateError, Templates, context};
use schemars::JsonSchema;
use serde::Serialize;
use std::array::from_fn;

/// View of a table: the names of the players, the first board, and the marked move.
#[derive(Debug, Clone)]
pub(in crate::pages) struct TableView {
    pub(in crate::pages) names: Names,
    /// Player of the first board, from 0.
    pub(in crate::pages) first: usize,
    /// Last move, which is marked.
    pub(in crate::pages) last: Option<LastMove>,
}

/// Last move with its effect.
#[derive(Debug, Clone, Copy)]
pub(in crate::pages) struct LastMove {
    pub(in crate::pages) player: usize,
    pub(in crate::pages) move_: Move,
    pub(in crate::pages) effect: Effect,
}

impl LastMove {
    /// Move of a position with its effect, if it is legal.
    pub(in crate::pages) fn of(before: &Position, move_: Move) -> Option<Self> {
        Some(Self {
            player: before.mover(),
            move_,
            effect: before.effect(move_).ok()?,
        })
    }

    /// Way of the tiles of the move.
    pub(in crate::pages) fn way(&self) -> Way {
        let mut take = self.move_.to_string();
        let to = take.pop().unwrap_or('-');
        Way {
            board: self.player + 1,
            take,
            to,
        }
    }
}

/// The way of a move's tiles over the table.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct Way {
    /// The player, from 1.
    board: usize,
    /// The group, such as `3Y`.
    take: String,
    /// The line, or `-` for the floor.
    to: char,
}

/// Drawings of the tiles, to which the table refers by name: once for each page.
pub(in crate::pages) fn definitions() -> String {
    format!(
        "<svg class=\"none\" aria-hidden=\"true\">{}</svg>",
        tile_symbols()
    )
}

impl TableState {
    /// State of the table in a position.
    pub(in crate::pages) fn new(position: &Position, view: &TableView) -> Self {
        let sources = Source::all(position.players());
        let count = position.boards().len();
        let order = (0..count).map(|index| (index + view.first) % count);
        Self {
            heading: words::heading(position),
            count,
            wall: from_fn(|row| from_fn(|column| Colour::at(row, column).to_string())),
            charges: Floor::CHARGES,
            sources: sources
                .map(|source| source_state(position, source, view))
                .collect(),
            boards: order
                .map(|player| board_state(position, player, view))
                .collect(),
        }
    }

    /// HTML of the table before the script runs: the same elements as those of `web/pages/table-view.js`.
    pub(in crate::pages) fn html(&self, templates: &Templates) -> Result<String, TemplateError> {
        templates.render("pages/table/table.html", self)
    }
}

/// Name of the drawing of the first-player token.
const TOKEN: &str = "token";

/// HTML of the tiles in the bag and in the lid.
pub(in crate::pages) fn stocks(
    templates: &Templates,
    position: &Position,
) -> Result<String, TemplateError> {
    // Of each stock: its name, its number of tiles in words, and its tiles of each colour.
    let stocks = [("Bag", position.bag()), ("Lid", position.lid())].map(|(name, tiles)| {
        let counts = Colour::ALL.map(|colour| (colour.to_string(), tiles.count(colour)));
        (name, counted(tiles.len(), "tile"), counts)
    });
    let stocks = Serde(stocks);
    templates.render("pages/table/stocks.html", &context! { stocks })
}

/// State of a table.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct TableState {
    heading: String,
    /// The number of players.
    count: usize,
    /// Colours of the places of a wall, by row and column.
    wall: [[String; Board::ROWS]; Board::ROWS],
    /// Points that a tile on each place of a floor costs, from the left.
    charges: [u8; Floor::PLACES],
    sources: Vec<SourceState>,
    boards: Vec<BoardState>,
}

/// A factory or the centre.
#[derive(Debug, JsonSchema, Serialize)]
struct SourceState {
    name: String,
    is_centre: bool,
    has_token: bool,
    /// Whether the last move took from it.
    is_last: bool,
    /// Class of the style sheet: how closely the tiles lie.
    crowd: &'static str,
    groups: Vec<GroupState>,
}

impl SourceState {
    /// Class of the style sheet by the number of tiles: many tiles overlap.
    fn crowd(groups: &[GroupState]) -> &'static str {
        match groups.iter().map(|group| group.count).sum() {
            0..=6_u8 => "",
            7..=14 => " many",
            _ => " crowded",
        }
    }
}

/// The tiles of one colour in a factory or in the centre.
#[derive(Debug, JsonSchema, Serialize)]
struct GroupState {
    /// The beginning of its moves: `3Y`.
    key: String,
    colour: String,
    count: u8,
    label: String,
}

/// The board of a player.
#[derive(Debug, JsonSchema, Serialize)]
struct BoardState {
    /// From 1.
    player: usize,
    name: String,
    about: String,
    /// Whether the board is the first that is shown.
    is_own: bool,
    moves: bool,
    score: u32,
    /// With the end bonuses, when the game is over.
    total: Option<u32>,
    lines: Vec<LineState>,
    /// Colours of the tiles on the floor, and the first-player token, from the left.
    floor: Vec<String>,
    /// Number of the last of them that the last move brought.
    floor_fresh: usize,
    /// Whether the last move went to the floor.
    floor_is_last: bool,
    charge: u8,
    floor_label: String,
}

/// A pattern line, with the row of the wall beside it.
#[derive(Debug, JsonSchema, Serialize)]
struct LineState {
    /// Number of its places, and of the line, from 1.
    room: usize,
    /// Colour of the tiles on the line, which begin on the right; none for an empty line.
    colour: Option<String>,
    count: usize,
    /// Number of the last of them that the last move brought.
    fresh: usize,
    /// Whether the last move went there.
    is_last: bool,
    label: String,
    /// Filled places of the wall by their columns.
    wall: Vec<bool>,
    wall_label: String,
}

fn source_state(position: &Position, source: Source, view: &TableView) -> SourceState {
    let groups = position.groups().filter(|group| group.source == source);
    let groups = groups.map(|group| GroupState {
        key: match source.number() {
            Some(number) => format!("{number}{}", group.colour.letter()),
            None => format!("C{}", group.colour.letter()),
        },
        colour: group.colour.to_string(),
        count: group.count,
        label: format!("{} {} from {source}", group.count, group.colour),
    });
    let mut groups: Vec<GroupState> = groups.collect();
    if !source.is_centre() {
        // The groups fill the square of a factory: a pair is a row, and a single tile a corner.
        groups.sort_by_key(|group| u8::MAX - group.count);
    }
    SourceState {
        name: words::sentence(&source.to_string()),
        is_centre: source.is_centre(),
        has_token: source.is_centre() && position.token_in_centre(),
        is_last: view.last.is_some_and(|last| last.move_.source() == source),
        crowd: SourceState::crowd(&groups),
        groups,
    }
}

fn board_state(position: &Position, player: usize, view: &TableView) -> BoardState {
    let board = &position.boards()[player];
    let floor = board.floor();
    let total = position.outcome().map(|outcome| outcome.scores()[player]);
    let last = view.last.filter(|last| last.player == player);
    BoardState {
        player: player + 1,
        name: view.names.of(player),
        about: view.names.about(player),
        is_own: player == view.first,
        moves: position.phase() == Phase::Moves && position.mover() == player,
        score: board.score(),
        total,
        lines: (0..Board::ROWS)
            .map(|row| line_state(board, row, last))
            .collect(),
        floor: floor
            .iter()
            .map(|item| match item {
                FloorItem::Tile(colour) => colour.to_string(),
                FloorItem::Token => TOKEN.to_owned(),
            })
            .collect(),
        floor_fresh: last.map_or(0, |last| {
            usize::from(last.effect.fallen) + usize::from(last.effect.token)
        }),
        floor_is_last: last.is_some_and(|last| last.move_.destination().row().is_none()),
        charge: floor.charge(),
        floor_label: match floor.len() {
            0 => "Floor: empty".into(),
            count => format!(
                "Floor: {} lying there, costs {}",
                count,
                counted(floor.charge(), "point")
            ),
        },
    }
}

fn line_state(board: &Board, row: usize, last: Option<LastMove>) -> LineState {
    let line = board.line(row);
    let count = line.map_or(0, |line| usize::from(line.count));
    let room = row + 1;
    let last = last.filter(|last| last.move_.destination().row() == Some(row));
    let label = match line {
        None => format!("Line {room}: empty, takes {}", counted(room, "tile")),
        Some(line) if count == room => format!("Line {room}: full of {}", line.colour),
        Some(line) => format!(
            "Line {room}: {count} {}, room for {}",
            line.colour,
            room - count
        ),
    };
    LineState {
        room,
        colour: line.map(|line| line.colour.to_string()),
        count,
        fresh: last.map_or(0, |last| usize::from(last.effect.placed)),
        is_last: last.is_some(),
        label,
        wall: (0..Board::ROWS)
            .map(|column| board.has(row, Colour::at(row, column)))
            .collect(),
        wall_label: format!("Row {room} of the wall: {}", row_words(board, row)),
    }
}
