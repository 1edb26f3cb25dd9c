//! The reader of positions, which reports all faults, not only the first.

use super::{Fault, InvalidPosition, consistency};
use crate::position::Token;
use crate::quantity::quantity;
use crate::{Board, Colour, Deal, Floor, PatternLine, Players, Position, Source, Tiles};
use std::str::FromStr;

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

impl FromStr for Position {
    type Err = InvalidPosition;

    fn from_str(text: &str) -> Result<Self, InvalidPosition> {
        let mut reader = Reader::default();
        match reader.position(text) {
            Some(position) if reader.faults.is_empty() => Ok(position),
            _ => Err(InvalidPosition::new(reader.faults)),
        }
    }
}

#[derive(Default)]
pub(super) struct Reader {
    faults: Vec<Fault>,
}

/// The parts of a board's text.
struct BoardParts {
    score: u16,
    lines: [Option<PatternLine>; Board::ROWS],
    floor: Floor,
    wall: u32,
}

impl Reader {
    pub(super) fn into_faults(self) -> Vec<Fault> {
        self.faults
    }

    fn fault<T>(&mut self, place: impl Into<String>, message: impl Into<String>) -> Option<T> {
        self.faults.push(Fault::new(place, message));
        None
    }

    fn position(&mut self, text: &str) -> Option<Position> {
        if text.len() > MAX_BYTES {
            return self.fault("position", format!("longer than {MAX_BYTES} bytes"));
        }
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        if fields.len() > FIELDS.len() {
            let (count, most) = (fields.len(), FIELDS.len());
            let message = format!("{count} fields: there are {most} ({})", FIELDS.join(", "));
            return self.fault("position", message);
        }
        let mut fields = fields.into_iter();
        let mut names = FIELDS.into_iter();
        let mut next = |reader: &mut Self| {
            let name = names.next().expect("one of eight fields");
            let text = fields.next();
            text.or_else(|| reader.fault(name, "missing"))
        };
        let factories = next(self).and_then(|text| self.factories(text));
        let centre = next(self).and_then(|text| self.centre(text));
        let boards = next(self).and_then(|text| self.boards(text));
        let players = match (&factories, &boards) {
            (Some((players, _)), Some(boards)) => self.check_players(*players, boards.len()),
            (Some((players, _)), None) => Some(*players),
            (None, boards) => boards
                .as_ref()
                .and_then(|boards| Players::try_from(boards.len() as u64).ok()),
        };
        let most = players.map_or(Players::MAX, Players::count);
        let mover = next(self).and_then(|text| self.player("mover", text, most));
        let starter = next(self).and_then(|text| self.player("starter", text, most));
        let round = next(self).and_then(|text| self.number("round", text, Position::LAST_ROUND));
        let bag = next(self).and_then(|text| self.counts("bag", text));
        let lid = next(self).and_then(|text| self.counts("lid", text));

        let (_, factories) = factories?;
        let (centre, token_in_centre) = centre?;
        let (players, parts) = (players?, boards?);
        let mut boards = [Board::EMPTY; Players::MAX];
        for (board, parts) in boards.iter_mut().zip(parts) {
            let BoardParts {
                score,
                lines,
                floor,
                wall,
            } = parts?;
            *board = Board::new(score, lines, floor, wall);
        }
        let mut sources = [Tiles::NONE; Source::PLACES];
        sources[..factories.len()].copy_from_slice(&factories);
        sources[Source::CENTRE.place()] = centre;
        let nonempty_sources = sources.iter().enumerate();
        let nonempty_sources = nonempty_sources.fold(0, |set, (place, tiles)| {
            set | u32::from(!tiles.is_empty()) << place
        });
        let token = if token_in_centre {
            Token::Centre
        } else if boards.iter().any(|board| board.floor().has_token()) {
            Token::Floor
        } else {
            Token::Starter
        };
        let position = Position {
            sources,
            boards,
            bag: bag?,
            lid: lid?,
            round: round?,
            nonempty_sources,
            players,
            mover: mover?,
            starter: starter?,
            token,
        };
        self.faults.extend(consistency::faults(&position));
        Some(position)
    }

