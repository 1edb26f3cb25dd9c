//! The table: factories, centre and boards, as HTML.

use super::story::row_words;
use crate::counted::counted;
use crate::game::{Board, Colour, Fallen, Floor, Phase, Position, Source};
use crate::render::game::{tile_definitions, words};
use askama::Template;

/// Who looks at the table.
#[derive(Debug, Clone, Default)]
pub(in crate::pages) struct Seen {
    /// Who sits at each board, by player.
    pub(in crate::pages) seats: Vec<String>,
    /// The board that is shown first, by player from 0.
    pub(in crate::pages) first: usize,
}

/// The drawings of the tiles, which the table uses by their names: once a page.
pub(in crate::pages) fn definitions() -> String {
    format!(
        "<svg class=\"none\" aria-hidden=\"true\">{}</svg>",
        tile_definitions()
    )
}

/// The table with a position.
pub(in crate::pages) fn table(position: &Position, seen: &Seen) -> String {
    let sources = Source::all(position.players());
    let count = position.boards().len();
    let order = (0..count).map(|index| (index + seen.first) % count);
    let table = Table {
        heading: words::heading(position),
        sources: sources.map(|source| source_of(position, source)).collect(),
        boards: order
            .map(|player| board_of(position, player, seen))
            .collect(),
        stocks: [("Bag", position.bag()), ("Lid", position.lid())].map(|(name, tiles)| {
            let counts = Colour::ALL.map(|colour| (colour, tiles.count(colour)));
            (name, counted(tiles.len(), "tile"), counts)
        }),
    };
    table.render().unwrap_or_default()
}

/// What a stock is called, its words, and its tiles of each colour.
type Stock = (&'static str, String, [(Colour, u8); Colour::COUNT]);

#[derive(Template)]
#[template(path = "pages/table/table.html")]
struct Table {
    heading: String,
    sources: Vec<OneSource>,
    boards: Vec<OneBoard>,
    stocks: [Stock; 2],
}

struct OneSource {
    name: String,
    /// The same in a few letters.
    sign: String,
    is_centre: bool,
    has_token: bool,
    groups: Vec<OneGroup>,
}

struct OneGroup {
    /// The beginning of its moves: `3Y`.
    key: String,
    colour: Colour,
    count: u8,
    label: String,
}

struct OneBoard {
    player: usize,
    seat: String,
    moves: bool,
    score: u32,
    /// With the end bonuses, when the game is over.
    total: Option<u32>,
    lines: Vec<OneLine>,
    floor: Vec<(Option<Fallen>, u8)>,
    charge: u8,
    floor_label: String,
}

struct OneLine {
    number: usize,
    /// Places that no line of this row has, so that all lines end at the wall.
    lacking: usize,
    /// From the left.
    places: Vec<Option<Colour>>,
    label: String,
    wall: Vec<(usize, Colour, bool)>,
    wall_label: String,
}

fn source_of(position: &Position, source: Source) -> OneSource {
    let groups = position.groups().filter(|group| group.source == source);
    let groups = groups.map(|group| OneGroup {
        key: match source.number() {
            Some(number) => format!("{number}{}", group.colour.letter()),
            None => format!("C{}", group.colour.letter()),
        },
        colour: group.colour,
        count: group.count,
        label: format!("{} {} from {source}", group.count, group.colour),
    });
    OneSource {
        name: words::sentence(&source.to_string()),
        sign: source.number().map_or("Centre".into(), |it| it.to_string()),
        is_centre: source.is_centre(),
        has_token: source.is_centre() && position.token_in_centre(),
        groups: groups.collect(),
    }
}

fn board_of(position: &Position, player: usize, seen: &Seen) -> OneBoard {
    let board = &position.boards()[player];
    let floor = board.floor();
    let lying: Vec<Fallen> = floor.iter().collect();
    let places = Floor::CHARGES.len().max(lying.len());
    let cost = |index: usize| Floor::CHARGES.get(index).copied().unwrap_or(0);
    let total = position.outcome().map(|it| it.scores()[player]);
    OneBoard {
        player: player + 1,
        seat: seen.seats.get(player).cloned().unwrap_or_default(),
        moves: position.phase() == Phase::Moves && position.mover() == player,
        score: board.score(),
        total,
        lines: (0..Board::ROWS).map(|row| line_of(board, row)).collect(),
        floor: (0..places)
            .map(|index| (lying.get(index).copied(), cost(index)))
            .collect(),
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

fn line_of(board: &Board, row: usize) -> OneLine {
    let held = board.line(row);
    let count = held.map_or(0, |line| usize::from(line.count));
    let room = row + 1;
    let label = match held {
        None => format!("Line {room}: empty, takes {}", counted(room, "tile")),
        Some(line) if count == room => format!("Line {room}: full of {}", line.colour),
        Some(line) => format!(
            "Line {room}: {count} {}, room for {}",
            line.colour,
            room - count
        ),
    };
    let wall = (0..Board::ROWS).map(|column| {
        let colour = Colour::at(row, column);
        (Board::ROWS * row + column, colour, board.has(row, colour))
    });
    OneLine {
        number: room,
        lacking: Board::ROWS - room,
        places: (0..room)
            .rev()
            .map(|place| held.filter(|_| place < count).map(|line| line.colour))
            .collect(),
        label,
        wall: wall.collect(),
        wall_label: format!("Row {room} of the wall: {}", row_words(board, row)),
    }
}
