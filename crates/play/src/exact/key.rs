//! Keys of positions within a round: positions with equal keys have equal values.

use super::factories::nonempty_factories;
use azulejo_rules::{Board, Colour, Position, Source};

/// A position within a round, as far as the value of the rest of the round depends on it.
///
/// The key is exact: two positions of the same round share it only if the rest of the round has the same value. Walls,
/// scores and the tiles of each factory do not change within a round, and are left out. With four players, 110 bits of
/// `boards` and 37 bits of `sources` are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PositionKey {
    pub(super) boards: u128,
    pub(super) sources: u64,
}

/// The empty lines that can still be filled: bit `5·row + colour` if the tiles of the colour on the sources fill the
/// empty line of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EnoughTiles(u32);

impl EnoughTiles {
    pub(super) fn of(tiles: &[u8; Colour::COUNT]) -> Self {
        /// Bit `5·row` for as many rows.
        const ROWS: [u32; Board::ROWS + 1] = [0, 0x1, 0x21, 0x421, 0x8421, 0x10_8421];
        let rows = |colour: usize| ROWS[usize::from(tiles[colour]).min(Board::ROWS)] << colour;
        Self((0..Colour::COUNT).fold(0, |set, colour| set | rows(colour)))
    }

    /// The colours with enough tiles for an empty line, bit `c` for colour `c`; for the first line every colour on the
    /// sources.
    #[inline]
    pub(super) fn colours(self, row: usize) -> u32 {
        self.0 >> (Colour::COUNT * row) & 0b11111
    }

    /// The colours on the sources that the wall of a board lets into an empty line, bit `c` for colour
    /// `c`.
    #[inline]
    pub(super) fn open(self, board: &Board, row: usize) -> u32 {
        self.colours(0) & !board.colours_on(row)
    }

    /// Whether no colour can fill the line of a board, given that the line is empty.
    #[inline]
    pub(super) fn is_unfillable(self, board: &Board, row: usize) -> bool {
        self.open(board, row) & self.colours(row) == 0
    }
}

/// The states of the five lines of a board as one number; equivalent states are merged.
///
/// A line that its colour can no longer fill absorbs the tiles that are left of the colour, whatever room it has, and
/// it does not matter which line does so. An empty line that no colour can fill can only absorb, too. Among such lines
/// that are open to the same colours, only their number matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LineStates {
    /// The state of each line in mixed radix, below [`LineStates::CODES`].
    pub(super) code: u32,
    /// The colours on the sources that a line absorbs, bit `c` for colour `c`.
    pub(super) absorbed: u32,
}

impl LineStates {
    /// The number of states of a line, by row: empty; useless, which the first line never is; or a colour with the
    /// number of empty places, of which 0 is a full line.
    const STATES: [u32; Board::ROWS] = [6, 12, 17, 22, 27];

    /// The number of states of all five lines together.
    pub(super) const CODES: u32 =
        Self::STATES[0] * Self::STATES[1] * Self::STATES[2] * Self::STATES[3] * Self::STATES[4];

    /// The state of a line that is empty, and of one that can be no use any more.
    const EMPTY: u32 = 0;
    const USELESS: u32 = 1;

    /// The states of the lines of a board with `tiles` on the sources, by colour; `enough` is derived from `tiles`.
    #[inline]
    pub(super) fn of(board: &Board, tiles: &[u8; Colour::COUNT], enough: EnoughTiles) -> Self {
        let mut states = [Self::EMPTY; Board::ROWS];
        let mut absorbed = 0;
        for (row, state) in states.iter_mut().enumerate() {
            let Some(line) = board.line(row) else {
                continue;
            };
            let colour = line.colour.index();
            let room = row as u8 + 1 - line.count;
            *state = if room > tiles[colour] {
                absorbed |= u32::from(tiles[colour] > 0) << colour;
                Self::USELESS
            } else {
                // The state 1 of the first line is its first colour: it is empty or full.
                let offset = u32::from(row > 0);
                1 + offset + (row as u32 + 1) * colour as u32 + u32::from(room)
            };
        }
        Self::order(&mut states, board, enough, absorbed);
        let code = (0..Board::ROWS).fold(0, |code, row| code * Self::STATES[row] + states[row]);
        Self { code, absorbed }
    }

    /// Moves the empty lines to the front among the lines that no colour can fill and that the same colours may enter.
    #[inline]
    fn order(states: &mut [u32; Board::ROWS], board: &Board, enough: EnoughTiles, absorbed: u32) {
        // The first line is filled by any tile.
        for row in 1..Board::ROWS {
            if states[row] != Self::EMPTY || !enough.is_unfillable(board, row) {
                continue;
            }
            let open = enough.open(board, row);
            if open & !absorbed == 0 {
                states[row] = Self::USELESS;
                continue;
            }
            let is_equivalent = |earlier: &usize| {
                states[*earlier] == Self::USELESS
                    && enough.is_unfillable(board, *earlier)
                    && (enough.open(board, *earlier) ^ open) & !absorbed == 0
            };
            if let Some(earlier) = (1..row).find(is_equivalent) {
                (states[earlier], states[row]) = (Self::EMPTY, Self::USELESS);
            }
        }
    }
}

impl PositionKey {
    /// The key of no position.
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

    /// The key of a position from the part of the sources and the lines of each board.
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

    /// The part of the key that the sources and the mover determine, 37 bits.
    #[inline]
    pub(super) fn sources(position: &Position) -> u64 {
        let centre = position.source(Source::CENTRE).counts();
        let centre = centre
            .into_iter()
            .fold(0, |key, count| key << 5 | u64::from(count));
        let token = u64::from(position.token_in_centre());
        let sources = (centre << 9 | u64::from(nonempty_factories(position))) << 3 | token << 2;
        sources | position.mover() as u64
    }

    /// A hash of the key. Its lowest bits are mixed well enough to number buckets.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let (low, high) = (self.boards as u64, (self.boards >> 64) as u64);
        let mixed = (low ^ high.rotate_left(23)).wrapping_mul(ODD) ^ self.sources;
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(ODD);
        (mixed ^ mixed >> 29) >> 2
    }
}
