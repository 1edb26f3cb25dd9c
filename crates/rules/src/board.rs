use super::pattern::COLOURS;
use super::points::tile_points;
use super::{Colour, Destination, Floor, Tiles, pattern, wall_bits};

/// The tiles on a pattern line that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PatternLine {
    /// The colour of the tiles.
    pub colour: Colour,
    /// The number of tiles, from 1 to the number of the line.
    pub count: u8,
}

/// The board of a player: a score, five pattern lines, a floor line and a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The tiles of the wall, bit `5·row + column`.
    pub(super) wall: u32,
    /// The destinations that accept each colour, bit `6·colour + destination`; they follow from wall and lines.
    accepts: u32,
    pub(super) floor: Floor,
    pub(super) score: u16,
    lines: [Option<PatternLine>; Self::ROWS],
}

/// The offset of `colour` and line 1 in [`Board::accepts`], for each colour.
const LINE_1: u32 = 0b000001_000001_000001_000001_000001;

/// The destinations of an empty line, by row and by the set of columns that are filled in the row.
const OPEN: [[u32; 1 << Board::ROWS]; Board::ROWS] = {
    let mut open = [[0; 1 << Board::ROWS]; Board::ROWS];
    let mut row = 0;
    while row < Board::ROWS {
        let mut filled = 0;
        while filled < open[row].len() {
            let mut colour = 0;
            while colour < Colour::COUNT {
                if filled >> Colour::ALL[colour].column(row) & 1 == 0 {
                    open[row][filled] |= 1 << (colour * Destination::COUNT + row);
                }
                colour += 1;
            }
            filled += 1;
        }
        row += 1;
    }
    open
};

impl Board {
    /// The rows of a wall, which are also its columns and the pattern lines.
    pub const ROWS: usize = Colour::COUNT;

    /// The largest score of a game: the maximum of a 5×5 wall without end bonuses.
    pub(super) const MAX_SCORE: u16 = 145;

    /// The most points that a tile earns: five in its row and five in its column.
    pub(super) const MAX_TILE: u16 = 10;

    /// Every place of the wall.
    pub(super) const FULL_WALL: u32 = (1 << (Self::ROWS * Self::ROWS)) - 1;

    /// A board at the start of the game.
    pub(super) const EMPTY: Self = Self {
        wall: 0,
        accepts: LINE_1 * 0b111111,
        floor: Floor::EMPTY,
        score: 0,
        lines: [None; Self::ROWS],
    };

    /// A board from its parts.
    pub(super) fn new(
        score: u16,
        lines: [Option<PatternLine>; Self::ROWS],
        floor: Floor,
        wall: u32,
    ) -> Self {
        let mut board = Self {
            wall,
            score,
            floor,
            lines,
            ..Self::EMPTY
        };
        for (row, line) in lines.into_iter().enumerate() {
            board.set_line(row, line);
        }
        board
    }

    /// The largest score with which a board with this wall can be set up: [`MAX_SCORE`](Board::MAX_SCORE), and
    /// [`MAX_TILE`](Board::MAX_TILE) for each tile of the wall.
    ///
    /// Play never exceeds the limit: a tile that comes to the wall raises the limit by as much as a tile can earn,
    /// tiles stay on the wall, and nothing else raises a score.
    pub(super) const fn most_points(wall: u32) -> u16 {
        Self::MAX_SCORE + Self::MAX_TILE * wall.count_ones() as u16
    }

    /// The points, without end bonuses.
    pub fn score(&self) -> u32 {
        u32::from(self.score)
    }

    /// The tiles on the line of a row from 0; none where the line is empty.
    ///
    /// # Panics
    /// When the row is not below 5.
    pub fn line(&self, row: usize) -> Option<PatternLine> {
        self.lines[row]
    }

    /// The floor line.
    pub fn floor(&self) -> Floor {
        self.floor
    }

    /// The filled places of the wall, bit `5·row + column`, bit 0 the top left.
    pub fn wall(&self) -> u32 {
        self.wall
    }

    /// Whether the row, from 0, of the wall has a tile of the colour.
    pub fn has(&self, row: usize, colour: Colour) -> bool {
        self.wall >> pattern::place(row, colour) & 1 == 1
    }

    /// The colours that a row, from 0, of the wall has, bit `c` for colour `c`.
    #[inline]
    pub const fn colours_on(&self, row: usize) -> u32 {
        COLOURS[row][wall_bits::row(self.wall, row)] as u32
    }

    /// Whether a row of the wall is complete.
    pub(super) const fn has_complete_row(&self) -> bool {
        wall_bits::complete_rows(self.wall) != 0
    }

