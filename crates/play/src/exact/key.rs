//! What two positions of a round have in common that are worth the same.

use super::factories::offered;
use azulejo_rules::{Board, Colour, Position, Source};

/// A position within a round, as far as the value of the rest of the round depends on it.
///
/// It is exact: two positions of the same round have the same key only if they are worth the same. Walls, scores and what
/// lies on each factory do not change within a round, so that they are not in it. With four players, 110 and 37 bits are
/// used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PositionKey {
    pub(super) boards: u128,
    pub(super) sources: u64,
}

/// Where enough tiles are left: bit `5·row + colour` if the tiles of the colour on the sources fill the empty line of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EnoughTiles(u32);

impl EnoughTiles {
    pub(super) fn of(left: &[u8; Colour::COUNT]) -> Self {
        /// Bit `5·row` for as many rows.
        const ROWS: [u32; Board::ROWS + 1] = [0, 0x1, 0x21, 0x421, 0x8421, 0x10_8421];
        let rows = |colour: usize| ROWS[usize::from(left[colour]).min(Board::ROWS)] << colour;
        Self((0..Colour::COUNT).fold(0, |set, colour| set | rows(colour)))
    }

    /// The colours with enough tiles for an empty line, bit `c` for colour `c`; for the first line all that are left.
    #[inline]
    pub(super) fn colours(self, row: usize) -> u32 {
        self.0 >> (Colour::COUNT * row) & 0b11111
    }

    /// The colours that the wall of a board lets into an empty line and of which something is left.
    #[inline]
    pub(super) fn open(self, board: &Board, row: usize) -> u32 {
        self.colours(0) & !board.colours_on(row)
    }

    /// Whether no colour fills the line of a board, if it is empty.
    #[inline]
    pub(super) fn fills_none(self, board: &Board, row: usize) -> bool {
        self.open(board, row) & self.colours(row) == 0
    }
}

/// The lines of a board as numbers, with states that are worth the same as one.
///
/// A line that its colour cannot fill any more absorbs what is left of the colour, however many places it has, and it does
/// not matter which line does that. An empty line that no colour can fill any more will do no more than that, either; of
/// such lines that are open to the same colours, only the number matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LineStates {
    /// What each line is: a number below [`LineStates::CODES`].
    pub(super) code: u32,
    /// Bit `c` where a line absorbs all that is left of colour `c`, and something is left.
    pub(super) absorbed: u32,
}

impl LineStates {
    /// The states of a line of each row: empty; taken by a colour that cannot fill it, which the first line never is; or a
    /// colour and how many places are empty, none of which is the line full.
    const STATES: [u32; Board::ROWS] = [6, 12, 17, 22, 27];

    /// All the states of the five lines together.
    pub(super) const CODES: u32 =
        Self::STATES[0] * Self::STATES[1] * Self::STATES[2] * Self::STATES[3] * Self::STATES[4];

    /// The state of a line that is empty, and of one that can be no use any more.
    const EMPTY: u32 = 0;
    const USELESS: u32 = 1;

    /// The lines of a board while `left` lies on the sources, which is `enough` for so much.
    #[inline]
    pub(super) fn of(board: &Board, left: &[u8; Colour::COUNT], enough: EnoughTiles) -> Self {
        let mut states = [Self::EMPTY; Board::ROWS];
        let mut absorbed = 0;
        for (row, state) in states.iter_mut().enumerate() {
            let Some(line) = board.line(row) else {
                continue;
            };
            let colour = line.colour.index();
            let room = row as u8 + 1 - line.count;
            *state = if room > left[colour] {
                absorbed |= u32::from(left[colour] > 0) << colour;
                Self::USELESS
            } else {
                // The state 1 of the first line is its first colour: it is empty or full.
                let taken = u32::from(row > 0);
                1 + taken + (row as u32 + 1) * colour as u32 + u32::from(room)
            };
        }
        Self::order(&mut states, board, enough, absorbed);
        let code = (0..Board::ROWS).fold(0, |code, row| code * Self::STATES[row] + states[row]);
        Self { code, absorbed }
    }

    /// Lets the empty ones come first of the lines that no colour can fill and that the same colours may enter.
    #[inline]
    fn order(states: &mut [u32; Board::ROWS], board: &Board, enough: EnoughTiles, absorbed: u32) {
        // The first line is filled by any tile.
        for row in 1..Board::ROWS {
            if states[row] != Self::EMPTY || !enough.fills_none(board, row) {
                continue;
            }
            let open = enough.open(board, row);
            if open & !absorbed == 0 {
                states[row] = Self::USELESS;
                continue;
            }
            let like = |before: &usize| {
                states[*before] == Self::USELESS
                    && enough.fills_none(board, *before)
                    && (enough.open(board, *before) ^ open) & !absorbed == 0
            };
            if let Some(before) = (1..row).find(like) {
                (states[before], states[row]) = (Self::EMPTY, Self::USELESS);
            }
        }
    }
}

impl PositionKey {
    /// No position has it.
    pub(super) const NONE: Self = Self {
        boards: u128::MAX,
        sources: u64::MAX,
    };

    /// The key of a position.
    pub(super) fn of(position: &Position) -> Self {
        let tiles = position.on_sources().counts();
        let enough = EnoughTiles::of(&tiles);
        let boards = position.boards().iter();
        let lines = boards.map(|board| LineStates::of(board, &tiles, enough));
        Self::new(position, Self::sources(position), lines)
    }

    /// The key of a position whose boards have these lines, and whose sources are these.
    #[inline]
    pub(super) fn new(
        position: &Position,
        sources: u64,
        lines: impl Iterator<Item = LineStates>,
    ) -> Self {
        let mut boards = 0;
        for (board, lines) in position.boards().iter().zip(lines) {
            let floor = board.floor().len().min(7) as u64;
            let board = (u64::from(lines.code) << 5 | u64::from(lines.absorbed)) << 3 | floor;
            boards = boards * u128::from(LineStates::CODES << 8) + u128::from(board);
        }
        Self { boards, sources }
    }

    /// What the sources bring into the key of a position, and who moves.
    #[inline]
    pub(super) fn sources(position: &Position) -> u64 {
        let centre = position.source(Source::CENTRE).counts();
        let centre = centre
            .into_iter()
            .fold(0, |key, count| key << 5 | u64::from(count));
        let token = u64::from(position.token_in_centre());
        let sources = (centre << 9 | u64::from(offered(position))) << 3 | token << 2;
        sources | position.mover() as u64
    }

    /// Bits that are as good as random, the lowest of them, too.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let (low, high) = (self.boards as u64, (self.boards >> 64) as u64);
        let mixed = (low ^ high.rotate_left(23)).wrapping_mul(ODD) ^ self.sources;
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(ODD);
        (mixed ^ mixed >> 29) >> 2
    }
}
