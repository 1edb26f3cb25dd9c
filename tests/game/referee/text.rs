//! The position as a line of text, as the referee writes and reads it:
//! `FACTORIES CENTRE BOARDS MOVER STARTER ROUND BAG LID`, a board being `score:lines:floor:wall`.

use super::{Board, COLOURS, Colour, Counts, Game, Piece, column_of};

const LETTERS: [char; 5] = ['B', 'Y', 'R', 'K', 'W'];

pub(crate) fn letter(colour: Colour) -> char {
    LETTERS[colour as usize]
}

fn colour_of(letter: char) -> Option<Colour> {
    let mut colours = COLOURS.into_iter();
    colours.find(|&colour| self::letter(colour) == letter)
}

// Writing

/// `-` stands for nothing.
fn or_dash(text: String) -> String {
    match text.is_empty() {
        true => "-".to_owned(),
        false => text,
    }
}

fn join<T>(parts: &[T], separator: &str, write: impl Fn(&T) -> String) -> String {
    let parts: Vec<_> = parts.iter().map(write).collect();
    parts.join(separator)
}

/// Tiles on a source, in the order of their colours.
fn sorted_tiles(tiles: &[Colour]) -> String {
    let mut tiles = tiles.to_vec();
    tiles.sort();
    tiles.into_iter().map(letter).collect()
}

/// A letter and a count, such as `Y2`.
fn line_text(line: &[Colour]) -> String {
    let text = |&colour: &Colour| format!("{}{}", letter(colour), line.len());
    or_dash(line.first().map(text).unwrap_or_default())
}

fn piece_letter(piece: &Piece) -> char {
    match piece {
        Piece::Tile(colour) => letter(*colour),
        Piece::Token => '*',
    }
}

fn wall_row_text(row: &[Option<Colour>]) -> String {
    row.iter().map(|place| place.map_or('.', letter)).collect()
}

fn board_text(board: &Board) -> String {
    let lines = join(&board.lines, "/", |line| line_text(line));
    let floor = or_dash(board.floor.iter().map(piece_letter).collect());
    let wall = join(&board.wall, "/", |row| wall_row_text(row));
    format!("{}:{lines}:{floor}:{wall}", board.score)
}

impl Game {
    pub(crate) fn to_text(&self) -> String {
        let token = if self.token_in_centre { "*" } else { "" };
        [
            join(&self.factories, "/", |tiles| or_dash(sorted_tiles(tiles))),
            or_dash(sorted_tiles(&self.centre) + token),
            join(&self.boards, "|", board_text),
            (self.mover + 1).to_string(),
            (self.starter + 1).to_string(),
            self.round.to_string(),
            join(&self.bag, ",", usize::to_string),
            join(&self.lid, ",", usize::to_string),
        ]
        .join(" ")
    }
}

// Reading

/// Reads the parts between separators; the first unreadable part is the error.
fn parts<T>(
    text: &str,
    separator: char,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    text.split(separator).map(read).collect()
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

/// A player, counted from 1 in the text.
fn player(text: &str) -> Result<usize, String> {
    let player: usize = number(text)?;
    player.checked_sub(1).ok_or(format!("{text} is no player"))
}

fn piece(letter: char) -> Result<Piece, String> {
    if letter == '*' {
        return Ok(Piece::Token);
    }
    let colour = colour_of(letter).ok_or(format!("{letter} is no colour"))?;
    Ok(Piece::Tile(colour))
}

fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.chars().map(piece).collect()
}

fn tiles(text: &str) -> Result<Vec<Colour>, String> {
    let tile = |piece| match piece {
        Piece::Tile(colour) => Ok(colour),
        Piece::Token => Err(format!("{text} has a token")),
    };
    pieces(text)?.into_iter().map(tile).collect()
}

fn line(text: &str) -> Result<Vec<Colour>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let (letter, count) = text.split_at_checked(1).ok_or(format!("{text}?"))?;
    let colour = tiles(letter)?[0];
    Ok(vec![colour; number(count)?])
}

fn wall_row(text: &str) -> Result<Vec<Option<Colour>>, String> {
    let place = |letter| match (letter, colour_of(letter)) {
        ('.', _) => Ok(None),
        (_, Some(colour)) => Ok(Some(colour)),
        (_, None) => Err(format!("{letter} is no colour")),
    };
    text.chars().map(place).collect()
}

fn board(text: &str) -> Result<Board, String> {
    let fields: Vec<_> = text.split(':').collect();
    let [score, lines, floor, wall] = fields[..] else {
        return Err(format!("{text} has no four fields"));
    };
    let board = Board {
        score: number(score)?,
        lines: parts(lines, '/', line)?,
        floor: pieces(floor)?,
        wall: parts(wall, '/', wall_row)?,
    };
    for (row, places) in board.wall.iter().enumerate() {
        for (column, place) in places.iter().enumerate() {
            if place.is_some_and(|colour| column_of(colour, row) != column) {
                return Err(format!("{wall} has a tile in a wrong column"));
            }
        }
    }
    Ok(board)
}

fn counts(text: &str) -> Result<Counts, String> {
    let counts = parts(text, ',', number)?;
    counts.try_into().map_err(|_| format!("{text}: not five"))
}

impl Game {
    /// Reads a position and checks its form, but not the rules.
    pub(crate) fn from_text(text: &str) -> Result<Self, String> {
        let fields: Vec<_> = text.split(' ').collect();
        let [factories, centre, boards, mover, starter, round, bag, lid] = fields[..] else {
            return Err(format!("{text} has no eight fields"));
        };
        let centre_tiles = match centre.strip_suffix('*') {
            Some("") => "-",
            Some(tiles) => tiles,
            None => centre,
        };
        Ok(Self {
            factories: parts(factories, '/', tiles)?,
            centre: tiles(centre_tiles)?,
            token_in_centre: centre.ends_with('*'),
            boards: parts(boards, '|', board)?,
            mover: player(mover)?,
            starter: player(starter)?,
            round: number(round)?,
            bag: counts(bag)?,
            lid: counts(lid)?,
        })
    }
}
