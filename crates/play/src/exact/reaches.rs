//! The cache of board reaches, by player, lines and usable tiles.

use super::fillings;
use super::key::LineStates;
use super::reach::{BoardReach, RestOfRound};
use crate::search::DirectMappedCache;
use azulejo_rules::{Board, Colour};

/// The reaches of the boards of one round, in a direct-mapped cache.
#[derive(Debug)]
pub(super) struct Reaches(DirectMappedCache<BoardReach>);

impl Reaches {
    pub(super) fn new() -> Self {
        Self(DirectMappedCache::new(1 << 15))
    }

    /// Empties the cache for another round.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The reach of the board of a player.
    #[inline]
    pub(super) fn of(
        &mut self,
        player: usize,
        board: &Board,
        lines: LineStates,
        rest: &RestOfRound,
    ) -> BoardReach {
        let (tiles, open_lines) = usable_tiles(board, &rest.tiles);
        let moves = rest.moves.min(open_lines);
        let mut key = player as u64;
        for count in tiles {
            // All five lines together hold 15.
            key = key << 4 | u64::from(count);
        }
        key = (key << 3 | u64::from(moves)) * u64::from(LineStates::CODES) + u64::from(lines.code);
        self.0
            .get_or_insert_with(key, || fillings::reach(board, tiles, moves))
    }
}

/// The tiles of each colour that lines can use, at most as many as fill all lines that the colour alone could fill; and
/// the number of lines that some colour could fill.
#[inline]
fn usable_tiles(board: &Board, on_sources: &[u8; Colour::COUNT]) -> ([u8; Colour::COUNT], u32) {
    // Five numbers of four bits, one a row, are compared and added at once.
    let rooms = (0..Board::ROWS).fold(0, |rooms, row| {
        let room = row as u32 + 1 - board.line(row).map_or(0, |line| u32::from(line.count));
        rooms | room << (4 * row)
    });
    let mut lines = 0;
    let tiles = Colour::ALL.map(|colour| {
        let count = on_sources[colour.index()];
        let enough = (0x88888 + 0x11111 * u32::from(count).min(5) - rooms) >> 3 & 0x11111;
        let filled = enough & NIBBLES[board.lines_for(colour) as usize];
        lines |= filled;
        let rooms = rooms & (0xf * filled);
        let sum = (rooms * 0x11111) >> 16 & 0xf;
        count.min(sum as u8)
    });
    (tiles, lines.count_ones())
}

/// The set of rows in nibbles: bit `4·row` for each row of the index, where the row has bit `row`.
const NIBBLES: [u32; 1 << Board::ROWS] = {
    let mut nibbles = [0; 1 << Board::ROWS];
    let mut set = 0;
    while set < nibbles.len() {
        let mut row = 0;
        while row < Board::ROWS {
            nibbles[set] |= (set as u32 >> row & 1) << (4 * row);
            row += 1;
        }
        set += 1;
    }
    nibbles
};
