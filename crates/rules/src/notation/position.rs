//! The reader of the parts of positions, which reports all faults, not only the first.

use super::Fault;
use crate::quantity::quantity;
use crate::{Board, Colour, Deal, Floor, PatternLine, Players, Tiles};

/// The names of the fields, in order.
const FIELDS: [&str; 8] = [
    "factories",
    "centre",
    "boards",
    "mover",
    "starter",
    "round",
    "bag",
    "lid",
];

/// The longest text to be read, in bytes: a position of four players needs about 300.
pub(super) const MAX_BYTES: usize = 4096;

/// The name of a field, and its text if it is there.
type Field<'a> = (&'static str, Option<&'a str>);

/// A reader of the parts of a text, which reports all faults.
#[derive(Default)]
pub(super) struct Reader {
    faults: Vec<Fault>,
    /// Whether a part cannot be read.
    has_gap: bool,
}

impl Reader {
    /// The faults, and whether all parts can be read.
    pub(super) fn into_faults(self) -> (Vec<Fault>, bool) {
        (self.faults, !self.has_gap)
    }

    /// A fault of a part that cannot be read.
    fn fault<T>(&mut self, place: impl Into<String>, message: impl Into<String>) -> Option<T> {
        self.has_gap = true;
        self.remark(place, message);
        None
    }

    /// A fault between parts, each of which can be read.
    fn remark(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.faults.push(Fault::new(place, message));
    }