    /// All tiles on the board: those of the lines, the floor and the wall.
    pub fn tiles(&self) -> Tiles {
        let lines = self.lines.iter().flatten();
        let on_lines = lines.map(|line| Tiles::of(line.colour, line.count));
        let walls = (0..Self::ROWS).flat_map(|row| {
            let on_wall = Colour::ALL
                .into_iter()
                .filter(move |&colour| self.has(row, colour));
            on_wall.map(|colour| Tiles::of(colour, 1))
        });
        on_lines.chain(walls).fold(self.floor.tiles(), |a, b| a + b)
    }

    /// The destinations that accept each colour, bit `6·colour + destination`.
    pub(super) const fn accepts(&self) -> u32 {
        self.accepts
    }

    /// The pattern lines that take tiles of a colour, bit `k` for row `k`: lines that are not full, hold no other
    /// colour, and whose row of the wall does not have the colour.
    #[inline]
    pub const fn lines_for(&self, colour: Colour) -> u32 {
        self.accepts >> (Destination::COUNT * colour.index()) & 0b11111
    }

    /// The number of destinations that accept each colour, six bits a colour.
    #[inline]
    pub(super) const fn destination_counts(&self) -> u32 {
        const PAIRS: u32 = LINE_1 * 0b010101;
        const SIXES: u32 = LINE_1 * 0b000011;
        let pairs = (self.accepts & PAIRS) + (self.accepts >> 1 & PAIRS);
        (pairs & SIXES) + (pairs >> 2 & SIXES) + (pairs >> 4 & SIXES)
    }

    /// Takes tiles of a colour to a destination that [accepts](Board::accepts) them, and returns the number of tiles
    /// that go to the lid.
    #[inline]
    pub(super) fn take(&mut self, colour: Colour, count: u8, destination: Destination) -> u8 {
        let Some(row) = destination.row() else {
            return self.floor.push(colour, count);
        };
        let before = self.lines[row].map_or(0, |line| line.count);
        let placed_count = count.min(row as u8 + 1 - before);
        self.set_line(
            row,
            Some(PatternLine {
                colour,
                count: before + placed_count,
            }),
        );
        if placed_count == count {
            return 0;
        }
        self.floor.push(colour, count - placed_count)
    }

    /// Empties the full line of a row, puts its tile on the wall, and returns the points of the tile.
    pub(super) fn tile(&mut self, row: usize, place: usize) -> u8 {
        let points = tile_points(self.wall, place);
        self.wall |= 1 << place;
        self.set_line(row, None);
        points
    }

    #[inline]
    fn set_line(&mut self, row: usize, line: Option<PatternLine>) {
        self.lines[row] = line;
        self.accepts &= !(LINE_1 << row);
        self.accepts |= match line {
            None => OPEN[row][wall_bits::row(self.wall, row)],
            Some(PatternLine { colour, count }) if usize::from(count) <= row => {
                1 << (colour.index() * Destination::COUNT + row)
            }
            Some(_) => 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn destinations_accept_tiles_by_the_rules(
            wall in 0..=Board::FULL_WALL, first_colour in 0usize..5, counts in proptest::array::uniform5(0u8..=5),
        ) {
            let mut lines = [None; 5];
            for row in 0..5 {
                let colour = Colour::ALL[(first_colour + row) % 5];
                let count = counts[row].min(row as u8 + 1);
                let free = wall >> (5 * row + colour.column(row)) & 1 == 0;
                lines[row] = (count > 0 && free).then_some(PatternLine { colour, count });
            }
            let board = Board::new(0, lines, Floor::EMPTY, wall);
            for colour in Colour::ALL {
                for destination in Destination::ALL {
                    let is_accepted = destination.row().is_none_or(|row| {
                        let line_accepts = lines[row].is_none_or(|line| {
                            line.colour == colour && usize::from(line.count) < row + 1
                        });
                        line_accepts && !board.has(row, colour)
                    });
                    let offset = 6 * colour.index() + destination.index();
                    prop_assert_eq!(board.accepts() >> offset & 1 == 1, is_accepted);
                    if let Some(row) = destination.row() {
                        prop_assert_eq!(board.lines_for(colour) >> row & 1 == 1, is_accepted);
                    }
                }
                let block = |word: u32| word >> (6 * colour.index()) & 0b111111;
                prop_assert_eq!(block(board.destination_counts()), block(board.accepts()).count_ones());
            }
        }
    }

    #[test]
    fn tiles_beyond_the_room_of_a_line_fall() {
        let mut board = Board::EMPTY;
        assert_eq!(board.take(Colour::Red, 1, Destination::Line3), 0);
        assert_eq!(board.take(Colour::Red, 4, Destination::Line3), 0);
        let line = board.line(2).expect("a line with tiles");
        assert_eq!((line.colour, line.count), (Colour::Red, 3));
        assert_eq!(board.floor().to_string(), "RR");
        assert_eq!(board.take(Colour::Blue, 9, Destination::Line1), 3);
        assert_eq!(board.floor().to_string(), "RRBBBBB");
    }
}
