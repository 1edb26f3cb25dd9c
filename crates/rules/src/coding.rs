//! The state as numbers, in the coding that was published with the 180 codes of [moves](super::Move).
//!
//! # Layout
//! [`StateCode::flat`] lays the parts out one after the other, for `f` factories and `n` players:
//!
//! | numbers | part |
//! |---|---|
//! | 5 | the bag's tiles by colour |
//! | 6·(f + 1) | for each factory and the centre, its tiles by colour and 1 where the token lies |
//! | 41·n | for each player: |
//! | … 15 | for each pattern line its size, its colour (0 for none, then 1–5), its tiles |
//! | … 1 | the places of the floor that are filled, 0–7 |
//! | … 25 | the wall row by row, 1 for a tile |
//!
//! Together 123 numbers for two players, 176 for three, 229 for four.
//!
//! # Lost information
//! The coding does not have the scores, the contents of a floor, the token included, the mover, the starter of the
//! round, and its number: a [`Rest`] has them. The lid follows from the other places. Coding and rest together
//! determine the position. [Features](super::features) are the coding with the holder of the token.

use super::bits::write_bits;
use super::notation::{Fault, InvalidPosition, join};
use super::{Board, Colour, Floor, Players, Position, Source, Tiles};
use serde::{Deserialize, Serialize};

/// The coding of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateCode {
    /// The bag's tiles by colour.
    pub bag: [u8; Colour::COUNT],
    /// For each factory and the centre, its tiles by colour and 1 where the token lies, otherwise 0.
    pub sources: Vec<[u8; Colour::COUNT + 1]>,
    /// The boards by player.
    pub boards: Vec<BoardCode>,
}

/// The coding of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardCode {
    /// The pattern lines from the top.
    pub lines: [LineCode; Board::ROWS],
    /// The places of the floor that are filled, 0–7.
    pub floor: u8,
    /// Whether each place of the wall has a tile, row by row.
    pub wall: [bool; Board::ROWS * Board::ROWS],
}

/// The coding of a pattern line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineCode {
    /// The number of places, 1–5.
    pub size: u8,
    /// The index of the colour of the tiles, if the line has any.
    pub colour: Option<u8>,
    /// The number of tiles, 0–5.
    pub count: u8,
}

/// The part of a position that a [`StateCode`] lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rest {
    /// The score and the floor of each player.
    pub boards: Vec<(u32, Floor)>,
    /// The mover, from 0.
    pub mover: usize,
    /// The starter of the round, from 0.
    pub starter: usize,
    /// The number of rounds dealt.
    pub round: u32,
}

/// The error of an array that is no coding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotFlat {
    /// The length is not that of any number of players.
    #[error("{0} numbers: there are 123, 176 or 229 for 2, 3 or 4 players")]
    Length(usize),
    /// A number is larger than its place allows.
    #[error("number {index} is {value}: at most {most}")]
    Value {
        /// The index of the number, from 0.
        index: usize,
        /// The number.
        value: u8,
        /// The largest value of the place.
        most: u8,
    },
}

impl From<&Position> for StateCode {
    fn from(position: &Position) -> Self {
        let sources = Source::all(position.players()).map(|source| {
            let [blue, yellow, red, black, white] = position.source(source).counts();
            let token = source.is_centre() && position.token_in_centre();
            [blue, yellow, red, black, white, u8::from(token)]
        });
        Self {
            bag: position.bag().counts(),
            sources: sources.collect(),
            boards: position.boards().iter().map(BoardCode::from).collect(),
        }
    }
}

impl From<&Board> for BoardCode {
    fn from(board: &Board) -> Self {
        Self {
            lines: std::array::from_fn(|row| LineCode {
                size: row as u8 + 1,
                colour: board.line(row).map(|line| line.colour.index() as u8),
                count: board.line(row).map_or(0, |line| line.count),
            }),
            floor: board.floor().len().min(Floor::PLACES) as u8,
            wall: std::array::from_fn(|place| board.wall() >> place & 1 == 1),
        }
    }
}

impl From<&Position> for Rest {
    fn from(position: &Position) -> Self {
        let boards = position.boards().iter();
        Self {
            boards: boards.map(|board| (board.score(), board.floor())).collect(),
            mover: position.mover(),
            starter: position.starter(),
            round: position.round(),
        }
    }
}

impl StateCode {
    /// The length of a board's part.
    pub(super) const BOARD_LEN: usize = 3 * Board::ROWS + 1 + Board::ROWS * Board::ROWS;

    /// The length of a source's part.
    const SOURCE_LEN: usize = Colour::COUNT + 1;

    /// The length of [`StateCode::flat`] for a number of players: 123, 176, 229.
    pub const fn flat_len(players: Players) -> usize {
        Colour::COUNT
            + Self::SOURCE_LEN * (players.factories() + 1)
            + Self::BOARD_LEN * players.count()
    }

