//! The position as a line of text, as the referee writes and reads it:
//! `FACTORIES CENTRE BOARDS MOVER STARTER ROUND BAG LID`, a board being `score:lines:floor:wall`.

use super::{Board, COLOURS, Colour, Counts, Game, Piece};

const LETTERS: [char; 5] = ['B', 'Y', 'R', 'K', 'W'];

fn letter(colour: Colour) -> char {
    LETTERS[colour as usize]
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

/// Reads the parts between separators.
fn parts<T>(text: &str, separator: char, read: impl Fn(&str) -> T) -> Vec<T> {
    text.split(separator).map(read).collect()
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    let number = text.parse().ok();
    number.unwrap_or_else(|| panic!("{text} is no number"))
}

/// The letters of a text, which has none if it is `-`.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|&letter| letter != '-')
}

fn colour(letter: char) -> Colour {
    let index = LETTERS.iter().position(|&other| other == letter);
    COLOURS[index.unwrap_or_else(|| panic!("{letter} is no colour"))]
}

fn piece(letter: char) -> Piece {
    match letter {
        '*' => Piece::Token,
        _ => Piece::Tile(colour(letter)),
    }
}

fn tiles(text: &str) -> Vec<Colour> {
    letters(text).map(colour).collect()
}

fn line(text: &str) -> Vec<Colour> {
    match text {
        "-" => Vec::new(),
        _ => vec![tiles(&text[..1])[0]; number(&text[1..])],
    }
}

fn wall_row(text: &str) -> Vec<Option<Colour>> {
    let place = |letter: char| (letter != '.').then(|| colour(letter));
    text.chars().map(place).collect()
}

fn board(text: &str) -> Board {
    let fields: Vec<_> = text.split(':').collect();
    let [score, lines, floor, wall] = fields[..] else {
        panic!("{text} has no four fields");
    };
    Board {
        score: number(score),
        lines: parts(lines, '/', line),
        floor: letters(floor).map(piece).collect(),
        wall: parts(wall, '/', wall_row),
    }
}

fn counts(text: &str) -> Counts {
    let counts = parts::<usize>(text, ',', number);
    counts.try_into().expect("five counts")
}

impl Game {
    /// Reads a position, and panics where its form is another. The rules are not checked.
    pub(crate) fn from_text(text: &str) -> Self {
        let fields: Vec<_> = text.split(' ').collect();
        let [factories, centre, boards, mover, starter, round, bag, lid] = fields[..] else {
            panic!("{text} has no eight fields");
        };
        Self {
            factories: parts(factories, '/', tiles),
            centre: tiles(centre.trim_end_matches('*')),
            token_in_centre: centre.ends_with('*'),
            boards: parts(boards, '|', board),
            mover: number::<usize>(mover) - 1,
            starter: number::<usize>(starter) - 1,
            round: number(round),
            bag: counts(bag),
            lid: counts(lid),
        }
    }
}