    /// Each field by its name, and its text; none of a text that is too long or has too many fields.
    pub(super) fn fields<'a>(&mut self, text: &'a str) -> Option<[Field<'a>; 8]> {
        if text.len() > MAX_BYTES {
            return self.fault("position", format!("longer than {MAX_BYTES} bytes"));
        }
        let (count, most) = (text.split_ascii_whitespace().count(), FIELDS.len());
        if count > most {
            let message = format!("{count} fields: there are {most} ({})", FIELDS.join(", "));
            return self.fault("position", message);
        }
        let mut texts = text.split_ascii_whitespace();
        Some(FIELDS.map(|name| (name, texts.next())))
    }

    /// The text of a field that has to be there.
    pub(super) fn present<'a>(&mut self, (name, text): Field<'a>) -> Option<&'a str> {
        text.or_else(|| self.fault(name, "missing"))
    }

    /// The factories; none where their number is wrong.
    pub(super) fn factories(&mut self, text: &str) -> Option<(Players, Vec<Tiles>)> {
        let texts: Vec<&str> = text.split('/').collect();
        let count = texts.len();
        let mut numbers = Players::ALL.into_iter();
        let Some(players) = numbers.find(|players| players.factories() == count) else {
            let message = format!("{count} of them: there are 5, 7 or 9 for 2, 3 or 4 players");
            return self.fault("factories", message);
        };
        let factories = texts.into_iter().enumerate();
        let factories = factories.map(|(index, text)| self.factory(index, text));
        let factories = factories.map(|factory| factory.unwrap_or(Tiles::NONE));
        Some((players, factories.collect()))
    }

    fn factory(&mut self, index: usize, text: &str) -> Option<Tiles> {
        let place = format!("factory {}", index + 1);
        let tiles = self.tiles(&place, text)?;
        if tiles.len() > Deal::PER_FACTORY {
            return self.fault(place, format!("{} tiles: at most 4", tiles.len()));
        }
        Some(tiles)
    }

    pub(super) fn centre(&mut self, text: &str) -> Option<(Tiles, bool)> {
        let rest = text.replacen('*', "", 1);
        if rest.contains('*') {
            return self.fault("centre", "more than one token");
        }
        if text == "*" {
            return Some((Tiles::NONE, true));
        }
        Some((self.tiles("centre", &rest)?, rest.len() < text.len()))
    }

    /// The boards; none where their number is wrong.
    pub(super) fn boards(&mut self, text: &str) -> Option<(Players, Vec<Board>)> {
        let texts: Vec<&str> = text.split('|').collect();
        let Ok(players) = Players::try_from(texts.len() as u64) else {
            let message = format!("{} of them: one for each of 2, 3 or 4 players", texts.len());
            return self.fault("boards", message);
        };
        let boards = texts.into_iter().enumerate();
        let boards = boards.map(|(index, text)| self.board(&format!("board {}", index + 1), text));
        let boards = boards.map(|board| board.unwrap_or(Board::EMPTY));
        Some((players, boards.collect()))
    }

    /// Whether there are as many boards as the factories are for.
    pub(super) fn check_players(&mut self, by_factories: Players, by_boards: Players) -> bool {
        if by_boards == by_factories {
            return true;
        }
        let (factories, count) = (by_factories.factories(), by_factories.count());
        let boards = quantity(by_boards.count(), "board");
        let message = format!("{boards}, but {factories} factories are for {count} players");
        self.fault::<()>("boards", message);
        false
    }

    /// A board; none where the number of its parts is wrong.
    fn board(&mut self, place: &str, text: &str) -> Option<Board> {
        let parts: Vec<&str> = text.split(':').collect();
        let [score, lines, floor, wall] = parts[..] else {
            let message = format!(
                "{} between colons: there are 4, score:lines:floor:wall",
                quantity(parts.len(), "part")
            );
            return self.fault(place, message);
        };
        let full = u32::from(Board::most_points(Board::FULL_WALL));
        let score = self.number(&format!("{place}, score"), score, full);
        let (lines, are_lines_readable) = self.lines(place, lines);
        let floor = self.floor(&format!("{place}, floor"), floor);
        let (wall, is_wall_readable) = self.wall(place, wall);
        if let Some(score) = score
            && is_wall_readable
        {
            self.score(place, score, wall);
        }
        let score = score.unwrap_or(0) as u16;
        let board = Board::new(score, lines, floor.unwrap_or(Floor::EMPTY), wall);
        if are_lines_readable && is_wall_readable {
            self.colours(place, &board);
        }
        Some(board)
    }

    /// Checks that no line has a colour which its row of the wall has.
    fn colours(&mut self, place: &str, board: &Board) {
        for row in 0..Board::ROWS {
            if let Some(PatternLine { colour, .. }) = board.line(row)
                && board.has(row, colour)
            {
                let line = row + 1;
                self.remark(
                    format!("{place}, line {line}"),
                    format!("{colour}, which row {line} of the wall has already"),
                );
            }
        }
    }

    /// Checks that a score fits the tiles of the wall.
    fn score(&mut self, place: &str, score: u32, wall: u32) {
        let most = Board::most_points(wall);
        if score > u32::from(most) {
            let (base, tile, tiles) = (Board::MAX_SCORE, Board::MAX_TILE, wall.count_ones());
            let tiles = quantity(tiles, "tile");
            let message = format!(
                "{score}: at most {most} with {tiles} on the wall ({base}, and {tile} for each tile)"
            );
            self.remark(format!("{place}, score"), message);
        }
    }

    /// The lines, and whether all can be read.
    fn lines(&mut self, place: &str, text: &str) -> ([Option<PatternLine>; Board::ROWS], bool) {
        let mut lines = [None; Board::ROWS];
        let texts: Vec<&str> = text.split('/').collect();
        let Ok(texts) = <[&str; Board::ROWS]>::try_from(texts) else {
            let message = format!(
                "{}: five lines between slashes, such as B1/-/Y2/-/-",
                quotation(text)
            );
            self.fault::<()>(format!("{place}, lines"), message);
            return (lines, false);
        };
        let mut is_readable = true;
        for (row, text) in texts.into_iter().enumerate() {
            let place = format!("{place}, line {}", row + 1);
            match self.line(&place, row, text) {
                Some(line) => lines[row] = line,
                None => is_readable = false,
            }
        }
        (lines, is_readable)
    }

    fn line(&mut self, place: &str, row: usize, text: &str) -> Option<Option<PatternLine>> {
        if text == "-" {
            return Some(None);
        }
        let mut letters = text.chars();
        let colour = letters.next().and_then(Colour::from_letter);
        let Some((colour, count)) = colour.zip(whole_number(letters.as_str())) else {
            let message = format!(
                "{}: a colour and a count, such as Y2, or -",
                quotation(text)
            );
            return self.fault(place, message);
        };
        let room = row as u32 + 1;
        if !(1..=room).contains(&count) {
            return self.fault(place, format!("{count} tiles: 1 to {room}, or - for none"));
        }
        Some(Some(PatternLine {
            colour,
            count: count as u8,
        }))
    }

    fn floor(&mut self, place: &str, text: &str) -> Option<Floor> {
        let mut floor = Floor::EMPTY;
        if text == "-" {
            return Some(floor);
        }
        if text.is_empty() {
            return self.fault(place, "empty: write - for nothing");
        }
        for letter in text.chars() {
            if letter == '*' {
                if floor.has_token() {
                    return self.fault(place, "more than one token");
                }
                floor.push_token();
            } else {
                let colour = self.colour(place, letter)?;
                if floor.push(colour, 1) > 0 {
                    let message =
                        "more than seven places (a token after seven tiles is the eighth)";
                    return self.fault(place, message);
                }
            }
        }
        Some(floor)
    }

    /// The wall, and whether all its rows can be read.
    fn wall(&mut self, place: &str, text: &str) -> (u32, bool) {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != Board::ROWS {
            let row_count = quantity(rows.len(), "row");
            let message = format!("{row_count} between slashes: there are 5");
            self.fault::<()>(format!("{place}, wall"), message);
            return (0, false);
        }
        let fault_count = self.faults.len();
        let mut wall = 0;
        for (row, text) in rows.into_iter().enumerate() {
            let place = format!("{place}, wall row {}", row + 1);
            if text.chars().count() != Board::ROWS {
                let message = format!("{}: five places, . for an empty one", quotation(text));
                self.fault::<()>(place, message);
                continue;
            }
            for (column, letter) in text.chars().enumerate() {
                let colour = Colour::at(row, column);
                if letter == colour.letter() {
                    wall |= 1 << (Board::ROWS * row + column);
                } else if letter != '.' {
                    let message = format!(
                        "{letter:?} in column {}, which is for {colour} ({})",
                        column + 1,
                        colour.letter()
                    );
                    self.fault::<()>(&place, message);
                }
            }
        }
        (wall, self.faults.len() == fault_count)
    }

    pub(super) fn player(&mut self, place: &str, text: &str, players: usize) -> Option<u8> {
        let number = whole_number(text).filter(|number| (1..=players as u32).contains(number));
        match number {
            Some(number) => Some(number as u8 - 1),
            None => self.fault(
                place,
                format!("{}: a player, 1 to {players}", quotation(text)),
            ),
        }
    }

    pub(super) fn number(&mut self, place: &str, text: &str, most: u32) -> Option<u32> {
        let number = whole_number(text).filter(|&number| number <= most);
        number.or_else(|| {
            let message = format!("{}: a whole number from 0 to {most}", quotation(text));
            self.fault(place, message)
        })
    }

    pub(super) fn counts(&mut self, place: &str, text: &str) -> Option<Tiles> {
        let counts = text
            .split(',')
            .map(|count| u8::try_from(whole_number(count)?).ok());
        let counts = counts.collect::<Option<Vec<u8>>>();
        let counts = counts.and_then(|counts| counts.try_into().ok());
        counts.and_then(Tiles::from_counts).or_else(|| {
            let message = format!(
                "{}: five counts from 0 to 20 between commas, such as 10,9,8,11,12",
                quotation(text)
            );
            self.fault(place, message)
        })
    }

    fn tiles(&mut self, place: &str, text: &str) -> Option<Tiles> {
        if text == "-" {
            return Some(Tiles::NONE);
        }
        if text.is_empty() {
            return self.fault(place, "empty: write - for no tiles");
        }
        let mut tiles = Tiles::NONE;
        for letter in text.chars() {
            let colour = self.colour(place, letter)?;
            if tiles.count(colour) == Tiles::PER_COLOUR {
                return self.fault(place, format!("more than 20 {colour} tiles"));
            }
            tiles += Tiles::of(colour, 1);
        }
        Some(tiles)
    }

    fn colour(&mut self, place: &str, letter: char) -> Option<Colour> {
        Colour::from_letter(letter).or_else(|| {
            let message = format!("{letter:?} is no colour: B, Y, R, K or W");
            self.fault(place, message)
        })
    }
}

/// The number of a text of digits alone; none of any other text.
fn whole_number(text: &str) -> Option<u32> {
    let has_digits_alone = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    has_digits_alone.then(|| text.parse().ok()).flatten()
}

/// The beginning of a text in quotation marks, short enough for a message.
fn quotation(text: &str) -> String {
    let mut beginning: String = text.chars().take(40).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    format!("{beginning:?}")
}