    /// The numbers in the order of the [layout](self#layout).
    ///
    /// ```
    /// use azulejo_rules::coding::StateCode;
    /// use azulejo_rules::{Players, Position};
    /// let flat = StateCode::from(&Position::new(Players::Two, 0)).flat();
    /// assert_eq!(flat.len(), 123);
    /// assert_eq!(flat[..5], [20, 20, 20, 20, 20]); // the bag
    /// assert_eq!(flat[41..47], [1, 0, 0, 2, 0, 0]); // the first two lines of the first player
    /// ```
    pub fn flat(&self) -> Vec<u8> {
        let boards = self.boards.iter().flat_map(|board| {
            let lines = board.lines.iter().flat_map(|line| {
                let colour = line.colour.map_or(0, |index| index + 1);
                [line.size, colour, line.count]
            });
            let wall = board.wall.iter().map(|&tile| u8::from(tile));
            lines.chain([board.floor]).chain(wall)
        });
        let sources = self.sources.iter().flatten().copied();
        self.bag.into_iter().chain(sources).chain(boards).collect()
    }

    /// Writes the numbers of a position as [`StateCode::flat`] has them, without creating a coding.
    ///
    /// # Panics
    /// When `flat` has no room for [`StateCode::flat_len`] numbers.
    pub fn write_flat(position: &Position, flat: &mut [u8]) {
        let players = position.players();
        let (bag, flat) = flat.split_at_mut(Colour::COUNT);
        bag.copy_from_slice(&position.bag().counts());
        let (sources, boards) = flat.split_at_mut(Self::SOURCE_LEN * (players.factories() + 1));
        for (source, numbers) in
            Source::all(players).zip(sources.chunks_exact_mut(Self::SOURCE_LEN))
        {
            numbers[..Colour::COUNT].copy_from_slice(&position.source(source).counts());
            numbers[Colour::COUNT] = u8::from(source.is_centre() && position.token_in_centre());
        }
        let boards = boards[..Self::BOARD_LEN * players.count()].chunks_exact_mut(Self::BOARD_LEN);
        for (board, numbers) in position.boards().iter().zip(boards) {
            let (lines, numbers) = numbers.split_at_mut(3 * Board::ROWS);
            for (row, numbers) in lines.chunks_exact_mut(3).enumerate() {
                let line = board.line(row);
                numbers[0] = row as u8 + 1;
                numbers[1] = line.map_or(0, |line| line.colour.index() as u8 + 1);
                numbers[2] = line.map_or(0, |line| line.count);
            }
            numbers[0] = board.floor().len().min(Floor::PLACES) as u8;
            write_bits(board.wall(), &mut numbers[1..]);
        }
    }

    /// Reads the numbers that [`StateCode::flat`] returns.
    ///
    /// # Errors
    /// When the length is none of the three, or a number is larger than its place allows.
    pub fn from_flat(flat: &[u8]) -> Result<Self, NotFlat> {
        let mut sizes = Players::ALL.into_iter();
        let players = sizes.find(|&players| Self::flat_len(players) == flat.len());
        let players = players.ok_or(NotFlat::Length(flat.len()))?;
        let mut numbers = flat.iter().copied().enumerate();
        let mut next = |most: u8| {
            let (index, value) = numbers.next().expect("the length was checked");
            if value <= most {
                Ok(value)
            } else {
                Err(NotFlat::Value { index, value, most })
            }
        };
        let mut bag = [0; Colour::COUNT];
        for count in &mut bag {
            *count = next(Tiles::PER_COLOUR)?;
        }
        let mut sources = vec![[0; Self::SOURCE_LEN]; players.factories() + 1];
        for source in &mut sources {
            for count in &mut source[..Colour::COUNT] {
                *count = next(Tiles::PER_COLOUR)?;
            }
            source[Colour::COUNT] = next(1)?;
        }
        let mut boards = Vec::new();
        for _ in 0..players.count() {
            let mut lines = Vec::new();
            for _ in 0..Board::ROWS {
                let size = next(Board::ROWS as u8)?;
                let colour = next(Colour::COUNT as u8)?.checked_sub(1);
                let count = next(Board::ROWS as u8)?;
                lines.push(LineCode {
                    size,
                    colour,
                    count,
                });
            }
            let floor = next(Floor::PLACES as u8)?;
            let mut wall = [false; Board::ROWS * Board::ROWS];
            for tile in &mut wall {
                *tile = next(1)? == 1;
            }
            boards.push(BoardCode {
                lines: lines.try_into().expect("five lines"),
                floor,
                wall,
            });
        }
        Ok(Self {
            bag,
            sources,
            boards,
        })
    }