    pub(super) fn factories(&mut self, text: &str) -> Option<(Players, Vec<Tiles>)> {
        let texts: Vec<&str> = text.split('/').collect();
        let count = texts.len();
        let mut numbers = Players::ALL.into_iter();
        let Some(players) = numbers.find(|players| players.factories() == count) else {
            let message = format!("{count} of them: there are 5, 7 or 9 for 2, 3 or 4 players");
            return self.fault("factories", message);
        };
        let factories = texts.into_iter().enumerate().map(|(index, text)| {
            let place = format!("factory {}", index + 1);
            let tiles = self.tiles(&place, text)?;
            if tiles.len() > Deal::PER_FACTORY {
                return self.fault(place, format!("{} tiles: at most 4", tiles.len()));
            }
            Some(tiles)
        });
        let factories: Vec<Option<Tiles>> = factories.collect();
        Some((players, factories.into_iter().collect::<Option<_>>()?))
    }

    fn centre(&mut self, text: &str) -> Option<(Tiles, bool)> {
        let rest = text.replacen('*', "", 1);
        if rest.contains('*') {
            return self.fault("centre", "more than one token");
        }
        if text == "*" {
            return Some((Tiles::NONE, true));
        }
        Some((self.tiles("centre", &rest)?, rest.len() < text.len()))
    }

    fn boards(&mut self, text: &str) -> Option<Vec<Option<BoardParts>>> {
        let texts: Vec<&str> = text.split('|').collect();
        if Players::try_from(texts.len() as u64).is_err() {
            let message = format!("{} of them: one for each of 2, 3 or 4 players", texts.len());
            return self.fault("boards", message);
        }
        let boards = texts.into_iter().enumerate();
        Some(
            boards
                .map(|(index, text)| self.board(&format!("board {}", index + 1), text))
                .collect(),
        )
    }

    fn check_players(&mut self, players: Players, boards: usize) -> Option<Players> {
        if boards == players.count() {
            return Some(players);
        }
        let (factories, count) = (players.factories(), players.count());
        let boards = quantity(boards, "board");
        let message = format!("{boards}, but {factories} factories are for {count} players");
        self.fault("boards", message)
    }

    fn board(&mut self, place: &str, text: &str) -> Option<BoardParts> {
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
        let lines = self.lines(place, lines);
        let floor = self.floor(&format!("{place}, floor"), floor);
        let wall = self.wall(place, wall);
        if let Some((score, wall)) = score.zip(wall) {
            self.score(place, score, wall);
        }
        let (lines, wall) = (lines?, wall?);
        for (row, line) in lines.iter().enumerate() {
            let walled = Board::new(0, [None; Board::ROWS], Floor::EMPTY, wall);
            if let Some(PatternLine { colour, .. }) = line
                && walled.has(row, *colour)
            {
                let line = row + 1;
                self.fault::<()>(
                    format!("{place}, line {line}"),
                    format!("{colour}, which row {line} of the wall has already"),
                );
            }
        }
        Some(BoardParts {
            score: score? as u16,
            lines,
            floor: floor?,
            wall,
        })
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
            self.fault::<()>(format!("{place}, score"), message);
        }
    }

    fn lines(&mut self, place: &str, text: &str) -> Option<[Option<PatternLine>; Board::ROWS]> {
        let texts: Vec<&str> = text.split('/').collect();
        let Ok(texts) = <[&str; Board::ROWS]>::try_from(texts) else {
            let message = format!(
                "{}: five lines between slashes, such as B1/-/Y2/-/-",
                quotation(text)
            );
            return self.fault(format!("{place}, lines"), message);
        };
        let mut lines = [None; Board::ROWS];
        let mut is_complete = true;
        for (row, text) in texts.into_iter().enumerate() {
            let place = format!("{place}, line {}", row + 1);
            match self.line(&place, row, text) {
                Some(line) => lines[row] = line,
                None => is_complete = false,
            }
        }
        is_complete.then_some(lines)
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

    fn wall(&mut self, place: &str, text: &str) -> Option<u32> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != Board::ROWS {
            let row_count = quantity(rows.len(), "row");
            let message = format!("{row_count} between slashes: there are 5");
            return self.fault(format!("{place}, wall"), message);
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
        (self.faults.len() == fault_count).then_some(wall)
    }

    fn player(&mut self, place: &str, text: &str, players: usize) -> Option<u8> {
        let number = whole_number(text).filter(|number| (1..=players as u32).contains(number));
        match number {
            Some(number) => Some(number as u8 - 1),
            None => self.fault(
                place,
                format!("{}: a player, 1 to {players}", quotation(text)),
            ),
        }
    }

    fn number(&mut self, place: &str, text: &str, most: u32) -> Option<u32> {
        let number = whole_number(text).filter(|&number| number <= most);
        number.or_else(|| {
            let message = format!("{}: a whole number from 0 to {most}", quotation(text));
            self.fault(place, message)
        })
    }

    fn counts(&mut self, place: &str, text: &str) -> Option<Tiles> {
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