    /// The position of this coding and the rest.
    ///
    /// # Errors
    /// All faults at once, named by the fields of the [notation](super::notation).
    pub fn position(&self, rest: &Rest) -> Result<Position, InvalidPosition> {
        let faults = self.faults(rest);
        if !faults.is_empty() {
            return Err(InvalidPosition::new(faults));
        }
        // The reader of the notation checks everything else.
        let [factories @ .., centre] = &self.sources[..] else {
            let fault = Fault::new("factories", "none");
            return Err(InvalidPosition::new(vec![fault]));
        };
        let factories = join(factories.iter().map(letters), "/");
        let centre = match (letters(centre).as_str(), centre[Colour::COUNT]) {
            ("-", 1) => "*".to_owned(),
            (tiles, 1) => format!("{tiles}*"),
            (tiles, _) => tiles.to_owned(),
        };
        let boards = self.boards.iter().zip(&rest.boards);
        let boards = boards.map(|(board, (score, floor))| {
            let lines = join(board.lines.map(|line| line.text()), "/");
            format!("{score}:{lines}:{floor}:{}", board.rows())
        });
        let boards = boards.collect::<Vec<_>>().join("|");
        let (mover, starter, round) = (rest.mover + 1, rest.starter + 1, rest.round);
        let (bag, lid) = (join(self.bag, ","), join(self.lid(rest), ","));
        format!("{factories} {centre} {boards} {mover} {starter} {round} {bag} {lid}").parse()
    }

    /// The faults that the notation cannot express.
    fn faults(&self, rest: &Rest) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.boards.len() != rest.boards.len() {
            let (code_count, rest_count) = (self.boards.len(), rest.boards.len());
            let message = format!("{code_count} in the coding, {rest_count} in the rest");
            faults.push(Fault::new("boards", message));
        }
        for (index, source) in self.sources.iter().enumerate() {
            let is_centre = index + 1 == self.sources.len();
            let place = if is_centre {
                "centre".to_owned()
            } else {
                format!("factory {}", index + 1)
            };
            if source[..Colour::COUNT]
                .iter()
                .any(|&count| count > Tiles::PER_COLOUR)
            {
                faults.push(Fault::new(&place, "more than 20 tiles of a colour"));
            }
            if source[Colour::COUNT] > u8::from(is_centre) {
                let message = "a token: there is at most one, in the centre";
                faults.push(Fault::new(&place, message));
            }
        }
        for (index, (board, (_, floor))) in self.boards.iter().zip(&rest.boards).enumerate() {
            for (row, line) in board.lines.iter().enumerate() {
                let place = format!("board {}, line {}", index + 1, row + 1);
                if usize::from(line.size) != row + 1 {
                    let message = format!("size {}: it is {}", line.size, row + 1);
                    faults.push(Fault::new(&place, message));
                }
                if line
                    .colour
                    .is_some_and(|colour| colour >= Colour::COUNT as u8)
                {
                    faults.push(Fault::new(&place, "a colour above 4"));
                }
                if line.colour.is_some() != (line.count > 0) {
                    faults.push(Fault::new(&place, "tiles and a colour come together"));
                }
            }
            let filled = floor.len().min(Floor::PLACES);
            if usize::from(board.floor) != filled {
                let place = format!("board {}, floor", index + 1);
                let message = format!("{} in the coding, {filled} in the rest", board.floor);
                faults.push(Fault::new(place, message));
            }
        }
        faults
    }

    /// The tiles of each colour that are nowhere else; 0 where there are too many, which the reader of the notation
    /// reports.
    fn lid(&self, rest: &Rest) -> [u8; Colour::COUNT] {
        Colour::ALL.map(|colour| {
            let index = colour.index();
            let sources = self.sources.iter().map(|source| usize::from(source[index]));
            let lines = self.boards.iter().flat_map(|board| board.lines);
            let lines = lines.filter(|line| line.colour.map(usize::from) == Some(index));
            let lines = lines.map(|line| usize::from(line.count));
            let floors = rest.boards.iter();
            let floors = floors.map(|(_, floor)| usize::from(floor.tiles().count(colour)));
            let walls = self.boards.iter().flat_map(|board| {
                let places = (0..Board::ROWS).map(|row| Board::ROWS * row + colour.column(row));
                places.map(|place| usize::from(board.wall[place]))
            });
            let elsewhere: usize = sources.chain(lines).chain(floors).chain(walls).sum();
            let elsewhere = elsewhere + usize::from(self.bag[index]);
            usize::from(Tiles::PER_COLOUR).saturating_sub(elsewhere) as u8
        })
    }
}

impl LineCode {
    fn text(self) -> String {
        let colour = self
            .colour
            .and_then(|index| Colour::from_index(index.into()));
        colour.map_or("-".to_owned(), |colour| {
            format!("{}{}", colour.letter(), self.count)
        })
    }
}

impl BoardCode {
    fn rows(&self) -> String {
        let letter = |(place, &tile): (usize, &bool)| {
            let colour = Colour::at(place / Board::ROWS, place % Board::ROWS);
            if tile { colour.letter() } else { '.' }
        };
        let letters: Vec<char> = self.wall.iter().enumerate().map(letter).collect();
        let rows = letters.chunks(Board::ROWS);
        join(rows.map(|row| row.iter().collect::<String>()), "/")
    }
}

/// The tiles of a source as letters.
fn letters(source: &[u8; Colour::COUNT + 1]) -> String {
    let colours = Colour::ALL.into_iter().zip(source);
    let letters = colours
        .flat_map(|(colour, &count)| std::iter::repeat_n(colour.letter(), usize::from(count)));
    let text: String = letters.collect();
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}
